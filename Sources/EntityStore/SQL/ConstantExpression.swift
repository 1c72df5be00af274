import Qualifiers

/// The value of an expression that reads no property.
enum ConstantExpression {
  static func value(of expression: Expression) throws(StoreError) -> Value {
    switch expression.kind {
    case .literal(let value): return value
    case .list(let elements):
      var values: [Value] = []
      for element in elements { values.append(try value(of: element)) }
      return .list(values)
    default:
      throw .unsupported("The database cannot compute this expression; bind it to a value before.")
    }
  }
}
