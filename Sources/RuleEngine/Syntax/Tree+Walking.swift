import Qualifiers

extension Qualifier {
  /// Every expression in the condition, nested ones too, outer before inner.
  func eachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .constant: break
    case .comparison(let left, _, let right), .in(let left, let right):
      left.eachExpression(body)
      right.eachExpression(body)
    case .isNull(let operand), .truth(let operand): operand.eachExpression(body)
    case .between(let operand, let low, let high):
      operand.eachExpression(body)
      low.eachExpression(body)
      high.eachExpression(body)
    case .and(let parts), .or(let parts):
      for part in parts { part.eachExpression(body) }
    case .not(let inside): inside.eachExpression(body)
    }
  }
}

extension Expression {
  /// The expression and every one in it, outer before inner.
  func eachExpression(_ body: (Expression) -> Void) {
    body(self)
    switch kind {
    case .literal, .path, .variable, .now, .today: break
    case .list(let elements), .template(let elements):
      for element in elements { element.eachExpression(body) }
    case .dictionary(let entries):
      for entry in entries.values { entry.eachExpression(body) }
    case .dateOffset(let date, _): date.eachExpression(body)
    case .conditional(let test, let positive, let negative):
      test.eachExpression(body)
      positive.eachExpression(body)
      negative.eachExpression(body)
    case .condition(let qualifier), .qualifier(let qualifier): qualifier.eachExpression(body)
    }
  }
}
