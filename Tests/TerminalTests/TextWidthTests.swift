import Terminal
import Testing

struct TextWidthTests {
  @Test(arguments: [
    ("Artist", 6), ("日本語", 6), ("e\u{301}", 1), ("🇩🇪", 2), ("한국어", 6), ("—…·", 3), ("😀", 2),
  ])
  func `Text takes the sum of its scalars`(text: String, cells: Int) {
    #expect(TextWidth.cells(of: text) == cells)
  }

  @Test(arguments: [
    ("MAUDE MOD", 20, "MAUDE MOD"), ("MAUDE MOD", 9, "MAUDE MOD"), ("MAUDE MOD", 6, "MAUDE…"),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 0, ""),
  ])
  func `Text is cut between glyphs`(text: String, cells: Int, expected: String) {
    #expect(TextWidth.clipped(text, toCells: cells) == expected)
  }

  @Test(arguments: [("Film › MAUDE MOD", 9, "…AUDE MOD"), ("日本語", 5, "…本語"), ("abc", 3, "abc")])
  func `The tail keeps the end`(text: String, cells: Int, expected: String) {
    #expect(TextWidth.tail(text, toCells: cells) == expected)
  }

  @Test func `Padding counts cells`() {
    #expect(TextWidth.padded("日", toCells: 5) == "日   ")
    #expect(TextWidth.padded("日", toCells: 5, isTrailing: true) == "   日")
    #expect(TextWidth.padded("日本語", toCells: 4, isTrailing: true) == " 日…")
  }

  @Test(arguments: [
    (
      "A beautiful documentary of a forensic psychologist", 20,
      ["A beautiful", "documentary of a", "forensic", "psychologist"]
    ),
    ("one  two", 4, ["one", "two"]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("漢字かな交じり文。終", 8, ["漢字かな", "交じり", "文。終"]),
    ("well-known", 6, ["well-", "known"]),
    ("  indented text", 10, ["  indented", "text"]),
    ("", 5, [""]),
    ("漢", 1, ["漢"]),
  ])
  func `Lines end between words`(text: String, width: Int, expected: [String]) {
    #expect(TextWidth.wrapped(text, toCells: width) == expected)
  }

  @Test(arguments: [1, 2, 3, 7, 19])
  func `Wrapping loses nothing but spaces and never exceeds the width`(width: Int) {
    let text = "The 漢字 quick-brown (fox) jumps, e\u{301}tude 한국어! über🚀the — lazy dog…"
    let lines = TextWidth.wrapped(text, toCells: width)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    for line in lines where line.count > 1 {
      #expect(TextWidth.cells(of: line) <= width)
    }
  }
}
