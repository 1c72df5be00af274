import Diagnostics
import Qualifiers

/// A lint for columns, fields, sort orders or labels with a path that leads to many objects instead of one value.
enum UnshownPathLint: RuleLint {
  static let id = "unshown-path"
  static let summary =
    "A column, field, order or label is a path through many objects, which is not one value."

  private static let keys = Rule.columnKeys.union(["sortOrderings", "labelKey"])

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let schema = model.model.names.schema else { return }
    for (rule, subject) in model.subjects where keys.contains(rule.keyName) {
      let entities = subject.entitiesWithProperty
      for path in rule.namedPaths {
        let targets = entities.map { schema.target(of: path.components[...], from: $0) }
          .filter(\.exists)
        guard !targets.isEmpty, targets.allSatisfy({ !$0.isOneValue }) else { continue }
        report(rule, .error) { remark(path) }
      }
    }
  }

  private static func remark(_ path: PropertyPath) -> LintRemark {
    let owner = path.components.dropLast().joined(separator: ".")
    return LintRemark("`\(path)` has several values for an object and cannot be shown")
      .advising(
        path.last == "@count" && path.components.count > 1
          ? "write `\(owner)` to show their number"
          : "show the relationship itself; Enter opens its list"
      )
  }
}

extension RuleSchema.Target {
  /// Whether each object has one value there.
  fileprivate var isOneValue: Bool {
    switch self {
    case .property(_, let isBehindMany): !isBehindMany
    case .other, .nowhere: false
    }
  }
}
