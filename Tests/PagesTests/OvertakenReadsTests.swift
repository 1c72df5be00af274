import EntityStore
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// A list that is asked for other rows while it reads some shows those that were asked for last.
@MainActor
struct OvertakenReadsTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT);
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 90)
    INSERT INTO film SELECT i, printf('F%02d', i * 37 % 91), i FROM n;
    """

  private func ids(_ list: ListModel) -> [Int64] {
    list.result.rows.compactMap { $0.record.id?.integerKey }
  }

  @Test
  func `Rows are those of the query that was asked for last, however reads overtake each other`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film")
    let list = try #require(scene.session.navigator.current.list)
    var random = SeededGenerator(seed: 7)
    var (queries, results) = ([list.query], [ids(list)])
    for keys in [["title"], ["-title"], ["length"]] {
      await list.sort(by: keys)
      queries.append(list.query)
      results.append(ids(list))
    }
    #expect(Set(results.map(\.first)).count == 3, "\(results)")
    for round in 0..<60 {
      list.cursor.go(to: list.result.positions.randomElement(using: &random) ?? 0, in: list)
      var last = 0
      for _ in 0..<Int.random(in: 2...4, using: &random) {
        last = Int.random(in: queries.indices, using: &random)
        _ = list.turn(to: queries[last])
        if Bool.random(using: &random) { scene.draw() }
        for _ in 0..<Int.random(in: 0...30, using: &random) { await Task.yield() }
        if Int.random(in: 0..<4, using: &random) == 0 {
          scene.session.work.loads.run { await list.reload() }
        }
      }
      try await scene.settle()
      #expect(ids(list) == results[last], "round \(round)")
      #expect(list.notice == nil && list.result.error == nil, "round \(round)")
      #expect(list.query.sortKeys == queries[last].sortKeys, "round \(round)")
    }
  }

  @Test func `The cursor goes to the row that was to be shown, though another read comes between`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film")
    let list = try #require(scene.session.navigator.current.list)
    list.wantedID = RecordID(entityName: "Film", key: 70)
    for _ in 0..<3 { scene.session.work.loads.run { await list.reload() } }
    try await scene.settle()
    #expect(list.currentRecord?.id?.integerKey == 70 && list.wantedID == nil)
  }
}
