import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// A compiled text search for one word, run for each row by the SQL function `d2t_search(number, columns…)`.
///
/// Compares stored bytes where they equal the displayed text. Other values are formatted first, unless their digits already
/// rule out a match.
final class RowSearch {
  static let functionName = "d2t_search"
  /// How many columns one call takes: SQLite allows 127 arguments.
  static let mostArguments = 100

  /// A column to search, with the codings of its arguments: a stored value, or an object label composed of several columns.
  private enum Column {
    case value(ColumnCoding, SearchColumn.Writing, Numbers)
    /// The parts of the first way to name an object come first.
    case label(
      parts: [ColumnCoding],
      ofFirst: Int,
      keys: [ColumnCoding],
      SearchColumn.LabelText
    )

    var first: First {
      switch self {
      case .value(let coding, let writing, _):
        First(
          isShownAsStored: writing.keepsText && coding.keepsText,
          isLabel: false,
          argumentCount: 1
        )
      case .label(let parts, let firstCount, let keys, _):
        First(
          isShownAsStored: firstCount == 1 && parts[0].keepsText,
          isLabel: true,
          argumentCount: parts.count + keys.count
        )
      }
    }
  }

  /// The facts about a searched column that are checked first for every row: shown as stored, label or not, argument count.
  ///
  /// Holds no references, to avoid reference counting.
  private struct First {
    /// Whether a text is shown as it is stored, in labels without blanks at its end.
    let isShownAsStored: Bool
    let isLabel: Bool
    let argumentCount: Int
  }

  /// The strategy for searching the numbers and dates of a column: skip them, compare their digits first, or format each one.
  private enum Numbers {
    /// Their text has not all the characters of any text that is looked for.
    case never
    /// Numbers are formatted and compared only if they contain some of the wanted digits.
    case digits(SearchDigits)
    /// Each is written to be looked at.
    case always
  }

  private let search: TextSearch
  private let word: SearchTerm
  private let columns: [Column]
  private let firsts: [First]
  private let countsRows: Bool
  private var seen = 0
  /// Kept for its room.
  private var scratch: [UInt8] = []
  /// Room for the digits of a day with those of its time, and zeros behind them.
  private var dayDigits = [UInt8](repeating: 0, count: 64)

  /// A search for a word in `columns`, of which the values at the paths are read by `codings`.
  init(
    _ search: TextSearch,
    for word: SearchTerm,
    _ columns: [(SearchColumn, [ColumnCoding])],
    countsRows: Bool
  ) {
    (self.search, self.word, self.countsRows) = (search, word, countsRows)
    self.columns = columns.map { column, codings in
      switch column.content {
      case .value(_, let writing):
        return .value(codings[0], writing, Self.numbers(writing, word.finders))
      case .label(let parts, let firstCount, _, let text):
        return .label(
          parts: Array(codings[..<parts.count]),
          ofFirst: firstCount,
          keys: Array(codings[parts.count...]),
          text
        )
      }
    }
    firsts = self.columns.map(\.first)
  }

  private static func numbers(
    _ writing: SearchColumn.Writing,
    _ finders: [TextFinder]
  ) -> Numbers {
    switch writing.digits {
    case .unknown: return .always
    case .changed(let alphabet):
      return finders.allSatisfy { $0.needsMore(than: alphabet) } ? .never : .always
    case .kept(let alphabet, let zeros):
      // Ways to write one number have the same digits.
      let written = finders.filter { !$0.needsMore(than: alphabet) }
      let wanted = SearchDigits(
        Set(written.map(\.digits)),
        zeros: zeros,
        areOfAll: written.count == finders.count
      )
      return written.isEmpty ? .never : .digits(wanted)
    }
  }

  /// Called by statements for a row.
  func isShown(_ arguments: FunctionArguments) -> Bool {
    if countsRows {
      seen += 1
      if seen == 1_024 { tellSeen() }
    }
    // The first argument says which search it is.
    var index = 1
    for (number, first) in firsts.enumerated() {
      let isHere =
        first.isShownAsStored ? isStored(arguments.text(at: index), isLabel: first.isLabel) : nil
      if isHere ?? isShown(columns[number], arguments, at: index) { return true }
      index += first.argumentCount
    }
    return false
  }

  /// Whether a text is in one that is shown as it is stored; `nil` where that is none, or a label without letters.
  private func isStored(_ bytes: UnsafeBufferPointer<UInt8>?, isLabel: Bool) -> Bool? {
    guard let bytes else { return nil }
    guard isLabel else { return word.isFound(in: bytes) }
    let text = bytes.withoutTrailingBlanks
    return text.isBlank ? nil : word.isFound(in: text)
  }

