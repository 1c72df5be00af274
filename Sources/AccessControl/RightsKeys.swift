package import RuleEnvironment

/// What scopes hand down for those who ask about rights; rules never see it.
package nonisolated struct RightsKeys: KeyNamespace {
  /// The one instance whose keys count.
  package static let shared = Self()

  /// What rights are asked with; without it nothing is known of rows that are not at hand.
  package let rights = Key(viewOnly: RightsContext?.none, "Who may see and write what.")
}
