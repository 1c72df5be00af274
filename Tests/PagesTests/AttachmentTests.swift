import CommandLineTool
@testable import Pages
import SceneSupport
import EntityStore
import Glibc
import SQLite
import TestSupport
import Testing
import Workspace

/// `--attach`: tables of other files beside those of the database, on the command line and on the screen.
@MainActor
struct AttachmentTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/shop.db" }
  private var archive: String { folder.path + "/old-shop 2020.db" }

  private static let tables = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER NOT NULL REFERENCES artist);
    """

  init() throws {
    try Connection(path: path, mode: .create).execute(
      Self.tables + """
        INSERT INTO artist VALUES (1, 'Accept'), (2, 'Saxon');
        INSERT INTO album VALUES (1, 'Restless', 1), (2, 'Crusader', 2)
        """
    )
    try Connection(path: archive, mode: .create).execute(
      Self.tables + """
        CREATE TABLE review (id INTEGER PRIMARY KEY, album_number INTEGER, text VARCHAR(40));
        INSERT INTO artist VALUES (1, 'Old One'), (3, 'Old Three');
        INSERT INTO album VALUES (7, 'Ancient', 3); INSERT INTO review VALUES (1, 2, 'Loud'), (2, 9, 'Lost')
        """
    )
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: arguments)).run()
  }

  private func rows(_ path: String, _ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  // MARK: The option

  @Test(arguments: [
    (["a.db"], ["a"]), (["x=a.db"], ["x"]), (["/tmp/my-old  files.2020.db"], ["my_old_files_2020"]),
    (["a.db", "b/a.sqlite", "A.db"], ["a", "a_2", "A_3"]),
    (["main.db", "temp.db"], ["main_2", "temp_2"]),
    (["a.db", "a=b.db"], ["a_2", "a"]), (["2020.db"], ["_2020"]), (["dir/x=1.db"], ["x_1"]),
    (["---.db"], ["attached"]), (["Übung.db"], ["Übung"]), (["x=a=b.db"], ["x"]),
  ])
  func `Attached files have names that can stand before a point`(
    values: [String],
    names: [String]
  ) throws {
    let arguments = values.flatMap { ["--attach", $0] }
    let invocation = try Invocation(arguments: ["shop.db"] + arguments)
    #expect(invocation.attachedFiles.map(\.name) == names)
    let paths = values.map { $0.contains("/") ? $0 : $0.replacing(name: names) }
    #expect(invocation.attachedFiles.map(\.path) == paths)
  }

  @Test(arguments: [
    ("main=a.db", "'main' is reserved by SQLite"), ("TEMP=a.db", "'TEMP' is reserved by SQLite"),
    ("=a.db", "the name before '=' is empty"), ("a=", "the file after '=' is missing"),
    ("", "the file is missing"), ("a b=c.db", "letters, digits and '_'"),
    ("1=c.db", "letters, digits and '_'"), ("x=a.db", "two files have the name 'x'"),
  ])
  func `A name that cannot be is a mistake on the command line`(value: String, sentence: String) {
    do throws(UsageError) {
      _ = try Invocation(arguments: ["shop.db", "--attach", "X=b.db", "--attach", value])
      Issue.record("accepted")
    } catch {
      #expect(error.message.contains(sentence), "\(error.message)")
    }
  }

  @Test func `Files are attached to a database only, by commands that open one`() throws {
    #expect(throws: UsageError.self) { try Invocation(arguments: ["--attach", "a.db"]) }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["keys", "--attach", "a.db"]) }
  }

  @Test func `A missing file ends with exit code 3 and is not made`() async throws {
    let outcome = try await run(
      "list",
      path,
      "Album",
      "--attach",
      folder.path + "/none.db",
      "--create"
    )
    #expect(outcome.code == 3)
    #expect(outcome.messages.contains("none.db: no such file; check --attach."))
    #expect(access(folder.path + "/none.db", F_OK) != 0)
  }

  // MARK: Without a screen

  @Test func `The model tells which file a table is in and is read again`() async throws {
    let shown = try await run("model", "show", path, "--attach", "old=" + archive)
    #expect(shown.output.contains("OldAlbum [old.album]  key id"))
    #expect(shown.output.contains("artist    -> OldArtist  artistId = id"))
    let json = try await run(
      "model",
      "show",
      path,
      "--attach",
      "old=" + archive,
      "--format",
      "json",
      "--entity",
      "old.album"
    )
    #expect(json.output.contains("\"name\": \"OldAlbum\""))
    #expect(json.output.contains("\"table\": \"album\",\n      \"schema\": \"old\""))
    let all = try await run("model", "show", path, "--attach", "old=" + archive, "--format", "json")
    let model = folder.write(Array(all.output.utf8), to: "own.json")
    let check = try await run("model", "check", model, path, "--attach", "old=" + archive)
    #expect(check.code == 0 && check.output.isEmpty, "\(check.output)")
    let alone = try await run("model", "check", model, path)
    #expect(
      alone.output.contains("table 'album' needs a file attached as 'old'")
    )
  }

  @Test func `Objects of attached files are listed, shown, changed, made and deleted`() async throws
  {
    func run(_ command: String, _ words: String...) async throws -> Program.Outcome {
      await Program(
        try Invocation(arguments: [command, path] + words + ["--attach", "old=" + archive])
      ).run()
    }
    #expect(try await run("list", "old.album").output == "Title    Artist\nAncient  Old Three\n")
    #expect(try await run("list", "album").output.contains("Restless"))
    #expect(try await run("get", "OldAlbum#7", "title").output == "Ancient\n")
    #expect(try await run("set", "OLD.ALBUM#7", "title=Modern").messages == "1 object changed\n")
    #expect(
      try await run("insert", "old.album", "title=New", "artist=1").output == "OldAlbum#8\n"
    )
    #expect(try await run("delete", "old.album#7").messages == "1 object deleted\n")
    #expect(try rows(archive, "SELECT * FROM album") == ["8|New|1"])
    #expect(try rows(path, "SELECT count(*) FROM album") == ["2"])
    let refused = try await run("insert", "OldArtist", "name=Old One")
    #expect(refused.messages == "d2t: not saved: another Old Artist has the same Name\n")
    let table = folder.write(Array("title,artist\nImported,3\n".utf8), to: "rows.csv")
    #expect(try await run("import", "old.album", table).messages == "1 object imported\n")
    #expect(
      try await run("export", "old.album?sort=id", "--columns", "title").output
        == "title\nNew\nImported\n"
    )
    let readOnly = try await run("delete", "old.album#8", "--readonly")
    #expect(readOnly.code == 1 && readOnly.messages.contains("opened read only"))
  }

  @Test func `A reference to a table of the same name in another file is none to rows just read`()
    async throws
  {
    let json = """
      {"entities": [{"name": "OldAlbum", "table": "album", "schema": "old",
        "relationships": [{"name": "newer", "destination": "Album", "joins": [{"source": "title", "destination": "title"}]}]}]}
      """
    let model = folder.write(Array(json.utf8), to: "newer.json")
    let options = ["--attach", "old=" + archive, "--model", model]
    // The first row has a key that is taken, which only the database tells.
    let table = folder.write(Array("id,artist,newer\n7,3,\n8,1,99\n".utf8), to: "rows.csv")
    let outcome = await Program(
      try Invocation(arguments: ["import", path, "old.album", table] + options)
    ).run()
    #expect(
      outcome.messages.contains("line 3: newer: there is no Album with the id 99"),
      "\(outcome.messages)"
    )
  }

  @Test func `Rules give and take rights on entities of attached files`() async throws {
    let rules = folder.write(
      Array(
        """
        entity.schemaName = 'old' => isEntityReadOnly = true
        entity.name = 'Review' => restrictingQualifier = where (text != 'Lost')
        """.utf8
      ),
      to: "my.rules"
    )
    let options = ["--attach", "old=" + archive, "--rules", rules]
    func run(_ words: String...) async throws -> Program.Outcome {
      await Program(try Invocation(arguments: words + options)).run()
    }
    let refused = try await run("set", path, "old.album#7", "title=x")
    #expect(refused.code == 1 && refused.messages.contains("my.rules:1"))
    #expect(try await run("set", path, "album#1", "title=x").code == 0)
    #expect(try await run("list", path, "Review", "--columns", "text").output == "Text\nLoud\n")
    #expect(try await run("rules", "check", path).code == 0)
    let why = try await run("rules", "explain", "isEntityReadOnly", path, "--entity", "old.album")
    #expect(why.output.contains("entity.schemaName = 'old'"))
  }

  @Test func `Rows that are not there for the user are not reached from the other file either`()
    async throws
  {
    let rules = folder.write(
      Array(
        """
        role = 'clerk' and entity.name = 'Record' => restrictingQualifier = where (id = 1)

        """.utf8
      ),
      to: "my.rules"
    )
    let options = ["--attach", "old=" + archive, "--model", model(), "--rules", rules]
    func said(_ role: String, _ words: String...) async throws -> String {
      let arguments = words + options + ["--role", role]
      let outcome = await Program(try Invocation(arguments: arguments)).run()
      return outcome.output + outcome.messages
    }
    let columns = ["--columns", "text,record,artistName"]
    let boss = try await said("boss", "list", path, "Review", columns[0], columns[1])
    #expect(boss.contains("Crusader  Saxon"))
    let clerk = try await said("clerk", "list", path, "Review", columns[0], columns[1])
    #expect(!clerk.contains("Crusader") && !clerk.contains("Saxon") && clerk.contains("Loud"))
    // One is not there for the clerk, the other not at all.
    var sentences: Set<String> = []
    for id in ["2", "77"] {
      let file = folder.write(Array("text,albumNumber\nx,\(id)\n".utf8), to: "rows.csv")
      for said in [
        try await said("clerk", "set", path, "Review#2", "albumNumber=\(id)"),
        try await said("clerk", "insert", path, "Review", "text=x", "albumNumber=\(id)"),
        try await said("clerk", "import", path, "Review", file),
        try await said("clerk", "get", path, "Record#\(id)"),
      ] { sentences.insert(said.split(separator: "77").joined(separator: "2")) }
    }
    #expect(sentences.count == 3, "\(sentences)")
    #expect(try rows(archive, "SELECT count(*) FROM review") == ["2"])
  }

  @Test func `A rule that names a table is told the name of its entity`() async throws {
    let rules = folder.write(
      Array("entity.name = 'OLD.album' => title = 'Old'".utf8),
      to: "tables.rules"
    )
    let outcome = try await run("rules", "check", rules, path, "--attach", "old=" + archive)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("did you mean 'OldAlbum'?"), "\(outcome.output)")
  }

  // MARK: A model over both

  private func model() -> String {
    folder.write(
      Array(
        """
        {"entities": [
          {"name": "Record", "table": "album", "relationships": [
            {"name": "reviews", "destination": "Review", "toMany": true,
             "joins": [{"source": "id", "destination": "albumNumber"}], "deleteRule": "cascade"}]},
          {"name": "Review", "table": "review", "schema": "old", "attributes": [
            {"name": "artistName", "path": "record.artist.name"}],
           "relationships": [{"name": "record", "destination": "Record",
             "joins": [{"source": "albumNumber", "destination": "id"}]}]},
          {"name": "OldRecord", "table": "album", "schema": "OLD"}]}
        """.utf8
      ),
      to: "m.json"
    )
  }

  @Test(arguments: [
    "CREATE TABLE a (x); CREATE TABLE b (ax REFERENCES a (x)); INSERT INTO a VALUES (1)",
    """
    CREATE TABLE a (x); INSERT INTO a VALUES (1);
    CREATE TRIGGER gone AFTER DELETE ON a BEGIN DELETE FROM missing; END
    """,
  ])
  func `A table that SQLite cannot delete from keeps no other from being written`(script: String)
    async throws
  {
    let odd = folder.path + "/odd.db"
    try Connection(path: odd, mode: .create).execute(
      script + "; CREATE TABLE c (id INTEGER PRIMARY KEY, n INT); INSERT INTO c VALUES (1, 1)"
    )
    let outcome = try await run("set", odd, "C#1", "n=12", "--attach", archive)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try rows(odd, "SELECT n FROM c") == ["12"])
  }

  @Test func `A declared relationship leads from one file into the other`() async throws {
    let options = ["--attach", "old=" + archive, "--model", model()]
    func run(_ words: String...) async throws -> Program.Outcome {
      await Program(try Invocation(arguments: words + options)).run()
    }
    #expect(
      try await run(
        "list",
        path,
        "Review?sort=-record.title",
        "--columns",
        "text,record,artistName"
      )
      .output == "Text  Record    Artist name\nLoud  Crusader  Saxon\nLost  Record 9  ∅\n"
    )
    #expect(
      try await run("list", path, "Record?reviews.text='Loud'", "--columns", "title").output
        == "Title\nCrusader\n"
    )
    #expect(
      try await run("list", path, "Record?reviews.@count = 0", "--columns", "title,reviews").output
        == "Title     Reviews\nRestless  0\n"
    )
    #expect(
      try await run("list", path, "OldRecord", "--columns", "title").output == "Title\nAncient\n"
    )
    // What the model says of deletes holds across files, in one transaction.
    #expect(try await run("delete", path, "Record#2").code == 0)
    #expect(try rows(archive, "SELECT text FROM review") == ["Lost"])
    #expect(try rows(path, "SELECT title FROM album") == ["Restless"])
  }

  @Test func `A made database holds no tables of attached files`() async throws {
    let made = folder.path + "/made.db"
    let model = folder.write(
      Array(
        """
        {"entities": [
          {"name": "Record", "table": "album", "identity": ["id"], "attributes": [
            {"name": "id", "type": "integer", "primaryKey": true}, {"name": "title"}]},
          {"name": "Review", "table": "review", "schema": "old", "identity": ["id"], "attributes": [
            {"name": "id", "type": "integer", "primaryKey": true},
            {"name": "albumNumber", "column": "album_number", "type": "integer"}],
           "relationships": [{"name": "record", "destination": "Record",
             "joins": [{"source": "albumNumber", "destination": "id"}]}]}]}
        """.utf8
      ),
      to: "made.json"
    )
    let outcome = try await run(
      "list",
      made,
      "Record",
      "--create",
      "--attach",
      "old=" + archive,
      "--model",
      model
    )
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try rows(made, "SELECT name FROM sqlite_schema ORDER BY name") == ["album"])
  }

  // MARK: The screen

  @Test func `Two databases are one application`() async throws {
    let other = folder.path + "/old.db"
    try Connection(path: other, mode: .create).execute(
      Self.tables
        + "INSERT INTO artist VALUES (5, 'Old Five'); INSERT INTO album VALUES (7, 'Ancient', 5)"
    )
    let scene = try await Scene(
      Self.tables
        + "INSERT INTO artist VALUES (1, 'Accept'); INSERT INTO album VALUES (1, 'Restless', 1)",
      "--attach \(other)"
    )
    #expect(scene.line(with: "Album  ")?.contains("1") == true)
    let line = scene.line(with: "Old Album")
    #expect(line?.contains("1") == true && line?.contains("old") == true, "\(scene.text)")
    try await scene.send(":")
    try await scene.type("old.album")
    try await scene.send("enter")
    #expect(scene.line(with: "Ancient")?.contains("Old Five") == true, "\(scene.text)")
    #expect(!scene.text.contains("Restless"))
    try await scene.send("e")
    try await scene.go(to: "title")
    try await scene.retype("Antique")
    try await scene.send("ctrl-s")
    #expect(try rows(other, "SELECT title FROM album") == ["Antique"])
    #expect(try rows(scene.path, "SELECT title FROM album") == ["Restless"])
    await scene.session.work.adoptOtherChanges()
    try Connection(path: other, mode: .readWrite).execute("UPDATE artist SET name = 'Renamed'")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.text.contains("Renamed"), "\(scene.text)")
  }
}

extension String {
  /// Returns the value of a `name=value` text whose name is among `names`; any other text unchanged.
  fileprivate func replacing(name names: [String]) -> String {
    for name in names where hasPrefix(name + "=") { return String(dropFirst(name.count + 1)) }
    return self
  }
}
