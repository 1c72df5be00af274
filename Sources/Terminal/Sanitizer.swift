/// Makes text from outside harmless and honest: it can neither drive the terminal nor hide what it says.
///
/// Everything that came from data, file names and error messages included, passes ``visible(_:upTo:)`` before it is
/// measured or drawn. Control characters show as their pictures (`␛`, `⏎`), invisible and direction changing ones
/// as `·`, what no font or terminal knows as `�`. What terminals draw in a width of their own (joiners, variation
/// selectors and skin tones of emoji) is left out, so that measured cells are the cells drawn.
package enum Sanitizer {
  /// The character shown for invisible characters and for those that change the text direction.
  package static let invisiblePlaceholder: Unicode.Scalar = "·"
  /// The character shown for invalid or unassigned characters.
  package static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// The text as it can be shown on one line.
  /// - Parameters:
  ///   - text: Text from anywhere.
  ///   - count: How many scalars to look at; the rest is left out. A megabyte that will be cut to a column's width
  ///     need not be read.
  /// - Returns: The text itself if it is printable ASCII, else what shows for it.
  package static func visible(_ text: String, upTo count: Int = .max) -> String {
    guard text.utf8.count > count || !isPrintableASCII(text) else { return text }
    var visible = VisibleText()
    for scalar in text.unicodeScalars.prefix(count) {
      visible.append(scalar)
    }
    return String(visible.scalars)
  }

  /// The text in one cell of a Markdown table.
  package static func markdownCell(_ text: String) -> String {
    visible(text.replacing("\\", with: "\\\\")).replacing("|", with: "\\|")
  }

  /// The lines of a text as they can be shown; tabs become spaces up to the next multiple of 8 cells.
  ///
  /// Line feed, carriage return and line feed, and the separators of lines and paragraphs end a line. A carriage
  /// return alone does not: it shows, for in a terminal it would hide the start of its line.
  package static func visibleLines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = VisibleText()
    var pendingReturn = false
    for scalar in text.unicodeScalars {
      if pendingReturn && scalar != "\n" { line.append("\r") }
      pendingReturn = false
      switch scalar {
      case "\n", "\u{2028}", "\u{2029}":
        lines.append(String(line.scalars))
        line = VisibleText()
      case "\r": pendingReturn = true
      case "\t": line.appendSpaces(toMultipleOf: 8)
      default: line.append(scalar)
      }
    }
    if pendingReturn { line.append("\r") }
    lines.append(String(line.scalars))
    return lines
  }

  /// A text of lines as it can be written to a terminal: line breaks and tabs stay, all else that drives it is visible.
  package static func visibleText(_ text: String) -> String {
    var text = text
    let isHarmless = text.withUTF8 {
      $0.allSatisfy { $0 &- 0x20 < 0x5F || $0 == 0x0A || $0 == 0x09 }
    }
    guard !isHarmless else { return text }
    var result = String.UnicodeScalarView()
    var line = VisibleText()
    var pendingReturn = false
    func endPiece(with scalar: Unicode.Scalar) {
      result.append(contentsOf: line.scalars)
      result.append(scalar)
      line = VisibleText()
    }
    for scalar in text.unicodeScalars {
      // The line ends of CSV do no harm.
      if pendingReturn, scalar != "\n" { line.append("\r") }
      pendingReturn = scalar == "\r"
      switch scalar {
      case "\r": break
      case "\n", "\t": endPiece(with: scalar)
      default: line.append(scalar)
      }
    }
    if pendingReturn { line.append("\r") }
    result.append(contentsOf: line.scalars)
    return String(result)
  }

  /// The text with pictures for the characters that control a terminal, where it is pasted into one say; line breaks and
  /// tabs stay, and so does all that letters are made of.
  package static func withoutControls(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isControl(scalar) ? placeholder(for: scalar) : scalar)
    }
    return String(result)
  }

  /// Whether every byte of the text is a printable ASCII character: the case that costs nothing.
  package static func isPrintableASCII(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isPrintableASCII)
  }

  static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 &- 0x20 < 0x5F }
  }

  /// Whether a scalar must never reach a terminal as it is.
  ///
  /// ``Buffer`` and ``Cell`` ask this for every scalar, so that unsanitised text does no harm either.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD }
    if value < 0x34F { return false }
    if (0x2500...0x27FF).contains(value) || (0x3041...0x3096).contains(value)
      || (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
    {
      return false
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    case .format: return TextWidth.cells(of: scalar) == 0
    default: return false
    }
  }

  /// Returns the visible replacement for a single unsafe scalar.
  package static func placeholder(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x0A, 0x2028, 0x2029: "⏎"
    case 0x09: "⇥"
    case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? replacement
    case 0x7F: "␡"
    case 0x80..<0xA0: replacement
    default:
      scalar.properties.generalCategory == .unassigned
        && !scalar.properties.isDefaultIgnorableCodePoint ? replacement : invisiblePlaceholder
    }
  }
}

/// A builder of sanitized text: it appends scalars one by one, and counts marks and cells.
///
/// Keeps the last spacing scalar, to decide whether marks and joiners may follow.
private struct VisibleText {
  var scalars = String.UnicodeScalarView()
  /// The spacing scalar that marks and joiners would attach to.
  private var base: Unicode.Scalar?
  private var markCount = 0
  /// The cells so far; only what is appended is measured.
  private var cells = 0

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value &- 0x20 < 0x5F {
      scalars.append(scalar)
      cells += 1
      base = scalar
      markCount = 0
    } else if isSkinTone(scalar), let base, !base.isASCII {
      return
    } else if Sanitizer.isUnsafe(scalar) {
      appendUnsafe(scalar)
    } else if TextWidth.cells(of: scalar) == 0 {
      append(mark: scalar)
    } else {
      scalars.append(scalar)
      cells += TextWidth.cells(of: scalar)
      base = scalar
      markCount = 0
    }
  }

  mutating func appendSpaces(toMultipleOf stop: Int) {
    for _ in 0..<(stop - cells % stop) { append(" ") }
  }

  private mutating func appendUnsafe(_ scalar: Unicode.Scalar) {
    if isJoining(scalar), let base, !base.isASCII || isKeycap(base) { return }
    let placeholder = Sanitizer.placeholder(for: scalar)
    scalars.append(placeholder)
    cells += TextWidth.cells(of: placeholder)
    base = nil
  }

  /// A cell holds so many marks; one without a letter gets the dotted circle that stands for any letter.
  private mutating func append(mark: Unicode.Scalar) {
    if base == nil {
      base = "◌"
      markCount = 0
      scalars.append("◌")
      cells += 1
    }
    guard markCount < Cell.maximumMarks else { return }
    markCount += 1
    scalars.append(mark)
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  private func isKeycap(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "#" || scalar == "*" || ("0"..."9").contains(scalar)
  }

  /// Invisible scalars with an honest use within scripts and emoji; without them the same glyphs show, unjoined.
  private func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0x34F, 0x17B4, 0x17B5: true
    case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
