package import Qualifiers

extension Qualifier {
  /// Every expression in the condition, nested ones too, outer before inner; see ``Expression``.
  package func eachExpression(inFetches: Bool = true, _ body: (Expression) -> Void) {
    eachPart(
      { $0.eachExpression(inFetches: inFetches, body) },
      { $0.eachExpression(inFetches: inFetches, body) }
    )
  }
}

extension Expression {
  /// The expression and every one in it, outer before inner.
  ///
  /// Without `inFetches`, of `where (…)` only the variables: its plain paths belong to the fetched object.
  package func eachExpression(inFetches: Bool = true, _ body: (Expression) -> Void) {
    body(self)
    if case .qualifier(let fetched) = kind, !inFetches {
      fetched.eachExpression { if case .variable = $0.kind { body($0) } }
    } else {
      eachPart(
        { $0.eachExpression(inFetches: inFetches, body) },
        { $0.eachExpression(inFetches: inFetches, body) }
      )
    }
  }
}
