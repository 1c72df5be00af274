import Terminal
import Testing
import TestSupport

@testable import Widgets

/// Texts of any length: they cost what is on the screen.
@MainActor
struct LongTextTests {
  @MainActor
  private final class Draft {
    var text: String
    var changes = 0

    init(_ text: String) { self.text = text }

    var binding: Binding<String> {
      Binding(
        get: { self.text },
        set: {
          self.text = $0
          self.changes += 1
        }
      )
    }
  }

  nonisolated private static let units = [
    "a", "word ", "\t", "日本語。", "e\u{301}", "\u{301}", "👨‍👩‍👧", "one line\n", "\r\n", "(x) ",
  ]

  private static func text(_ unit: String, bytes: Int) -> String {
    String(repeating: unit, count: bytes / unit.utf8.count)
  }

  @Test(arguments: units)
  func `B2: of a megabyte on one line a view looks at what it shows`(unit: String) {
    let scenes = [1 << 20, 1 << 14].map { bytes in
      let text = Self.text(unit, bytes: bytes)
      return SceneTester(width: 40, height: 8) {
        VStack {
          Text(text).wrap(5)
          Text(text)
        }
      }
    }
    #expect(scenes[0].lines == scenes[1].lines)
    #expect(scenes[0].lines.contains { $0.contains("…") })
  }

  @Test(arguments: units)
  func `B2: a megabyte is edited and read by keys`(unit: String) {
    let text = Self.text(unit, bytes: 1 << 20)
    let draft = Draft(text)
    let editor = SceneTester(width: 40, height: 6) { TextEditor(text: draft.binding) }
    for keys in ["x", "y", "up", "down", "home", "end", "ctrl-home", "z", "ctrl-w", "ctrl-_"] {
      editor.send(keys)
    }
    editor.host.focusDefault()
    #expect(Array(draft.text.utf8) == Array(("z" + text + "xy").utf8))
    let pager = SceneTester(width: 40, height: 6) { TextPager(LongText(text)) }
    for keys in ["j", "pgdn", "k", "G", "pgup", "g"] { pager.send(keys) }
    #expect(pager.beeps <= 1)
  }

  @Test func `B2: the owner of a long text gets it once, and again when something is done with it`()
  {
    let draft = Draft(Self.text("word ", bytes: 1 << 20))
    let scene = SceneTester(width: 40, height: 6) {
      VStack {
        TextEditor(text: draft.binding)
        TextField(text: .constant(""))
      }
    }
    scene.type("abc")
    #expect(draft.changes == 1 && draft.text.hasSuffix(" a"))
    scene.send("tab")
    #expect(draft.changes == 2 && draft.text.hasSuffix(" abc"))
    scene.send("tab")
    #expect(draft.changes == 2)
  }

