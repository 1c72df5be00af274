import Diagnostics

/// Two rules of a layer with the same condition, key and value: the second does nothing.
enum DuplicateLint: RuleLint {
  static let id = "duplicate"
  static let summary = "Two rules say the same."

  /// Rules are equal that say the same.
  private struct Content: Hashable {
    let linted: LintedRule

    static func == (left: Self, right: Self) -> Bool {
      let (rule, other) = (left.linted, right.linted)
      return rule.field == other.field && rule.rule.priority == other.rule.priority
        && rule.hasSameCondition(as: other) && rule.rule.value == other.rule.value
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(linted.field)
      for part in linted.parts { hasher.combine(part.number) }
      hasher.combine(linted.rule.value)
    }
  }

  static func judge(_ model: LintedModel, _ report: LintReport) {
    var first: Set<Content> = []
    for linted in model.rules {
      let (isNew, earlier) = first.insert(Content(linted: linted))
      guard !isNew else { continue }
      report(linted.rule, .warning) {
        LintRemark("this rule duplicates \(earlier.linted.rule.place)")
          .advising("remove one")
      }
    }
  }
}
