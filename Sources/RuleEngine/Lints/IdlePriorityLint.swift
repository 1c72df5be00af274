import Diagnostics

/// A lint for priorities without effect, because no other rule of the layer sets the key.
///
/// The rules that come with the program are not judged: theirs are compared with rules to come. Nor are those of Direct to Web,
/// in which every rule has an author.
enum IdlePriorityLint: RuleLint {
  static let id = "idle-priority"
  static let summary = "A priority has no effect: no other rule of the layer sets the key."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    var counts: [Int: Int] = [:]
    for rule in model.rules { counts[rule.field, default: 0] += 1 }
    for linted in model.rules {
      let rule = linted.rule
      guard rule.priority != Priority.standard, rule.layer >= .application,
        rule.origin == nil, counts[linted.field] == 1
      else { continue }
      report(rule, .warning) {
        LintRemark(
          "the priority has no effect: no other rule of the layer \(rule.layer.title) sets `\(rule.keyName)`"
        )
        .advising("remove the priority")
      }
    }
  }
}
