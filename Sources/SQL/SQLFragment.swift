package import Qualifiers

/// A piece of a statement with the parameters that stand in it, in their order.
package struct SQLFragment: Sendable, Hashable {
  package var sql: String
  package var parameters: [Value] = []

  package init(_ sql: String, _ parameters: [Value] = []) {
    self.sql = sql
    self.parameters = parameters
  }

  package static func + (left: Self, right: Self) -> Self {
    Self(left.sql + right.sql, left.parameters + right.parameters)
  }

  package static func + (left: Self, right: String) -> Self {
    Self(left.sql + right, left.parameters)
  }

  package static func + (left: String, right: Self) -> Self {
    Self(left + right.sql, right.parameters)
  }

  package static func += (left: inout Self, right: Self) { left = left + right }

  /// The SQL with its parameters written out as `literal` says.
  package func inlined(_ literal: (Value) -> String) -> String {
    guard !parameters.isEmpty else { return sql }
    var (text, rest, quote): ([UInt8], ArraySlice<Value>, UInt8?) = ([], parameters[...], nil)
    for byte in sql.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "?"), let parameter = rest.popFirst() {
        text += literal(parameter).utf8
        continue
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The pieces with `separator` between them.
  package static func joined(_ fragments: [Self], _ separator: String) -> Self {
    Self(fragments.map(\.sql).joined(separator: separator), fragments.flatMap(\.parameters))
  }

  /// Conditions that all have to hold; `nil` when there are none.
  static func allOf(_ conditions: [Self]) -> Self? {
    guard conditions.count > 1 else { return conditions.first }
    return .joined(conditions.map { "(" + $0 + ")" }, " AND ")
  }

  /// The statement for rows that meet all of the conditions.
  func filtered(by conditions: [Self?]) -> Self {
    Self.allOf(conditions.compactMap(\.self)).map { self + " WHERE " + $0 } ?? self
  }

  /// Conditions with `AND` or `OR` between them.
  ///
  /// Many are paired: an expression of SQLite has at most 1 000 levels, and a row of conditions is as deep as it is long.
  /// <https://www.sqlite.org/limits.html>
  package static func chain(_ conditions: [Self], _ separator: String) -> Self {
    guard conditions.count > 100 else { return .joined(conditions, separator) }
    let middle = conditions.count / 2
    let halves = [Array(conditions[..<middle]), Array(conditions[middle...])]
    return .joined(halves.map { "(" + chain($0, separator) + ")" }, separator)
  }

  /// Conditions of which one has to hold.
  package static func anyOf(_ conditions: [Self?]) -> Self {
    .chain(conditions.compactMap(\.self).map { "(" + $0 + ")" }, " OR ")
  }
}
