import Testing

/// The first words of doc comments: a noun phrase or a verb in the third person, never a clause that hangs in the air.
struct DocCommentsTests {
  /// The first words that leave the reader to guess what is described.
  private static let clauses = [
    "What", "Who", "Which", "Whose", "Those", "That", "These", "It", "Of", "So", "The same", "As",
    "Where", "Whoever", "The one that", "The thing that",
  ]

  @Test func `At most one paragraph of doc comments in a thousand begins with a clause`() throws {
    var (count, found) = (0, [String]())
    for file in try SourceTree.sources.get() + SourceTree.tests.get() {
      for (number, text) in Self.firstLines(in: file.lines) {
        count += 1
        if Self.beginsWithClause(text) { found.append("\(file):\(number): \(text)") }
      }
    }
    #expect(count > 10_000 && found.count * 1_000 <= count, "\(found)")
  }

  /// Returns the first line of each paragraph of doc comments, with its number from 1.
  private static func firstLines(in lines: [String]) -> [(Int, Substring)] {
    var isInside = false
    return lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " }
      let isFirst = text.hasPrefix("/// ") && !isInside
      isInside = text.hasPrefix("/// ")
      return isFirst ? (index + 1, text.dropFirst(3).drop { $0 == " " }) : nil
    }
  }

  private static func beginsWithClause(_ text: Substring) -> Bool {
    clauses.contains { text.hasPrefix($0) && text.dropFirst($0.count).first?.isLetter != true }
  }

  @Test(arguments: [
    (["/// What it is.", "/// What more."], [1]), (["  /// Whatever."], []),
    (["/// The rows.", "", "/// Of rows."], [3]),
    (["/// The rows.", "///", "/// It is read."], [3]), (["/// The same place."], [1]),
    (["// What", "let a = 1 /// What"], []),
  ])
  func `The first lines of doc comments are found in lines of code`(
    lines: [String],
    numbers: [Int]
  ) {
    let found = Self.firstLines(in: lines).filter { Self.beginsWithClause($0.1) }
    #expect(found.map(\.0) == numbers)
  }
}
