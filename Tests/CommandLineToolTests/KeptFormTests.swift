import CommandLineTool
import SceneSupport
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests that written values keep the format that their column uses.
@MainActor
struct KeptFormTests: ShopFile {
  let folder = TemporaryFolder()

  private func make(_ columns: String, _ values: String, count: Int) throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE e(id INTEGER PRIMARY KEY, \(columns));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO e SELECT i, \(values) FROM n;
      """
    )
  }

  private func set(_ id: Int, _ assignment: String) async throws {
    let outcome = try await run("set", "E#\(id)", assignment)
    #expect(outcome.messages == "1 object changed\n", "\(outcome)")
  }

  private func stored(_ column: String, _ id: Int) throws -> String {
    try rows("SELECT \(column) FROM e WHERE id = \(id)").joined()
  }

  @Test(arguments: ["2024-01-02 10:00", "2024-01-02T00:30:00+02:00"])
  func `A time in a column of days makes no moments of the others`(time: String) async throws {
    try make("day DATE", "date('2024-01-01', i || ' days')", count: 60)
    try await set(1, "day=\(time)")
    #expect(try stored("day", 1) == time)
    try await set(2, "day=2024-05-05")
    #expect(try stored("day", 2) == "2024-05-05")
    #expect(try await run("get", "E#1", "day").output.hasPrefix("2024-01-02"))
    #expect(try await run("insert", "E", "day=2024-02-03").output == "E#61\n")
    #expect(try stored("day", 61) == "2024-02-03")
    let csv = folder.write(Array("day\n2024-02-04\n".utf8), to: "days.csv")
    #expect(try await run("import", "E", csv).code == 0)
    #expect(try stored("day", 62) == "2024-02-04")
    try await set(3, "day=\(time)")
    try await set(4, "day=\(time)")
    #expect(try await run("insert", "E", "day=2024-02-05").code == 0)
    #expect(try stored("day", 63) == "2024-02-05")
    // Where most are moments, that is what the column holds.
    try script(
      """
      UPDATE e SET day = substr(day, 1, 10);
      UPDATE e SET day = day || ' 10:00:00' WHERE id > 20;
      """
    )
    try await set(20, "day=2024-05-06 11:00")
    #expect(try stored("day", 20) == "2024-05-06 11:00:00")
  }

  @Test func `Digits of a moment among those of days make no moments of the others`() async throws {
    try make("day DATE", "20240100 + (i % 30) + 1", count: 60)
    try script("UPDATE e SET day = 20240102100000 WHERE id = 1")
    try await set(2, "day=2024-05-05")
    #expect(try stored("day", 2) == "20240505")
  }

  @Test func `Midnight is written as most rows of a column of moments write it`() async throws {
    try make("at DATETIME", "date('2024-01-01', i || ' days')", count: 30)
    try script("UPDATE e SET at = '2024-01-02 10:00:00' WHERE id = 1")
    try await set(2, "at=2024-05-05")
    try await set(3, "at=2024-05-05 10:30")
    let written = try rows("SELECT at FROM e WHERE id IN (2, 3)")
    #expect(written == ["2024-05-05", "2024-05-05 10:30:00"])
  }

  @Test func `Times have seconds where most of the column have them`() async throws {
    try make(
      "at TIME, seen TIMESTAMP, long TIME",
      """
      printf('%02d:30', i % 24), printf('2024-01-%02d 10:%02d', i % 28 + 1, i), \
      printf('%02d:30:00', i % 24)
      """,
      count: 30
    )
    for (name, value, expected) in [
      ("at", "10:15", "10:15"), ("at", "10:15:20", "10:15:20"), ("long", "10:15", "10:15:00"),
      ("seen", "2024-02-03 10:15", "2024-02-03 10:15"),
      ("seen", "2024-02-03 10:15:07", "2024-02-03 10:15:07"),
      ("seen", "2024-02-03", "2024-02-03 00:00"),
    ] {
      try await set(5, "\(name)=\(value)")
      #expect(try stored(name, 5) == expected)
    }
  }

  @Test func `A time is found as the key that is typed, and said without a day`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE slot(t TIME PRIMARY KEY, name TEXT);
      INSERT INTO slot VALUES ('10:00:00', 'x'), ('10:00', 'y'), ('11:00', 'z'), ('12:00:00', 'q');
      CREATE TABLE ev(id INTEGER PRIMARY KEY, t TIME REFERENCES slot);
      """
    )
    for (key, name) in [("10:00:00", "x"), ("10:00", "y"), ("11:00", "z"), ("12:00:00", "q")] {
      #expect(try await run("get", "Slot#\(key)", "name").output == "\(name)\n", "\(key)")
    }
    let missing = try await run("get", "Slot#13:00")
    #expect(missing.code == 1, "\(missing)")
    #expect(missing.messages.contains("no Slot with the id 13:00"), "\(missing)")
    let broken = try await run("insert", "Ev", "t=13:00")
    #expect(broken.code == 1 && !broken.messages.contains("1970"), "\(broken)")
  }

  @Test(arguments: ["NUMERIC", "DOUBLE", "TEXT", "DECIMAL(10,0)"])
  func `An object is referred to whatever its key is declared as`(parent: String) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE p(id \(parent) PRIMARY KEY, name TEXT);
      INSERT INTO p VALUES (1, 'a'), (2, 'b');
      CREATE TABLE c(id INTEGER PRIMARY KEY, n TEXT, p_id INTEGER REFERENCES p);
      INSERT INTO c VALUES (1, 'x', 1);
      """
    )
    let outcome = try await run("set", "C#1", "p=2")
    #expect(outcome.messages == "1 object changed\n", "\(outcome)")
    let joined = try rows("SELECT p_id, typeof(p_id), name FROM c JOIN p ON p.id = p_id")
    #expect(joined == ["2|integer|b"])
    let new = try await run("insert", "C", "n=j", "p=1")
    #expect(new.output == "C#2\n", "\(new)")
    let json = folder.write(Array(#"[{"n": "k", "p": {"id": "2"}}]"#.utf8), to: "c.json")
    let imported = try await run("import", "C", json)
    #expect(imported.code == 0, "\(imported)")
    // What is no whole number is no key of such a column.
    #expect(try await run("set", "C#1", "pId=x").code != 0)
  }
}
