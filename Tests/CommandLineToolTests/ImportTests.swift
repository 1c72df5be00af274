import SceneSupport
import CommandLineTool
import EntityStore
import FoundationEssentials
import SQLite
import Synchronization
import TestSupport
import Testing
import Workspace

/// `d2t export` and `d2t import`: rows go out and come in again, or not at all.
@MainActor
struct ImportTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  /// Imports a text and says what came of it.
  private func importing(
    _ entity: String,
    _ text: String,
    to name: String = "rows.csv",
    _ options: String...
  ) async throws -> Program.Outcome {
    try await importing(entity, bytes: Array(text.utf8), to: name, options)
  }

  private func importing(
    _ entity: String,
    bytes: [UInt8],
    to name: String = "rows.csv",
    _ options: [String] = []
  ) async throws -> Program.Outcome {
    let file = folder.write(bytes, to: name)
    return await Program(try Invocation(arguments: ["import", path, entity, file] + options)).run()
  }

  static let odd = """
    CREATE TABLE odd(id INTEGER PRIMARY KEY, name TEXT, n REAL, d DECIMAL(10,2), day DATE, at DATETIME, clock TIME,
      ok BOOLEAN, bytes BLOB, other INTEGER REFERENCES odd(id));
    INSERT INTO odd VALUES
      (1, 'a,b "c"' || char(10) || 'd', 0.1, 12.50, '2024-02-29', '2024-02-29 12:34:56', '23:59:01', 1, x'00FF', NULL),
      (2, '', -1e300, 0, NULL, '2024-01-01 00:00:00', NULL, 0, x'', 1),
      (3, NULL, NULL, NULL, '1999-12-31', NULL, NULL, NULL, NULL, 2),
      (4, ' blanks ', 5, 1, NULL, NULL, NULL, NULL, NULL, 4), (5, 'Zoë 👍' || char(13), 1, 1, NULL, NULL, NULL, NULL, NULL, NULL),
      (6, NULL, NULL, NULL, '+12024-02-29', '-0044-03-15 12:00:00', NULL, NULL, NULL, NULL);
    """

  @Test(arguments: ["csv", "tsv", "json"])
  func `What is exported and imported again is the same to the bit`(format: String) async throws {
    try Connection(path: path, mode: .readWrite).execute(Self.odd)
    let columns = "id, name, n, d, day, at, clock, ok, bytes, other"
    let sql =
      "SELECT "
      + columns.split(separator: ", ").map { "quote(\($0)), typeof(\($0))" }.joined(separator: ", ")
      + " FROM odd ORDER BY id"
    let before = try rows(sql)
    let exported = try await run("export", "Odd", "--format", format)
    #expect(exported.code == 0)
    try Connection(path: path, mode: .readWrite).execute("DELETE FROM odd")
    let file = folder.write(Array(exported.output.utf8), to: "odd." + format)
    let imported = try await run("import", "Odd", file)
    #expect(imported.messages == "6 objects imported\n", "\(imported.messages)")
    #expect(try rows(sql) == before)
  }

  @Test(arguments: [
    ("name\nA\nB,C\n", "line 3: 2 values, but the first line names 1 properties"),
    ("name\nA\n\"B\n", "line 3: a quoted value has no closing quote"),
    ("nme\nA\n", "line 1: Artist has no property 'nme'; did you mean 'name'?"),
    ("name\nA\n\"B\"c\n", "line 3: text after a closing quote"),
    ("artistId,name\n50,A\nx,B\n", "line 3: artistId takes a whole number"),
    ("artistId,name\n50,A\n51,\n", "line 3: name: needs a value"),
    ("artistId,name\n50,A\n1,B\n", "line 3: another Artist has the same"),
    ("", "the file is empty; its first line must name the properties"),
    ("name,,artistId\nA,B,C\n", "line 1: column 2 has no name"),
    ("name,Name\nA,B\n", "line 1: 'Name' occurs twice; leave one out"),
  ])
  func `A file with a mistake imports nothing and the place is named`(
    text: String,
    sentence: String
  ) async throws {
    let file = folder.write(Array(text.utf8), to: "artists.csv")
    let outcome = try await run("import", "Artist", file)
    #expect(outcome.code != 0 && outcome.messages.contains(sentence), "\(outcome.messages)")
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }

  // MARK: What files are like

  @Test(arguments: [
    ("rows.tsv", []), ("ROWS.TAB", []), ("rows.txt", ["--format", "tsv"]),
  ])
  func `Values between tabs are read, with quotes where other programs put them`(
    name: String,
    options: [String]
  ) async throws {
    let text = "artistId\tname\n50\t5\" disk, \"old\"\r\n51\t\"two\nlines\t\"\"x\"\"\"\n52\t A \n"
    let outcome = try await importing("Artist", bytes: Array(text.utf8), to: name, options)
    #expect(outcome.messages == "3 objects imported\n", "\(outcome.messages)")
    #expect(
      try rows("SELECT name FROM Artist WHERE ArtistId >= 50 ORDER BY 1 DESC") == [
        "two\nlines\t\"x\"", "5\" disk, \"old\"", " A ",
      ]
    )
  }

  @Test func `The default of a column is read back, also where it is no date`() async throws {
    try script(
      "CREATE TABLE post(id INTEGER PRIMARY KEY, at DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00')"
    )
    let text = "id,at\n1,0000-00-00 00:00:00\n2,2024-01-02 03:04:05\n"
    #expect(try await importing("Post", text).messages == "2 objects imported\n")
    #expect(try rows("SELECT at FROM post") == ["0000-00-00 00:00:00", "2024-01-02 03:04:05"])
    let refused = try await importing("Post", "id,at\n3,0000-00-01 00:00:00\n")
    #expect(refused.messages.contains("at takes a date and time"))
  }

  @Test(arguments: ["BLOB", "GUID"])
  func `An object whose key is bytes is named by their digits`(declared: String) async throws {
    try script(
      """
      CREATE TABLE item(id \(declared) PRIMARY KEY NOT NULL, name TEXT);
      INSERT INTO item VALUES (x'00FF10', 'one'), (x'ABAB', 'two');
      """
    )
    #expect(try await run("get", "Item#00ff10", "name").output == "one\n")
    #expect(try await run("set", "Item#ABAB", "name=three").code == 0)
    #expect(try await run("delete", "Item#00FF10").code == 0)
    #expect(try rows("SELECT hex(id), name FROM item") == ["ABAB|three"])
  }

  @Test func `Digits alone name the object whose key is that number, not those bytes`() async throws
  {
    try script(
      """
      CREATE TABLE item(id BLOB PRIMARY KEY NOT NULL, name TEXT);
      INSERT INTO item VALUES (12, 'number'), (13, 'other'), (x'12', 'bytes'), (x'AB', 'more');
      """
    )
    #expect(try await run("get", "Item#12", "name").output == "number\n")
    #expect(try await run("delete", "Item#13").code == 0)
    #expect(try rows("SELECT name FROM item ORDER BY 1") == ["bytes", "more", "number"])
  }

  @Test func `A reference without a label is exported as the key that an import takes`()
    async throws
  {
    try script(
      """
      CREATE TABLE batch(id INTEGER PRIMARY KEY, weight REAL);
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, batch_id INTEGER REFERENCES batch(id));
      INSERT INTO batch VALUES (45, 1.5); INSERT INTO item VALUES (1, 'one', 45);
      """
    )
    let table = try await run("list", "Item", "--columns", "name,batch", "--format", "csv").output
    #expect(table == "name,batch\none,45\n")
    #expect(try await importing("Item", table).messages == "1 object imported\n")
    #expect(try rows("SELECT batch_id FROM item") == ["45", "45"])
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY", "batch_id INTEGER REFERENCES batch(id)"),
    (
      "id INTEGER, code TEXT, PRIMARY KEY(id, code)",
      "c TEXT, n INTEGER, FOREIGN KEY(c, n) REFERENCES batch(code, id)"
    ),
  ])
  func `A2: a reference that is exported leads to an object whose key is hidden`(
    key: String,
    reference: String
  ) async throws {
    let isSingle = !key.contains("code")
    try script(
      """
      CREATE TABLE batch(\(key));
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, \(reference));
      INSERT INTO batch VALUES (45\(isSingle ? "" : ", 'a'")), (46\(isSingle ? "" : ", 'b'"));
      INSERT INTO item VALUES (1, 'one', \(isSingle ? "45" : "'b', 46")), (2, 'two', \(isSingle ? "46" : "'a', 45")),
        (3, 'none', \(isSingle ? "NULL" : "NULL, NULL"));
      """
    )
    let rules = folder.write(
      Array("entity.name = 'Batch' and propertyKey = 'id' => isPropertyVisible = false".utf8),
      to: "my.rules"
    )
    let words = ["Item", "--columns", "name,batch", "--format", "json", "--rules", rules]
    let exported = try await run(all: ["export"] + words)
    let back = try await importing("Item", exported.output, to: "rows.json", "--rules", rules)
    let told =
      "objects imported\nd2t: 'batch' was imported unchanged: rules hide 'id' of Batch"
    #expect(back.messages.hasPrefix("3 " + told), "\(back) \(exported.output)")
    let columns = isSingle ? "batch_id" : "c, n"
    let stored = try rows("SELECT name, \(columns) FROM item ORDER BY id")
    #expect(Array(stored[..<3]) == Array(stored[3...]))
    let nothing = isSingle ? "null" : "[null, null]"
    let row = #"{"name": "x", "batch": {"id": \#(nothing)}}"#
    let none = try await importing("Item", "[\(row), \(row)]", to: "none.json", "--rules", rules)
    #expect(none.messages.hasPrefix("2 " + told), "\(none)")
    #expect(
      try rows("SELECT \(columns) FROM item WHERE name = 'x'")
        == [stored[2], stored[2]].map { String($0.dropFirst(5)) }
    )
    let missing = try await importing(
      "Item",
      #"[{"batch": {"id": \#(isSingle ? "7" : #"["a", 46]"#)}}]"#,
      to: "missing.json"
    )
    #expect(missing.messages.contains("there is no Batch with the id"), "\(missing)")
  }

  @Test func `Texts that a column for bytes holds come back as texts`() async throws {
    try script(
      "CREATE TABLE card(id INTEGER PRIMARY KEY, data BLOB); INSERT INTO card VALUES (1, 'BEGIN:VCARD'), (2, NULL)"
    )
    let exported = try await run("export", "Card", "--format", "json")
    try script("DELETE FROM card WHERE id = 2")
    let copy = exported.output.replacing("\"id\":1", with: "\"id\":3")
    let outcome = try await importing("Card", copy, to: "cards.json")
    #expect(outcome.messages == "2 objects imported\n", "\(outcome.messages) \(copy)")
    #expect(try rows("SELECT typeof(data), data FROM card WHERE id = 3") == ["text|BEGIN:VCARD"])
  }

  @Test func `Values are printed between tabs, in quotes where a reader would be led astray`()
    async throws
  {
    try script("UPDATE Artist SET name = 'a' || char(9) || 'b, \"c\"' WHERE ArtistId = 1")
    let list = try await run("list", "Artist#1", "--format", "tsv", "--columns", "artistId,name")
    #expect(list.output == "artistId\tname\n1\t\"a\tb, \"\"c\"\"\"\n")
    let got = try await run("get", "Artist#2", "artistId", "name", "--format", "tsv")
    #expect(got.output.hasPrefix("artistId\tname\n2\t"))
  }

  @Test(arguments: [
    "\u{FEFF}artistId,name\r\n50,\"A\r\nB\"\r\n51,\"\"\"C\"\"\"\r\n",
    "artistId,name\r50,\"A\r\nB\"\r51,\"\"\"C\"\"\"",
    "Name,ArtistID\n\n\"A\r\nB\",50\n\n\"\"\"C\"\"\",51\n\n",
  ])
  func `Marks, line ends, quotes and empty lines are read as other programs write them`(
    text: String
  ) async throws {
    #expect(try await importing("Artist", text).messages == "2 objects imported\n")
    #expect(
      try rows("SELECT ArtistId, Name FROM Artist WHERE ArtistId > 3") == ["50|A\r\nB", "51|\"C\""]
    )
  }

  @Test func `A file of names alone imports nothing and is no mistake`() async throws {
    let outcome = try await importing("Artist", "artistId,name\n")
    #expect(outcome.code == 0 && outcome.messages == "0 objects imported\n")
    let json = try await importing("Artist", " [ ]\n", to: "rows.json")
    #expect(json.code == 0 && json.messages == "0 objects imported\n", "\(json.messages)")
  }

  @Test(
    arguments: [
      (
        [0x6E, 0x61, 0x6D, 0x65, 0x0A, 0x41, 0x0A, 0x5A, 0x6F, 0xEB, 0x0A],
        "line 3: name: byte 3 (0xEB)"
      ),
      ([0xFF, 0xFE, 0x00, 0xDC, 0x0A, 0x00], "is damaged UTF-16"),
      (
        [0x6E, 0xE4, 0x6D, 0x65, 0x0A, 0x41, 0x0A],
        "line 1: the name of column 1: byte 2 (0xE4)"
      ),
    ] as [([UInt8], String)]
  )
  func `Bytes that are no text are named by their place`(bytes: [UInt8], piece: String) async throws
  {
    let outcome = try await importing("Artist", bytes: bytes)
    #expect(outcome.code == 2 && outcome.messages.contains(piece), "\(outcome.messages)")
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }

  @Test func `Files are read in pieces that end anywhere`() async throws {
    let name = String(repeating: "long, \"quoted\" and\r\nbroken ", count: 20_000)
    let quoted = name.replacing("\"", with: "\"\"")
    #expect(
      try await importing(
        "Artist",
        "artistId,name\n50,\"\(quoted)\"\n51,B\n",
        "--set",
        "length=null"
      )
      .messages.contains("line 2: name: needs at most 120 characters")
    )
    try script("CREATE TABLE page(id INTEGER PRIMARY KEY, body TEXT)")
    let csv = try await importing("Page", "id,body\n1,\"\(quoted)\"\n2,B\n")
    #expect(csv.messages == "2 objects imported\n", "\(csv.messages)")
    let json = JSONText.quoted(name)
    let outcome = try await importing("Page", "[{\"body\": \(json)}, {\"id\": 9}]", to: "p.json")
    #expect(outcome.messages == "2 objects imported\n", "\(outcome.messages)")
    let found = try Connection(path: path, mode: .readOnly).rows(
      "SELECT body FROM page WHERE id IN (1, 3)"
    ) {
      $0.text(0)
    }
    #expect(found == [name, name])
  }

  @Test(arguments: [
    ("", "the file is empty; it needs an array of objects, or [] for no rows"),
    ("name\n", "line 1: not a JSON array: start it with ["),
    (
      "[{\"name\": \"A\"},\n {\"name\": \"B\"",
      "line 2: the file ends inside the object that begins on line 2"
    ),
    ("[{\"name\": \"A\"},\n", "the file ends before its array is closed with ]"),
    ("[{\"name\": \"A\"},\n]", "line 2: remove the comma before this ]"),
    ("[1]", "line 1: an object is expected"), ("[{\"name\": \"A\"} {}]", "`,` or `]` is expected"),
    ("[{\"name\": \"A\"}] x", "there is text after the array; remove it"),
    (
      "[{\"name\": \"A\"},\n{\n\"nme\": \"B\"}]",
      "object 2: Artist has no property 'nme'; did you mean 'name'?"
    ),
    ("[{\"name\": \"A\"},\n{\n\"name\": 'B'}]", "line 3, object 2: write text in double quotes"),
    ("[{\"name\": [1]}]", "line 1, object 1: 'name' holds a list"),
    ("[{\"name\": {\"label\": 1}}]", "line 1, object 1: 'name' holds an object without the `id`"),
    ("[{\"name\": \"A\"}, {\"name\": null}]", "object 2: name: needs a value"),
    ("[{\"artistId\": 1, \"name\": \"A\"}]", "object 1: another Artist has the same"),
    ("[{\"artistId\": 1e-9223372036854775808}]", "object 1: artistId takes a whole number"),
    ("[{\"artistId\": 1E99999999999999999999}]", "object 1: artistId takes a whole number"),
  ])
  func `A JSON file with a mistake imports nothing and the place is named`(
    text: String,
    piece: String
  ) async throws {
    let outcome = try await importing("Artist", text, to: "artists.json")
    #expect(outcome.code != 0 && outcome.messages.contains(piece), "\(outcome.messages)")
    #expect(outcome.messages.contains("artists.json: "))
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }

  @Test func `Objects may stand in an array or one after the other`() async throws {
    let lines = "{\"title\": \"A\", \"artist\": {\"id\": 2}}\n{\"title\": \"B\", \"artist\": 3}\n"
    #expect(try await importing("Album", lines, to: "a.jsonl").messages == "2 objects imported\n")
    #expect(
      try rows("SELECT Title, ArtistId FROM Album WHERE AlbumId > 2") == ["A|2", "B|3"]
    )
  }

  @Test func `A2: rows of other columns in turn each get the defaults of what they leave out`()
    async throws
  {
    try script(
      """
      CREATE TABLE mix(id INTEGER PRIMARY KEY, a TEXT DEFAULT 'x', b INTEGER DEFAULT 5, at DATETIME DEFAULT 'never',
        up_id INTEGER DEFAULT 1 REFERENCES mix(id));
      """
    )
    let kinds = [
      #"{"a": null}"#, #"{"a": null, "b": null}"#,
      #"{"b": null, "at": "2024-03-01T10:00:00+02:00"}"#,
      #"{"up": null, "at": null}"#, "{\"b\": 7}", #"{"upId": 1, "a": "y"}"#,
    ]
    let text = "[{}," + (0..<24).map { kinds[$0 % 6] }.joined(separator: ",") + "]"
    #expect(try await importing("Mix", text, to: "mix.json").messages == "25 objects imported\n")
    let expected = [
      "|5|never|1", "||never|1", "x||2024-03-01T10:00:00+02:00|1", "x|5||", "x|7|never|1",
      "y|5|never|1",
    ]
    let stored = try rows("SELECT a, b, at, up_id FROM mix ORDER BY id")
    #expect(stored == ["x|5|never|1"] + (0..<24).map { expected[$0 % 6] })
  }

  // MARK: The same rules as on the screen

  @Test func `A reference names an object by its id, also one of the same file`() async throws {
    try script("CREATE TABLE node(id INTEGER PRIMARY KEY, up_id INTEGER REFERENCES node(id))")
    #expect(
      try await importing("Node", "id,up\n1,\n2,1\n3,2\n").messages == "3 objects imported\n"
    )
    #expect(try rows("SELECT id, up_id FROM node") == ["1|", "2|1", "3|2"])
    let missing = try await importing("Node", "id,up\n4,3\n5,99\n")
    #expect(missing.messages.contains("line 3: up: there is no Node with the id 99"))
    #expect(try rows("SELECT count(*) FROM node") == ["3"])
  }

  @Test func `Keys that refer to later rows of the file hold; those that lead nowhere are named`()
    async throws
  {
    try script("CREATE TABLE node(id INTEGER PRIMARY KEY, up INTEGER REFERENCES node(id))")
    let attribute = "upId"
    let ahead = (1..<3000).map { "\($0),\($0 + 1)\n" }.joined() + "3000,\n"
    let fine = try await importing("Node", "id,\(attribute)\n" + ahead)
    #expect(fine.messages == "3000 objects imported\n", "\(fine.messages)")
    let broken = try await importing("Node", "id,\(attribute)\n4001,4002\n4002,4003\n4003,9999\n")
    #expect(
      broken.code == 1 && broken.messages.contains("line 4: Node.Up refers to Node 9999"),
      "\(broken.messages)"
    )
    let album = try await importing("Album", "title,artistId\nA,1\nB,77\n")
    #expect(
      album.messages.contains("line 3: Album.Artist refers to Artist 77, which does not exist"),
      "\(album.messages)"
    )
    #expect(try rows("SELECT count(*) FROM node") == ["3000"])
    #expect(try rows("SELECT count(*) FROM Album") == ["2"])
  }

  @Test func `What is wrong with a value far down is told with line, property and value`()
    async throws
  {
    var text = "artistId,name\n"
    for number in 0..<3000 { text += "\(100 + number),artist \(number)\n" }
    let outcome = try await importing("Artist", text + "x7,late\n")
    #expect(
      outcome.messages.contains(
        "rows.csv: line 3002: artistId takes a whole number like 42, not 'x7'"
      ),
      "\(outcome.messages)"
    )
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
    #expect(try await importing("Artist", text).messages == "3000 objects imported\n")
    #expect(try rows("SELECT count(*), count(DISTINCT Name) FROM Artist") == ["3003|3003"])
  }

  /// Rules that say something of every row, and rules that look at it.
  nonisolated static let rules = [
    "entity.name = 'Artist' => initialPropertyValues = {name: 'unknown'}",
    "entity.name = 'Track' and propertyKey = 'bytes' => isMandatory = true",
    "entity.name = 'Track' and propertyKey = 'name' => length = 12",
    "entity.name = 'Track' and object.milliseconds > 1000 and propertyKey = 'bytes' => validation = 'too long'",
    "entity.name = 'Track' and object.milliseconds > 1000 => isEntityCreatable = false",
    "entity.name = 'Track' and propertyKey = 'bytes' => isPropertyEditable = false",
    "entity.name = 'Track' and object.name = 'locked' and propertyKey = 'bytes' => isPropertyEditable = false",
    "entity.name = 'Album' => restrictingQualifier = where (artist.name != 'Accept')",
    "entity.name = 'Track' => restrictingQualifier = where (milliseconds < 1000)",
    "entity.name = 'Track' and propertyKey = 'name' and propertyValue beginsWith 'x' => isMandatory = true",
  ]

  /// Makes the program enter every row like an object on the screen: that rule looks at the row.
  static let slow =
    """
    entity.name in ['Artist', 'Track'] and object.name = 'never there' and propertyKey = 'name' => length = 1
    entity.name = 'Album' and object.title = 'never there' and propertyKey = 'title' => length = 1
    """

  @Test(arguments: rules)
  func `Rows go the quick way only where it leads to the same`(rule: String) async throws {
    let files = [
      ("Artist", "artistId,name\n10,A\n11,\n12,\"\"\n"),
      ("Track", "name,milliseconds,bytes,unitPrice\na,5,1,1\nb,5,,2.5\n"),
      ("Track", "name,milliseconds,bytes,unitPrice\na,5,1,1\nlonger than that,5,3,2.5\n"),
      ("Track", "name,milliseconds,bytes,unitPrice\na,5,1,1\nb,5000,3,2.5\n"),
      ("Track", "name,milliseconds,bytes,unitPrice\na,5,1,1\nlocked,5,3,2.5\n"),
      ("Track", "name,milliseconds,bytes,unitPrice,album\na,5,1,1,1\nx,5,3,2.5,2\n"),
      ("Album", "title,artist\nA,2\nB,1\n"), ("Album", "title,artistId\nA,2\nB,1\n"),
      ("Album", "title,artistId\nA,2\nB,3\n"),
    ]
    for (entity, text) in files where rule.contains("'\(entity)'") {
      var told: [String] = []
      for rules in [rule, rule + "\n" + Self.slow] {
        try script(
          "DROP TABLE Track; DROP TABLE Album; DROP TABLE Artist; DROP TABLE Customer;"
            + RecordShop.script
        )
        let file = folder.write(Array(rules.utf8), to: "my.rules")
        let outcome = try await importing(entity, text, "--rules", file)
        let after = try ["Artist", "Album", "Track"].map { try rows("SELECT * FROM \($0)") }
        told.append("\(outcome.code) \(outcome.messages) \(after)".replacing(Self.slow, with: ""))
      }
      #expect(told[0] == told[1], "\(rule)\n\(text)")
    }
  }

  @Test func `Triggers, defaults and generated columns do what they do for other programs`()
    async throws
  {
    try script(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT DEFAULT 'none', size INTEGER NOT NULL DEFAULT 7,
        twice INTEGER GENERATED ALWAYS AS (size * 2));
      CREATE TABLE diary(line TEXT);
      CREATE TRIGGER note AFTER INSERT ON item BEGIN INSERT INTO diary VALUES(new.name); END;
      CREATE TRIGGER refuse BEFORE INSERT ON item WHEN new.name = 'bad' BEGIN SELECT RAISE(ABORT, 'not that'); END;
      CREATE VIEW shown AS SELECT id, name FROM item;
      CREATE TRIGGER make INSTEAD OF INSERT ON shown BEGIN INSERT INTO item(name) VALUES(upper(new.name)); END;
      """
    )
    #expect(try await importing("Item", "name,size,twice\na,1,99\n,,\nc,,\n").code == 0)
    #expect(try rows("SELECT * FROM item") == ["1|a|1|2", "2|none|7|14", "3|c|7|14"])
    #expect(try await importing("Shown", "name\nx\ny\n").messages == "2 objects imported\n")
    #expect(try rows("SELECT name FROM item WHERE id > 3") == ["X", "Y"])
    let refused = try await importing("Item", "name\nfine\nbad\n")
    #expect(
      refused.messages.contains("line 3: The database refuses: not that"),
      "\(refused.messages)"
    )
    #expect(try rows("SELECT * FROM diary") == ["a", "none", "c", "X", "Y"])
  }

  @Test func `Rows whose key is a time with an offset are found and referred to by its text`()
    async throws
  {
    try script(
      """
      CREATE TABLE reading(at TIMESTAMP PRIMARY KEY, name TEXT);
      CREATE TABLE note(id INTEGER PRIMARY KEY, reading TIMESTAMP REFERENCES reading(at));
      INSERT INTO reading VALUES ('2024-05-01T12:00:00+02:00', 'noon'), ('2024-05-01T10:00:00Z', 'ten');
      INSERT INTO note VALUES (1, '2024-05-01T12:00:00+02:00');
      """
    )
    let found = try await run("get", "Reading#2024-05-01T12:00:00+02:00")
    #expect(found.code == 0 && found.output.contains("noon"), "\(found.messages)")
    var text = "reading\n"
    for _ in 0..<3 { text += "2024-05-01T12:00:00+02:00\n2024-05-01T10:00:00Z\n" }
    let imported = try await importing("Note", text)
    #expect(imported.messages == "6 objects imported\n")
    let counts = try rows("SELECT reading, count(*) FROM note GROUP BY 1 ORDER BY 1")
    #expect(counts == ["2024-05-01T10:00:00Z|3", "2024-05-01T12:00:00+02:00|4"])
  }

  @Test(arguments: ["", "INSERT INTO visit VALUES (1, '2024-05-01T10:00:00+02:00', 'here');"])
  func `G1: rules judge a moment that is stored with its offset as a moment`(stored: String)
    async throws
  {
    try script("CREATE TABLE visit(id INTEGER PRIMARY KEY, at DATETIME, note TEXT); " + stored)
    let rule = "entity.name = 'Visit' and object.at < @2024-01-01 => isEntityCreatable = false"
    let rules = ["--rules", folder.write(Array(rule.utf8), to: "my.rules")]
    let count = try rows("SELECT count(*) FROM visit")
    for moment in ["2023-05-01 10:00:00", "2023-05-01T10:00:00+02:00"] {
      let text = "at,note\n2024-06-01T10:00:00+02:00,later\n\(moment),early\n"
      let outcome = try await importing("Visit", bytes: Array(text.utf8), rules)
      #expect(outcome.code == 1 && outcome.messages.contains("line 3"), "\(moment): \(outcome)")
      #expect(try rows("SELECT count(*) FROM visit") == count)
    }
    let text = "at,note\n2024-06-01T10:00:00+02:00,later\n"
    #expect(try await importing("Visit", bytes: Array(text.utf8), rules).code == 0)
    #expect(
      try rows("SELECT at FROM visit WHERE note = 'later'") == ["2024-06-01T10:00:00+02:00"]
    )
  }

  @Test func `A signal in the middle leaves the file as it was`() async throws {
    var text = "artistId,name\n"
    let long = String(repeating: "artist ", count: 16)
    for number in 0..<3000 { text += "\(100 + number),\(long)\n" }
    let file = folder.write(Array(text.utf8), to: "rows.csv")
    var program = Program(try Invocation(arguments: ["import", path, "Artist", file]))
    let pieces = Countdown(5)
    program.interruption = { pieces.isOver ? 2 : nil }
    let outcome = await program.run()
    #expect(outcome.code == 130 && outcome.messages.contains("nothing was changed"))
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }
}

/// Is over when it was asked some times.
private final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  var isOver: Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
}

/// A text as JSON writes it.
private enum JSONText {
  static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\r\n", with: "\\r\\n")
    return "\"\(escaped)\""
  }
}
