import Terminal

/// The node of a ``Text``: measures, wraps or cuts its styled runs, and draws them.
final class TextNode: Node {
  private let runs: [StyledRun]
  private let alignment: HorizontalAlignment
  private let wraps: Bool
  private let lineLimit: Int?
  private let cells: Int
  /// The lines made for some widths: a text is measured before it is drawn.
  private var known: [Int: [[StyledRun]]] = [:]

  init(runs: [StyledRun], alignment: HorizontalAlignment, wraps: Bool, lineLimit: Int?) {
    self.runs = wraps ? runs : runs.map { (DisplayText.start($0.text), $0.style) }
    self.alignment = alignment
    self.wraps = wraps
    self.lineLimit = lineLimit
    cells = wraps ? 0 : self.runs.reduce(0) { $0 + DisplayText.cells($1.text) }
    super.init()
  }

  override func isRigid(_ axis: Axis) -> Bool { !wraps && axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    if wraps { return wrappedSize(proposal) }
    // Text that stands elsewhere than at the start takes all the width there is, so that it can.
    let wanted = alignment == .leading ? cells : Proposal.unlimited
    return Size(width: min(wanted, proposal.width ?? cells), height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    if wraps { return drawWrapped(on: &canvas) }
    let total = min(cells, frame.width)
    let x = frame.minX + alignment.offset(of: total, in: frame.width)
    canvas.write(runs, x: x, y: frame.minY, width: total)
  }

  private func lines(width: Int?) -> [[StyledRun]] {
    let width = width ?? Proposal.unlimited
    if let lines = known[width] { return lines }
    let lines = makeLines(width: width)
    known[width] = lines
    return lines
  }

  private func makeLines(width: Int) -> [[StyledRun]] {
    let all = StyledLines.wrapped(runs, width: width, limit: lineLimit)
    guard let lineLimit, all.count > lineLimit else { return all }
    var shown = Array(all.prefix(lineLimit))
    if let last = shown.popLast() {
      shown.append(last + [("…", last.last?.style ?? .plain)])
    }
    return shown
  }

  private func wrappedSize(_ proposal: Proposal) -> Size {
    let lines = lines(width: proposal.width)
    let width = lines.map { $0.reduce(0) { $0 + DisplayText.cells($1.text) } }.max() ?? 0
    return Size(width: min(width, proposal.width ?? width), height: max(1, lines.count))
  }

  private func drawWrapped(on canvas: inout Canvas) {
    let lines = lines(width: frame.width)
    for (row, line) in lines.prefix(frame.height).enumerated() {
      let cut = row == frame.height - 1 && lines.count > frame.height
      let width = line.reduce(0) { $0 + DisplayText.cells($1.text) }
      let x = frame.minX + alignment.offset(of: min(width, frame.width), in: frame.width)
      let shown = cut ? line + [(" …", line.last?.style ?? .plain)] : line
      canvas.write(shown, x: x, y: frame.minY + row, width: frame.maxX - x)
    }
  }
}

/// The word wrapping of text that has several styles, used by ``TextNode``.
nonisolated enum StyledLines {
  /// The lines of `runs`, wrapped to `width` cells; styles follow their characters.
  static func wrapped(
    _ runs: [(text: String, style: Style)],
    width: Int,
    limit: Int? = nil
  ) -> [[(text: String, style: Style)]] {
    guard runs.count > 1 else {
      guard let run = runs.first else { return [] }
      return DisplayText.wrapped(run.text, width: width, limit: limit).map {
        [(text: $0, style: run.style)]
      }
    }
    var lines: [[(text: String, style: Style)]] = [[]]
    var used = 0
    for run in runs {
      for (index, line) in DisplayText.lines(run.text).enumerated() {
        if index > 0 { lines.append([]); used = 0 }
        for word in words(line) {
          let cells = DisplayText.cells(word)
          if used > 0, used + cells > width { lines.append([]); used = 0 }
          lines[lines.count - 1].append((word, run.style))
          used += cells
        }
      }
    }
    return lines
  }

  /// Words, each with the spaces that follow it.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in line {
      if character != " ", word.last == " " {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
