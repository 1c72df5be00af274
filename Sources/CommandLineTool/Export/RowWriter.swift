import Diagnostics
import EntityModel
import EntityStore
import Formatting
import Pages
import Qualifiers
import StandardKeys
import Terminal
import Workspace

/// Prints rows one after the other, in the format asked for.
struct RowWriter {
  /// An output format for rows: text table, JSON, JSON Lines, CSV, TSV, SQL or a Markdown table.
  enum Format: String {
    case text, json, jsonl, csv, tsv, sql, md
  }

  private let format: Format
  /// How values are separated, where they are.
  private let separatedValues: SeparatedValues?
  private let columns: [OutputColumn]
  /// Whether texts that a spreadsheet would compute get an apostrophe before them.
  private let escapesFormulas: Bool
  private let emit: (String) throws -> Void
  /// The output in UTF-8 that has not been emitted yet.
  private var output: [UInt8] = []
  /// Rows of a text that wait until it is known how wide their columns are.
  private var waiting: [[OutputCell]] = []
  private var widths: [Int]?
  /// The greatest width of a text table; a wider one is printed as a block of lines for each row.
  var tableWidth = Int.max
  private var isInBlocks = false
  private(set) var count = 0
  /// The number of values of each column that an import would read as others.
  private var lost: [Int]
  /// Whether storage classes are written between commas, where the column does not decide.
  private let isTyped: Bool
  /// The rows already printed, for omitting duplicates; `nil` when duplicates are printed.
  private var printed: Set<String>?
  /// The text before each value of a JSON row, or before all values of an SQL row.
  private let names: [[UInt8]]

  /// A value that is longer stands out, and the others are not filled up to it.
  private static let longestPadding = 100
  /// The number of rows that determine column widths in text output; longer values after them overflow.
  private static let sampleLength = 200

  init(
    _ format: Format,
    _ columns: [OutputColumn],
    of entity: Entity,
    isDistinct: Bool = false,
    escapesFormulas: Bool = false,
    isTyped: Bool = false,
    to emit: @escaping (String) throws -> Void
  ) throws {
    (self.format, self.columns, self.emit) = (format, columns, emit)
    (self.escapesFormulas, self.isTyped) = (escapesFormulas, isTyped)
    lost = columns.map { _ in 0 }
    separatedValues = SeparatedValues(rawValue: format.rawValue)
    printed = isDistinct ? [] : nil
    names =
      format == .sql
      ? [try Self.statementStart(columns, of: entity)]
      : columns.enumerated().map { index, column in
        Array(((index == 0 ? "{" : ",") + JSON.string(column.key).text() + ":").utf8)
      }
    if let kind = separatedValues { kind.append(columns.map(\.key), to: &output) }
    if format == .json { append("[") }
    if format == .md { appendMarkdownHeader() }
    if format == .sql { append("BEGIN;\n") }
  }

  /// `INSERT INTO "track"("id","name") VALUES(`.
  ///
  /// - Throws: ``UsageError`` for a column that is not one of the table, or is generated.
  private static func statementStart(
    _ columns: [OutputColumn],
    of entity: Entity
  ) throws(UsageError) -> [UInt8] {
    var names: [String] = []
    for column in columns {
      guard let name = column.columnName else {
        throw UsageError(
          "'\(column.key)' is not a stored column of \(entity.name)'s table;"
            + " leave it out for --format sql"
        )
      }
      names.append(SQLLiteral.name(name))
    }
    let table = SQLLiteral.name(entity.definition.table.name)
    return Array("INSERT INTO \(table)(\(names.joined(separator: ","))) VALUES(".utf8)
  }

  /// Whether rows may be written as they lie in memory.
  var takesPlainRows: Bool { format != .text && format != .md && printed == nil }

  /// Writes objects as they lie in memory, until there are `limit` rows.
  mutating func write(_ records: [Record], _ plain: PlainRow, upTo limit: Int) throws {
    precondition(takesPlainRows, "rows of a text, and such as are to differ, are made cell by cell")
    for record in records where count < limit {
      beginRow()
      record.withWritten(plain.positions) { append($1, plain.files[$0], at: $0) }
      try endRow()
    }
  }

