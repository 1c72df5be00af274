/// A lint for numbers that are too small for their key, such as a width below zero.
enum OutOfRangeLint: RuleLint {
  static let id = "out-of-range"
  static let summary = "A number is smaller than its key can be."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    linted.reportProblems(id, report)
  }
}
