/// A pattern in which `*` stands for any text and `?` for one character; a backslash takes the next as it is.
///
/// Characters are compared by canonical equivalence. Matching takes at most the product of the two lengths.
package struct LikePattern: Sendable, Hashable {
  private enum Element: Sendable, Hashable {
    case character(Character)
    case one
    case any
  }

  private let elements: [Element]
  private let ignoresCase: Bool
  /// The pattern for matching bytes directly.
  ///
  /// `nil` unless it is ASCII. It may leave a match undecided for non-ASCII text.
  package let ascii: ASCIIPattern?

  /// Reads a pattern.
  package init(_ pattern: String, ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    var elements: [Element] = []
    var isEscaped = false
    for character in ignoringCase ? Self.fold(pattern) : pattern {
      switch character {
      case _ where isEscaped:
        elements.append(.character(character))
        isEscaped = false
      case "\\": isEscaped = true
      case "*": if elements.last != .any { elements.append(.any) }
      case "?": elements.append(.one)
      default: elements.append(.character(character))
      }
    }
    if isEscaped { elements.append(.character("\\")) }
    self.elements = elements
    ascii = Self.pieces(elements).map { ASCIIPattern(pieces: $0, ignoringCase: ignoringCase) }
  }

  /// The bytes between stars; `nil` when a character is not one byte.
  private static func pieces(_ elements: [Element]) -> [[UInt8]]? {
    var pieces: [[UInt8]] = [[]]
    for element in elements {
      switch element {
      case .any: pieces.append([])
      case .one: pieces[pieces.count - 1].append(ASCIIPattern.wildcard)
      case .character(let character):
        guard let byte = character.utf8.first, character.utf8.count == 1 else { return nil }
        pieces[pieces.count - 1].append(byte)
      }
    }
    return pieces
  }

  /// Whether both fit the same texts as written.
  package static func == (left: Self, right: Self) -> Bool {
    left.elements == right.elements && left.ignoresCase == right.ignoresCase
  }

  /// Hashes the pattern.
  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }

  /// Whether the whole of `text` fits.
  package func matches(_ text: String) -> Bool {
    if let ascii, let told = text.utf8.withContiguousStorageIfAvailable(ascii.matches), let told {
      return told
    }
    let characters = Array(ignoresCase ? Self.fold(text) : text)
    var (position, element) = (0, 0)
    // Where the last `*` stands, and what it has taken so far ends.
    var (star, taken) = (-1, 0)
    while position < characters.count {
      if element < elements.count, elements[element] == .any {
        (star, taken) = (element, position)
        element += 1
      } else if element < elements.count, fits(elements[element], characters[position]) {
        position += 1
        element += 1
      } else if star >= 0 {
        taken += 1
        (position, element) = (taken, star + 1)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .any }
  }

  private func fits(_ element: Element, _ character: Character) -> Bool {
    if case .character(let wanted) = element { wanted == character } else { true }
  }

  /// The text without differences of case: ß is ss, and every sigma is the same.
  package static func fold(_ text: String) -> String {
    text.uppercased().lowercased()
  }
}
