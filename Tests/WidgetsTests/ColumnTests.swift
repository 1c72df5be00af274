import Testing
import TestSupport
import Widgets

/// One row, all in memory.
@MainActor
private final class OneRow: TableSource {
  let row: TableRow
  init(_ texts: [String]) { row = TableRow(texts.map { TableCell($0) }) }

  var bounds: RowBounds { RowBounds(0..<1) }
  func ensure(_ positions: Range<Int>) {}
  func jump(to end: RowEnd) {}
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }
  func row(at position: Int) -> TableRow? { position == 0 ? row : nil }
}

/// A row of many cells that are made where they are asked for.
@MainActor
private final class WideRow: TableSource {
  let count: Int
  private(set) var mostMade = 0
  init(_ count: Int) { self.count = count }

  var bounds: RowBounds { RowBounds(0..<1) }
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }
  func row(at position: Int) -> TableRow? { row(at: position, columns: .all) }
  func row(at position: Int, columns: ColumnSpan) -> TableRow? {
    var made = 0
    let cells = (0..<count).map { column in
      guard columns.contains(column) else { return TableCell("") }
      made += 1
      return TableCell(text(column))
    }
    mostMade = max(mostMade, made)
    return TableRow(cells)
  }

  func title(_ column: Int) -> String { "T\(column)" + String(repeating: "t", count: column % 7) }
  func text(_ column: Int) -> String { "v\(column)" + String(repeating: "v", count: column % 13) }
}

@MainActor
struct ColumnTests {
  private func lines(_ texts: [String], numeric: Set<Int> = [], width: Int) -> [String] {
    let columns = texts.indices.map { index in
      TableColumn(
        "\(index)",
        title: "T\(index)",
        alignment: numeric.contains(index) ? .trailing : .leading
      )
    }
    let source = OneRow(texts)
    return SceneTester(width: width, height: 2) { Table(columns, source: source).frozenColumns(1) }
      .lines
  }

  @Test func `The widest columns give way as long as nothing becomes a stump`() {
    let texts = [String(repeating: "a", count: 30), String(repeating: "b", count: 30), "short"]
    let expected =
      "› " + String(repeating: "a", count: 18) + "…  " + String(repeating: "b", count: 19)
    #expect(lines(texts, width: 50)[1] == expected + "…  short")
  }

  @Test func `A table with too many columns scrolls and keeps them readable`() {
    let texts = (0..<8).map { String(repeating: "\($0)", count: 20) }
    let lines = lines(texts, width: 60)
    #expect(lines[1].hasPrefix("› 0000000000000000"))
    #expect(lines[1].contains("1111111111111111"))
    #expect(lines[0].hasSuffix("›"))
  }

  @Test func `C3: a long text takes no room that more columns need`() {
    let texts =
      [String(repeating: "a", count: 60), String(repeating: "b", count: 60)]
      + (2..<8).map { String(repeating: "\($0)", count: 14) }
    let line = lines(texts, width: 80)[1]
    let whole = (2..<8).filter { line.contains(String(repeating: "\($0)", count: 14)) }
    #expect(whole == [2, 3], "\(line)")
    #expect(line.hasPrefix("› aaaaaaaaaaaaaaaaa…  bbbbbbbbbbbbb…  "), "\(line)")
  }

  @Test func `C3: long titles of narrow columns give way before columns go`() {
    let columns = ["Title", "Rental duration", "Replacement cost", "Rating"].map { title in
      TableColumn(title, title: title, alignment: title.hasPrefix("R") ? .trailing : .leading)
    }
    let source = OneRow(["Alone Trip", "6", "20.99", "4"])
    func lines(_ width: Int) -> [String] {
      SceneTester(width: width, height: 2) { Table(columns, source: source) }.lines
    }
    #expect(lines(56)[0].contains("Rental duration  Replacement cost"))
    #expect(lines(44)[0] == "  Title       Rental du…  Replaceme…  Rating", "\(lines(44))")
    #expect(lines(44)[1] == "› Alone Trip           6       20.99       4", "\(lines(44))")
  }

