import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers

/// A plain SQL condition that an index can answer and that narrows the rows down for a comparison of a column.
///
/// Rows that may also match and need the exact test are in ``others``.
struct IndexCondition {
  let sql: SQLFragment
  /// Only those rows meet it: nothing is left to test but ``others``.
  var isEnough = false
  /// Rows that may meet the comparison, too, and have to be tested; `nil` where there are none.
  private(set) var others: SQLFragment?

  /// `nil` when SQL cannot narrow the comparison down.
  init?(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    to value: Value,
    in dialect: any SQLDialect
  ) {
    let search = IndexSearch(column: column, op: op, dialect: dialect)
    guard let condition = search.condition(value) else { return nil }
    self = condition
  }

  /// `column IN (…)`, when each of the members could be looked up alike; always enough.
  init?(_ column: SelectScope.Column, isOneOf members: [Value], _ dialect: any SQLDialect) {
    guard !column.coding.isDate, !members.isEmpty else { return nil }
    let isText = members.allSatisfy { $0.string != nil }
    var parameters: [Value] = []
    for member in members {
      if member.isNull { continue }
      guard let one = IndexCondition(column, .equal, to: member, in: dialect), one.isEnough,
        (member.string != nil) == isText
      else { return nil }
      parameters += one.sql.parameters
    }
    let marks = Array(repeating: "?", count: parameters.count).joined(separator: ", ")
    let collation = isText ? dialect.byteOrder : ""
    self.init(SQLFragment("\(column.sql)\(collation) IN (\(marks))", parameters), isEnough: true)
  }

  fileprivate init(_ sql: SQLFragment, isEnough: Bool = false, others: SQLFragment? = nil) {
    (self.sql, self.isEnough, self.others) = (sql, isEnough, others)
  }
}

/// A column and a comparison operator, for which it builds the ``IndexCondition`` of a date, number or text.
private struct IndexSearch {
  let column: SelectScope.Column
  let op: Qualifier.Operator
  let dialect: any SQLDialect

  func condition(_ value: Value) -> IndexCondition? {
    if column.coding.isDate { return date(value) }
    if let number = value.storedNumber { return self.number(number) }
    if case .string(let text) = value, column.coding.holdsText { return self.text(text) }
    return nil
  }

  // MARK: Numbers

  /// Text that is a number is one in such a column; what text is left may be greater than all numbers, and for the evaluator
  /// it is comparable only where it is a date and the number has a place among dates.
  private func number(_ number: Value) -> IndexCondition? {
    guard column.kind == .numeric, column.coding.holdsNumbers, op.looksAtWhole else { return nil }
    let comparison = SQLFragment("\(column.sql) \(op.sql) ?", [number])
    switch op {
    case .greater, .greaterOrEqual, .less, .lessOrEqual:
      let isLess = op == .less || op == .lessOrEqual
      let numbers = isLess ? "" : " AND \(dialect.holdsNumber(column.sql))"
      let isDay = Value.date(Date(timeIntervalSince1970: 0)).compare(number) != nil
      return IndexCondition(
        isLess ? comparison : "(" + comparison + numbers + ")",
        isEnough: true,
        others: isDay ? texts : nil
      )
    default: return IndexCondition(comparison, isEnough: true)
    }
  }

  // MARK: Text

  private func text(_ text: String) -> IndexCondition? {
    switch op {
    case .equal: return equal(text)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Digits and their punctuation stand alone in Unicode, so that bytes are in the order of characters.
      guard column.kind == .text, text.utf8.allSatisfy({ (0x20...0x3A).contains($0) }) else {
        return nil
      }
      let sql = "\(column.sql) \(op.sql) ?\(dialect.byteOrder)"
      return IndexCondition(SQLFragment(sql, [.string(text)]))
    case .like: return pieces(RequiredSubstrings(pattern: text))
    case .beginsWith: return pieces(RequiredSubstrings(text, atStart: true))
    case .endsWith, .contains: return pieces(RequiredSubstrings(text, atStart: false))
    // A test of case is quick by itself, and no index knows of case.
    case .notEqual, .ilike, .matches: return nil
    }
  }

  private func equal(_ text: String) -> IndexCondition? {
    guard text.allSatisfy(RequiredSubstrings.hasNoCanonicalEquivalent) else {
      return pieces(RequiredSubstrings(text, atStart: true))
    }
    // In a column of anything a number could stand that reads like the text.
    guard column.kind == .text || Value(number: text) == nil else { return nil }
    let sql = "\(column.sql) = ?\(dialect.byteOrder)"
    return IndexCondition(SQLFragment(sql, [.string(text)]), isEnough: true)
  }

  private func pieces(_ pieces: RequiredSubstrings) -> IndexCondition? {
    // In any other column numbers and dates could match by how they read.
    guard column.kind == .text else { return nil }
    var parts: [SQLFragment] = []
    if !pieces.start.isEmpty {
      parts.append(dialect.hasPrefix(column.sql, pieces.start))
    }
    if let longest = pieces.others.max(by: { $0.utf8.count < $1.utf8.count }) {
      parts.append(dialect.contains(column.sql, longest))
    }
    return parts.isEmpty ? nil : IndexCondition(.joined(parts, " AND "))
  }

