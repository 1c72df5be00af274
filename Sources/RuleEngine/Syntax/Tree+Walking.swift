package import Qualifiers

extension Qualifier {
  /// Every expression in the condition, nested ones too, outer before inner; see ``Expression``.
  package func eachExpression(inFetches: Bool = true, _ body: (Expression) -> Void) {
    switch self {
    case .constant: break
    case .comparison(let left, _, let right), .in(let left, let right):
      left.eachExpression(inFetches: inFetches, body)
      right.eachExpression(inFetches: inFetches, body)
    case .isNull(let operand), .truth(let operand):
      operand.eachExpression(inFetches: inFetches, body)
    case .between(let operand, let low, let high):
      operand.eachExpression(inFetches: inFetches, body)
      low.eachExpression(inFetches: inFetches, body)
      high.eachExpression(inFetches: inFetches, body)
    case .and(let parts), .or(let parts):
      for part in parts { part.eachExpression(inFetches: inFetches, body) }
    case .not(let inside): inside.eachExpression(inFetches: inFetches, body)
    }
  }
}

extension Expression {
  /// The expression and every one in it, outer before inner.
  ///
  /// Without `inFetches`, of `where (…)` only the variables: its plain paths belong to the fetched object.
  package func eachExpression(inFetches: Bool = true, _ body: (Expression) -> Void) {
    body(self)
    switch kind {
    case .literal, .path, .variable, .now, .today, .computed: break
    case .list(let elements), .template(let elements), .call(_, let elements):
      for element in elements { element.eachExpression(inFetches: inFetches, body) }
    case .dictionary(let entries):
      for entry in entries.values { entry.eachExpression(inFetches: inFetches, body) }
    case .dateOffset(let date, _): date.eachExpression(inFetches: inFetches, body)
    case .conditional(let test, let positive, let negative):
      test.eachExpression(inFetches: inFetches, body)
      positive.eachExpression(inFetches: inFetches, body)
      negative.eachExpression(inFetches: inFetches, body)
    case .condition(let qualifier): qualifier.eachExpression(inFetches: inFetches, body)
    case .qualifier(let qualifier):
      qualifier.eachExpression { expression in
        if inFetches { return body(expression) }
        if case .variable = expression.kind { body(expression) }
      }
    }
  }
}
