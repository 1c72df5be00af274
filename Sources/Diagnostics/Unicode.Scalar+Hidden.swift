extension Unicode.Scalar {
  /// It draws nothing, or turns the direction of what stands around it, so that a text is not what it looks like.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// It turns the direction of the text around it.
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
