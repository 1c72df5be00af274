import TestSupport
import Testing

@testable import Widgets  // A cursor scrolls and settles only inside of the module.

/// Rows with depths: which of them a folded row hides, where a search goes, and what keeps its place.
@MainActor
struct OutlineTests {
  private typealias Row = OutlineRow<Int>

  /// Rows that hold their number, by which they are known in one half of the tests.
  private static func rows(_ depths: [Int], named: Bool = true) -> [Row] {
    depths.enumerated().map { Row($0, depth: $1, id: named ? AnyID($0) : nil) }
  }

  /// The ids of the rows that are shown.
  private static func shown(_ outline: Outline<Int>) -> [Int] {
    (0..<outline.count).compactMap { outline.row(at: $0)?.content }
  }

  @Test func `After random folding a row is shown if none that it is inside of is folded`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let depths = (0..<20).reduce(into: [Int]()) { found, _ in
        found.append(Int.random(in: 0...(found.last.map { $0 + 1 } ?? 0), using: &random))
      }
      let isNamed = Bool.random(using: &random)
      let rows = Self.rows(depths, named: isNamed)
      func parent(_ row: Int) -> Int? { (0..<row).last { depths[$0] < depths[row] } }
      func isParent(_ row: Int) -> Bool { row < 19 && depths[row + 1] > depths[row] }
      var folded = Set<Int>()
      func isShown(_ row: Int) -> Bool {
        parent(row).map { !folded.contains($0) && isShown($0) } ?? true
      }
      var outline = Outline<Int>()
      outline.append(rows)
      for _ in 0..<20 {
        let (place, depth) = (
          Int.random(in: 0..<outline.count, using: &random), Int.random(in: 0...3, using: &random)
        )
        let id = outline.row(at: place)?.content ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          outline.fold(below: depth)
          folded = Set(rows.indices.filter { isParent($0) && depths[$0] >= depth })
        case 1:
          let wanted = Int.random(in: 0..<20, using: &random)
          let found = outline.find(from: place, backward: depth == 0) { $0.content == wanted }
          #expect(found.flatMap { outline.row(at: $0) }?.content == wanted)
          var next = parent(wanted)
          while let row = next { (_, next) = (folded.remove(row), parent(row)) }
        case 2:
          outline.removeAll()
          outline.append(rows.prefix(7))
          outline.append(rows.dropFirst(7))
        default:
          let isFolding = Bool.random(using: &random)
          let isChange = isParent(id) && folded.contains(id) != isFolding
          let isChanged = outline.setFolded(isFolding, at: place)
          #expect(isChanged == isChange)
          if isChange, isFolding { folded.insert(id) } else if isChange { folded.remove(id) }
        }
        let visible = rows.indices.filter(isShown)
        #expect(Self.shown(outline) == visible, "\(depths)")
        for (position, row) in visible.enumerated() {
          let inside = rows.indices.filter { $0 > row }.prefix { depths[$0] > depths[row] }
          #expect(outline.branch(at: position).map(\.content) == [row] + inside)
          #expect(outline.hiddenCount(at: position) == (folded.contains(row) ? inside.count : 0))
          #expect(outline.parent(of: position) == visible.firstIndex { $0 == parent(row) })
        }
        for row in rows.indices {
          let id: OutlineID = isNamed ? .name(AnyID(row)) : .place(row)
          #expect(outline.position(of: id) == visible.lastIndex { $0 <= row })
        }
      }
    }
  }

  @Test func `All rows are folded except for one around all others, and none that is a heading`() {
    var outline = Outline<Int>()
    outline.append(Self.rows([0, 1, 2, 1]))
    outline.foldAll()
    #expect(Self.shown(outline) == [0, 1, 3])
    outline.append([Row(4, depth: 0, isHeading: true), Row(5, depth: 1)])
    outline.foldAll()
    #expect(Self.shown(outline) == [0, 4, 5])
  }

  @Test func `A search goes on behind the last row, and ends where nothing matches`() {
    var outline = Outline<Int>()
    outline.append(Self.rows([0, 0, 0, 0]))
    func find(_ position: Int, backward: Bool, _ matches: (Row) -> Bool) -> Int? {
      outline.find(from: position, backward: backward, where: matches)
    }
    #expect(find(2, backward: false) { $0.content != 3 } == 0)
    #expect(find(1, backward: true) { $0.content > 0 } == 3)
    #expect(find(1, backward: true) { $0.content == 1 } == 1)
    #expect(find(1, backward: false) { $0.content == 7 } == nil)
  }

  @Test func `The cursor stays on its row while rows come, go and fold, and on the fold else`() {
    let model = OutlineModel(Self.rows([0, 1, 1, 0]))
    model.cursor.go(to: 2, in: model)
    model.begin(with: [Row(9, depth: 0)] + Self.rows([0, 1, 1, 0]))
    model.cursor.settle(in: model)
    #expect(model.current == 2)
    model.outline.foldAll()
    model.cursor.settle(in: model)
    #expect(model.current == 0 && !model.goToParent())
    #expect(model.find(backward: false) { $0.content == 2 } && model.goToParent())
    #expect(model.current == 0)
  }

  @Test func `Rows are laid out as they are wanted, and all of them for a search`() {
    var made = 0
    let model = OutlineModel<Int>()
    model.begin { count in
      while model.outline.count < count, made < 1_000 {
        model.outline.append([Row(made, depth: 0)])
        made += 1
      }
      if made == 1_000 { model.more = nil }
    }
    #expect(made == 50 && !model.bounds.reachesEnd)
    model.ensure(150..<201)
    #expect(made == 251)
    #expect(model.find(backward: false) { $0.content == 999 } && model.bounds.reachesEnd)
  }

  @Test func `Headings above the first row and below the last are shown where the cursor ends`()
    throws
  {
    let model = OutlineModel(
      [Row(0, depth: 0, isHeading: true)] + (1...9).map { Row($0, depth: 1) }
        + [Row(10, depth: 0, isHeading: true)]
    )
    let tester = SceneTester(width: 20, height: 4) {
      List(model, cursor: model.cursor) { Text("row \(model.outline.row(at: $0)?.content ?? -1)") }
    }
    tester.send("G")
    #expect(tester.lines.last == "  row 10", "\(tester.text)")
    tester.send("g")
    #expect(tester.lines.first == "  row 0", "\(tester.text)")
  }
}
