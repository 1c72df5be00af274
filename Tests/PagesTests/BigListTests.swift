import SceneSupport
import EntityStore
import Qualifiers
import SQLite
import Testing
import Widgets

@testable import Pages
import Workspace
import StandardKeys

/// Lists that are longer than what is counted at once.
@MainActor
struct BigListTests {
  private static let script = """
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight INT);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO part SELECT i, 'part ' || i, i * 7919 % 12007 FROM n;
    """

  /// The lines with rows on them.
  private func shown(_ scene: Scene) -> [String] { scene.lines.filter { $0.contains("part ") } }

  private func cursorLine(_ scene: Scene) -> String {
    scene.line(with: "part ") ?? ""
  }

  @Test func `A row is gone to by its number or by a part of the list`() async throws {
    let scene = try await Scene(Self.script, "--entity Part")
    // Counting goes on in the background, and may be done by now.
    let counts = ["1/≈12,000", "1/≈12 000", "1/12,000", "1/12 000"]
    #expect(counts.contains { scene.status.contains($0) }, "\(scene.status)")
    let list = try #require(scene.session.navigator.current.list)
    try await scene.send("#")
    try await scene.type("7001")
    try await scene.send("enter")
    #expect(list.currentRecord?.value(forKey: "id") == .int(7001))
    #expect(list.result.count == .exactly(12_000) && list.result.offset != nil)
    #expect(scene.status.contains("7,001/12,000") || scene.status.contains("7 001/12 000"))
    // Rows before and behind are there as for any other row.
    try await scene.send("k")
    #expect(list.currentRecord?.value(forKey: "id") == .int(7000))
    try await scene.send("#")
    try await scene.type("100%")
    try await scene.send("enter")
    #expect(list.currentRecord?.value(forKey: "id") == .int(12_000))
    try await scene.send("#")
    try await scene.type("soon")
    try await scene.send("enter")
    #expect(scene.text.contains("neither a row number"))
  }

  @Test func `In an order without an index numbers count in that order`() async throws {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    await list.toggleSort(by: "weight")
    await list.go { count in count / 2 }
    let plain = try scene.rows("SELECT id FROM part ORDER BY weight, id LIMIT 1 OFFSET 6000")
    #expect(list.currentRecord?.value(forKey: "id")?.description == plain[0])
  }

