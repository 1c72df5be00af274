import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// A statement calls `d2t_value(number, leaves…)`; the number says what is computed.
extension DerivedValue {
  static let functionName = "d2t_value"
}

/// A computed value of statements, which evaluates its content with the leaves of one row at a time.
final class PreparedValue: EvaluationContext {
  private let value: DerivedValue
  /// The leaves of the row that is computed.
  private var row: FunctionArguments?
  /// The first fault found in the row.
  private var fault: ExpressionFault?
  /// The results of one column alone, while they do not depend on the clock.
  private var recurring: RecurringResults?

  init(_ value: DerivedValue) {
    self.value = value
    if case .column? = value.arguments.first, value.leaves.count == 1 {
      recurring = RecurringResults()
    }
  }

  /// The result for the leaves of a row.
  func result(_ arguments: FunctionArguments) throws(FunctionFault) -> SQLiteValue {
    let key = recurring?.key(of: arguments, at: 1)
    if let key, let known = recurring?.result(key) { return known }
    (row, fault) = (arguments, nil)
    defer { row = nil }
    let result = try value.use.form(of: computed, value.coding, fault)
    if let key { recurring?.keep(result, for: key) }
    return result
  }

  private var computed: Value? {
    switch value.content {
    case .value(let expression): return expression.evaluate(with: self)
    case .truth(let qualifier):
      let truth = qualifier.truth(with: self)
      return truth == .unanswered ? nil : truth.bool.map(Value.bool) ?? .null
    }
  }

  // MARK: Leaves

  func value(at path: PropertyPath) -> Value? { leaf(.path(path)) }
  func dateKind(at path: PropertyPath) -> ComparedKind { value.dateKinds[path] ?? .anything }
  func value(of aggregate: PathAggregate) -> Value? { leaf(.aggregate(aggregate)) }
  func value(ofVariable path: PropertyPath) -> Value? { nil }
  var now: Date {
    recurring = nil
    return .localWallClock
  }
  func report(_ fault: ExpressionFault) { self.fault = self.fault ?? fault }

  private func leaf(_ leaf: DerivedValue.Leaf) -> Value? {
    guard let row, let index = value.leaves.firstIndex(of: leaf), index + 1 < row.count else {
      return nil
    }
    do throws(ExpressionFault) { return try value.arguments[index].decode(row[index + 1]) } catch {
      report(error)
      return nil
    }
  }
}

extension DerivedValue.Use {
  /// The form in which a function gives its result; `value` is `nil` where there is none, because of the fault if any.
  func form(
    of value: Value?,
    _ coding: ColumnCoding?,
    _ fault: ExpressionFault?
  ) throws(FunctionFault) -> SQLiteValue {
    guard let value else {
      switch (self, fault) {
      case (.term, let fault?), (.key, let fault?): throw FunctionFault(fault.message)
      case (.cell, let fault?), (.order, let fault?): return .text(fault.message)
      case (.argument, _): return fault.map(ExactForm.encode) ?? ExactForm.unanswered
      default: return .null
      }
    }
    if self == .key, let coding, coding.hasKeyForm { return KeyForm.encode(value, coding) }
    let stored = coding?.encoded(value)
    // The value as the attribute has it.
    let kept = stored.flatMap { coding?.decode(stored: $0) } ?? value
    if self == .argument { return ExactForm.encode(kept) }
    if self == .order, case .string? = stored {
      // Decimals with more digits than a number of SQL has would stand behind all numbers, as texts.
      if let number = value.double ?? kept.double { return .double(number) }
      // A date has several spellings, but one place.
      return ColumnCoding.encodeRaw(coding?.encoded(kept) ?? kept) ?? .null
    }
    // A value that is not of the type stands as it is, as a stored one would; a list by its text.
    return ColumnCoding.encodeRaw(stored ?? value) ?? .text(value.description)
  }
}

/// The form in which functions of a statement hand values to each other: exact, and with faults.
///
/// A value without a type in SQLite is a blob: a marker, a letter for the kind, and the content.
enum ExactForm {
  private static let marker: [UInt8] = Array("\u{0}d2t\u{1}".utf8)

  /// The value in a form that ``decode(_:)`` reads.
  static func encode(_ value: Value) -> SQLiteValue {
    switch value {
    case .null, .int, .double, .string: ColumnCoding.encodeRaw(value) ?? .null
    case .data(let bytes): bytes.starts(with: marker) ? marked("x", bytes) : .blob(bytes)
    case .bool(let truth): marked("b", [truth ? 1 : 0])
    case .decimal(let number): marked("n", Array(number.description.utf8))
    case .date(let date):
      withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern) { marked("d", Array($0)) }
    case .list, .dictionary, .object: .text(value.description)
    }
  }

  /// The form of what did not answer.
  static let unanswered = marked("u", [])

  /// The fault in a form for which ``decode(_:)`` throws it.
  static func encode(_ fault: ExpressionFault) -> SQLiteValue {
    marked("f", Array(fault.message.utf8))
  }

  /// The value of an argument; `nil` for what did not answer.
  static func decode(_ stored: some StoredValue) throws(ExpressionFault) -> Value? {
    let value = ColumnCoding.decodeRaw(stored)
    guard case .data(let bytes) = value, bytes.starts(with: marker), bytes.count > marker.count
    else { return value }
    let content = bytes[(marker.count + 1)...]
    let text = String(decoding: content, as: UTF8.self)
    switch Unicode.Scalar(bytes[marker.count]) {
    case "b": return .bool(content.last == 1)
    case "n": return Decimal(string: text).map(Value.decimal) ?? .null
    case "d":
      let bits = content.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    case "f": throw ExpressionFault(text)
    case "u": return nil
    default: return .data(Array(content))
    }
  }

  private static func marked(_ kind: Unicode.Scalar, _ content: [UInt8]) -> SQLiteValue {
    .blob(marker + [UInt8(ascii: kind)] + content)
  }
}
