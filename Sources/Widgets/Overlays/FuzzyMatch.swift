/// The fuzzy matching that scores texts against a query: words in any order, letters of a word in order.
package nonisolated enum FuzzyMatch {
  /// How well `text` matches `query`: higher is better, `nil` is not at all.
  ///
  /// Each word of the query must appear: best as a whole word of `text` or of `terms`, then at the start of a word, then
  /// within a word of `text`. Its letters may also be scattered over `text` in their order if `isScattered`.
  package static func score(
    _ query: String,
    in text: String,
    terms: [String] = [],
    isScattered: Bool = true
  ) -> Int? {
    let text = Array(text.lowercased())
    let terms = terms.flatMap { term in
      term.lowercased().split { !($0.isLetter || $0.isNumber) }
    }
    var total = 0
    for word in query.lowercased().split(separator: " ") {
      let scores = [
        score(word: Array(word), in: text, isScattered: isScattered),
        score(word: word, amongWords: terms),
      ]
      guard let score = scores.compactMap(\.self).max() else { return nil }
      total += score
    }
    return total
  }

  private static func score(word: Substring, amongWords terms: [Substring]) -> Int? {
    if terms.contains(word) { return 340 }
    return terms.contains { $0.hasPrefix(word) } ? 240 : nil
  }

  /// The items that match, best first; equal ones keep their order, and no query keeps all.
  ///
  /// Scattered letters find items only where whole words, and parts of them, find none.
  package static func sorted<Item>(
    _ items: [Item],
    by query: String,
    terms: (Item) -> [String] = { _ in [] },
    text: (Item) -> String
  ) -> [Item] {
    guard query.contains(where: { $0 != " " }) else { return items }
    func scores(isScattered: Bool) -> [(index: Int, score: Int)] {
      items.enumerated().compactMap { index, item in
        score(query, in: text(item), terms: terms(item), isScattered: isScattered)
          .map { (index, $0) }
      }
    }
    var scored = scores(isScattered: false)
    if scored.isEmpty { scored = scores(isScattered: true) }
    scored.sort { $0.score == $1.score ? $0.index < $1.index : $0.score > $1.score }
    return scored.map { items[$0.index] }
  }

  private static func score(word: [Character], in text: [Character], isScattered: Bool) -> Int? {
    guard let first = word.first else { return 0 }
    func isLetter(at index: Int) -> Bool {
      text.indices.contains(index) && (text[index].isLetter || text[index].isNumber)
    }
    var best: Int?
    for start in text.indices where text[start] == first {
      let startsWord = !isLetter(at: start - 1)
      if text[start...].starts(with: word) {
        let endsWord = !isLetter(at: start + word.count)
        let score = (startsWord ? endsWord ? 400 : 300 : 200) - min(start, 49)
        best = max(best ?? score, score)
      } else if isScattered, best == nil, let length = spread(word, in: text[start...]) {
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
