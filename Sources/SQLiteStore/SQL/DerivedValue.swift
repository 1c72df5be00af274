import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite

/// An attribute that a model computes from others; statements leave it to the evaluator of the rule language.
///
/// A statement calls `d2t_value(number, columns…)`; the number says what is computed.
struct DerivedValue: Hashable {
  static let functionName = "d2t_value"

  let expression: Qualifiers.Expression
  /// What the expression reads, in the order of the columns.
  let paths: [PropertyPath]
  let codings: [ColumnCoding]
  /// How the value is handed back.
  let result: ColumnCoding

  /// The value for the columns of a row; null when it cannot be computed.
  func value(_ arguments: FunctionArguments) -> SQLiteValue {
    var values: [PropertyPath: Value] = [:]
    for (index, path) in paths.enumerated() where index + 1 < arguments.count {
      values[path] = codings[index].decode(arguments[index + 1])
    }
    guard let value = expression.evaluate(with: Row(values: values)) else { return .null }
    return (try? result.encode(value)) ?? .null
  }

  /// The row as the expression reads it.
  private struct Row: EvaluationContext {
    let values: [PropertyPath: Value]

    func value(at path: PropertyPath) -> Value? { values[path] }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { .localWallClock }
  }
}
