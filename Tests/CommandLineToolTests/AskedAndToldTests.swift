import SceneSupport
import CommandLineTool
import SQLite
import TestSupport
import Testing

/// Subcommands leave nothing out without a word: neither a column that was asked for, nor what became of an object.
@MainActor
struct AskedAndToldTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try makeShop()
    try Connection(path: path, mode: .readWrite).execute(
      """
      CREATE VIEW Name AS SELECT ArtistId, Name FROM Artist;
      CREATE VIEW Loud AS SELECT ArtistId, upper(Name) AS Name FROM Artist;
      CREATE TRIGGER LoudMade INSTEAD OF INSERT ON Loud BEGIN INSERT INTO Artist(Name) VALUES (upper(new.Name)); END;
      CREATE TABLE Word(id INTEGER PRIMARY KEY, word TEXT, loud TEXT AS (upper(word)));
      INSERT INTO Word(word) VALUES ('a');
      """
    )
  }

  private struct Full: Error, CustomStringConvertible {
    var description: String { "the output cannot be written: No space left on device" }
  }

  @Test(arguments: [
    (["list", "Artist", "--columns", "name"], "'name' is not shown: a rule hides it ("),
    (["list", "Album", "--columns", "title,artist.name"], "'artist.name' is not shown"),
    (["export", "Artist", "--columns", "artistId,name"], "'name' is not shown: a rule hides it ("),
    (["get", "Artist#1", "name"], "'name' is not shown: a rule hides it ("),
    (
      ["list", "Track", "--columns", "name,album.title"],
      "'album.title' is shown for some objects only"
    ),
    (["get", "Track#1", "album.title"], "no column shows it by a path: a rule asks each object ("),
  ])
  func `G6: a hidden column that is asked for is told and ends the command`(
    words: [String],
    sentence: String
  ) async throws {
    let rules = folder.write(
      Array(
        """
        entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false
        entity.name = 'Album' and propertyKey = 'title' and object.albumId = 1 => isPropertyVisible = false
        """.utf8
      ),
      to: "hiding.rules"
    )
    let outcome = try await run(all: words + ["--rules", rules])
    #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.messages.contains(sentence), "\(outcome.messages)")
  }

  @Test func `A2: a command acts on the object that --id names, and on no other`() async throws {
    let set = try await run("set", "Word", "--id", "1", "word=b")
    #expect(set.code == 0, "\(set)")
    try Connection(path: path, mode: .readWrite).execute("INSERT INTO Word(word) VALUES ('c')")
    let all = try await run("set", "Word", "--id", "2", "word=d", "--all")
    #expect(all.messages.contains("1 object changed"), "\(all)")
    #expect(try rows("SELECT word FROM Word ORDER BY id") == ["b", "d"])
    let listed = try await run("list", "Word", "--id", "2", "--columns", "word", "--format", "csv")
    #expect(listed.output == "word\nd\n", "\(listed)")
    #expect(try await run("get", "Word", "--id", "2", "word").output == "d\n")
    for words in [
      ["set", "Word#1", "--id", "2", "word=x"], ["delete", "Word#1", "--id", "2"],
      ["delete", "Word", "--entity", "Artist", "--all"], ["list", "Word", "--entity", "Artist"],
    ] {
      let refused = try await run(all: words)
      #expect(refused.code == 2 && refused.messages.contains("leave one out"), "\(refused)")
    }
    let deleted = try await run("delete", "Word", "--id", "1")
    #expect(deleted.code == 0 && deleted.messages.contains("1 object deleted"), "\(deleted)")
    #expect(try rows("SELECT word FROM Word") == ["d"])
  }

  @Test func `A2: a deletion tells what went along and what refers to nothing now`() async throws {
    try script(
      """
      CREATE TABLE Parent(id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES Parent ON DELETE SET NULL);
      CREATE TABLE Child(id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES Parent ON DELETE CASCADE);
      CREATE TABLE Toy(id INTEGER PRIMARY KEY, name TEXT, child INTEGER REFERENCES Child ON DELETE CASCADE);
      CREATE TABLE Note(id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES Parent ON DELETE SET NULL);
      INSERT INTO Parent VALUES (1, 'a', NULL), (2, 'b', 1), (3, 'c', 1);
      INSERT INTO Child VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 2);
      INSERT INTO Toy VALUES (1, 't', 1), (2, 'u', 3);
      INSERT INTO Note VALUES (1, 'n', 1);
      """
    )
    let told = { (outcome: Program.Outcome) in
      Set(outcome.messages.split(separator: "\n").map(String.init))
    }
    #expect(
      told(try await run("delete", "Parent#1")) == [
        "1 object deleted", "d2t: Children: 2, deleted too", "d2t: Children › Toys: 1, deleted too",
        "d2t: Notes: 1, which then refers to nothing",
        "d2t: Direct reports: 2, which then refer to nothing",
      ]
    )
    #expect(
      told(try await run("delete", "Parent", "--all")) == [
        "2 objects deleted", "d2t: Children: 1, deleted too",
        "d2t: Children › Toys: 1, deleted too",
      ]
    )
    #expect(try rows("SELECT (SELECT count(*) FROM Child), (SELECT count(*) FROM Toy)") == ["0|0"])
  }

  @Test func `J9: what goes along is told in lines and in JSON, before and after`() async throws {
    let tables = (2...7).map { number in
      """
      CREATE TABLE T\(number)(id INTEGER PRIMARY KEY, up INT REFERENCES T\(number - 1) ON DELETE CASCADE);
      INSERT INTO T\(number) VALUES (1, 1), (2, 1);
      """
    }
    try script(
      """
      CREATE TABLE T1(id INTEGER PRIMARY KEY, up INT REFERENCES T1 ON DELETE CASCADE);
      INSERT INTO T1 VALUES (1, 1);
      """ + tables.joined()
    )
    let dry = try await run("delete", "T1#1", "--dry-run")
    #expect(dry.messages.contains("T2 › … › T6 › T7: 2, deleted too"), "\(dry)")
    #expect(dry.messages.split(separator: "\n").count { $0.contains("deleted too") } == 6, "\(dry)")
    for words in [["--dry-run"], []] {
      let outcome = try await run(all: ["delete", "T1#1", "--format", "json"] + words)
      let flat = outcome.output.filter { !$0.isWhitespace }
      #expect(
        flat.contains(#"{"entity":"T1","id":[1],"action":"delete","properties":{}},"#),
        "\(outcome)"
      )
      #expect(
        flat.contains(
          #"{"entity":"T7","id":null,"action":"delete","properties":{},"along":["t2","t3","t4","t5","t6","t7"],"#
            + #""count":2,"isExact":true}"#
        ),
        "\(outcome)"
      )
      #expect(
        outcome.output.split(separator: "\n").count { $0.contains(#""along""#) } == 6,
        "\(outcome)"
      )
    }
    #expect(try rows("SELECT (SELECT count(*) FROM T1), (SELECT count(*) FROM T7)") == ["0|0"])
  }

  @Test(arguments: ["csv", "json", "tsv"], ["export", "list", "get"])
  func `K1: bytes that an export cannot hold are told`(
    format: String,
    command: String
  ) async throws {
    try script("DELETE FROM Word; INSERT INTO Word VALUES (1, cast(x'61FF62C3A9' AS TEXT))")
    let link = command == "get" ? "Word#1" : "Word"
    let outcome = try await run(command, link, "--columns", "word", "--format", format)
    #expect(outcome.code == 0)
    guard format != "json" else {
      #expect(outcome.messages.isEmpty, "\(outcome)")
      let text = outcome.output.filter { !$0.isWhitespace }
      #expect(text.contains(#""word":{"textBytes":"61FF62C3A9"}"#), "\(outcome)")
      return
    }
    #expect(outcome.output.contains("é"))
    let told = "d2t: an import cannot tell what 1 value is (word 1); "
    #expect(outcome.messages.hasPrefix(told), "\(outcome)")
  }

  @Test(arguments: [
    ["--link", "Word#1", "--entity", "Artist"], ["--entity", "Artist", "--link", "Word#1"],
    ["--link", "Word#1", "--id", "2"], ["--entity", "Word", "--id", "2", "--link", "Word#1"],
  ])
  func `A link and options that lead to two places are refused`(words: [String]) {
    #expect {
      try Invocation(arguments: ["render", path] + words)
    } throws: { error in
      "\(error)".contains("leave one out")
    }
  }

  @Test func `Bytes in a column of texts are not made a text by a letter among their digits`()
    async throws
  {
    let object = try await run("insert", "Word", "word=a")
    let key = object.output.filter(\.isNumber)
    try script("UPDATE Word SET word = x'00FF' WHERE id = \(key)")
    let refused = try await run("set", "Word#\(key)", "word=00FFZ")
    #expect(refused.code != 0 && refused.messages.contains("in hexadecimal"), "\(refused)")
    #expect(try await run("set", "Word#\(key)", "word=plain").code == 0)
    #expect(try rows("SELECT typeof(word), word FROM Word WHERE id = \(key)") == ["text|plain"])
  }

  @Test(arguments: [
    (#"[{"word": {"blob": "0G"}}]"#, "needs bytes in hexadecimal digits"),
    (#"[{"id": 9223372036854775808}]"#, "a whole number from -9223372036854775808"),
  ])
  func `What a file holds instead of bytes or a number is said as it is`(
    text: String,
    sentence: String
  ) async throws {
    let outcome = try await run("import", "Word", folder.write(text, to: "rows.json"))
    #expect(outcome.code == 2 && outcome.messages.contains(sentence), "\(outcome)")
  }

  @Test(arguments: [
    ("json", #"[{"word": "x", "Word": "y"}]"#),
    ("json", #"[{"title": "a", "artist": 1, "ArtistId": 2}]"#),
    ("csv", "word,Word\nx,y\n"), ("csv", "title,artist,artistId\na,1,2\n"),
  ])
  func `Nothing of an imported row is lost to another spelling of its column`(
    format: String,
    text: String
  ) async throws {
    let file = folder.write(text, to: "rows.\(format)")
    let entity = text.contains("title") ? "Album" : "Word"
    let before = try rows("SELECT count(*) FROM \(entity)")
    let outcome = try await run("import", entity, file)
    #expect(outcome.code == 2, "\(outcome)")
    #expect(
      ["occurs twice", "are the same column"].contains { outcome.messages.contains($0) },
      "\(outcome)"
    )
    #expect(try rows("SELECT count(*) FROM \(entity)") == before)
  }

  @Test func `What is inserted is told though its link cannot be printed`() async throws {
    var arguments = ["insert", "Artist", "name=Ada"]
    arguments.insert(path, at: 1)
    let program = Program(try Invocation(arguments: arguments))
    let outcome = await program.run { _ in throw Full() }
    #expect(outcome.code == 1)
    #expect(
      outcome.messages
        == "d2t: the output cannot be written: No space left on device; Artist#4 was inserted\n"
    )
    #expect(try rows("SELECT Name FROM Artist WHERE ArtistId = 4") == ["Ada"])
  }

  @Test func `What a view takes is told, and what it does not take refused`() async throws {
    let refused = try await run("insert", "Name", "name=Ada")
    #expect(refused.code == 1 && refused.messages.contains("Name cannot be created"), "\(refused)")
    let made = try await run("insert", "Loud", "name=Ada")
    #expect(made.code == 0 && made.output.isEmpty)
    #expect(
      made.messages
        == "d2t: Loud: passed to the view's trigger, but the database does not report its key\n"
    )
    #expect(try rows("SELECT Name FROM Artist WHERE ArtistId = 4") == ["ADA"])
  }

  @Test(arguments: [
    ["set", "Word#1", "word=b", "loud=x"], ["insert", "Word", "word=b", "loud=x"],
  ])
  func `Nothing is set where the database computes`(words: [String]) async throws {
    let outcome = try await run(all: words)
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.messages.contains("'loud' of Word is computed and cannot be set"))
    #expect(try rows("SELECT word FROM Word") == ["a"])
  }

  @Test func `What an entity lacks is on none of its pages, though a rule lists it for all`()
    async throws
  {
    let keys = "displayPropertyKeys=['title', 'name', 'unitPrice']"
    let list = try await run("list", "Artist", "--format", "csv", "--set", keys)
    #expect(list.output.hasPrefix("name\n"), "\(list)")
    let object = try await run("get", "Artist#1", "--set", keys)
    #expect(object.output == "Name  Accept\n", "\(object)")
    let own = keys + "\n"
    let scene = try await Scene(
      RecordShop.script,
      rules:
        "*true* => \(own.replacing("=[", with: " = ["))propertyKey = 'title' => component = 'DisplayNumber'",
      "--entity Artist --task inspect --id 1"
    )
    for task in ["inspect", "edit"] {
      let lacking = try await Scene(
        RecordShop.script,
        rules: "*true* => displayPropertyKeys = ['bytes', 'milliseconds']",
        "--entity Artist --task \(task) --id 1"
      )
      let sentence =
        "Artist has none of the properties of this page: bytes, milliseconds"
      #expect(lacking.text.contains(sentence), "\(lacking.text)")
    }
    // What a rule has a component for is there.
    #expect(scene.text.contains("title") && !scene.text.contains("unitPrice"), "\(scene.text)")
  }
}
