package import EntityStore

/// Why a save did not happen; nothing was written and all changes are still pending.
package enum SaveError: Error {
  /// Constraint violations that must be corrected first.
  case invalid([FieldProblem])
  /// An error of the store or a refusal by a rule.
  case store(StoreError)
}
