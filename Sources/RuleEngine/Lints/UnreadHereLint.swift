import Diagnostics
import Qualifiers
import RuleEnvironment

/// A key that is set for a property of a kind for which nothing reads it: choices of a relationship, for one.
enum UnreadHereLint: RuleLint {
  static let id = "unread-here"
  static let summary = "A key is set for a property for which nothing reads it."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    for (rule, subject) in linted.subjects {
      guard let kinds = linted.model.names.propertyKinds[rule.keyName] else { continue }
      let found = subject.propertyKinds
      let isUnread =
        found.isEmpty
        ? subject.needsRelationship && kinds.isDisjoint(with: relationships)
        : found.isDisjoint(with: kinds)
      guard isUnread else { continue }
      let words = found.isEmpty || !found.isDisjoint(with: relationships)
      report(rule, .warning) {
        LintRemark(
          message: "nothing reads `\(rule.keyName)` of "
            + (words ? "a relationship" : found.sorted().joined(separator: ", ")),
          suggestion: "take the rule out"
        )
      }
    }
  }

  private static let relationships: Set = [
    RuleSchema.Property.toOne, RuleSchema.Property.toMany,
  ]
}