  /// Tells how many rows were looked at since it was told last.
  func tellSeen() {
    search.noteSeen(seen)
    seen = 0
  }

  private func isShown(_ column: Column, _ arguments: FunctionArguments, at index: Int) -> Bool {
    switch column {
    case .value(let coding, let writing, let numbers):
      return isShown(arguments[index], coding, writing: writing, numbers: numbers)
    case .label(let parts, let firstCount, let keys, let text):
      if let told = isLabelShown(arguments, parts[..<firstCount], at: index) { return told }
      func values(_ codings: [ColumnCoding], from start: Int) -> [Value] {
        codings.indices.map { codings[$0].decode(arguments[start + $0]) }
      }
      let label = text(values(parts, from: index), values(keys, from: index + parts.count))
      return label.map(word.isFound) ?? false
    }
  }

  // MARK: Values

  private func isShown(
    _ stored: StoredCell,
    _ coding: ColumnCoding,
    writing: SearchColumn.Writing,
    numbers: Numbers
  ) -> Bool {
    switch stored.storageClass {
    case .null: return false
    case .text:
      switch numbers {
      // What is not read as a number or date is shown as it is.
      case .never where writing.keepsText || coding.isDate:
        guard stored.withText({ word.isFound(in: $0) }) else { return false }
      case .digits(let wanted):
        if coding.readsISODates, wanted.areOfAll,
          stored.withText({ mayShow(calendarText: $0, wanted) }) == false
        {
          return false
        }
        let value = coding.decode(stored)
        if case .string = value { break }
        guard mayShow(value, wanted) else { return false }
        return word.isFound(in: writing.text(value))
      case .never, .always: break
      }
    case .integer, .real:
      switch numbers {
      case .never: return false
      case .digits(let wanted):
        let value = coding.decode(stored)
        guard mayShow(value, wanted) else { return false }
        return word.isFound(in: writing.text(value))
      case .always: break
      }
    case .blob: break
    }
    return word.isFound(in: writing.text(coding.decode(stored)))
  }

  /// Whether the digits of a value, one behind the other, hold those of a text that is looked for.
  private func mayShow(_ value: Value, _ wanted: SearchDigits) -> Bool {
    if wanted.areAny { return true }
    scratch.removeAll(keepingCapacity: true)
    switch value {
    case .int(let number):
      guard number.magnitude >= wanted.leastMagnitude else { return false }
      append(number.magnitude, places: 1)
    case .double(let number):
      let size = abs(number)
      // A number is written with two places where these say the same: no text with fewer digits does.
      let hundredths = (size * 100).rounded()
      if number == number.rounded(), size < 1e15 {
        guard UInt64(size) >= wanted.leastMagnitude else { return false }
        append(UInt64(size), places: 1)
      } else if hundredths < 1e15, hundredths / 100 == size {
        guard size < 1 || UInt64(hundredths) >= wanted.leastMagnitude else { return false }
        append(UInt64(hundredths), places: 3)
      } else {
        let text = number.description
        guard text.utf8.count <= 16, !text.utf8.contains(UInt8(ascii: "e")) else { return true }
        appendDigits(of: text)
      }
    case .decimal(let number): appendDigits(of: number.description)
    case .date(let date): append(date)
    default: return true
    }
    let count = scratch.count
    scratch.append(contentsOf: repeatElement(0, count: SearchDigits.mostZeros))
    return scratch.withUnsafeMutableBufferPointer { wanted.areHeld(by: $0, count: count) }
  }

  /// Returns whether a stored date or timestamp text may show the wanted digits; `nil` for other texts.
  ///
  /// Such texts look like `2024-02-29 12:34:56.789` or a beginning of that. A text that only looks like a date shows its own
  /// digits.
  private func mayShow(calendarText bytes: UnsafeBufferPointer<UInt8>, _ wanted: SearchDigits)
    -> Bool?
  {
    guard [10, 16, 19, 23].contains(bytes.count), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-")
    else { return nil }
    if wanted.areAny { return true }
    return dayDigits.withUnsafeMutableBufferPointer { digits in
      var count = 0
      for byte in bytes {
        digits[count] = byte
        count &+= byte &- 0x30 < 10 ? 1 : 0
      }
      while count < 17 {
        digits[count] = UInt8(ascii: "0")
        count &+= 1
      }
      return wanted.areHeld(by: digits, count: count)
    }
  }

