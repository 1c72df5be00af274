import EntityStore
import SQLite

/// A piece of a statement with the parameters that stand in it, in their order.
struct SQLFragment: Sendable, Hashable {
  var sql: String
  var parameters: [SQLiteValue] = []

  init(_ sql: String, _ parameters: [SQLiteValue] = []) {
    self.sql = sql
    self.parameters = parameters
  }

  static func + (left: Self, right: Self) -> Self {
    Self(left.sql + right.sql, left.parameters + right.parameters)
  }

  static func + (left: Self, right: String) -> Self { Self(left.sql + right, left.parameters) }

  static func + (left: String, right: Self) -> Self { Self(left + right.sql, right.parameters) }

  static func += (left: inout Self, right: Self) { left = left + right }

  /// The pieces with `separator` between them.
  static func joined(_ fragments: [Self], _ separator: String) -> Self {
    Self(
      fragments.map(\.sql).joined(separator: separator),
      fragments.flatMap(\.parameters)
    )
  }
}
