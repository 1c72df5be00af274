import Diagnostics

/// Keys for commands that cannot be: what the program says of them when it starts is said here too.
enum KeyBindingLint: RuleLint {
  static let id = "key-binding"
  static let summary = "`keyBindings` names no command, no key, or gives one key twice."

  private static let key = "keyBindings"

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    guard let problems = linted.model.names.problems[key] else { return }
    for rule in linted.rules.map(\.rule) where rule.keyName == key {
      for value in rule.value.branches.compactMap(\.constant) {
        for problem in problems(value) {
          report(rule, .warning) {
            LintRemark(
              message: problem,
              suggestion: "docs/KeyBindings.md lists commands and keys"
            )
          }
        }
      }
    }
  }
}
