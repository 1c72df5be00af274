import Observation
import Testing
import TestSupport
import Widgets

/// Numbered rows of which only a window is known, as a keyset source has them.
@MainActor
final class WindowedRows: TableSource {
  let total: Int
  private var known: Range<Int>
  private(set) var asked: [Int] = []

  init(total: Int, window: Int) {
    self.total = total
    known = 0..<min(total, window)
  }

  var bounds: RowBounds {
    RowBounds(
      known,
      reachesStart: known.lowerBound == 0,
      reachesEnd: known.upperBound == total
    )
  }

  func ensure(_ positions: Range<Int>) {
    let lower = max(0, min(known.lowerBound, positions.lowerBound))
    known = lower..<min(total, max(known.upperBound, positions.upperBound))
  }

  func jump(to end: RowEnd) {
    known = end == .start ? 0..<min(total, 10) : max(0, total - 10)..<total
  }

  func id(at position: Int) -> AnyID? { known.contains(position) ? AnyID(position) : nil }

  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }

  func row(at position: Int) -> TableRow? {
    asked.append(position)
    guard known.contains(position) else { return nil }
    return TableRow([TableCell("row \(position)"), position % 3 == 0 ? .null : TableCell("x")])
  }
}

@MainActor
struct TableTests {
  private let columns = [
    TableColumn("name", title: "Name"), TableColumn("note", title: "Note", alignment: .trailing),
  ]

  @Test func `Rows stand below their titles and the cursor is marked`() {
    let source = WindowedRows(total: 3, window: 10)
    let scene = SceneTester(width: 20, height: 5) { Table(columns, source: source) }
    scene.send("j")
    #expect(
      scene.lines == ["  Name   Note", "  row 0     ∅", "› row 1     x", "  row 2     x", ""]
    )
  }

  @Test func `A detail beside a table follows the cursor from the first frame on`() {
    let scene = SceneTester(width: 40, height: 3) {
      MasterDetail(source: WindowedRows(total: 9, window: 9))
    }
    #expect(scene.lines[0].hasSuffix("detail 0"))
    scene.send("G")
    #expect(scene.lines[0].hasSuffix("detail 8"))
  }

  @Test func `Leading columns stay when the others scroll`() {
    let columns = ["id", "a", "b", "c"].map { TableColumn($0, title: $0, width: .fixed(6)) }
    let rows = ArrayTable(rows: [["7", "A", "B", "C"]])
    let scene = SceneTester(width: 20, height: 2) {
      Table(columns, source: rows).frozenColumns(1).columnCursor()
    }
    #expect(scene.lines[1].hasPrefix("› 7       A"))
    scene.send("$")
    #expect(scene.lines[1] == "› 7       C")
    #expect(scene.lines[0].hasPrefix("‹ id      c"))
    scene.send("0")
    #expect(scene.lines[1].hasPrefix("› 7       A"))
  }

  @Test func `A table without rows says so, and one that waits says that`() {
    let scene = SceneTester(width: 20, height: 3) {
      Table(columns, source: WindowedRows(total: 0, window: 5)).emptyText("no films")
    }
    #expect(scene.lines[1] == "  no films")
  }

  @Test func `Only visible rows are asked for`() {
    let source = WindowedRows(total: 10_000_000, window: 10)
    let scene = SceneTester(width: 20, height: 6) { Table(columns, source: source) }
    scene.send("G")
    #expect(scene.lines.last == "› row 9999999     ∅" || scene.lines.last == "› row 9999999  ∅")
    #expect(source.asked.count < 100)
    scene.send("g")
    #expect(scene.lines[1].hasPrefix("› row 0"))
  }

  @Test(arguments: 0..<20)
  func `Scrolling shows what a plain list of all rows would show`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let total = Int.random(in: 0...60, using: &random)
    let height = Int.random(in: 1...12, using: &random)
    let source = WindowedRows(total: total, window: height)
    let cursor = ListCursor()
    let scene = SceneTester(width: 30, height: height) {
      Table(columns, source: source, cursor: cursor).header(false)
    }
    var expected = 0
    for _ in 0..<60 {
      let keys = ["j", "k", "pgdn", "pgup", "ctrl-d", "ctrl-u", "G", "g"]
      let key = keys.randomElement(using: &random) ?? "j"
      scene.send(key)
      let page = max(1, height - 1)
      let half = max(1, page / 2)
      switch key {
      case "j": expected += 1
      case "k": expected -= 1
      case "pgdn": expected += page
      case "pgup": expected -= page
      case "ctrl-d": expected += half
      case "ctrl-u": expected -= half
      case "G": expected = total
      default: expected = 0
      }
      expected = max(0, min(expected, total - 1))
      guard total > 0 else { continue }
      #expect(cursor.position == expected)
      let lines = scene.lines
      let shown = lines.filter { $0.contains("row") }
      #expect(shown.count == min(height, total))
      #expect(lines[expected - cursor.top].hasPrefix("› row \(expected) "))
    }
  }

  @Test func `Columns that all have room are not scrolled away`() {
    let source = WindowedRows(total: 3, window: 10)
    let scene = SceneTester(width: 20, height: 3) { Table(columns, source: source) }
    let before = scene.lines
    scene.send("l l l")
    #expect(scene.lines == before)
    let narrow = SceneTester(width: 9, height: 3) { Table(columns, source: source) }
    narrow.send("l l l")
    #expect(narrow.lines[0].contains("Note"))
    narrow.send("h h h")
    #expect(narrow.lines[0].contains("Name"))
  }

  @Test func `The mark of the order is seen beside a title that is wider than the values`() {
    let source = WindowedRows(total: 3, window: 10)
    let order = ShownOrder()
    let scene = SceneTester(width: 20, height: 3) { OrderedTable(order: order, source: source) }
    #expect(scene.lines[0] == "  Name   Note")
    order.mark = "↑"
    #expect(scene.lines[0] == "  Name   Note ↑")
  }
}

@MainActor
private struct MasterDetail: View {
  let source: WindowedRows
  @State private var cursor = ListCursor()

  var body: some View {
    Split(fraction: 0.5, minLeading: 5, minTrailing: 5) {
      Table([TableColumn("a", title: "A")], source: source, cursor: cursor)
    } trailing: {
      Text("detail \(cursor.rowID.map { "\($0.value(as: Int.self) ?? -1)" } ?? "none")").alignment(
        .trailing
      )
    }
  }
}

@MainActor
private final class ArrayTable: TableSource {
  private let rows: [[String]]

  init(rows: [[String]]) {
    self.rows = rows
  }

  var bounds: RowBounds { RowBounds(0..<rows.count) }
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }
  func row(at position: Int) -> TableRow? { TableRow(rows[position].map { TableCell($0) }) }
}

@MainActor @Observable
private final class ShownOrder {
  var mark = ""
}

private struct OrderedTable: View {
  let order: ShownOrder
  let source: WindowedRows

  var body: some View {
    Table(
      [
        TableColumn("name", title: "Name"),
        TableColumn("note", title: "Note", alignment: .trailing, mark: order.mark),
      ],
      source: source
    )
  }
}
