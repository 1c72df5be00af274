import Diagnostics
import Qualifiers

/// A lint for columns, fields, sort orders, labels or groups with a path that leads to many objects instead of one value.
enum UnshownPathLint: RuleLint {
  static let id = "unshown-path"
  static let summary =
    "A column, field, order, label or group is a path through many objects, which is not one value."

  private static let keys = Rule.columnKeys.union(["labelKey"])

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let schema = model.model.names.schema else { return }
    let names = model.model.names
    for (rule, subject) in model.subjects {
      // A column may show a relationship; no expression has a value for one to many.
      let isColumn = keys.contains(rule.keyName)
      let paths = isColumn ? rule.namedPaths(names) : rule.plainPaths(names)
      for path in paths {
        let targets = subject.entities(namedBy: rule)
          .map { schema.target(of: path.components[...], from: $0) }.filter(\.exists)
        guard !targets.isEmpty,
          targets.allSatisfy({ !$0.isOneValue || !isColumn && $0.property?.isToMany == true })
        else { continue }
        report(rule, .error) {
          isColumn
            ? remark(path)
            : LintRemark("`\(path)` has several values for an object")
              .advising("summarize them, as in `items.@count` or `items.@sum.price`")
        }
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
