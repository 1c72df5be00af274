extension Unicode.Scalar {
  /// Whether the scalar is invisible or changes the text direction, and could therefore disguise a text.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// Whether the scalar changes the direction of the text around it.
  package var turnsDirection: Bool {
    switch self {
    case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }

  /// `U+202E`, for messages.
  package var codePoint: String {
    "U+" + String(Int(value), digits: 4, radix: 16, uppercase: true)
  }
}