  // MARK: Dates

  private func date(_ value: Value) -> IndexCondition? {
    guard op.looksAtWhole, op != .notEqual, column.coding.kind != .time else { return nil }
    let date: Date
    switch value {
    case .date(let given): date = given
    case .string(let text):
      guard let read = Date(wallClock: text) else { return nil }
      date = read
    default: return nil
    }
    switch column.coding.storage {
    case let storage where storage.count != nil:
      guard column.kind == .numeric, let stored = try? column.coding.encode(.date(date)) else {
        return nil
      }
      // What is stored may be rounded, so that the border itself is left to the test.
      let wide: Qualifier.Operator =
        op == .less ? .lessOrEqual : op == .greater ? .greaterOrEqual : op
      return or(SQLFragment("\(column.sql) \(wide.sql) ?", [stored]), foreignToNumbers)
    case .native, .isoText, .isoTextT: return day(from: date, to: date)
    // Where the day begins on the clock at the offset, is a day earlier or later at most.
    case .isoOffset, .isoUTC:
      return day(from: date.addingTimeInterval(-86_400), to: date.addingTimeInterval(86_400))
    default: return nil
    }
  }

  /// However a day and a time are spelled, the text begins with the day.
  private func day(from first: Date, to last: Date) -> IndexCondition? {
    let coding = ColumnCoding(.date, .isoText)
    let (start, end) = (first.startOfDay, last.startOfDay)
    guard (0...9998).contains(start.wallClock.year), (0...9998).contains(end.wallClock.year),
      case .string(var day)? = try? coding.encode(.date(start)),
      case .string(let next)? = try? coding.encode(.date(end.addingTimeInterval(86_400)))
    else { return nil }
    // A year or month stands behind the beginning of its first day, and a text of it before that of the day.
    for _ in 0..<2 where day.hasSuffix("-01") { day.removeLast(3) }
    let from = SQLFragment("\(column.sql) >= ?", [.string(day)])
    let to = SQLFragment("\(column.sql) < ?", [.string(next)])
    switch op {
    case .greater, .greaterOrEqual: return or(from, foreignToTexts)
    case .less, .lessOrEqual: return IndexCondition(to)
    default: return IndexCondition(from + " AND " + to)
    }
  }

  // MARK: Values of another kind

  /// The numbers in a column of texts, which are before all texts; `nil` where there can be none.
  private var foreignToTexts: SQLFragment? {
    column.kind == .text ? nil : SQLFragment("\(column.sql) < ?", [.string("")])
  }

  /// The texts in a column of numbers, which are behind all numbers.
  private var texts: SQLFragment { SQLFragment("\(column.sql) >= ?", [.string("")]) }

  /// The condition for values that are no timestamp in a numeric time column: texts, and dates as digits (`20240229`).
  private var foreignToNumbers: SQLFragment {
    guard column.coding.zeroIsNever else { return texts }
    let digits: [Value] = [.int(1000_01_01), .int(9999_12_31)]
    return texts + " OR " + SQLFragment("\(column.sql) BETWEEN ? AND ?", digits)
  }

  private func or(_ condition: SQLFragment, _ other: SQLFragment?) -> IndexCondition {
    IndexCondition(other.map { "(" + condition + " OR " + $0 + ")" } ?? condition)
  }
}

extension ColumnCoding {
  fileprivate var holdsNumbers: Bool { kind.isNumber || kind == .bool }

  fileprivate var holdsText: Bool { kind == .text || kind == .any }
}

/// The pieces of a search text or pattern that every matching text contains byte for byte, for a condition in plain SQL.
///
/// Only ASCII stands for itself in Unicode, with three exceptions, and only when no combining character follows.
struct RequiredSubstrings {
  /// How every match begins; may be empty.
  private(set) var start = ""
  /// The pieces that every match contains somewhere.
  private(set) var others: [String] = []

  /// The pieces of a text that stands for itself.
  init(_ text: String, atStart: Bool) {
    split(text.map { $0 }, isPattern: false, atStart: atStart)
  }

  /// The pieces of a pattern with `*`, `?` and a backslash as escape.
  init(pattern: String) {
    split(pattern.map { $0 }, isPattern: true, atStart: true)
  }

  /// Whether no other character is canonically equivalent; K is the Kelvin sign too.
  static func hasNoCanonicalEquivalent(_ character: Character) -> Bool {
    character.utf8.allSatisfy { $0 < 0x80 } && !["K", ";", "`"].contains(character)
  }

  private mutating func split(_ characters: [Character], isPattern: Bool, atStart: Bool) {
    var piece = ""
    var isFirst = atStart
    var isEscaped = false
    func close(_ pieces: inout Self) {
      if isFirst { pieces.start = piece } else if !piece.isEmpty { pieces.others.append(piece) }
      (piece, isFirst) = ("", false)
    }
    for character in characters {
      if isPattern, !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      let isWild = isPattern && !isEscaped && (character == "*" || character == "?")
      isEscaped = false
      if isWild || !Self.hasNoCanonicalEquivalent(character) {
        // The character before could be the base of what follows.
        if !isWild, !piece.isEmpty { piece.removeLast() }
        close(&self)
      } else {
        piece.append(character)
      }
    }
    close(&self)
  }
}
