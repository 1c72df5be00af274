package import RuleEnvironment

/// The keys that hand the rights context down to nested scopes; rules cannot read them.
package nonisolated struct RightsKeys: KeyNamespace {
  /// The one instance whose keys count.
  package static let shared = Self()

  /// The rights context; without it, nothing is known about rows that have not been fetched.
  package let rights = Key(viewOnly: RightsContext?.none, "Who may see and write what.")
}
