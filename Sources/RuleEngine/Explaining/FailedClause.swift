package import Qualifiers
package import RuleEnvironment

/// A finder of the clause that makes a condition fail, which it describes in words for an explanation.
struct FailedClause {
  let reader: RuleReader

  /// Why the condition does not hold; `nil` when it does.
  func reason(_ condition: Qualifier) -> String? {
    let truth = condition.truth(with: reader)
    guard truth != .yes else { return nil }
    switch condition {
    case .constant: return "it is `*false*`"
    case .and(let parts): return parts.lazy.compactMap(reason).first
    case .or(let branches): return branches.compactMap(reason).joined(separator: ", and ")
    case .not(let inside):
      if case .isNull(let operand) = inside, let path = operand.path { return "\(path) is null" }
      return truth == .no ? "`\(inside)` holds" : reason(inside)
    case .comparison(let left, let comparison, let right):
      return reason(left, right) ?? reason(left, comparison, with: right)
    case .isNull(let operand), .truth(let operand):
      return reason(operand, operand) ?? "\(operand) is \(seen(operand))"
    case .between(let operand, let low, let high):
      let range = "between \(low) and \(high)"
      return reason(operand, low) ?? "\(operand) is \(seen(operand)), not \(range)"
    case .in(let operand, let members):
      return reason(operand, members)
        ?? "\(operand) is \(seen(operand)), not in \(members)"
    }
  }

  /// Returns which of the two operands has no value, or why; `nil` when both have one.
  private func reason(_ left: Expression, _ right: Expression) -> String? {
    reader.fault = nil
    for side in [left, right] where side.evaluate(with: reader) == nil {
      return reader.fault?.message ?? "\(side) has no value"
    }
    return nil
  }

  private func reason(
    _ left: Expression,
    _ comparison: Qualifier.Operator,
    with right: Expression
  ) -> String {
    let wanted = right.path == nil ? "\(right)" : "\(right) (\(seen(right)))"
    let found = "\(left) is \(seen(left))"
    switch comparison {
    case .equal: return "\(found), not \(wanted)"
    case .notEqual: return "\(found)"
    case .like, .ilike: return "\(found), which is not like \(wanted)"
    case .matches: return "\(found), which does not match \(wanted)"
    case .contains: return "\(found), which does not contain \(wanted)"
    case .beginsWith: return "\(found), which does not begin with \(wanted)"
    case .endsWith: return "\(found), which does not end with \(wanted)"
    default: return "\(found), not \(comparison.rawValue) \(wanted)"
    }
  }

  private func seen(_ operand: Expression) -> String {
    operand.evaluate(with: reader)?.summary ?? "nothing"
  }
}

extension RuleResolver {
  /// Why a condition does not hold at a place: `task is 'list', not 'edit'`; `nil` when it does.
  package func failedClause(of condition: Qualifier, in values: EnvironmentValues) -> String? {
    let rules = CompiledRules(testing: condition, in: model)
    return FailedClause(reader: query(in: values).reader(rules)).reason(condition)
  }
}
