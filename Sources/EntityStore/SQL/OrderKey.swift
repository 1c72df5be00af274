import Qualifiers
import SQLite

/// One key of a total order: sort orderings first, then what identifies the row.
struct OrderKey: Sendable, Hashable {
  /// The column, with its alias.
  var sql: String
  var isDescending: Bool
  var isNullable: Bool

  /// What stands in ORDER BY.
  ///
  /// SQLite puts null first, last when descending.
  func term(backwards: Bool) -> String { isDescending != backwards ? sql + " DESC" : sql }
}

/// Places in an order as conditions that an index can answer.
///
/// The rows behind a row with the key values (a, b, c) are: those with the same a and b and a greater c, then those with
/// the same a and a greater b, then those with a greater a. Taken one after the other they are in order, and each of them is
/// one stretch of an index, whatever the directions and wherever null stands.
enum KeysetSegments {
  /// The conditions, nearest stretch first.
  static func conditions(
    keys: [OrderKey],
    values: [SQLiteValue],
    backwards: Bool,
    includingRow: Bool
  ) -> [SQLFragment] {
    var result: [SQLFragment] = []
    var isIncluded = !includingRow
    for index in keys.indices.reversed() {
      let prefix = (0..<index).map { equal(keys[$0], values[$0]) }
      let key = keys[index]
      let descending = key.isDescending != backwards
      if !isIncluded {
        isIncluded = true
        guard values[index] == .null else {
          let comparison = SQLFragment(key.sql + (descending ? " <= ?" : " >= ?"), [values[index]])
          result.append(.joined(prefix + [comparison], " AND "))
          if descending, key.isNullable { result.append(.joined(prefix + [null(key)], " AND ")) }
          continue
        }
        result.append(.joined(prefix + [equal(key, values[index])], " AND "))
      }
      for beyond in beyond(key, values[index], descending: descending) {
        result.append(.joined(prefix + [beyond], " AND "))
      }
    }
    return result
  }

  private static func beyond(
    _ key: OrderKey,
    _ value: SQLiteValue,
    descending: Bool
  ) -> [SQLFragment] {
    switch (value, descending) {
    case (.null, true): []
    case (.null, false): key.isNullable ? [SQLFragment(key.sql + " IS NOT NULL")] : []
    case (_, false): [SQLFragment(key.sql + " > ?", [value])]
    case (_, true): [SQLFragment(key.sql + " < ?", [value])] + (key.isNullable ? [null(key)] : [])
    }
  }

  private static func equal(_ key: OrderKey, _ value: SQLiteValue) -> SQLFragment {
    value == .null ? null(key) : SQLFragment(key.sql + " = ?", [value])
  }

  private static func null(_ key: OrderKey) -> SQLFragment { SQLFragment(key.sql + " IS NULL") }
}