  private func appendDigits(of text: String) {
    scratch += text.utf8.lazy.filter { (0x30...0x39).contains($0) }
  }

  /// Appends a number with so many digits at least.
  private func append(_ number: some UnsignedInteger, places: Int) {
    let start = scratch.count
    var (rest, count) = (UInt64(number), 0)
    while rest > 0 || count < places {
      scratch.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      count += 1
    }
    scratch[start...].reverse()
  }

  /// Year to thousandths of a second: whatever part of it is shown stands one behind the other.
  private func append(_ date: Date) {
    let clock = date.wallClock
    append(UInt(abs(clock.year)), places: 4)
    append(UInt(clock.month), places: 2)
    append(UInt(clock.day), places: 2)
    let whole = Int(clock.seconds)
    append(UInt(whole / 3600), places: 2)
    append(UInt(whole / 60 % 60), places: 2)
    append(UInt(whole % 60), places: 2)
    let thousandths = Int(((clock.seconds - Double(whole)) * 1000).rounded())
    append(UInt(min(max(thousandths, 0), 999)), places: 3)
  }

  // MARK: Labels

  /// Whether a label of texts alone holds the text; `nil` where it has to be made, or is empty.
  private func isLabelShown(
    _ arguments: FunctionArguments,
    _ parts: ArraySlice<ColumnCoding>,
    at index: Int
  ) -> Bool? {
    scratch.removeAll(keepingCapacity: true)
    for (offset, coding) in parts.enumerated() {
      guard let bytes = arguments.text(at: index + offset), coding.keepsText else {
        if arguments[index + offset].storageClass == .null { continue }
        return nil
      }
      let text = bytes.withoutTrailingBlanks
      if text.isBlank { continue }
      if !scratch.isEmpty { scratch.append(UInt8(ascii: " ")) }
      scratch.append(contentsOf: text)
    }
    guard !scratch.isEmpty else { return nil }
    return scratch.withUnsafeBufferPointer { word.isFound(in: $0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it holds blanks and control characters alone, which name nothing.
  fileprivate var isBlank: Bool { allSatisfy { $0 <= UInt8(ascii: " ") } }

  fileprivate var withoutTrailingBlanks: UnsafeBufferPointer<UInt8> {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }
}

/// The registry of one connection's text searches, by the number that statements pass to `d2t_search`.
///
/// Makes the SQL condition for a search and registers a ``RowSearch`` for its words.
final class SearchRegistry {
  private var searches = Numbered<Int, RowSearch>()
  private var numbers: [TextSearch: [Int]] = [:]

  /// The number of searches.
  var count: Int { searches.count }

  /// Forgets all searches: no statement calls them any more.
  func removeAll() {
    searches.removeAll()
    numbers = [:]
  }

  /// The condition that a row shows what a search looks for: each of its words in some column.
  func condition(_ search: TextSearch, _ scope: SelectScope) throws(StoreError) -> SQLFragment {
    var groups: [(columns: [(SearchColumn, [ColumnCoding])], arguments: [String])] = [([], [])]
    for column in search.columns {
      var found: [SelectScope.Column] = []
      for path in column.paths { found.append(try scope.shownColumn(path.components[...])) }
      if groups[groups.count - 1].arguments.count + found.count > RowSearch.mostArguments {
        groups.append(([], []))
      }
      groups[groups.count - 1].columns.append((column, found.map(\.coding)))
      groups[groups.count - 1].arguments += found.map(\.sql)
    }
    var conditions: [SQLFragment] = []
    for (index, word) in search.words.enumerated() {
      var calls: [SQLFragment] = []
      for (columns, arguments) in groups {
        let row = RowSearch(search, for: word, columns, countsRows: index == 0 && calls.isEmpty)
        let number = searches.add(row)
        numbers[search, default: []].append(number)
        let all = [SQLFragment("?", [.int(Int64(number))])] + arguments.map { SQLFragment($0) }
        calls.append("\(RowSearch.functionName)(" + .joined(all, ", ") + ")")
      }
      conditions.append(calls.count == 1 ? calls[0] : "(" + .joined(calls, " OR ") + ")")
    }
    return conditions.count == 1 ? conditions[0] : "(" + .joined(conditions, " AND ") + ")"
  }

  /// Called by statements.
  func isShown(_ arguments: FunctionArguments) -> Bool? {
    searches[arguments]?.isShown(arguments)
  }

  /// Tells how many rows a search has looked at.
  func tellSeen(of search: TextSearch) {
    for number in numbers[search] ?? [] { searches[number]?.tellSeen() }
  }
}
