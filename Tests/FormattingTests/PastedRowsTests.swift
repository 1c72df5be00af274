import Formatting
import TestSupport
import Testing

/// The cells of a text from a spreadsheet.
struct PastedRowsTests {
  private func rows(_ text: String) -> [[String]] { SeparatedValuesReader.rows(ofPasted: text) }

  @Test func `Tabs part cells, lines part rows, and quotes hold both`() {
    #expect(rows("a\tb\nc\td") == [["a", "b"], ["c", "d"]])
    #expect(rows("a\tb\r\nc\r\n") == [["a", "b"], ["c"]])
    #expect(rows("a\t\n\tb\t") == [["a", ""], ["", "b", ""]])
    #expect(rows("a\n\nb\n") == [["a"], [""], ["b"]])
    #expect(rows("\"a\tb\nc\"\t\"say \"\"x\"\"\"") == [["a\tb\nc", "say \"x\""]])
    // Quotes within a cell, or without an end, are part of it.
    #expect(rows("12\" disc\t\"a\" b\n\"x") == [["12\" disc", "\"a\" b"], ["\"x"]])
    #expect(rows("").isEmpty)
  }

  /// Reads cells one after the other from the whole text.
  private struct NaiveReader {
    var rows: [[String]] = []
    var rest: Substring

    init(_ text: String) {
      rest = text[...]
      var row: [String] = []
      while !rest.isEmpty {
        row.append(quoted() ?? plain())
        guard rest.popFirst() == "\t" else {
          rows.append(row)
          row = []
          continue
        }
        if rest.isEmpty { row.append("") }
      }
      if !row.isEmpty { rows.append(row) }
    }

    private func ends(_ character: Character) -> Bool {
      ["\t", "\n", "\r", "\r\n"].contains(character)
    }

    private mutating func plain() -> String {
      let cell = rest.prefix { !ends($0) }
      rest = rest[cell.endIndex...]
      return String(cell)
    }

    private mutating func quoted() -> String? {
      guard rest.first == "\"" else { return nil }
      var (cell, tail) = ("", rest.dropFirst())
      while let end = tail.firstIndex(of: "\"") {
        cell += tail[..<end]
        tail = tail[end...].dropFirst()
        guard tail.first == "\"" else {
          guard tail.first.map(ends) ?? true else { return nil }
          rest = tail
          return cell
        }
        cell.append(tail.removeFirst())
      }
      return nil
    }
  }

  @Test func `Cells are as a naive reader parts them, whatever signs a text has`() {
    let signs = ["a", "é", "\t", "\n", "\r", "\r\n", "\"", "\"\"", "\"\t", "\t\"", " ", ","]
    for seed in 0..<TestLength.of("D2T_PROPERTY_CASES", 3_000) {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        signs.randomElement(using: &random) ?? "a"
      }.joined()
      #expect(rows(text) == NaiveReader(text).rows, "seed \(seed): \(text.debugDescription)")
    }
  }
}
