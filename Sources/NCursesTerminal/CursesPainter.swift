import CNCurses
import Terminal

/// The writer that draws runs of screen cells into an ncurses window, with their styles reduced to the available colours.
///
/// Used by `NCursesTerminal` for each changed run of a frame.
@MainActor
final class CursesPainter {
  private let window: UnsafeMutablePointer<WINDOW>
  private let colors: ColorReduction
  private var cells: [cchar_t] = []
  private var lastStyle = Style.plain
  private var lastAttributes: attr_t = 0
  private var lastPair: Int32 = 0

  init(window: UnsafeMutablePointer<WINDOW>, colorCount: Int) {
    self.window = window
    colors = ColorReduction(count: colorCount)
  }

  /// Writes a run of a frame; the glyphs of its cells, never their halves.
  func paint(_ run: RowRun, of buffer: Buffer) {
    cells.removeAll(keepingCapacity: true)
    let row = buffer.row(run.y)
    for cell in row[(row.startIndex + run.columns.lowerBound)...].prefix(run.columns.count)
    where !cell.isContinuation {
      append(cell)
    }
    guard wmove(window, Int32(run.y), Int32(run.columns.lowerBound)) != ERR else { return }
    wadd_wchnstr(window, cells, Int32(cells.count))
  }

  private func append(_ cell: Cell) {
    if cell.style != lastStyle {
      lastStyle = cell.style
      lastAttributes = CursesPainter.attributes(of: cell.style)
      lastPair = pair(of: cell.style)
    }
    var character = cchar_t()
    character.attr = lastAttributes | attr_t(min(lastPair, 255)) << 8
    character.ext_color = lastPair
    let scalar = cell.scalar
    // What the C library counts differently, as characters newer than it, would shift the rest of the row.
    if !scalar.isASCII, Int(wcwidth(wchar_t(scalar.value))) != cell.width {
      for _ in 0..<cell.width {
        character.chars.0 = wcwidth(0xFFFD) == 1 ? 0xFFFD : 0x3F
        cells.append(character)
      }
      return
    }
    character.chars.0 = wchar_t(scalar.value)
    if cell.hasMarks {
      let marks = cell.combining.map { wchar_t($0.value) }.filter { wcwidth($0) == 0 }
      character.chars.1 = marks.first ?? 0
      character.chars.2 = marks.count > 1 ? marks[1] : 0
      character.chars.3 = marks.count > 2 ? marks[2] : 0
      character.chars.4 = marks.count > 3 ? marks[3] : 0
    }
    cells.append(character)
  }

  /// The colour pair of a style; 0, the terminal's own colours, if there is none.
  private func pair(of style: Style) -> Int32 {
    let foreground = colors.number(of: style.foreground)
    let background = colors.number(of: style.background)
    guard foreground != -1 || background != -1 else { return 0 }
    return max(0, alloc_pair(foreground, background))
  }

  private static func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= nc_bold }
    if style.attributes.contains(.dim) { attributes |= nc_dim }
    if style.attributes.contains(.italic) { attributes |= nc_italic }
    if style.attributes.contains(.underline) { attributes |= nc_underline }
    if style.attributes.contains(.reverse) { attributes |= nc_reverse }
    return attributes
  }
}
