/// The ASCII replacements for other characters, for terminals that show only ASCII.
package enum ASCIIFallback {
  /// Whether the variables of the locale name one without UTF-8: `C`, `POSIX`, or another encoding.
  ///
  /// UTF-8 is assumed if no locale or no encoding is set.
  ///
  /// - Parameter variable: The value of an environment variable.
  /// - Returns: Whether only characters of ASCII are to be shown.
  package static func areWanted(_ variable: (String) -> String?) -> Bool {
    guard let (_, locale) = setting(variable) else { return false }
    if locale == "C" || locale == "POSIX" { return true }
    let parts = locale.split(separator: "@")[0].split(separator: ".")
    guard parts.count > 1 else { return false }
    return !["utf8", "utf-8"].contains(parts[1].lowercased())
  }

  /// Returns a warning about a locale that this machine does not have; `nil` if the locale names an encoding.
  ///
  /// `variable` returns the value of an environment variable.
  package static func unknownLocale(_ variable: (String) -> String?) -> String? {
    guard let (name, locale) = setting(variable), !locale.contains(".") else { return nil }
    return "\(name)=\(locale) is not an installed locale (see 'locale -a'); the screen uses UTF-8"
  }

  /// The variable of the locale that counts, and its value.
  private static func setting(_ variable: (String) -> String?) -> (name: String, value: String)? {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = variable(name), !value.isEmpty { return (name, value) }
    }
    return nil
  }

  /// The frame with a character of ASCII in each cell; every glyph keeps its cells.
  package static func of(_ buffer: Buffer) -> Buffer {
    buffer.replacingGlyphs { $0.isASCII ? nil : plain($0) }
  }

  /// The text with a character of ASCII for each other one.
  package static func of(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar.isASCII ? scalar : plain(scalar)) }
    return String(scalars)
  }

  /// The character that stands for another: its letter without accents, a sign like it, or `?`.
  static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let sign = signs[scalar] { return sign }
    switch scalar.value {
    case 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550: return "-"
    case 0x2503: return "#"
    case 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: return "|"
    case 0x2500...0x257F: return "+"
    case 0x2581...0x2587: return levels[Int(scalar.value) - 0x2581]
    case 0x2580...0x259F: return "#"
    case 0x2800: return " "
    case 0x2801...0x28FF: return "*"
    case 0x2400...0x241F: return Unicode.Scalar(UInt8(scalar.value - 0x2400) + 0x40)
    default: break
    }
    // A letter with an accent is decomposed into the letter and its mark.
    let base = scalar.properties.lowercaseMapping.unicodeScalars.first.flatMap { lower in
      latin.first { $0.value.unicodeScalars.contains(lower) }?.key
    }
    guard let base else { return "?" }
    return scalar.properties.isUppercase
      ? Character(base).uppercased().unicodeScalars.first ?? base : base
  }

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "│": "|", "…": ".", "›": ">", "‹": "<", "»": ">", "«": "<", "•": "*", "·": ".",
    "∅": "-", "Σ": "S", "↑": "^", "↓": "v", "←": "<", "→": ">", "⏎": "~", "⇥": ">", "⇤": "<",
    "⌫": "<",
    "▾": "v", "▴": "^", "▸": ">", "▲": "^", "▼": "v", "⚠": "!", "✓": "x", "✗": "X", "×": "x",
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "°": "o", "␡": "?",
    "\u{A0}": " ", "≠": "#", "≤": "<", "≥": ">", "●": "*", "○": "o", "◌": "o", "′": "'",
    "▏": "[", "▕": "]", "✕": "x", "−": "-", "≈": "~", "░": ":", "▒": "+", "▓": "%", "■": "@",
    "▚": "x",
    "□": "u", "△": "A", "◆": "&", "◇": "v", "\u{2009}": " ", "\u{202F}": " ",
  ]

  /// The parts of a block from an eighth to seven eighths high.
  private static let levels: [Unicode.Scalar] = ["_", ".", ":", "-", "=", "+", "*"]

  private static let latin: [Unicode.Scalar: String] = [
    "a": "àáâãäåāăąǎæ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ",
    "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏőœ",
    "r": "ŕŗř", "s": "śŝşšșß", "t": "ţťŧțþ", "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
  ]
}

extension Buffer {
  /// The frame with other glyphs; a wide one becomes two.
  func replacingGlyphs(_ replacement: (Unicode.Scalar) -> Unicode.Scalar?) -> Buffer {
    var buffer = self
    for y in 0..<size.height {
      for (x, cell) in row(y).enumerated() where !cell.isContinuation {
        guard let scalar = replacement(cell.scalar) else {
          if cell.hasMarks { buffer[Point(x: x, y: y)] = Cell(cell.scalar, style: cell.style) }
          continue
        }
        let new = Cell(scalar, style: cell.style)
        for column in x..<x + max(1, cell.width) { buffer[Point(x: column, y: y)] = new }
      }
    }
    return buffer
  }
}