  @Test func `G8: a list whose numbers were given up for other lists is numbered again`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    await list.toggleSort(by: "weight")
    await list.go { count in count / 2 }
    for first in 1...5 {
      let other = FetchSpecification(
        entityName: "Part",
        qualifier: Qualifier.parse("id > \(first)").0
      )
      _ = try await scene.session.work.store.numberRows(other)
    }
    await list.go { count in count / 3 }
    #expect(list.result.error == nil && list.notice == nil, "\(scene.text)")
    let plain = try scene.rows("SELECT id FROM part ORDER BY weight, id LIMIT 1 OFFSET 4000")
    #expect(list.currentRecord?.value(forKey: "id")?.description == plain[0])
  }

  @Test func `How many rows there are stays known when they are counted in part after that`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    await list.go { count in count / 2 }
    await list.result.countRows(upTo: ListModel.countLimit)
    #expect(list.result.count == .exactly(12_000))
    await list.go { count in count / 3 }
    #expect(list.currentRecord?.value(forKey: "id") == .int(4001))
  }

  @Test func `A row that is gone to while the list is read again is that row, or none`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    await list.go { _ in 7000 }
    try await scene.send("j j")
    let tell = list.result.onChange
    for round in 1...20 {
      var (isAsked, reading) = (false, Task<Void, Never>?.none)
      list.result.onChange = {
        tell()
        if list.result.isLoading, !isAsked {
          isAsked = true
          reading = Task.immediate { await list.reload() }
        }
      }
      // A search goes to a row, too.
      if round.isMultiple(of: 2) {
        await list.search.find("part \(100 * round)")
      } else {
        await list.go { _ in 100 * round }
      }
      await reading?.value
      #expect(list.currentRecord?.value(forKey: "id") == .int(7003), "\(round)")
      #expect(list.notice == "the rows were read again; go there once more", "\(round)")
    }
  }

  @Test func `The pane takes no row from before while its list is being read again`() async throws {
    let scene = try await Scene(
      "CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO part VALUES (1, 'old');",
      "--entity Part",
      width: 120
    )
    let list = try #require(scene.session.navigator.current.list)
    let record = try #require(list.currentRecord)
    try scene.execute("UPDATE part SET name = 'new'")
    // The list has asked for its rows then, and the pane asks while they are on their way.
    let reading = Task.immediate { await list.reload() }
    #expect(list.result.isLoading)
    await list.detail.load(record)
    await reading.value
    let current = try #require(list.currentRecord)
    #expect(list.detail.whole(of: current).value(forKey: "name") == .string("new"))
  }

  @Test func `What another program changes is read, and the cursor stays on its row`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    try await scene.send("j j j")
    let list = try #require(scene.session.navigator.current.list)
    #expect(list.currentRecord?.value(forKey: "name") == .string("part 4"))
    try Connection(path: scene.path, mode: .readWrite)
      .execute("DELETE FROM part WHERE id = 2; UPDATE part SET name = 'other' WHERE id = 3")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.text.contains("other") && !scene.text.contains("part 2 "))
    #expect(list.currentRecord?.value(forKey: "name") == .string("part 4"))
    // Nothing has changed since: nothing is read.
    let count = scene.session.work.store.statementCount
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.session.work.store.statementCount == count)
  }

  @Test func `A list that is left waits for nothing, and reads again when it is gone back to`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    try Connection(path: scene.path, mode: .readWrite).execute("CREATE VIEW endless AS \(endless)")
    // What is being read when the page is left is ended, whatever it is.
    scene.session.work.loads.run { await list.load() }
    scene.session.navigator.push(PageState(task: "queryAll", subject: .database))
    try await scene.settle()
    try await scene.send("esc")
    #expect(list.result.rows.count > 0 && !list.result.wasStopped)
  }

  @Test func `After a fetch was stopped going on asks again`() async throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let scene = try await Scene("CREATE VIEW endless AS \(endless);", "--entity Endless")
    let list = try #require(scene.session.navigator.current.list)
    scene.session.work.reading.readsAhead = false
    await list.reload()
    list.stop()
    let loaded = list.result.positions.upperBound
    // Nobody ever comes to the end.
    let jump = Task { _ = await list.result.load(from: .end) }
    let stopping = Task {
      while !Task.isCancelled {
        list.stop()
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    await jump.value
    stopping.cancel()
    await stopping.value
    // Standing still asks for nothing; going on does.
    try await scene.settle()
    #expect(list.result.wasStopped && list.result.positions.upperBound == loaded)
    for _ in 0..<12 { try await scene.send("pagedown") }
    #expect(list.cursor.position >= loaded && !list.result.wasStopped)
    await scene.session.close()
  }

  /// A list that can be read at once, and sorted by its weight never.
  private static let heavy = """
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 199)
    INSERT INTO part SELECT i, 'part ' || i FROM n;
    CREATE VIEW heavy AS SELECT name, (
      WITH RECURSIVE n(i) AS (SELECT part.id UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
    ) AS weight FROM part;
    """

  @Test func `Esc ends a sort that is waited for: rows and order stay as they were`() async throws {
    let scene = try await Scene(
      Self.heavy,
      rules: "entity.name = 'Heavy' and task = 'list' => displayPropertyKeys = ['name']",
      "--entity Heavy"
    )
    let list = try #require(scene.session.navigator.current.list)
    try await scene.send("j j")
    let (before, keys, place) = (shown(scene), list.query.sortKeys, list.cursor.position)
    scene.session.work.loads.run { await list.toggleSort(by: "weight") }
    try await scene.draw {
      scene.session.work.loads.busyTime != nil && scene.status.contains("esc")
    }
    #expect(shown(scene) == before && list.result.isLoading)
    try await scene.send("esc")
    #expect(!list.result.isLoading && scene.session.work.loads.busyTime == nil)
    #expect(shown(scene) == before, "\(scene.text)")
    #expect(list.query.sortKeys == keys && list.cursor.position == place)
    #expect(scene.status.contains("stopped; the previous rows are shown"), "\(scene.status)")
    // Afterwards it goes on, in that order and in others.
    try await scene.send("G")
    #expect(list.currentRecord?.value(forKey: "name") == .string("part 199"))
    scene.session.work.loads.run { await list.sort(by: ["-name"]) }
    try await scene.settle()
    #expect(list.result.rows.first?.record.value(forKey: "name") == .string("part 199"))
    #expect(list.query.sortKeys == ["-name"])
  }

  @Test func `A long list says about how many rows there are, and which one was jumped to`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Part")
    let list = try #require(scene.session.navigator.current.list)
    #expect(list.result.estimate == 12_000)
    #expect(
      scene.status.contains("1/≈12,000") || scene.status.contains("1/≈12 000")
        || scene.status.contains("1/12")
    )
    try await list.result.numberRows()
    // By a search one jumps to a row by its key.
    try await scene.send("/")
    try await scene.type("t 8123")
    try await scene.send("enter")
    #expect(list.currentRecord?.value(forKey: "id") == .int(8123))
    #expect(scene.status.contains("8,123/12,000") || scene.status.contains("8 123/12 000"))
  }
}
