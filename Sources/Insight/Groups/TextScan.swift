/// The quote and the brackets that are open where a typed text has been read so far.
package struct TextScan {
  /// The quote that is open; `nil` outside of quotes.
  package private(set) var quote: Character?
  /// The number of open brackets.
  package private(set) var depth = 0
  private var isEscaped = false

  /// A scan at the beginning of a text.
  package init() {}

  /// Whether nothing is open.
  var isOutside: Bool { quote == nil && depth == 0 }

  /// Reads the next character.
  package mutating func take(_ character: Character) {
    if isEscaped {
      isEscaped = false
    } else if let open = quote {
      if character == "\\" { isEscaped = true }
      if character == open { quote = nil }
    } else if character == "'" || character == "\"" || character == "`" {
      quote = character
    } else if "([{".contains(character) {
      depth += 1
    } else if ")]}".contains(character) {
      depth = max(depth - 1, 0)
    }
  }
}
