import SceneSupport
import EntityStore
import SQLite
import TestSupport
import Testing

@testable import CommandLineTool
import Pages
import Workspace
import StandardKeys

/// How many statements it takes to show rows: not one for each row.
@MainActor
struct StatementCountTests {
  private let folder = TemporaryFolder()

  /// Parts with a maker in a town, and pieces; `count` of them.
  private static func script(_ count: Int) -> String {
    """
    CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town_id INTEGER REFERENCES town(id));
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, maker_id INTEGER NOT NULL REFERENCES maker(id),
      spare_id INTEGER REFERENCES part(id));
    CREATE TABLE piece(id INTEGER PRIMARY KEY, label TEXT NOT NULL, part_id INTEGER NOT NULL REFERENCES part(id));
    CREATE INDEX piece_part ON piece(part_id);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 7)
    INSERT INTO town SELECT i, 'town ' || i FROM n;
    INSERT INTO maker SELECT id, 'maker ' || id, id FROM town;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO part SELECT i, 'part ' || i, i % 7 + 1, nullif(i - 1, 0) FROM n;
    INSERT INTO piece SELECT id, 'piece ' || id, id FROM part;
    """
  }

  private static let columns = [
    "name", "maker", "maker.name", "maker.town", "maker.town.name", "spare.spare.name", "pieces",
    "spare.pieces",
  ]

  /// How many statements `d2t` runs that print so many rows.
  private func statements(_ command: String, _ count: Int, _ format: String) async throws -> Int {
    let path = "\(folder.path)/\(command)-\(format)-\(count).db"
    try Connection(path: path, mode: .create).execute(Self.script(count))
    let columns = command == "list" ? ["--columns", Self.columns.joined(separator: ",")] : []
    let words = [command, path, "Part", "--format", format] + columns
    let program = Program(try Invocation(arguments: words))
    let session = try await program.session()
    let target = try program.target(in: session.work)
    let before = session.work.store.statementCount
    let keys = try program.keys(in: target.scope, or: ["id", "name", "makerId", "spareId"])
    var text = ""
    let printed = try #require(RowWriter.Format(rawValue: format))
    _ = try await program.printRows(target, keys, as: printed) { text += $0 }
    let taken = session.work.store.statementCount - before
    await session.close()
    #expect(text.contains("part \(count)"), "\(text.prefix(400))")
    return taken
  }

  @Test(arguments: ["list", "export"], ["text", "csv", "json"])
  func `Printing more rows takes no more statements`(command: String, format: String) async throws {
    let few = try await statements(command, 10, format)
    #expect(try await statements(command, 200, format) == few)
    #expect(few <= 6)
  }

  @Test func `B3: Rows are exported in windows that grow while they are small`() async throws {
    // Of 500, 1000, 2000, 4000 and 4000 rows; 23 windows would do if they did not grow.
    #expect(try await statements("export", 11_500, "csv") <= 12)
  }

  @Test func `B3: All objects that are changed are read without a sort for each window`()
    async throws
  {
    let path = "\(folder.path)/sorted.db"
    try Connection(path: path, mode: .create).execute(Self.script(3000))
    let program = Program(try Invocation(arguments: ["set", path, "Part?sort=-name", "name=x"]))
    let session = try await program.session()
    let target = try program.target(in: session.work, task: "edit")
    let before = session.work.store.statementCount
    #expect(try await target.objects(allowsMany: true).count == 3000)
    #expect(session.work.store.statementCount - before <= 4)
    #expect(!session.work.store.statementLog.contains { $0.sql.contains("ORDER BY t0.\"name\"") })
    await session.close()
  }

  @Test func `What an object leads to through another is counted for that one`() async throws {
    let path = "\(folder.path)/pieces.db"
    let script =
      Self.script(4) + "INSERT INTO piece(label, part_id) VALUES('a', 2), ('b', 2), ('c', 3);"
    try Connection(path: path, mode: .create).execute(script)
    let words = ["list", path, "Part", "--format", "csv", "--columns", "name,pieces,spare.pieces"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(
      outcome.output
        == "name,pieces,spare.pieces\npart 1,1,\npart 2,3,1\npart 3,2,3\npart 4,1,2\n",
      "\(outcome.output)"
    )
    let one = ["get", path, "Part#3", "spare.pieces"]
    #expect(await Program(try Invocation(arguments: one)).run().output == "3\n")
  }

  @Test func `A list page takes as many statements for two hundred rows as for ten`() async throws {
    let rules = """
      entity.name = 'Part' and task = 'list' => displayPropertyKeys =
        ['name', 'maker', 'maker.town', 'maker.town.name', 'spare.spare.name', 'pieces']
      """
    var opened: [Int] = []
    for count in [10, 200] {
      let scene = try await Scene(
        Self.script(count),
        rules: rules,
        "--entity Part",
        width: 80,
        height: 50
      )
      opened.append(scene.session.work.store.statementCount)
      #expect(scene.text.contains("part 10"))
      guard count == 200 else { continue }
      let before = scene.session.work.store.statementCount
      for _ in 0..<4 { try await scene.send("pagedown") }
      #expect(scene.text.contains("part 200") || scene.text.contains("part 190"), "\(scene.text)")
      // A few for each page, of which each shows more than forty rows.
      #expect(scene.session.work.store.statementCount - before <= 4 * 3)
    }
    #expect(opened[1] <= opened[0] + 3, "\(opened)")
  }
}