  mutating func write(_ cells: [OutputCell]) throws {
    if printed != nil {
      let content = content(cells)
      guard printed?.insert(content).inserted == true else { return }
    }
    guard format == .text else {
      beginRow()
      for (column, cell) in cells.enumerated() { append(cell, at: column) }
      return try endRow()
    }
    count += 1
    if let widths {
      append(isInBlocks ? "\n" + block(cells) : line(cells, widths))
    } else {
      waiting.append(cells)
      if waiting.count >= Self.sampleLength { align() }
    }
    try flushPiece()
  }

  // MARK: Values one by one

  private mutating func beginRow() {
    switch format {
    case .json: append(count == 0 ? "\n  " : ",\n  ")
    case .sql: output += names[0]
    case .md: append("|")
    case .text, .jsonl, .csv, .tsv: break
    }
  }

  private mutating func appendMarkdownHeader() {
    append("|" + columns.map { " \(Sanitizer.markdownCell($0.title)) |" }.joined() + "\n")
    append("|" + columns.map { $0.isTrailing ? " ---: |" : " --- |" }.joined() + "\n")
  }

  /// Writes the value of the next column, whose number is given.
  private mutating func append(_ cell: OutputCell, at column: Int) {
    beginValue(column)
    if let kind = separatedValues {
      if !cell.isTold { lost[column] += 1 }
      if let raw = raw(cell) { kind.append(raw, to: &output) }
    } else if format == .sql {
      append(SQLLiteral.value(cell.stored ?? .null) ?? "NULL")
    } else if format == .md {
      append(" \(Sanitizer.markdownCell(cell.text)) |")
    } else {
      append(cell.json.text())
    }
  }

  private mutating func append(_ value: WrittenValue, _ file: FileColumn, at column: Int) {
    beginValue(column)
    switch value {
    case .text(let bytes) where format != .sql && file.restores(text: bytes):
      if append(bytes) { return }
      // Bytes that are no UTF-8 need a closer look.
      appendRest(value.value, file, at: column)
    case .int(let number) where file.restoresIntegers || format == .sql:
      output.append(digitsOf: number)
    case .double(let number) where file.restoresReals || format == .sql:
      append(format == .sql ? SQLLiteral.real(number) : StorageClassTag.digits(number))
    case .null where separatedValues == nil: append(format == .sql ? "NULL" : "null")
    default: appendRest(value.value, file, at: column)
    }
  }

  /// Writes a value that its column may not decide.
  private mutating func appendRest(_ value: Value, _ file: FileColumn, at column: Int) {
    let stored = file.stored(value)
    if let kind = separatedValues {
      let (text, isTold) = file.text(of: stored, isTyped: isTyped)
      if !isTold { lost[column] += 1 }
      if let text { kind.append(escaped(text), to: &output) }
    } else if format == .sql {
      append(SQLLiteral.value(stored) ?? "NULL")
    } else {
      append(file.json(of: stored).text())
    }
  }

  private mutating func endRow() throws {
    count += 1
    switch format {
    case .json: append("}")
    case .jsonl: append("}\n")
    case .sql: append(");\n")
    case .text, .csv, .tsv, .md: append("\n")
    }
    try flushPiece()
  }

  private mutating func beginValue(_ column: Int) {
    if let kind = separatedValues {
      if column > 0 { output.append(kind.separator) }
    } else if format == .sql {
      if column > 0 { append(",") }
    } else if format != .md {
      output += names[column]
    }
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Writes a text.
  ///
  /// - Returns: `false` for one that is no UTF-8, or may be taken for a mark: nothing is written then.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let kind = separatedValues {
      if isTyped, StorageClassTag.beginsMark(bytes.first) { return false }
      let isFormula = escapesFormulas && SeparatedValues.beginsFormula(bytes.first)
      if !isFormula, kind.append(ascii: bytes, to: &output) { return true }
      guard let text = String(validating: bytes, as: UTF8.self) else { return false }
      kind.append(escaped(text), to: &output)
      return true
    }
    if JSON.isPlain(bytes) {
      output.append(UInt8(ascii: "\""))
      output.append(contentsOf: bytes)
      output.append(UInt8(ascii: "\""))
      return true
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    append(JSON.string(text).text())
    return true
  }

