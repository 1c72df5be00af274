/// One cell of the screen: a glyph, or the right half of the wide glyph to its left, and how it looks.
///
/// A glyph is one spacing scalar with up to four combining scalars, what a terminal's cell can hold.
package struct Cell: Hashable, Sendable {
  /// The spacing scalar in the low 21 bits, ``wideBit`` if it takes two cells; 0 for a continuation.
  private var base: UInt32
  /// How the cell looks.
  package var style: Style
  /// The combining scalars, 32 bits each from the low end, 0 for none.
  private var marks: UInt64 = 0
  private var moreMarks: UInt64 = 0

  private static let wideBit: UInt32 = 1 << 31

  /// The most combining scalars a cell can hold.
  package static let maximumMarks = 4

  /// Makes a cell of one scalar.
  ///
  /// A scalar that cannot stand in a cell (a control character, a combining mark) becomes `�`.
  package init(_ scalar: Unicode.Scalar, style: Style = .plain) {
    switch TextWidth.cells(of: scalar) {
    case 1 where !Sanitizer.isUnsafe(scalar): self.init(unchecked: scalar, width: 1, style: style)
    case 2 where !Sanitizer.isUnsafe(scalar): self.init(unchecked: scalar, width: 2, style: style)
    default: self.init(unchecked: "\u{FFFD}", width: 1, style: style)
    }
  }

  /// Makes a cell of a scalar that is known to be safe and of that width.
  package init(unchecked scalar: Unicode.Scalar, width: Int, style: Style) {
    base = scalar.value | (width == 2 ? Cell.wideBit : 0)
    self.style = style
  }

  private init(continuationWith style: Style) {
    base = 0
    self.style = style
  }

  /// A space in the terminal's own colours.
  package static let blank = Cell(unchecked: " ", width: 1, style: .plain)

  /// A space in a style.
  package static func blank(_ style: Style) -> Cell {
    Cell(unchecked: " ", width: 1, style: style)
  }

  /// The right half of a wide glyph.
  package static func continuation(_ style: Style) -> Cell { Cell(continuationWith: style) }

  /// Whether this is the right half of the glyph in the cell before.
  package var isContinuation: Bool { base == 0 }

  /// How many cells the glyph takes: 1 or 2, and 0 for the right half of a wide one.
  package var width: Int {
    if base == 0 { return 0 }
    return base & Cell.wideBit == 0 ? 1 : 2
  }

  /// The spacing scalar; a space in the right half of a wide glyph.
  package var scalar: Unicode.Scalar {
    base == 0 ? " " : Unicode.Scalar(base & ~Cell.wideBit) ?? "\u{FFFD}"
  }

  /// Whether combining scalars follow the spacing one.
  package var hasMarks: Bool { marks != 0 }

  /// The combining scalars, in order.
  package var combining: [Unicode.Scalar] {
    guard hasMarks else { return [] }
    return [marks, marks >> 32, moreMarks, moreMarks >> 32].compactMap {
      let value = UInt32(truncatingIfNeeded: $0)
      return value == 0 ? nil : Unicode.Scalar(value)
    }
  }

  /// Adds a combining scalar; one too many is left out.
  package mutating func append(mark: Unicode.Scalar) {
    let value = UInt64(mark.value)
    if marks == 0 {
      marks = value
    } else if marks >> 32 == 0 {
      marks |= value << 32
    } else if moreMarks == 0 {
      moreMarks = value
    } else if moreMarks >> 32 == 0 {
      moreMarks |= value << 32
    }
  }

  /// The glyph as text; empty for the right half of a wide one.
  package var text: String {
    guard base != 0 else { return "" }
    var scalars = String.UnicodeScalarView()
    scalars.append(scalar)
    if hasMarks { scalars.append(contentsOf: combining) }
    return String(scalars)
  }
}
