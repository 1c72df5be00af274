import SceneSupport
import CommandLineTool
import Pages
import Editing
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests that commands report what is in the file after the triggers ran, and that refusals have helpful messages.
@MainActor
struct ToldOutcomeTests: ShopFile {
  let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);
    INSERT INTO t VALUES(1, 'one', 'a'), (2, 'two', 'b');
    """

  private func make(_ trigger: String) throws {
    try Connection(path: path, mode: .create).execute(Self.script + trigger)
  }

  private static let undoing = """
    CREATE TRIGGER u AFTER UPDATE ON t WHEN NEW.note LIKE 'no%' BEGIN
      UPDATE t SET note = OLD.note WHERE id = NEW.id; END;
    """

  @Test func `A2: a change that a trigger puts back is not reported as made`() async throws {
    try make(Self.undoing)
    let outcome = try await run("set", "T#1", "note=no1")
    #expect(outcome.code == 1 && outcome.messages.hasPrefix("0 objects changed\n"), "\(outcome)")
    #expect(outcome.messages.contains("has put back Note"), "\(outcome)")
    let other = try await run("set", "T#1", "note=no1", "name=uno")
    #expect(other.code == 0 && other.messages.hasPrefix("1 object changed\n"), "\(other)")
    #expect(other.messages.contains("has put back Note"), "\(other)")
    #expect(try await run("set", "T", "note=yes", "--all").messages == "2 objects changed\n")
    let scene = try await Scene(copyOf: path, "--entity T --id 1 --task edit")
    try await scene.go(to: "note")
    try await scene.retype("no2")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("has put back Note"), "\(scene.text)")
  }

  @Test func `A2: a row that a trigger puts back is not reported as deleted`() async throws {
    try make(
      """
      CREATE TRIGGER d AFTER DELETE ON t WHEN OLD.id = 1 BEGIN
        INSERT INTO t VALUES(OLD.id, OLD.name, OLD.note); END;
      """
    )
    let scene = try await Scene(copyOf: path, "--entity T --task list")
    try await scene.send("d y")
    #expect(scene.status.contains("there still"), "\(scene.text)")
    let one = try await run("delete", "T#1")
    #expect(one.code == 1 && one.messages.hasPrefix("0 objects deleted\n"), "\(one)")
    let all = try await run("delete", "T", "--all")
    #expect(all.code == 0 && all.messages.hasPrefix("1 object deleted\n"), "\(all)")
    #expect(all.messages.contains("1 object is there still"), "\(all)")
  }

  @Test func `A9: a row that a trigger renumbers is found again by what no other has`() async throws
  {
    let renumbering = """
      CREATE TRIGGER m AFTER INSERT ON t BEGIN UPDATE t SET id = id + 1000 WHERE id = NEW.id; END;
      CREATE TRIGGER v AFTER UPDATE OF note ON t BEGIN UPDATE t SET id = id + 50 WHERE id = NEW.id; END;
      """
    try make(renumbering)
    let made = try await run("insert", "T", "name=three")
    #expect(made.output == "T#1003\n" && made.messages.isEmpty, "\(made)")
    #expect(try await run("set", "T#2", "note=c").messages == "1 object changed\n")
    let scene = try await Scene(Self.script + renumbering, "--entity T --task list")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("four")
    try await scene.send("ctrl-s")
    #expect(!scene.text.contains("gone") && scene.text.contains("four"), "\(scene.text)")
    try await scene.send("e")
    try await scene.go(to: "note")
    try await scene.type("x")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT id, note FROM t WHERE name = 'four'") == ["1053|x"])
    #expect(!scene.text.contains("gone"), "\(scene.text)")
  }

  @Test func `A9: a row that a trigger takes away is told, and its page is left`() async throws {
    let scene = try await Scene(
      Self.script
        + "CREATE TRIGGER k AFTER INSERT ON t BEGIN DELETE FROM t WHERE id = NEW.id; END;",
      "--entity T --task list"
    )
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("three")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("a trigger of the database changed its key"), "\(scene.text)")
    #expect(!scene.text.contains("is gone") && scene.text.contains("two"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test(arguments: [(1, "csv"), (2, "csv"), (1, "json"), (2, "json")])
  func `A2: rows that a trigger takes away are not reported as imported`(
    kept: Int,
    format: String
  ) async throws {
    try make(
      "CREATE TRIGGER k AFTER INSERT ON t WHEN NEW.note = 'no' BEGIN DELETE FROM t WHERE id = NEW.id; END;"
    )
    let note = kept == 1 ? "no" : "yes"
    let text =
      format == "csv"
      ? "name,note\nx,\(note)\ny,yes\n"
      : #"[{"name":"x","note":"\#(note)"},{"name":"y","note":"yes"}]"#
    let file = folder.write(Array(text.utf8), to: "rows.\(format)")
    let outcome = try await run("import", "T", file)
    let report = kept == 1 ? "1 object imported\n" : "2 objects imported\n"
    #expect(outcome.messages.hasPrefix(report) && outcome.code == 0, "\(outcome)")
    #expect(
      outcome.messages.contains("a trigger changed the imported rows") == (kept == 1),
      "\(outcome)"
    )
    #expect(try rows("SELECT count(*) FROM t") == ["\(2 + kept)"])
  }

  @Test(arguments: [0, 1])
  func `A2: what a trigger makes of imported rows is told, and all of them were taken`(
    kept: Int
  ) async throws {
    try make(
      "CREATE TRIGGER k AFTER INSERT ON t BEGIN DELETE FROM t WHERE id <= NEW.id - \(kept); END;"
    )
    let file = folder.write(Array("name,note\nx,a\ny,b\n".utf8), to: "rows.csv")
    let outcome = try await run("import", "T", file)
    // What comes with code 1 is tried again, and would be there twice.
    #expect(outcome.code == 0 && outcome.messages.hasPrefix("0 objects imported\n"), "\(outcome)")
    #expect(outcome.messages.contains("2 in the file"), "\(outcome)")
    #expect(try rows("SELECT count(*) FROM t") == ["\(kept)"])
  }

  @Test func `A2: what the type of a column keeps as it was is not told as changed`() async throws {
    try make("CREATE TABLE u(id INTEGER PRIMARY KEY, code STRING); INSERT INTO u VALUES(1, 7);")
    let outcome = try await run("set", "U#1", "code=007")
    #expect(try rows("SELECT quote(code) FROM u") == ["7"])
    #expect(outcome.messages.hasPrefix("0 objects changed\n"), "\(outcome)")
    #expect(outcome.messages.contains("or the column's type has put back"), "\(outcome)")
  }

  @Test func `D2: a condition that leaves nothing is no reason to ask which one is meant`()
    async throws
  {
    try make("")
    for words in [["set", "note=x"], ["delete"], ["set", "note=x", "--set", "debug=false"]] {
      let arguments = [words[0], path, "T?id = 1e308"] + words.dropFirst()
      let outcome = await Program(try Invocation(arguments: arguments)).run()
      #expect(outcome.code == 1, "\(outcome)")
      #expect(outcome.messages.contains("there is no T that matches 'id = 1e308'"), "\(outcome)")
    }
  }

  @Test func `A21: sums of a view are shown without the digits that only binary fractions have`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE sale(id INTEGER PRIMARY KEY, price REAL, anything);
      INSERT INTO sale VALUES(1, 420.6, 'x'), (2, 420.6, 0.1 + 0.2), (3, 420.6, 7);
      CREATE VIEW total AS SELECT sum(price) AS total, 1261.3999999999999 AS other FROM sale;
      """
    )
    let shown = try await run("list", "Total").output
    #expect(shown.contains("1261.8 ") && shown.contains("1261.4\n"), "\(shown)")
    #expect(
      try await run("list", "Sale", "--columns", "anything").output == "Anything\nx\n0.3\n7\n"
    )
    // Programs get every digit.
    let exported = try await run("export", "Total").output
    #expect(exported == "total,other\n1261.8000000000002,1261.3999999999999\n")
    let scene = try await Scene(copyOf: path, "--entity Total --task list")
    try await scene.send("/")
    try await scene.type("1261.4")
    try await scene.send("enter")
    #expect(!scene.text.contains("not found") && scene.text.contains("1261.4"), "\(scene.text)")
  }

  @Test func `D2: what stands beside an object is refused with what to write instead`() async throws
  {
    try makeShop()
    for (link, piece) in [
      ("Album?artist = 3", "artist.artistId = 3"),
      ("Album?artist = 'Accept'", "artist.name = 'Accept'"),
      ("Artist?albums = 3", "albums.albumId = 3"),
    ] {
      let outcome = try await run("list", link)
      #expect(outcome.code != 0 && outcome.messages.contains(piece), "\(outcome)")
    }
  }

  @Test func `D2: a name that an object of a file has twice is refused as such`() async throws {
    try make("")
    let file = folder.write(Array(#"[{"name":"x","note":1,"name":"y"}]"#.utf8), to: "rows.json")
    let outcome = try await run("import", "T", file)
    #expect(outcome.messages.contains("\"name\" occurs twice in one object"), "\(outcome)")
    #expect(try rows("SELECT count(*) FROM t") == ["2"])
  }
}
