import Diagnostics

/// A lint for invalid `keyBindings`: an unknown command or keyboard key, or one that takes the only key of a command.
///
/// The program reports the same when it starts.
enum KeyBindingLint: RuleLint {
  static let id = "key-binding"
  static let summary = "`keyBindings` names no command, no key, or takes the only key of a command."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    linted.reportProblems(id, report)
  }
}

extension LintedModel {
  /// Reports what readers of keys find wrong with values that rules give, where it is a finding of the lint `id`.
  func reportProblems(_ id: String, _ report: LintReport) {
    for rule in rules.map(\.rule) {
      guard let problems = model.names.problems[rule.keyName] else { continue }
      for value in rule.value.branches.compactMap(\.constant) {
        for problem in problems(value) where problem.lint == id {
          report(rule, .warning) { LintRemark(problem.message).advising(problem.advice) }
        }
      }
    }
  }
}
