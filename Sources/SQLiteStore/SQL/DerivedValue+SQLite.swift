import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// A statement calls `d2t_value(number, columns…)`; the number says what is computed.
extension DerivedValue {
  static let functionName = "d2t_value"

  /// The value for the columns of a row; null when it cannot be computed.
  ///
  /// A value that is not of the declared type stands as it is, as a stored one would; one that no column holds, a list,
  /// by its text.
  func value(_ arguments: FunctionArguments) -> SQLiteValue {
    var values: [PropertyPath: Value] = [:]
    for (index, path) in paths.enumerated() where index + 1 < arguments.count {
      values[path] = codings[index].decode(arguments[index + 1])
    }
    guard let value = expression.evaluate(with: Row(values: values)) else { return .null }
    return (try? result.stored(value)) ?? ColumnCoding.encodeRaw(value)
      ?? .text(value.description)
  }

  /// The evaluation context of a derived property: the decoded column values of one row, by path.
  private struct Row: EvaluationContext {
    let values: [PropertyPath: Value]

    func value(at path: PropertyPath) -> Value? { values[path] }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { .localWallClock }
  }
}
