import Qualifiers
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Sorting by a column with one key: each press shows another order.
@MainActor
struct SortCycleTests {
  private func orderings(_ keys: [String]) -> [SortOrdering] { keys.map { SortOrdering(key: $0) } }

  private func toggle(_ query: inout ListQuery, _ column: String) {
    query.toggleSort(by: column) { SortOrdering(key: $0).path }
  }

  @Test func `Each press shows another order, that of the rules reversed, and a few lead back`() {
    var random = SeededGenerator(seed: 4)
    func order() -> [String] {
      ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map {
        (Bool.random(using: &random) ? "-" : "") + $0
          + (Int.random(in: 0..<4, using: &random) == 0 ? " natural" : "")
      }
    }
    for _ in 0..<300 {
      let ruled = order()
      var query = ListQuery(ruledSortKeys: ruled)
      for _ in 0..<12 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          query.sortKeys = order()
          continue
        }
        let column = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        let (before, isRuled) = (orderings(query.sortKeys), query.isUnsorted)
        toggle(&query, column)
        let after = orderings(query.sortKeys)
        let (old, new) = (before.first, after.first)
        #expect(
          old?.path != new?.path || old?.isDescending != new?.isDescending,
          "\(ruled) \(before) \(after)"
        )
        if isRuled, let old, old.path.description == column {
          var mirror = before
          for index in mirror.indices { mirror[index].isDescending.toggle() }
          #expect(after == mirror, "\(ruled) \(before) \(after)")
        }
      }
      var seen: Set<Bool> = []
      for press in 1... {
        toggle(&query, "a")
        if let first = orderings(query.sortKeys).first, first.path.description == "a" {
          seen.insert(first.isDescending)
        }
        if query.isUnsorted, seen.count == 2 { break }
        guard press < 8 else {
          Issue.record("\(ruled) never ends")
          break
        }
      }
    }
  }

  private static let columns = ["title", "length", "studio"]
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT,
      studio_id INT REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Ufa'), (2, 'Ealing');
    INSERT INTO film VALUES (1, 'ALIEN', 117, 1), (2, 'BRAZIL', 142, 1), (3, 'CUBE', 90, 2);
    """

  private func films(_ scene: Scene) -> String {
    scene.lines.compactMap { line in ["ALIEN", "BRAZIL", "CUBE"].first { line.contains($0) } }
      .map { String($0.prefix(1)) }.joined()
  }

  @Test(
    arguments: [
      ("['-length']", "length", ["BAC", "CAB", "BAC", "CAB"]),
      ("['length', 'title']", "length", ["CAB", "BAC", "CAB", "BAC"]),
      ("['studio', '-title']", "studio", ["CBA", "ABC", "CBA"]),
      ("['studio.name', '-title']", "studio", ["CBA", "ABC", "CBA"]),
      ("['-length']", "title", ["BAC", "ABC", "CBA", "BAC", "ABC"]),
    ]
  )
  func `Sorting by the column that a rule sorts by already shows the rows the other way round`(
    rule: String,
    column: String,
    orders: [String]
  ) async throws {
    let scene = try await Scene(
      Self.script,
      rules: """
        entity.name = 'Film' => sortOrderings = \(rule)
        task = 'list' => displayPropertyKeys = ['\(Self.columns.joined(separator: "', '"))']

        """,
      "--entity Film"
    )
    for _ in Self.columns.prefix(while: { $0 != column }) { try await scene.send("l") }
    for (press, order) in orders.enumerated() {
      if press > 0 { try await scene.send("s") }
      #expect(films(scene) == order, "press \(press): \(scene.text)")
    }
  }
}
