import Testing
import TestSupport
import Widgets

/// Rows that are made where they are seen.
@MainActor
struct LazyVStackTests {
  private struct Row: Identifiable {
    let id: Int
    let height: Int

    /// The lines of the row: `7 7a 7b`.
    var lines: [String] { ["\(id)"] + "abc".prefix(height - 1).map { "\(id)\($0)" } }
  }

  private struct RowView: View {
    let row: Row

    var body: some View {
      VStack { ForEach(row.lines) { Text($0) } }.focusableRow().focusName(row.id)
    }
  }

  private final class Counter {
    private(set) var ids: Set<Int> = []

    func note(_ id: Int) { ids.insert(id) }
  }

  @Test func `Of a thousand rows only those near the screen and the ends are made`() {
    let counter = Counter()
    let rows = (0..<1000).map { Row(id: $0, height: 1) }
    let scene = SceneTester(width: 12, height: 10) {
      ScrollView {
        LazyVStack(rows) { row in
          let _ = counter.note(row.id)
          RowView(row: row)
        }
      }
    }
    #expect(scene.lines[0].hasPrefix("› 0"))
    #expect(counter.ids.count <= 25)
    scene.send("G")
    #expect(scene.lines[9].hasPrefix("› 999"))
    #expect(counter.ids.count <= 60)
  }

  @Test(arguments: 0..<8)
  func `Rows of one line are shown, and gone through, as if all were made`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = (0..<Int.random(in: 1...90, using: &random)).map { Row(id: $0, height: 1) }
    let height = Int.random(in: 2...9, using: &random)
    let lazy = SceneTester(width: 12, height: height) {
      ScrollView { LazyVStack(rows) { RowView(row: $0) } }
    }
    let plain = SceneTester(width: 12, height: height) {
      ScrollView { ForEach(rows) { RowView(row: $0) } }
    }
    for _ in 0..<40 {
      let key = Self.keys.randomElement(using: &random) ?? "j"
      lazy.send(key)
      plain.send(key)
      #expect(lazy.lines == plain.lines, "after \(key)")
      #expect(lazy.host.focusedName == plain.host.focusedName, "after \(key)")
    }
  }

  private static let keys = ["j", "j", "k", "k", "pgdn", "pgup", "ctrl-d", "ctrl-u", "G", "g"]

  @Test(arguments: 0..<8)
  func `Rows of several lines stand without gaps, and the one with the focus is seen`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = (0..<300).map { Row(id: $0, height: Int.random(in: 1...4, using: &random)) }
    let all = rows.flatMap(\.lines)
    let scene = SceneTester(width: 12, height: 10) {
      ScrollView { LazyVStack(rows) { RowView(row: $0) } }
    }
    for _ in 0..<60 {
      let key = Self.keys.randomElement(using: &random) ?? "j"
      scene.send(key)
      let shown = scene.lines.map { line in
        String(line.drop { $0 == "›" || $0 == " " }.prefix { $0 != " " })
      }
      let first = all.firstIndex(of: shown[0])
      #expect(first != nil, "after \(key): \(scene.lines)")
      if let first { #expect(Array(all[first...].prefix(10)) == shown, "after \(key)") }
      #expect(scene.lines.contains { $0.hasPrefix("›") }, "after \(key): \(scene.lines)")
      if key == "G" { #expect(shown.last == all.last) }
      if key == "g" { #expect(shown.first == "0") }
    }
  }

  @Test func `A row that was never made gets the focus by its name, and is seen`() {
    let rows = (0..<1000).map { Row(id: $0, height: 1 + $0 % 3) }
    let scene = SceneTester(width: 12, height: 10) {
      ScrollView { LazyVStack(rows) { RowView(row: $0) } }
    }
    for id in [700, 20, 999, 431] {
      #expect(scene.host.focus(on: id))
      #expect(scene.lines.contains { $0.hasPrefix("› \(id) ") }, "\(scene.lines)")
      #expect(scene.host.focusedName == AnyID(id))
    }
    #expect(!scene.host.focus(on: 1000))
  }

  @Test func `Rows that take no focus are passed over, however many there are`() {
    let rows = (0..<1000).map { Row(id: $0, height: 1) }
    let scene = SceneTester(width: 12, height: 10) {
      ScrollView {
        LazyVStack(rows) { row in
          if row.id % 400 == 150 { RowView(row: row) } else { Text("\(row.id)") }
        }
      }
    }
    var names: [AnyID?] = [scene.host.focusedName]
    for key in ["tab", "tab", "tab", "backtab", "backtab", "backtab"] {
      scene.send(key)
      names.append(scene.host.focusedName)
      #expect(scene.lines.contains { $0.hasPrefix("› ") }, "after \(key): \(scene.lines)")
    }
    #expect(names.map { $0?.value(as: Int.self) } == [150, 550, 950, 150, 950, 550, 150])
  }
}
