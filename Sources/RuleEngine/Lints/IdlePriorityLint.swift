import Diagnostics
import Qualifiers
import RuleEnvironment

/// A priority that no other rule is compared with: it is the only one of its layer for the key.
///
/// The rules that come with the program are not judged: theirs are compared with rules to come. Nor are those of Direct to
/// Web, in which every rule has an author.
enum IdlePriorityLint: RuleLint {
  static let id = "idle-priority"
  static let summary = "A priority has no effect: no other rule of the layer sets the key."

  private struct Field: Hashable {
    let layer: Layer
    let slot: Int
  }

  static func findings(in model: RuleModel) -> [Diagnostic] {
    var counts: [Field: Int] = [:]
    for rule in model.rules { counts[field(of: rule), default: 0] += 1 }
    return model.rules.compactMap { rule -> Diagnostic? in
      guard rule.priority != Priority.standard, rule.layer >= .application,
        rule.directToWeb == nil, counts[field(of: rule)] == 1
      else { return nil }
      return finding(
        rule,
        "the priority has no effect: no other rule of the layer \(rule.layer.title) sets `\(rule.keyName)`",
        suggestion: "leave the priority out"
      )
    }
  }

  private static func field(of rule: Rule) -> Field {
    Field(layer: rule.layer, slot: rule.key.slot)
  }
}
