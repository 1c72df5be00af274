import Diagnostics
import Qualifiers

/// A lint for rules that choose a page for a task that the page is not made for.
enum UnfitPageLint: RuleLint {
  static let id = "unfit-page"
  static let summary = "A page is chosen for a task that it is not made for."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let made = linted.model.names.uses.facts.tasksOfPages
    // A task that rules invent may be shown on any page.
    let known = made.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for (rule, subject) in linted.places where rule.keyName == "page" {
      guard let asked = subject.tasks?.intersection(known), !asked.isEmpty else { continue }
      for name in rule.value.branches.compactMap({ $0.constant?.string }) {
        guard let tasks = made[name], tasks.isDisjoint(with: asked) else { continue }
        report(rule, .warning) {
          LintRemark(
            "the page `\(name)` is for \(tasks.quotedList), but this rule is for "
              + asked.quotedList
          )
          .advising(remedy(for: asked, among: made))
        }
      }
    }
  }

  /// The pages for the tasks.
  private static func remedy(
    for tasks: Set<String>,
    among made: [String: Set<String>]
  ) -> String {
    let fit = Set(made.filter { !$0.value.isDisjoint(with: tasks) }.keys)
    return "made for \(tasks.quotedList): \(fit.quotedList)"
  }
}
