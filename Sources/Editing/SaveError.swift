package import EntityStore

/// Why a save did not happen; nothing was written and all changes are still pending.
package enum SaveError: Error {
  /// What must be mended first.
  case invalid([FieldProblem])
  /// What the store or a rule says.
  case store(StoreError)
}
