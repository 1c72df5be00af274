import CommandLineTool
import SceneSupport
import SQLite
import TestSupport
import Testing

/// Tests that related rows are found as the database joins them, whatever the declared types of the two key columns.
@MainActor
struct ReferencedKeyTests: ShopFile {
  let folder = TemporaryFolder()

  private func make(_ parent: String, _ child: String) throws {
    try Connection(path: path, mode: .create).execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE project(\(parent) PRIMARY KEY, locked BOOLEAN);
      CREATE TABLE task(id INTEGER PRIMARY KEY, title TEXT, \(child) REFERENCES project(code));
      INSERT INTO project VALUES ('alpha', 1), ('beta', 0), ('007', 1), ('free', 0);
      """
    )
  }

  private func rules(_ text: String) -> [String] {
    ["--rules", folder.write(Array(text.utf8), to: "own.rules")]
  }

  @Test(arguments: [
    ("code TEXT COLLATE NOCASE", "project_code", "ALPHA", "BETA"),
    ("code TEXT COLLATE RTRIM", "project_code TEXT", "alpha  ", "beta "),
    ("code VARCHAR(10)", "project_code TEXT", "alpha", "beta"),
    ("code TEXT COLLATE NOCASE", "project_code TEXT COLLATE RTRIM", "aLPHA", "bETA"),
  ])
  func `A rule about what a new object refers to holds for every spelling of its key`(
    parent: String,
    child: String,
    locked: String,
    open: String
  ) async throws {
    try make(parent, child)
    let rules = rules(
      "entity.name = 'Task' and object.project.locked = true => isEntityCreatable = false"
    )
    let new = ["insert", "Task", "title=x"]
    let refused = try await run(all: new + ["projectCode=\(locked)"] + rules)
    #expect(refused.code == 1, "\(refused)")
    #expect(try rows("SELECT count(*) FROM task") == ["0"])
    let made = try await run(all: new + ["projectCode=\(open)"] + rules)
    #expect(made.code == 0, "\(made)")
    let csv = folder.write(Array("title,projectCode\ny,\(locked)\n".utf8), to: "tasks.csv")
    let imported = try await run(all: ["import", "Task", csv] + rules)
    #expect(imported.code == 1, "\(imported)")
    #expect(try rows("SELECT count(*) FROM task") == ["1"])
  }

  @Test func `What may be seen may be referred to in every spelling of its key`() async throws {
    try make("code TEXT COLLATE NOCASE", "project_code")
    let rules = rules(
      "entity.name = 'Project' => restrictingQualifier = where (locked = false)"
    )
    let made = try await run(all: ["insert", "Task", "title=x", "projectCode=BETA"] + rules)
    #expect(made.code == 0, "\(made)")
    let refused = try await run(all: ["insert", "Task", "title=x", "projectCode=ALPHA"] + rules)
    #expect(refused.code == 1, "\(refused)")
    #expect(refused.messages.contains("is not among the objects you may see"), "\(refused)")
    #expect(try rows("SELECT project_code FROM task") == ["BETA"])
  }

  @Test(arguments: ["code VARCHAR(10)", "code TEXT COLLATE NOCASE", "code TEXT"])
  func `A model that denies a deletion denies only those that something refers to`(
    parent: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE parent(\(parent) PRIMARY KEY);
      CREATE TABLE child(id INTEGER PRIMARY KEY, parent_code TEXT);
      INSERT INTO parent VALUES ('a'), ('b'); INSERT INTO child VALUES (1, 'a');
      """
    )
    let model = folder.write(
      Array(
        """
        {"entities": [{"name": "Parent", "table": "parent", "relationships": [
          {"name": "kids", "destination": "Child", "toMany": true, "deleteRule": "deny",
           "joins": [{"source": "code", "destination": "parentCode"}], "inverse": "parent"}]},
          {"name": "Child", "table": "child", "relationships": [
          {"name": "parent", "destination": "Parent", "inverse": "kids",
           "joins": [{"source": "parentCode", "destination": "code"}]}]}]}
        """.utf8
      ),
      to: "model.json"
    )
    let refused = try await run("delete", "Parent#a", "--model", model)
    #expect(refused.code == 1 && refused.messages.contains("(the model denies it)"), "\(refused)")
    let deleted = try await run("delete", "Parent#b", "--model", model)
    #expect(deleted.code == 0, "\(deleted)")
    #expect(try rows("SELECT code FROM parent") == ["a"])
  }

  /// Keys of days and times in two writings, each of them another row's, and one that a new value would not be written as.
  private nonisolated static let writings = [
    ("TIMESTAMP", ["2024-01-05 10:00:00", "2024-01-05T10:00:00", "2024-01-06 11:00"]),
    ("DATE", ["2024-01-05", "2024-01-05 00:00:00", "2024-01-06"]),
    ("TIME", ["10:00:00", "10:00", "11:00"]),
  ]

  @Test(arguments: writings)
  func `Who refers to an object gets its key as it is written`(
    type: String,
    keys: [String]
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE slot(at \(type) PRIMARY KEY, name TEXT);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, title TEXT, at \(type) REFERENCES slot(at));
      INSERT INTO slot VALUES \(keys.map { "('\($0)', 'name of \($0)')" }.joined(separator: ", "));
      INSERT INTO visit(id, title) VALUES (1, 'visit');
      """
    )
    for key in keys {
      try Connection(path: path, mode: .readWrite).execute("UPDATE visit SET at = NULL")
      let set = try await run(all: ["set", "Visit#1", "slot='\(key)'"])
      #expect(set.code == 0, "\(key): \(set)")
      #expect(set.messages == "1 object changed\n", "\(key): \(set)")
      #expect(try rows("SELECT at FROM visit WHERE id = 1") == [key])
      let csv = folder.write(
        Array("title,slot\nnew,'\(key)'\nnewer,'\(key)'\n".utf8),
        to: "visits.csv"
      )
      let imported = try await run(all: ["import", "Visit", csv])
      #expect(imported.code == 0, "\(key): \(imported)")
      #expect(try rows("SELECT DISTINCT at FROM visit WHERE title LIKE 'new%'") == [key])
      _ = try await run(all: ["delete", "Visit?title beginsWith 'new'", "--all"])
      #expect(try rows("SELECT count(*) FROM visit") == ["1"])
    }
  }

  private func model(_ entities: String) -> [String] {
    [
      "--model",
      folder.write(
        Array(#"{"complete": true, "entities": [\#(entities)]}"#.utf8),
        to: "model.json"
      ),
    ]
  }

  private nonisolated static let day = """
    {"name": "Day", "table": "day", "attributes": [{"name": "d", "primaryKey": true}, {"name": "name"}],
     "relationships": [{"name": "visits", "destination": "Visit", "toMany": true, "deleteRule": "cascade",
       "joins": [{"source": "d", "destination": "d"}]}]}
    """

  @Test func `A way to many without a way back leads to what the database joins`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE day(d DATE PRIMARY KEY, name TEXT);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, d DATE, title TEXT);
      INSERT INTO day VALUES ('2024-01-05', 'fri'), ('2024-01-05 00:00:00', 'midnight');
      INSERT INTO visit VALUES (1, '2024-01-05', 'a'), (2, '2024-01-05 00:00:00', 'b');
      """
    )
    let model = model(
      Self.day
        + #", {"name": "Visit", "table": "visit", "attributes": [{"name": "id"}, {"name": "d"}, {"name": "title"}]}"#
    )
    let deleted = try await run(all: ["delete", "Day?name = 'fri'", "--all"] + model)
    #expect(deleted.code == 0, "\(deleted)")
    #expect(try rows("SELECT title FROM visit") == ["b"])
  }

  /// A shelf and its lines, which go with it, in a complete model that says of one of both at most.
  private func makeShelves() throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE shelf(code TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE line(id INTEGER PRIMARY KEY, code TEXT REFERENCES shelf ON DELETE CASCADE, secret INT);
      INSERT INTO shelf VALUES ('a', 'Alpha'), ('b', 'Beta');
      INSERT INTO line VALUES (1, 'a', 1), (2, 'b', 0);
      """
    )
  }

  private nonisolated static let toOne = """
    {"name": "shelf", "destination": "Shelf", "joins": [{"source": "code", "destination": "code"}]}
    """

  private func shelves(_ relationships: String) -> [String] {
    model(
      """
      {"name": "Shelf", "table": "shelf", "attributes": [{"name": "code"}, {"name": "name"}]},
      {"name": "Line", "table": "line", "attributes": [{"name": "id"}, {"name": "code"}, {"name": "secret"}],
       "relationships": [\(relationships)]}
      """
    )
  }

  @Test(
    arguments: ["", toOne],
    [
      "entity.name = 'Line' => isObjectDeletable = false",
      "entity.name = 'Line' => restrictingQualifier = where (secret = 0)",
    ]
  )
  func `What a model does not tell of goes with no deletion unasked`(
    relationships: String,
    right: String
  ) async throws {
    try makeShelves()
    let model = shelves(relationships)
    let refused = try await run(all: ["delete", "Shelf#a"] + model + rules(right))
    #expect(refused.code == 1, "\(refused)")
    #expect(try rows("SELECT count(*) FROM line") == ["2"])
    let deleted = try await run(all: ["delete", "Shelf#a"] + model)
    #expect(deleted.code == 0, "\(deleted)")
    #expect(try rows("SELECT count(*) FROM line") == ["1"])
  }

  @Test
  func `Nothing refers to what may not be seen though a model does not tell of the reference`()
    async throws
  {
    try makeShelves()
    let rules = rules("entity.name = 'Shelf' => restrictingQualifier = where (name = 'Alpha')")
    let refused = try await run(all: ["set", "Line#1", "code=b"] + shelves("") + rules)
    #expect(refused.code == 1, "\(refused)")
    #expect(try rows("SELECT code FROM line WHERE id = 1") == ["a"])
    // Of a relationship that the model has not nothing is shown.
    let shown = try await run(all: ["get", "Line#1"] + shelves(""))
    #expect(shown.output.contains("a") && !shown.output.contains("Alpha"), "\(shown)")
  }

  @Test
  func `A rule about what is referred to holds for keys with an offset from the first row on`()
    async throws
  {
    let moment = "2024-05-01T12:00:00+02:00"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE slot(at TIMESTAMP PRIMARY KEY, locked BOOLEAN);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, title TEXT, at TIMESTAMP REFERENCES slot);
      INSERT INTO slot VALUES ('\(moment)', 1), ('2024-05-02T12:00:00+02:00', 0);
      """
    )
    let locked = rules(
      "entity.name = 'Visit' and object.slot.locked = true => isEntityCreatable = false"
    )
    let csv = folder.write(Array("title,at\na,\(moment)\n".utf8), to: "visits.csv")
    for arguments in [["import", "Visit", csv], ["insert", "Visit", "at=\(moment)"]] {
      let refused = try await run(all: arguments + locked)
      #expect(refused.code == 1, "\(refused)")
    }
    #expect(try rows("SELECT count(*) FROM visit") == ["0"])
    for column in ["at", "slot"] {
      let made = try await run(
        all: ["insert", "Visit", "\(column)=2024-05-02T12:00:00+02:00"] + locked
      )
      #expect(made.code == 0, "\(made)")
    }
    #expect(try rows("SELECT DISTINCT at FROM visit") == ["2024-05-02T12:00:00+02:00"])
  }

  @Test func `A column that is called as a constant is the one that is compared`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE invoice(no INTEGER PRIMARY KEY, total INT);
      INSERT INTO invoice VALUES (1, 10), (2, 20), (3, 30), (4, 40);
      """
    )
    let deleted = try await run(all: ["delete", "Invoice?no < 3", "--all"])
    #expect(deleted.code == 0, "\(deleted)")
    #expect(try rows("SELECT no FROM invoice") == ["3", "4"])
  }

  @Test(arguments: ["9223372036854775807", "1000000000", "39"])
  func `A scale that no number has tells nothing`(scale: String) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, price DECIMAL(10,\(scale)));
      INSERT INTO item VALUES (1, 1.5);
      """
    )
    let shown = try await run(all: ["list", "Item"])
    #expect(shown.output.contains("1.5") && shown.output.count < 100, "\(shown.output.prefix(200))")
  }
}
