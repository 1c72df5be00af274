import Diagnostics

/// A number that its key cannot be: a width below zero.
enum OutOfRangeLint: RuleLint {
  static let id = "out-of-range"
  static let summary = "A number is smaller than its key can be."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    linted.reportProblems(id, report)
  }
}
