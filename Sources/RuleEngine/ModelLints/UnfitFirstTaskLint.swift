import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for a `firstTask` that needs an entity although no rule sets `firstEntity`.
enum UnfitFirstTaskLint: RuleLint {
  static let id = "unfit-first-task"
  static let summary = "`firstTask` is a task that needs an entity, and no rule says which."

  private static let entityKey = "firstEntity"

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let tasks = linted.model.names.uses.facts.tasksOfEntities
    guard !linted.rules.contains(where: { $0.rule.keyName == entityKey }) else { return }
    let advice =
      linted.model.vocabulary[entityKey] == nil
      ? "start the program with --entity" : "add a rule for `\(entityKey)`"
    for rule in linted.rules.map(\.rule) where rule.keyName == "firstTask" {
      for name in rule.value.branches.compactMap({ $0.constant?.string }) where tasks.contains(name)
      {
        report(rule, .warning) {
          LintRemark("the task '\(name)' needs an entity, but none is set")
            .advising(advice)
        }
      }
    }
  }
}
