/// A lint for `keyBindings` with keyboard keys that never run their command.
///
/// The program reserves the key, no terminal sends it, or another command has it.
enum IdleBindingLint: RuleLint {
  static let id = "idle-binding"
  static let summary =
    "`keyBindings` gives a command a key that never runs it: one that the program keeps, that no "
    + "terminal sends, or that another command has."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    linted.reportProblems(id, report)
  }
}
