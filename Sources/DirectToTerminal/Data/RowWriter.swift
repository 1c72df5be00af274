import Diagnostics
import Terminal

/// Prints rows one after the other, in the format asked for.
struct RowWriter {
  /// How rows are printed.
  enum Format: String {
    case text, json, csv
  }

  private let format: Format
  private let columns: [OutputColumn]
  private let emit: (String) -> Void
  /// Rows of a text that wait until it is known how wide their columns are.
  private var waiting: [[OutputCell]] = []
  private var widths: [Int]?
  private(set) var count = 0
  /// What was printed, where the same is printed only once.
  private var printed: Set<String>?

  /// So many rows say how wide the columns of a text are; longer values behind them stand out.
  private static let sampleLength = 200

  init(
    _ format: Format,
    _ columns: [OutputColumn],
    isDistinct: Bool = false,
    _ emit: @escaping (String) -> Void
  ) {
    (self.format, self.columns, self.emit) = (format, columns, emit)
    printed = isDistinct ? [] : nil
    switch format {
    case .csv: emit(CSV.line(columns.map(\.key)))
    case .json: emit("[")
    case .text: break
    }
  }

  mutating func write(_ cells: [OutputCell]) {
    if printed != nil {
      let content = content(cells)
      guard printed?.insert(content).inserted == true else { return }
    }
    defer { count += 1 }
    switch format {
    case .csv: emit(CSV.line(cells.map(\.raw)))
    case .json: emit((count == 0 ? "\n  " : ",\n  ") + Self.json(columns, cells).text())
    case .text:
      if let widths { return emit(line(cells, widths)) }
      waiting.append(cells)
      if waiting.count >= Self.sampleLength { flush() }
    }
  }

  /// What makes a row different from others.
  private func content(_ cells: [OutputCell]) -> String {
    switch format {
    case .csv: CSV.line(cells.map(\.raw))
    case .json: Self.json(columns, cells).text()
    case .text: CSV.line(cells.map(\.text))
    }
  }

  mutating func finish() {
    switch format {
    case .csv: break
    case .json: emit(count == 0 ? "]\n" : "\n]\n")
    case .text: if widths == nil { flush() }
    }
  }

  /// An object with the columns as its members.
  static func json(_ columns: [OutputColumn], _ cells: [OutputCell]) -> JSON {
    .object(zip(columns, cells).map { ($0.key, $1.json) })
  }

  // MARK: Text

  private mutating func flush() {
    let texts = waiting.map { $0.map { Sanitizer.visible($0.text) } }
    let widths = columns.indices.map { column in
      max(
        TextWidth.cells(of: columns[column].title),
        texts.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
      )
    }
    self.widths = widths
    emit(line(columns.map { OutputCell(text: $0.title, raw: nil, json: .null) }, widths))
    for cells in waiting { emit(line(cells, widths)) }
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
