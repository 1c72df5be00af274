import CommandLineTool
import SceneSupport
import SQLite
import TestSupport
import Testing

/// What refers to an object is found as the database finds it, whatever the two ends of a key are declared as.
@MainActor
struct ReferredKeyTests: ShopFile {
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
}
