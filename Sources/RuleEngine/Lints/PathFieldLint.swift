import Diagnostics
import Qualifiers
import RuleEnvironment

/// A field along a path on a page on which objects are edited: it belongs to another object and can only be read there.
enum PathFieldLint: RuleLint {
  static let id = "path-field"
  static let summary = "A field of an edit page is a path to another object, and can only be read."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    for (rule, subject) in model.subjects where Rule.columnKeys.contains(rule.keyName) {
      guard let tasks = subject.tasks, !tasks.isEmpty, tasks.isSubset(of: Rule.editingTasks) else {
        continue
      }
      let paths = rule.namedPaths.filter { $0.components.count > 1 && $0.last != "@count" }
      guard let path = paths.first else { continue }
      report(rule, .warning) {
        LintRemark(
          message: "`\(path)` belongs to another object, so the field can only be read",
          suggestion: "leave it out, or edit it on the page of that object"
        )
      }
    }
  }
}
