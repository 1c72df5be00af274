import SceneSupport
import Testing

@testable import Pages
import Workspace

/// All that goes with an object is told, however far away it is.
@MainActor
struct CascadedDeletionsTests {
  /// Tables in a chain, a row in each that goes with the one before; `rows` in the last.
  private static func chain(_ length: Int, rows: Int = 1) -> String {
    (1...length).map { number in
      let reference = number == 1 ? "" : ", up INT REFERENCES t\(number - 1) ON DELETE CASCADE"
      let values = number == 1 ? "i, 'name'" : "i, 'name', 1"
      return """
        CREATE TABLE t\(number)(id INTEGER PRIMARY KEY, name TEXT\(reference));
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(number == length ? rows : 1))
          INSERT INTO t\(number) SELECT \(values) FROM n;
        CREATE INDEX i\(number) ON t\(number)(\(number == 1 ? "name" : "up"));
        """
    }.joined(separator: "\n")
  }

  @Test func `J9: a chain of twenty cascades is told to its end`() async throws {
    let scene = try await Scene(Self.chain(21), "--entity T1", width: 100, height: 60)
    try await scene.send("d")
    #expect(scene.text.contains("and 20 more with it."), "\(scene.text)")
    #expect(scene.text.contains("20 steps away"), "\(scene.text)")
    #expect(scene.lines.count { $0.contains("1, deleted too") } == 20, "\(scene.text)")
    try await scene.send("y")
    #expect(
      try scene.rows("SELECT (SELECT count(*) FROM t1) + (SELECT count(*) FROM t21)") == ["0"]
    )
  }

  @Test func `J9: fifty thousand rows five steps away are counted`() async throws {
    let scene = try await Scene(Self.chain(6, rows: 50_000), "--entity T1", width: 120)
    scene.session.work.counts.patience = .seconds(3_600)
    try await scene.send("d")
    #expect(scene.text.contains("and 50 004 more with it."), "\(scene.text)")
    #expect(scene.text.contains("50 000, deleted too"), "\(scene.text)")
  }

  @Test func `J9: of more than are looked at there are at least so many`() async throws {
    let script =
      Self.chain(6, rows: 2_000) + """

        CREATE TABLE leaf(id INTEGER PRIMARY KEY, up INT REFERENCES t6 ON DELETE CASCADE);
        INSERT INTO leaf SELECT id, id FROM t6;
        """
    let scene = try await Scene(script, "--entity T1", width: 120)
    scene.session.work.counts.patience = .seconds(3_600)
    scene.session.work.counts.mostFollowed = 1_000
    try await scene.send("d")
    #expect(scene.text.contains("and at least 2 999 more with it."), "\(scene.text)")
    #expect(scene.text.contains("≥ 995, deleted too"), "\(scene.text)")
  }

  /// A tree of rows: below each of some rows others, and rows that refer to themselves or in a circle.
  private static let tree = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, up INT REFERENCES item ON DELETE CASCADE);
    CREATE TABLE note(id INTEGER PRIMARY KEY, item_id INT REFERENCES item ON DELETE CASCADE);
    INSERT INTO item VALUES(1, 'own', 1), (2, 'ring', 3), (3, 'of', 4), (4, 'three', 2);
    WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO item SELECT i, 'deep' || i, CASE WHEN i = 10 THEN NULL ELSE i - 1 END FROM n;
    INSERT INTO note(item_id) VALUES (1), (2), (3), (10), (20), (30);
    """

  @Test(arguments: [("1", 1), ("2", 4), ("3", 4), ("10", 23), ("29", 2), ("30", 1)])
  func `J9: a row that is reached again counts once`(id: String, count: Int) async throws {
    let scene = try await Scene(Self.tree, "--entity Item --task delete --id \(id)", width: 100)
    #expect(scene.text.contains("and \(count) more with it."), "\(scene.text)")
    try await scene.send("y")
    #expect(
      try scene.rows("SELECT 30 - (SELECT count(*) FROM item) - (SELECT count(*) FROM note)") == [
        "\(count)"
      ],
      "\(scene.text)"
    )
  }
}
