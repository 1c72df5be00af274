import Diagnostics
import RuleEnvironment

/// Rules for a key that nothing reads: such a key is there for rules, and no rule but its own asks for it.
///
/// Reports the first rule for each key, for the others follow from it. A rule that is switched off still shows that the
/// key is of use. The rules that come with the program are not judged: theirs are there for rules to come. With a rule
/// written as a closure, which may read any key, nothing is told; of keys that rule files declare ``UnreadDeclarationLint``
/// tells.
enum UnreadKeyLint: RuleLint {
  static let id = "unread-key"
  static let summary =
    "A rule sets a key that no page, component or command reads, and no other rule."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let model = linted.model
    let declared = Set(model.declarations.map(\.name))
    let suspects = model.rules.filter { rule in
      rule.layer >= .application && rule.key.isForRules && !rule.allowedLints.contains(id)
        && !declared.contains(rule.keyName)
    }
    guard !suspects.isEmpty, !model.allRules.contains(where: \.runsClosure) else { return }
    let read = model.allRules.keysRead
    let ours = model.vocabulary.entries.filter { $0.isAssignable && !$0.key.isForRules }.map(\.name)
    let unread = suspects.filter { !read.contains($0.keyName) }
    for rules in Dictionary(grouping: unread, by: \.keyName).values {
      guard let first = rules.first else { continue }
      report(first, .warning) { remark(first, count: rules.count, ours: ours) }
    }
  }

  private static func remark(_ rule: Rule, count: Int, ours: [String]) -> LintRemark {
    let name = rule.keyName
    let others = count == 1 ? "" : "; \(count) rules set it"
    // Names of other languages are like ours by chance; nearer ones are slips of the pen.
    let near =
      rule.origin == nil
      ? nil
      : nearestName(to: name, in: ours)
        .flatMap { abs($0.utf8.count - name.utf8.count) < 2 ? $0 : nil }
    let remedy = rule.origin?.advice ?? "read it in a rule, or remove this one"
    return LintRemark(
      "no page, component, command or other rule reads `\(name)`\(others)"
    )
    .advising(near.map { "did you mean `\($0)`?" } ?? remedy)
  }
}
