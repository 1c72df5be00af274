// How the texts of values name something.
extension String {
  /// The first line, or as much of it as names something; what is left out shows as `…`.
  var firstWords: String {
    let most = 80
    guard utf8.count > most || utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return self
    }
    let line = drop(while: \.isWhitespace).prefix { !$0.isNewline }
    let words = line.prefix(most)
    let isAll = words.endIndex == line.endIndex && self[line.endIndex...].allSatisfy(\.isWhitespace)
    return isAll ? String(words) : words + "…"
  }

  /// Whether nothing of it can be read: it is empty, or blanks and control characters alone.
  package var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }

  /// The text up to its last character that is no space.
  package var withoutTrailingSpaces: String {
    guard hasSuffix(" ") else { return self }
    return lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
