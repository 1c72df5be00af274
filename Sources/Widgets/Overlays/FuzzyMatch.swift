/// Search as people type it: letters in order, words in any order.
package nonisolated enum FuzzyMatch {
  /// How well `text` matches `query`: higher is better, `nil` is not at all.
  ///
  /// Each word of the query must appear, best as it stands and at the start of a word, else letter by letter.
  package static func score(_ query: String, in text: String) -> Int? {
    let text = Array(text.lowercased())
    var total = 0
    for word in query.lowercased().split(separator: " ") {
      guard let score = score(word: Array(word), in: text) else { return nil }
      total += score
    }
    return total
  }

  /// The items that match, best first; equal ones keep their order, and no query keeps all.
  package static func sorted<Item>(
    _ items: [Item],
    by query: String,
    text: (Item) -> String
  ) -> [Item] {
    guard query.contains(where: { $0 != " " }) else { return items }
    var scored: [(index: Int, score: Int)] = []
    for (index, item) in items.enumerated() {
      if let score = score(query, in: text(item)) { scored.append((index, score)) }
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
