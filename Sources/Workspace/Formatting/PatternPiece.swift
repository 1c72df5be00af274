/// A character of a number or date pattern: either plain, which may have a meaning, or quoted, which stands for itself.
package nonisolated enum PatternPiece: Equatable {
  case plain(Character)
  case quoted(Character)

  package var character: Character {
    switch self {
    case .plain(let character), .quoted(let character): character
    }
  }

  /// Stands for a digit, or between such.
  package var isDigit: Bool {
    switch self {
    case .plain("0"), .plain("#"), .plain(","), .plain("."): true
    default: false
    }
  }

  /// A digit that is meant as one.
  package var isNumeric: Bool {
    if case .plain(let character) = self { character.isDecimalDigit } else { false }
  }

  /// The pieces of a pattern: `'` stands around what means itself, two of them for one.
  package static func pieces(of text: String) throws(PatternProblem) -> [PatternPiece] {
    var pieces: [PatternPiece] = []
    var isQuoted = false
    var rest = Substring(text)
    while let next = rest.popFirst() {
      guard next == "'" else {
        pieces.append(isQuoted ? .quoted(next) : .plain(next))
        continue
      }
      if rest.first == "'" {
        rest.removeFirst()
        pieces.append(.quoted("'"))
      } else {
        isQuoted.toggle()
      }
    }
    if isQuoted { throw PatternProblem("a quote `'` is not closed") }
    return pieces
  }
}

/// The error of parsing a date or number pattern, with a message for the author of the rule.
package nonisolated struct PatternProblem: Error {
  /// In words.
  package let message: String

  package init(_ message: String) { self.message = message }
}
