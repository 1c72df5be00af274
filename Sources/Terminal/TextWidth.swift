/// How many cells text takes on a terminal.
///
/// The width of text is the sum of the widths of its scalars, which is what terminals and curses count: a
/// flag or a family is several glyphs to them. The numbers are those of the C library in a UTF-8 locale
/// (`wcwidth`), from a table, so that they depend on no locale.
package enum TextWidth {
  /// The cells one scalar takes: 0 for combining and control characters, 2 for wide ones, else 1.
  package static func cells(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    // Accents, above and below.
    if value < 0x370 { return 0 }
    if value < 0x1100 { return isZeroWidth(scalar) ? 0 : 1 }
    if isCommonWide(value) { return 2 }
    if isZeroWidth(scalar) { return 0 }
    return isWide(value) ? 2 : 1
  }

  /// The cells a text takes as it is; a text that is to be shown passes ``Sanitizer`` first.
  package static func cells(of text: some StringProtocol) -> Int {
    var cells = 0
    for scalar in text.unicodeScalars {
      cells += scalar.value < 0x7F && scalar.value >= 0x20 ? 1 : TextWidth.cells(of: scalar)
    }
    return cells
  }

  /// The bulk of Chinese, Japanese and Korean text, for which a search of the table would be a waste.
  private static func isCommonWide(_ value: UInt32) -> Bool {
    (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
      || (0x3041...0x3096).contains(value) || (0x30A1...0x30FF).contains(value)
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowels and finals of conjoining Hangul: they join the wide initial before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: return true
    // Signs of Arabic, Syriac and Kaithi numbers that are format characters by class and yet take a cell.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    // Box drawing, blocks, arrows and dashes, which screens are full of.
    case 0x2500...0x25FF, 0x2190...0x23FF, 0x2010...0x2027: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      let range = wideRanges[middle]
      if value < range.lowerBound {
        high = middle
      } else if value > range.upperBound {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}
