import Diagnostics
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
  /// What is written and not emitted yet.
  private var text = ""
  /// Rows of a text that wait until it is known how wide their columns are.
  private var waiting: [[OutputCell]] = []
  private var widths: [Int]?
  private(set) var count = 0
  /// What was printed, where the same is printed only once.
  private var printed: Set<String>?

  /// A value that is longer stands out, and the others are not filled up to it.
  private static let longestPadding = 100
  /// So many rows say how wide the columns of a text are; longer values behind them stand out.
  private static let sampleLength = 200

  init(
    _ format: Format,
    _ columns: [OutputColumn],
    isDistinct: Bool = false,
    escapesFormulas: Bool = false,
    _ emit: @escaping (String) throws -> Void
  ) throws {
    (self.format, self.columns, self.emit) = (format, columns, emit)
    self.escapesFormulas = escapesFormulas
    separatedValues = SeparatedValues(rawValue: format.rawValue)
    printed = isDistinct ? [] : nil
    if let kind = separatedValues { text += kind.line(columns.map(\.key)) }
    if format == .json { text += "[" }
  }

  mutating func write(_ cells: [OutputCell]) throws {
    if printed != nil {
      let content = content(cells)
      guard printed?.insert(content).inserted == true else { return }
    }
    defer { count += 1 }
    switch format {
    case .csv, .tsv: separatedValues?.append(cells.map(raw), to: &text)
    case .json:
      text += count == 0 ? "\n  " : ",\n  "
      text += Self.json(columns, cells).text()
    case .text:
      if let widths {
        text += line(cells, widths)
      } else {
        waiting.append(cells)
        if waiting.count >= Self.sampleLength { align() }
      }
    }
    if text.utf8.count >= Self.pieceLength { try flush() }
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

  /// Emits what was written so far; rows of a text wait until it is known how wide their columns are.
  mutating func flush() throws {
    guard !text.isEmpty else { return }
    try emit(text)
    text.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws {
    switch format {
    case .csv, .tsv: break
    case .json: text += count == 0 ? "]\n" : "\n]\n"
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
    text += line(columns.map { OutputCell(text: $0.title, raw: nil, json: .null) }, widths)
    for cells in waiting { text += line(cells, widths) }
    waiting = []
  }

  private func line(_ cells: [OutputCell], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = Sanitizer.visible(cell.text)
      let width = max(widths[index], TextWidth.cells(of: text))
      let alignment: TextAlignment = columns[index].isTrailing ? .right : .left
      line += TextWidth.padded(text, toCells: width, alignment: alignment)
      if index < cells.count - 1 { line += "  " }
    }
    return line.withoutTrailingSpaces + "\n"
  }
}
