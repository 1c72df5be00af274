import Diagnostics
import EntityModel
import EntityStore
import StandardKeys
import Terminal

/// Prints rows one after the other, in the format asked for.
struct RowWriter {
  /// How rows are printed.
  enum Format: String {
    case text, json, csv, tsv
  }

  private let format: Format
  /// How values are separated, where they are.
  private let separatedValues: SeparatedValues?
  private let columns: [OutputColumn]
  /// Whether texts that a spreadsheet would compute get an apostrophe before them.
  private let escapesFormulas: Bool
  private let emit: (String) throws -> Void
  /// What is written and not emitted yet, in UTF-8.
  private var output: [UInt8] = []
  /// Rows of a text that wait until it is known how wide their columns are.
  private var waiting: [[OutputCell]] = []
  private var widths: [Int]?
  private(set) var count = 0
  /// How many values hold U+FFFD for bytes that are no text.
  private(set) var repairedCount = 0
  /// How many values hold U+FFFD, which may be what is stored.
  private var markedCount = 0
  /// What was printed, where the same is printed only once.
  private var printed: Set<String>?
  /// What stands before each value of a row of JSON.
  private let names: [[UInt8]]

  /// A value that is longer stands out, and the others are not filled up to it.
  private static let longestPadding = 100
  /// So many rows say how wide the columns of a text are; longer values behind them stand out.
  private static let sampleLength = 200

  init(
    _ format: Format,
    _ columns: [OutputColumn],
    isDistinct: Bool = false,
    escapesFormulas: Bool = false,
    to emit: @escaping (String) throws -> Void
  ) throws {
    (self.format, self.columns, self.emit) = (format, columns, emit)
    self.escapesFormulas = escapesFormulas
    separatedValues = SeparatedValues(rawValue: format.rawValue)
    printed = isDistinct ? [] : nil
    names = columns.enumerated().map { index, column in
      Array(((index == 0 ? "{" : ",") + JSON.string(column.key).text() + ":").utf8)
    }
    if let kind = separatedValues { kind.append(columns.map(\.key), to: &output) }
    if format == .json { append("[") }
  }

  /// Whether rows may be written as they lie in memory.
  var takesPlainRows: Bool { format != .text && printed == nil }

  /// Writes objects as they lie in memory, until there are `limit` rows.
  mutating func write(_ records: [Record], _ plain: PlainRow, upTo limit: Int) throws {
    precondition(takesPlainRows, "rows of a text, and such as are to differ, are made cell by cell")
    for record in records where count < limit {
      beginRow()
      record.withWritten(plain.columns) { append($1, of: plain.attributes[$0], at: $0) }
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
      append(line(cells, widths))
    } else {
      waiting.append(cells)
      if waiting.count >= Self.sampleLength { align() }
    }
    try flushPiece()
  }

  // MARK: Values one by one

  private mutating func beginRow() {
    if format == .json { append(count == 0 ? "\n  " : ",\n  ") }
  }

  /// Writes the value of the next column, whose number is given.
  private mutating func append(_ cell: OutputCell, at column: Int) {
    beginValue(column)
    if cell.holdsReplacement { markedCount += 1 }
    if let kind = separatedValues {
      if let raw = raw(cell) { kind.append(raw, to: &output) }
    } else {
      append(cell.json.text())
    }
  }

  private mutating func append(_ value: WrittenValue, of attribute: Attribute, at column: Int) {
    if case .value(let value) = value {
      return append(OutputCell(text: "", value: value, of: attribute), at: column)
    }
    beginValue(column)
    switch value {
    case .text(let bytes): append(bytes)
    case .int(let number): output.append(digitsOf: number)
    case .double(let number):
      if !number.isNaN { append(JSON.digits(number)) } else if format == .json { append("null") }
    case .null, .value: if format == .json { append("null") }
    }
  }

  private mutating func endRow() throws {
    count += 1
    output.append(format == .json ? UInt8(ascii: "}") : UInt8(ascii: "\n"))
    try flushPiece()
  }

  private mutating func beginValue(_ column: Int) {
    if let kind = separatedValues {
      if column > 0 { output.append(kind.separator) }
    } else {
      output += names[column]
    }
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Writes a text that may be no UTF-8, in which case what is none is U+FFFD.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let kind = separatedValues {
      let isFormula = escapesFormulas && SeparatedValues.beginsFormula(bytes.first)
      if !isFormula, kind.append(ascii: bytes, to: &output) { return }
      let text = text(bytes)
      let escapes = isFormula && SeparatedValues.looksLikeFormula(text)
      return kind.append(escapes ? "'" + text : text, to: &output)
    }
    if JSON.isPlain(bytes) {
      output.append(UInt8(ascii: "\""))
      output.append(contentsOf: bytes)
      output.append(UInt8(ascii: "\""))
    } else {
      append(JSON.string(text(bytes)).text())
    }
  }

  private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    repairedCount += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What programs that read the rows are not told; `nil` where they are told all.
  var lossSentence: String? {
    Self.lossSentence(repairedCount: repairedCount, markedCount: markedCount)
  }

  /// The same of values that were counted elsewhere.
  static func lossSentence(repairedCount: Int = 0, markedCount: Int) -> String? {
    let count = repairedCount + markedCount
    guard count > 0 else { return nil }
    let values = count == 1 ? "1 value" : "\(count) values"
    guard markedCount > 0 else {
      return
        "in \(values) U+FFFD stands for bytes that are no text in UTF-8: read again, they are lost"
    }
    return
      "\(values) with U+FFFD: where it stands for bytes that are no text in UTF-8, those are lost when it is read again"
  }

  private func raw(_ cell: OutputCell) -> String? {
    guard escapesFormulas, let raw = cell.raw, SeparatedValues.looksLikeFormula(raw) else {
      return cell.raw
    }
    return "'" + raw
  }

  /// What makes a row different from others.
  private func content(_ cells: [OutputCell]) -> String {
    switch format {
    case .csv, .tsv: SeparatedValues.csv.line(cells.map(\.raw))
    case .json: Self.json(columns, cells).text()
    case .text: SeparatedValues.csv.line(cells.map(\.text))
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
    case .csv, .tsv: break
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
    append(line(columns.map { OutputCell(text: $0.title, raw: nil, json: .null) }, widths))
    for cells in waiting { append(line(cells, widths)) }
    waiting = []
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