  @Test func `C3: what is left when columns scroll goes to the narrowest`() {
    let texts = (0..<5).map { String(repeating: "\($0)", count: 30) }
    let line = lines(texts, width: 76)[1]
    #expect(
      line == "› 00000000000000000…  111111111111111…  222222222222222…  333333333333333…",
      "\(line)"
    )
  }

  @Test func `Part of a number is never shown`() {
    let texts = ["name of some thing", "another text to read", "1234567", "89012345"]
    let lines = lines(texts, numeric: [2, 3], width: 54)
    #expect(!lines[1].contains("8901"))
    #expect(lines[1].contains("1234567"))
    #expect(lines[0].hasSuffix("›"))
  }

  @Test(arguments: 1..<60)
  func `Whatever the room, a line is never wider`(width: Int) {
    let texts = ["first", "日本語のテキスト", "12345", String(repeating: "x", count: 90), "last"]
    for line in lines(texts, numeric: [2], width: width) {
      #expect(line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) } <= width)
    }
  }

  @Test(arguments: 0..<4, [false, true])
  func `Of a thousand columns only some are asked for, and none that is seen is missing`(
    seed: Int,
    hasCursor: Bool
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let source = WideRow(1000)
    let columns = (0..<source.count).map { TableColumn("\($0)", title: source.title($0)) }
    let width = Int.random(in: 20...200, using: &random)
    let frozen = Int.random(in: 0...2, using: &random)
    let scene = SceneTester(width: width, height: 2) {
      Table(columns, source: source).frozenColumns(frozen).columnCursor(hasCursor)
    }
    for _ in 0..<25 {
      let keys = ["l", "l l l l l l l l l", "h", "h h h h h h h h h", "$", "0"]
      scene.send(keys.randomElement(using: &random) ?? "l")
      let (titles, texts) = (numbers(scene.lines[0], "T"), numbers(scene.lines[1], "v"))
      #expect(!titles.isEmpty && titles == texts, "\(scene.lines)")
    }
    #expect(source.mostMade <= width + 10)
  }

  /// The columns whose title or text begins in a line.
  private func numbers(_ line: String, _ mark: Character) -> [Int] {
    line.split(separator: " ").filter { $0.first == mark }.compactMap {
      Int($0.dropFirst().prefix { $0.isNumber })
    }
  }
}

@MainActor
struct HeadingTests {
  private func heading(_ titles: [String], width: Int, marked: Set<Int> = []) -> String {
    let columns = titles.indices.map { index in
      TableColumn(
        "\(index)",
        title: titles[index],
        width: .fixed(width),
        mark: marked.contains(index) ? "↑" : ""
      )
    }
    let source = OneRow(titles.map { _ in "x" })
    return SceneTester(width: 60, height: 2) { Table(columns, source: source) }.lines[0]
  }

  @Test func `Titles that would be cut alike are cut where they begin alike`() {
    #expect(
      heading(["Quantity per unit", "Quantity in stock", "Price"], width: 10)
        == "  …per unit   …in stock   Price"
    )
    #expect(
      heading(["Quantity per unit", "Quantity in stock"], width: 10, marked: [1])
        == "  …per unit   …in sto… ↑"
    )
    #expect(
      heading(["averylongnamea", "averylongnameb"], width: 8) == "  …a        …b"
    )
    #expect(
      heading(["Quantity or", "Quantity or more"], width: 9) == "  …or        …or more"
    )
  }

  @Test func `Titles that differ where they are cut, or are the same, stay as they are`() {
    #expect(heading(["Quantity here", "Price per unit"], width: 9) == "  Quantity…  Price pe…")
    #expect(heading(["Quantity here", "Quantity here"], width: 9) == "  Quantity…  Quantity…")
  }
}
