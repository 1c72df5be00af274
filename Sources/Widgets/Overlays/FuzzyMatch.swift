/// The fuzzy matching that scores texts against a query: words in any order, letters of a word in order.
package nonisolated enum FuzzyMatch {
  /// How well `text` matches `query`: higher is better, `nil` is not at all.
  ///
  /// Each word of the query must appear, best as it stands and at the start of a word, else letter by letter.
  /// A word may also begin a word of `terms`; a whole word counts more there, but less than one at the start of `text`.
  package static func score(_ query: String, in text: String, terms: [String] = []) -> Int? {
    let text = Array(text.lowercased())
    let terms = terms.flatMap { term in
      term.lowercased().split { !($0.isLetter || $0.isNumber) }
    }
    var total = 0
    for word in query.lowercased().split(separator: " ") {
      let scores = [score(word: Array(word), in: text), score(word: word, amongWords: terms)]
      guard let score = scores.compactMap(\.self).max() else { return nil }
      total += score
    }
    return total
  }

  private static func score(word: Substring, amongWords terms: [Substring]) -> Int? {
    if terms.contains(word) { return 190 }
    return terms.contains { $0.hasPrefix(word) } ? 150 : nil
  }

  /// The items that match, best first; equal ones keep their order, and no query keeps all.
  package static func sorted<Item>(
    _ items: [Item],
    by query: String,
    terms: (Item) -> [String] = { _ in [] },
    text: (Item) -> String
  ) -> [Item] {
    guard query.contains(where: { $0 != " " }) else { return items }
    var scored: [(index: Int, score: Int)] = []
    for (index, item) in items.enumerated() {
      if let score = score(query, in: text(item), terms: terms(item)) {
        scored.append((index, score))
      }
    }
    scored.sort { $0.score == $1.score ? $0.index < $1.index : $0.score > $1.score }
    return scored.map { items[$0.index] }
  }

  private static func score(word: [Character], in text: [Character]) -> Int? {
    guard let first = word.first else { return 0 }
    var best: Int?
    for start in text.indices where text[start] == first {
      let startsWord = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
      if text[start...].starts(with: word) {
        let score = (startsWord ? 300 : 200) - min(start, 100)
        best = max(best ?? score, score)
      } else if best == nil, let length = spread(word, in: text[start...]) {
        best = (startsWord ? 100 : 50) - min(length, 49)
      }
    }
    return best
  }

  /// How many characters of `text` hold the letters of `word` in order.
  private static func spread(_ word: [Character], in text: ArraySlice<Character>) -> Int? {
    var index = text.startIndex
    for character in word {
      guard let found = text[index...].firstIndex(of: character) else { return nil }
      index = found + 1
    }
    return index - text.startIndex
  }
}
