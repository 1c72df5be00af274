package import Qualifiers

extension Qualifier {
  /// Every expression in the condition, nested ones too, outer before inner; see ``Expression``.
  package func eachExpression(_ body: (Expression) -> Void) {
    eachPart({ $0.eachExpression(body) }, { $0.eachExpression(body) })
  }
}

extension Expression {
  /// The expression and every one in it, outer before inner.
  package func eachExpression(_ body: (Expression) -> Void) {
    body(self)
    eachPart({ $0.eachExpression(body) }, { $0.eachExpression(body) })
  }
}
