package import Qualifiers

/// An aggregate as a person writes it: `count`, `sum(total)`, `count-distinct(owner.name)`.
package struct WrittenAggregate: Sendable, Hashable {
  package let function: AggregateFunction
  /// The summarized expression as written; `nil` to count rows.
  package let operand: String?

  /// The number of rows.
  package static let count = WrittenAggregate(function: .count, operand: nil)

  /// The functions that summarize an expression.
  package static let functions: [AggregateFunction] = [.sum, .avg, .min, .max, .median, .distinct]

  private init(function: AggregateFunction, operand: String?) {
    (self.function, self.operand) = (function, operand)
  }

  /// A summary of `operand`, which may be any expression.
  package init(_ function: AggregateFunction, of operand: String) {
    self.init(function: function, operand: operand)
  }

  /// Reads `count` or `sum(total)`; `nil` for another text.
  package init?(_ text: String) {
    if text == "count" {
      self = .count
      return
    }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")"),
      let function = Self.functions.first(where: { $0.optionName == text[..<open] })
    else { return nil }
    let operand = text[text.index(after: open)...].dropLast()
    guard operand.contains(where: { $0 != " " }) else { return nil }
    self.init(function, of: String(operand))
  }

  /// The aggregate as it is written: `sum(total)`.
  package var name: String {
    operand.map { "\(function.optionName)(\($0))" } ?? function.optionName
  }
}

extension AggregateFunction {
  /// The name in options and links: `sum`, `count-distinct`.
  package var optionName: String { self == .distinct ? "count-distinct" : rawValue }
}
