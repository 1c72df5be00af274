import Qualifiers

extension RuleModel {
  /// The texts with which rules of applications and sites compare keys of these names: `clerk` for `role = 'clerk'`.
  ///
  /// Rules that come with the program are left out.
  public func texts(comparedWith names: Set<String>) -> Set<String> {
    var texts: Set<String> = []
    for rule in rules where rule.layer >= .application {
      rule.condition.collect(&texts, comparedWith: names)
      rule.value.eachExpression { expression in
        switch expression.kind {
        case .condition(let condition), .conditional(let condition, _, _):
          condition.collect(&texts, comparedWith: names)
        default: break
        }
      }
    }
    return texts
  }
}

extension Qualifier {
  fileprivate func collect(_ texts: inout Set<String>, comparedWith names: Set<String>) {
    switch self {
    case .comparison(let left, _, let right), .in(let left, let right):
      for (path, value) in [(left, right), (right, left)] {
        guard case .path(let found) = path.kind, names.contains(found.description) else { continue }
        value.eachExpression {
          if case .literal(.string(let text)) = $0.kind { texts.insert(text) }
        }
      }
    default: eachPart({ _ in }, { $0.collect(&texts, comparedWith: names) })
    }
  }
}
