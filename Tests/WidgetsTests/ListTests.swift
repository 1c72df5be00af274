import Terminal
import Testing
import TestSupport
import Widgets

@MainActor
struct ListTests {
  @Test func `Rows may take several lines`() {
    let rows = ArrayRows(["one", "two", "three"]) { $0 }
    let scene = SceneTester(width: 12, height: 4) {
      List(rows) { position in
        VStack {
          Text(rows.elements[position]).bold()
          Text("about it").dim()
        }
      }
    }
    #expect(scene.lines == ["› one", "  about it", "  two", "  about it"])
    scene.send("G")
    #expect(scene.lines == ["  two", "  about it", "› three", "  about it"])
  }

  @Test func `Rows that are tagged have a mark and a shade, that under the cursor its own`() {
    let rows = ArrayRows(["one", "two", "three"]) { $0 }
    let scene = SceneTester(width: 12, height: 5) {
      List(rows) { position in
        VStack {
          Text(rows.elements[position])
          Text("about it")
        }
      }
      .tagged { $0 < 2 }
    }
    scene.host.palette = .dark
    #expect(scene.lines == ["›✓one", "  about it", " ✓two", "  about it", "  three"])
    for (y, role) in [Role.cursor, .cursor, .tagged, .tagged, .normal].enumerated() {
      for x in 0..<12 where scene.terminal.screen[Point(x: x, y: y)].text == " " {
        let style = scene.terminal.screen[Point(x: x, y: y)].style
        #expect(style.background == Palette.dark[role].background, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: 0..<20)
  func `The row under the cursor is always whole, and no room is wasted`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let heights = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Int.random(in: 1...3, using: &random)
    }
    let height = Int.random(in: 3...12, using: &random)
    let rows = ArrayRows(Array(heights.indices)) { $0 }
    let cursor = ListCursor()
    let scene = SceneTester(width: 20, height: height) {
      List(rows, cursor: cursor) { position in
        VStack {
          ForEach(Array(0..<heights[position])) { Text("\(position).\($0)") }
        }
      }
    }
    for _ in 0..<40 {
      let key = ["j", "k", "pgdn", "pgup", "G", "g"].randomElement(using: &random) ?? "j"
      scene.send(key)
      let all = heights.indices.flatMap { row in
        (0..<heights[row]).map { "\(row == cursor.position && $0 == 0 ? "›" : " ") \(row).\($0)" }
      }
      let above = heights[..<cursor.top].reduce(0, +)
      let expected = Array(all.dropFirst(above).prefix(height))
      #expect(scene.lines.filter { !$0.isEmpty } == expected)
      #expect(expected.count == min(height, all.count) || above == 0 || all.count - above < height)
      for line in 0..<heights[cursor.position] {
        let mark = line == 0 ? "›" : " "
        #expect(expected.contains("\(mark) \(cursor.position).\(line)"))
      }
    }
  }

  @Test func `The cursor stays on its row when rows come in above`() {
    let rows = ArrayRows(["b", "c"]) { $0 }
    let scene = SceneTester(width: 10, height: 4) {
      List(rows) { Text(rows.elements[$0]) }
    }
    scene.send("j")
    rows.elements.insert("a", at: 0)
    scene.host.setNeedsDisplay()
    #expect(scene.lines == ["  a", "  b", "› c", ""])
  }
}
