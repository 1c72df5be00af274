import Diagnostics
import Qualifiers

/// A lint for a `rowComponent` of the wrong kind: one for properties chosen for the objects of a list, or the reverse.
enum UnfitRowLint: RuleLint {
  static let id = "unfit-row"
  static let summary =
    "A row of properties is chosen for the objects of a list, or a row of objects for properties."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let rows = linted.model.names.uses.facts.tasksOfRows
    let ofLists = rows.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for (rule, subject) in linted.places where rule.keyName == "rowComponent" {
      for name in rule.value.branches.compactMap({ $0.constant?.string }) {
        guard let tasks = rows[name] else { continue }
        let isOfObjects = !tasks.isEmpty
        let isForObjects =
          !subject.needsProperty && subject.tasks.map { $0.isSubset(of: ofLists) } == true
        guard isOfObjects ? subject.needsProperty : isForObjects else { continue }
        report(rule, .warning) { remark(name, isOfObjects: isOfObjects, among: rows) }
      }
    }
  }

  private static func remark(
    _ name: String,
    isOfObjects: Bool,
    among rows: [String: Set<String>]
  ) -> LintRemark {
    let fit = Set(rows.filter { $0.value.isEmpty == isOfObjects }.keys)
    return LintRemark(
      isOfObjects
        ? "`\(name)` is a row for list objects, but this rule is for a property"
        : "`\(name)` is a row for a property, but this rule is for list objects"
    )
    .advising("\(isOfObjects ? "properties" : "objects") have \(fit.quotedList)")
  }
}