  /// A sentence about values that an import would read differently; `nil` without any.
  var lossSentence: String? {
    let lost = zip(columns, lost).filter { $1 > 0 }.map { (key: $0.key, count: $1) }
    let advice = isTyped ? "" : "add --typed here and at the import, or "
    return Self.lossSentence(lost, advice: advice)
  }

  /// A sentence about values that were counted elsewhere, by column.
  static func lossSentence(_ lost: [(key: String, count: Int)], advice: String = "") -> String? {
    guard !lost.isEmpty else { return nil }
    let total = lost.reduce(0) { $0 + $1.count }
    let places = lost.prefix(5).map { "\($0.key) \($0.count)" } + (lost.count > 5 ? ["…"] : [])
    return
      "an import cannot tell what \(total == 1 ? "1 value is" : "\(total) values are")"
      + " (\(places.joined(separator: ", "))); to keep \(total == 1 ? "it" : "them"), \(advice)use --format json"
  }

  private func escaped(_ text: String) -> String {
    escapesFormulas && SeparatedValues.looksLikeFormula(text) ? "'" + text : text
  }

  private func raw(_ cell: OutputCell) -> String? { cell.raw.map(escaped) }

  /// Returns a text that identifies a row's content, for omitting duplicates.
  private func content(_ cells: [OutputCell]) -> String {
    switch format {
    case .csv, .tsv: SeparatedValues.csv.line(cells.map(\.raw))
    case .json, .jsonl: Self.json(columns, cells).text()
    case .sql:
      cells.map { SQLLiteral.value($0.stored ?? .null) ?? "" }.joined(separator: ",")
    case .text, .md: SeparatedValues.csv.line(cells.map(\.text))
    }
  }

  private static let pieceLength = 1 << 15

  private mutating func flushPiece() throws {
    if output.count >= Self.pieceLength { try flush() }
  }

  /// Emits what was written so far; rows of a text wait until it is known how wide their columns are.
  mutating func flush() throws {
    guard !output.isEmpty else { return }
    try emit(String(decoding: output, as: UTF8.self))
    output.removeAll(keepingCapacity: output.capacity <= Self.pieceLength * 4)
  }

  mutating func finish() throws {
    switch format {
    case .csv, .tsv, .jsonl, .md: break
    case .sql: append("COMMIT;\n")
    case .json: append(count == 0 ? "]\n" : "\n]\n")
    case .text: if widths == nil { align() }
    }
    try flush()
  }

  /// An object with the columns as its members.
  static func json(_ columns: [OutputColumn], _ cells: [OutputCell]) -> JSON {
    .object(zip(columns, cells).map { ($0.key, $1.json) })
  }

  // MARK: Text

  /// Finds out how wide the columns are, and writes the rows that waited for that.
  private mutating func align() {
    let texts = waiting.map { $0.map { Sanitizer.visible($0.text) } }
    let widths = columns.indices.map { column in
      let widest = texts.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
      return max(TextWidth.cells(of: columns[column].title), min(widest, Self.longestPadding))
    }
    self.widths = widths
    isInBlocks = !waiting.isEmpty && widths.reduce(2 * widths.count - 2, +) > tableWidth
    if isInBlocks {
      append(waiting.map(block).joined(separator: "\n"))
      waiting = []
      return
    }
    append(line(columns.map { OutputCell(text: $0.title, raw: nil, json: .null) }, widths))
    for cells in waiting { append(line(cells, widths)) }
    waiting = []
  }

  /// The values of a row below each other.
  private func block(_ cells: [OutputCell]) -> String {
    let width = columns.map { TextWidth.cells(of: $0.title) }.max() ?? 0
    return zip(columns, cells).map { column, cell in
      let title = TextWidth.padded(column.title, toCells: width)
      return "\(title)  \(Sanitizer.visible(cell.text))".withoutTrailingSpaces + "\n"
    }.joined()
  }

  private func line(_ cells: [OutputCell], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = Sanitizer.visible(cell.text)
      let width = max(widths[index], TextWidth.cells(of: text))
      line += TextWidth.padded(text, toCells: width, isTrailing: columns[index].isTrailing)
      if index < cells.count - 1 { line += "  " }
    }
    return line.withoutTrailingSpaces + "\n"
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  fileprivate mutating func append(digitsOf number: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (start, rest) = (digits.count, number.magnitude)
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}
