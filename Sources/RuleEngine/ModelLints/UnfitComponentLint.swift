import Diagnostics
import Qualifiers
import RuleEnvironment

/// A component that is chosen where it does not fit: for properties of another type, or one that edits where nothing is
/// edited.
enum UnfitComponentLint: RuleLint {
  static let id = "unfit-component"
  static let summary = "A component is chosen for a type or a task that it is not made for."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let names = linted.model.names
    for (rule, subject) in linted.subjects where rule.keyName == "component" {
      for name in rule.value.branches.compactMap({ $0.constant?.string }) {
        guard let use = names.uses.facts.components[name] else { continue }
        let tasks = Set(names[.task] ?? [])
        if let remark = typeRemark(name, use, for: subject)
          ?? taskRemark(name, use, for: subject, of: tasks)
        {
          report(rule, .warning) { remark }
        }
      }
    }
  }

  private static func typeRemark(
    _ name: String,
    _ use: ComponentUse,
    for subject: RuleSubject
  ) -> LintRemark? {
    let asked = subject.askedKinds
    guard let kinds = use.kinds, !asked.isEmpty, asked.isDisjoint(with: kinds) else { return nil }
    return LintRemark(
      "`\(name)` is for \(kinds.shortList), but the value here is \(asked.shortList)"
    )
    .advising(
      "`\(ProgramName.current) rules explain component` shows the choice without this rule"
    )
  }

  private static func taskRemark(
    _ name: String,
    _ use: ComponentUse,
    for subject: RuleSubject,
    of all: Set<String>
  ) -> LintRemark? {
    guard let tasks = use.tasks else { return nil }
    // Whether tasks that an application invents edit values is not known.
    let others = all.subtracting(tasks)
    if let asked = subject.tasks, asked.isDisjoint(with: others) { return nil }
    return LintRemark(
      tasks == [CatalogUsageFacts.queryTask]
        ? "`\(name)` asks for search values, but this rule also holds on other pages"
        : "`\(name)` edits a value, but this rule also holds on read-only pages"
    )
    .advising("add to its condition: task in (\(tasks.quotedList))")
  }
}

extension Set<String> {
  /// The texts in the order of the alphabet, of many the first.
  var shortList: String {
    sorted().prefix(6).joined(separator: ", ") + (count > 6 ? ", …" : "")
  }
}