  @Test(arguments: 0..<10)
  func `B2: a text in pieces is the text it stands for, whatever is changed`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes: [UInt8] = []
    var text = PieceText()
    for _ in 0..<20 {
      let unit = Self.units.randomElement(using: &random) ?? "a"
      let count = [1, 3, 700, 4000].randomElement(using: &random) ?? 1
      let new = Array(String(repeating: unit, count: count).utf8)
      let from = text.aligned(Int.random(in: 0...bytes.count, using: &random))
      let to = max(from, text.aligned(Int.random(in: from...bytes.count, using: &random)))
      let range = from..<(Bool.random(using: &random) ? to : from)
      let old = text.replace(range, with: PieceText(String(decoding: new, as: UTF8.self)))
      #expect(old.bytes(in: 0..<old.count) == Array(bytes[range]))
      bytes.replaceSubrange(range, with: new)
      #expect(text.count == bytes.count)
      #expect(text.bytes(in: 0..<text.count) == bytes)
      let place = text.aligned(Int.random(in: 0...bytes.count, using: &random))
      let lineStart = bytes[..<place].lastIndex(of: 10).map { $0 + 1 } ?? 0
      #expect(text.lineStart(place) == lineStart)
      let feed = bytes[place...].firstIndex(of: 10) ?? bytes.count
      let end = text.lineEnd(place)
      #expect(end == feed || end == feed - 1 && bytes[end] == 13)
      #expect(text.lineNumber(place) == bytes[..<place].count { $0 == 10 })
    }
  }

  @Test(arguments: units + [" ", "\u{3000}", "a \t"])
  func `B2: no row is much wider than the screen, of blanks neither`(unit: String) {
    let rows = WrappedRows(PieceText(Self.text(unit, bytes: 1 << 17)), width: 40)
    for row in rows.rows(from: 0, count: 200) { #expect(rows.cells(row) <= 81) }
  }

  @Test func `B2: a character is as wide as what shows for it`() {
    var letters: [String] = ["a", "日", "", "\u{301}", "\u{1100}", "👨", "1"]
    letters += (0...0x32FF).compactMap(Unicode.Scalar.init).map { String($0) }
    for letter in letters {
      for mark in ["", "\u{301}", "\u{34F}", "\u{FE0F}", "\u{20E3}", "\u{200D}", "\u{1161}\u{302}"]
      {
        for character in letter + mark {
          let shown = DisplayText.cells(WrappedRows.shown(character))
          #expect(
            WrappedRows.cells(character) == shown,
            "\(Array(String(character).unicodeScalars))"
          )
        }
      }
    }
  }

  @Test(arguments: ["word ", "日本語", "abc", "one line\n"], [true, false])
  func `B2: going down row by row shows all of a long text once`(unit: String, wraps: Bool) {
    let text = Self.text(unit, bytes: 150_000)
    let pieces = PieceText(text)
    let rows = WrappedRows(pieces, width: wraps ? 70 : nil)
    var place = 0
    var shown = ""
    while true {
      let next = rows.rows(from: place, count: 2)
      shown += pieces.string(in: next[0])
      #expect(rows.start(above: next[0].lowerBound, by: 0) == place)
      guard next.count == 2 else { break }
      #expect(rows.start(above: next[1].lowerBound, by: 1) == place)
      guard next[1].lowerBound > place else {
        Issue.record("stands at \(place)")
        return
      }
      place = next[1].lowerBound
    }
    #expect(shown == text.filter { $0 != "\n" })
  }

  @Test func `E8: a text is read with whole lines, with numbers, and searched`() async {
    let lines = (1...200).map { "line \($0) " + String(repeating: "x", count: $0) }
    let text = LongText(lines.joined(separator: "\n"))
    let scene = SceneTester(width: 20, height: 4) { TextPager(text) }
    #expect(scene.lines == ["line 1 x", "line 2 xx", "line 3 xxx", "line 4 xxxx"])
    text.showsLineNumbers = true
    #expect(scene.lines[3] == "  4 line 4 xxxx")
    #expect(text.place == "line 1 of 200  ·  0 %")
    #expect(await text.find("LINE 150 "))
    #expect(scene.lines.contains { $0.hasPrefix("150 line 150") })
    #expect(await text.find("line 1", backward: true))
    #expect(scene.lines.contains { $0.hasPrefix("149 line 149") })
    #expect(await !text.find("no such line"))
    text.wraps = false
    scene.send("g")
    #expect(scene.lines[3] == "  4 line 4 xxxx")
    scene.send("G")
    #expect(scene.lines[3] == "200 line 200 xxxxxx…")
    scene.send("right")
    #expect(scene.lines[3] == "200 …" + String(repeating: "x", count: 14) + "…")
  }

  nonisolated private static let rowUnits = [
    "a", "word ", "\t", "日本語。", "e\u{301}", "👨‍👩‍👧", "(x) ", "o\u{301}日x", "\u{7}", "🇩🇪🇫🇷x",
    "e" + String(repeating: "\u{301}", count: 20),
    "xe" + String(repeating: "\u{301}", count: 700),
  ]

  @Test(arguments: rowUnits)
  func `E8: where a row begins to be visible is found from where it began before`(unit: String) {
    let text = PieceText("first\n" + Self.text(unit, bytes: 20_000) + "\nlast")
    let row = 6..<text.lineEnd(6)
    var walked = [(place: row.lowerBound, cells: 0)]
    for character in text.string(in: row) {
      let (place, cells) = walked[walked.count - 1]
      walked.append((place + character.utf8.count, cells + WrappedRows.cells(character)))
    }
    var edges = HorizontalScrollIndex(of: text)
    var random = SeededGenerator(seed: 8)
    let width = walked[walked.count - 1].cells
    var left = 0
    for step in 0..<300 {
      let isJump = step % 10 == 0
      left =
        isJump
        ? .random(in: 0..<width + 50, using: &random)
        : max(0, left + .random(in: -30..<30, using: &random))
      let expected = walked.first { $0.cells >= left } ?? walked[walked.count - 1]
      let found = edges.edge(of: row, left: left)
      #expect(found == .init(place: expected.place, cells: expected.cells), "\(left)")
    }
  }

  @Test(arguments: [20, 520])
  func `E8: a whole line is shown up to the edge of the screen, however long its characters are`(
    marks: Int
  ) async {
    let letter = "a" + String(repeating: "\u{301}", count: marks)
    let line = String(repeating: letter, count: 30) + "<END"
    let text = LongText(line + "\n" + line + line)
    let scene = SceneTester(width: 40, height: 3) { TextPager(text) }
    text.wraps = false
    #expect(scene.lines[0].hasSuffix("<END"), "\(scene.lines)")
    #expect(scene.lines[1].contains("<END") && scene.lines[1].hasSuffix("…"), "\(scene.lines)")
    scene.send("right")
    #expect(scene.lines[0].hasSuffix("<END") && scene.lines[0].count == 26, "\(scene.lines)")
  }

  @Test(arguments: [300, 5_000, 70_000])
  func `E8: what is found behind many marks is shown`(marks: Int) async {
    let text = LongText("a" + String(repeating: "\u{301}", count: marks) + "NEEDLE b")
    let scene = SceneTester(width: 40, height: 3) { TextPager(text) }
    text.wraps = false
    #expect(await text.find("needle"))
    #expect(scene.lines.contains { $0.contains("NEEDLE") }, "\(scene.lines)")
  }

  nonisolated private static let haystacks = [
    ("x", 30_000), ("日本 word ", 5_000), ("👨‍👩‍👧 e\u{301}", 1_500), ("\t", 30_000),
    ("wide line ", 20_000),
  ]

  @Test(arguments: haystacks, [true, false])
  func `E8: what is found far to the right of a whole line is shown`(
    hay: (unit: String, count: Int),
    isNumbered: Bool
  ) async {
    let line = String(repeating: hay.unit, count: hay.count)
    let text = LongText("start\n\(line)needle\(line)pin\nend")
    let scene = SceneTester(width: 40, height: 5) { TextPager(text) }
    text.wraps = false
    text.showsLineNumbers = isNumbered
    #expect(scene.lines[0].hasSuffix("start"))
    func isShown(_ word: String) -> Bool { scene.lines.contains { $0.contains(word) } }
    #expect(!isShown("needle"))
    for word in ["NEEDLE", "pin", "needle"] {
      #expect(await text.find(word))
      #expect(isShown(word.lowercased()), "\(scene.lines)")
    }
    // It stays as it is read on, and the other way of breaking rows shows it too.
    scene.send("right")
    #expect(isShown("needle"), "\(scene.lines)")
    scene.send("left left")
    #expect(isShown("needle"), "\(scene.lines)")
    text.wraps = true
    #expect(isShown("needle"), "\(scene.lines)")
    text.wraps = false
    #expect(isShown("needle"), "\(scene.lines)")
    #expect(await text.find("start"))
    #expect(scene.lines[0].hasSuffix("start"), "\(scene.lines)")
    #expect(await !text.find("nowhere"))
  }

  @Test func `E8: the place in a line of a megabyte stays when its rows are broken in another way`()
  {
    let text = LongText(Self.text("0123456789", bytes: 1 << 20))
    let scene = SceneTester(width: 40, height: 5) { TextPager(text) }
    scene.send("G")
    let place = text.top
    text.wraps = false
    #expect(!scene.lines.isEmpty && text.top > place - (1 << 15), "\(text.top) of \(place)")
    text.wraps = true
    #expect(text.top > place - (1 << 15))
  }
}
