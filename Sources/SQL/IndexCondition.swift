import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers

/// A condition in plain SQL that every row meets for which a comparison is true, and that an index can answer.
struct IndexCondition {
  let sql: SQLFragment
  /// Only those rows meet it: nothing is left to test.
  var isEnough = false

  /// `nil` when SQL cannot narrow the comparison down.
  init?(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    _ value: Value,
    _ dialect: any SQLDialect
  ) {
    let narrowing: Self? =
      if column.coding.isDate {
        Self.date(column, op, value)
      } else if let number = value.storedNumber {
        Self.number(column, op, number, dialect)
      } else if case .string(let text) = value, column.coding.holdsText {
        Self.text(column, op, text, dialect)
      } else {
        nil
      }
    guard let narrowing else { return nil }
    self = narrowing
  }

  /// `column IN (…)`, when each of the members could be looked up alike; always enough.
  init?(_ column: SelectScope.Column, isOneOf members: [Value], _ dialect: any SQLDialect) {
    guard !column.coding.isDate, !members.isEmpty else { return nil }
    let isText = members.allSatisfy { $0.string != nil }
    var parameters: [Value] = []
    for member in members {
      if member.isNull { continue }
      guard let one = IndexCondition(column, .equal, member, dialect), one.isEnough,
        (member.string != nil) == isText
      else { return nil }
      parameters += one.sql.parameters
    }
    let marks = Array(repeating: "?", count: parameters.count).joined(separator: ", ")
    let collation = isText ? dialect.byteOrder : ""
    self.init(SQLFragment("\(column.sql)\(collation) IN (\(marks))", parameters), isEnough: true)
  }

  private init(_ sql: SQLFragment, isEnough: Bool = false) {
    (self.sql, self.isEnough) = (sql, isEnough)
  }

  // MARK: Numbers

  /// Text that is a number is one in such a column; what text is left may be greater than all numbers, and is not
  /// comparable for the evaluator.
  private static func number(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    _ number: Value,
    _ dialect: any SQLDialect
  ) -> Self? {
    guard column.kind == .numeric, column.coding.holdsNumbers, op.isOrder else { return nil }
    let comparison = SQLFragment("\(column.sql) \(op.sql) ?", [number])
    switch op {
    case .greater, .greaterOrEqual:
      let numbers = " AND \(dialect.holdsNumber(column.sql))"
      return Self("(" + comparison + numbers + ")", isEnough: true)
    default: return Self(comparison, isEnough: true)
    }
  }

  // MARK: Text

  private static func text(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    _ text: String,
    _ dialect: any SQLDialect
  ) -> Self? {
    switch op {
    case .equal: return equal(column, text, dialect)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Digits and their punctuation stand alone in Unicode, so that bytes are in the order of characters.
      guard column.kind == .text, text.utf8.allSatisfy({ (0x20...0x3A).contains($0) }) else {
        return nil
      }
      return Self(SQLFragment("\(column.sql) \(op.sql) ?\(dialect.byteOrder)", [.string(text)]))
    case .like: return pieces(column, TextPieces(pattern: text), dialect)
    case .beginsWith: return pieces(column, TextPieces(text, atStart: true), dialect)
    case .endsWith, .contains: return pieces(column, TextPieces(text, atStart: false), dialect)
    // A test of case is quick by itself, and no index knows of case.
    case .notEqual, .ilike, .matches: return nil
    }
  }

  private static func equal(
    _ column: SelectScope.Column,
    _ text: String,
    _ dialect: any SQLDialect
  ) -> Self? {
    guard text.allSatisfy(TextPieces.standsForItself) else {
      return pieces(column, TextPieces(text, atStart: true), dialect)
    }
    // In a column of anything a number could stand that reads like the text.
    guard column.kind == .text || Value(number: text) == nil else { return nil }
    return Self(
      SQLFragment("\(column.sql) = ?\(dialect.byteOrder)", [.string(text)]),
      isEnough: true
    )
  }

  private static func pieces(
    _ column: SelectScope.Column,
    _ pieces: TextPieces,
    _ dialect: any SQLDialect
  ) -> Self? {
    // In any other column numbers and dates could match by how they read.
    guard column.kind == .text else { return nil }
    var parts: [SQLFragment] = []
    if !pieces.start.isEmpty {
      parts.append(dialect.hasPrefix(column.sql, pieces.start))
    }
    if let longest = pieces.others.max(by: { $0.utf8.count < $1.utf8.count }) {
      parts.append(dialect.contains(column.sql, longest))
    }
    return parts.isEmpty ? nil : Self(.joined(parts, " AND "))
  }

  // MARK: Dates

  private static func date(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    _ value: Value
  ) -> Self? {
    guard op.isOrder, op != .notEqual, column.coding.type != .time else { return nil }
    let date: Date
    switch value {
    case .date(let given): date = given
    case .string(let text):
      guard let read = Date(wallClock: text) else { return nil }
      date = read
    default: return nil
    }
    switch column.coding.storage {
    case .epochSeconds, .epochMilliseconds, .epochMicroseconds, .epochNanoseconds, .webKitSeconds,
      .webKitMilliseconds, .webKitMicroseconds, .referenceSeconds, .referenceMilliseconds,
      .referenceNanoseconds:
      guard column.kind == .numeric, let stored = try? column.coding.encode(.date(date)) else {
        return nil
      }
      // What is stored may be rounded, so that the border itself is left to the test.
      let wide: Qualifier.Operator =
        op == .less ? .lessOrEqual : op == .greater ? .greaterOrEqual : op
      return Self(SQLFragment("\(column.sql) \(wide.sql) ?", [stored]))
    case .native, .isoText, .isoTextT: return day(column, op, date, date)
    // Where the day begins on the clock at the offset, is a day earlier or later at most.
    case .isoOffset, .isoUTC:
      return day(column, op, date.addingTimeInterval(-86_400), date.addingTimeInterval(86_400))
    case .julianDay, .digits, .digitText, .zeroOne: return nil
    }
  }

  /// However a day and a time are spelled, the text begins with the day.
  private static func day(
    _ column: SelectScope.Column,
    _ op: Qualifier.Operator,
    _ first: Date,
    _ last: Date
  ) -> Self? {
    let coding = ColumnCoding(.date, .isoText)
    let (start, end) = (first.startOfDay, last.startOfDay)
    guard (0...9998).contains(start.wallClock.year), (0...9998).contains(end.wallClock.year),
      case .string(let day)? = try? coding.encode(.date(start)),
      case .string(let next)? = try? coding.encode(.date(end.addingTimeInterval(86_400)))
    else { return nil }
    let from = SQLFragment("\(column.sql) >= ?", [.string(day)])
    let to = SQLFragment("\(column.sql) < ?", [.string(next)])
    switch op {
    case .greater, .greaterOrEqual: return Self(from)
    case .less, .lessOrEqual: return Self(to)
    default: return Self(from + " AND " + to)
    }
  }
}

extension ColumnCoding {
  fileprivate var holdsNumbers: Bool { [.integer, .number, .decimal, .bool].contains(type) }

  fileprivate var holdsText: Bool {
    [.string, .text, .json, .uuid, .url, .email, .password, .any].contains(type)
  }
}

/// Pieces of a text that stand byte for byte in every text that matches.
///
/// Only ASCII stands for itself in Unicode, with three exceptions, and only when no combining character follows.
struct TextPieces {
  /// How every match begins; may be empty.
  private(set) var start = ""
  /// What every match holds somewhere.
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
  static func standsForItself(_ character: Character) -> Bool {
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
      if isWild || !Self.standsForItself(character) {
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
