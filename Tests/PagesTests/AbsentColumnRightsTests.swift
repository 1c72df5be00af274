import CommandLineTool
import SQLite
import SceneSupport
import TestSupport
import Testing

/// A rule that goes by a column of some entity says nothing of those that have no such column.
@MainActor
struct AbsentColumnRightsTests: ShopFile {
  let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, credit INTEGER,
      is_vip BOOLEAN NOT NULL);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
      note TEXT);
    INSERT INTO customer VALUES (1, 'Ada', 500, 0), (2, 'Bob', 300, 1);
    INSERT INTO invoice VALUES (1, 1, 'one'), (2, 2, 'two');
    """

  @Test(arguments: [
    "object.isVip = true and propertyKey = 'credit' => isPropertyVisible = false",
    "propertyKey = 'credit' and object.isVip = true => isPropertyVisible = false",
    "object.isVip = true and not (propertyKey != 'credit') => isPropertyVisible = false",
  ])
  func `Who hides a column of some rows hides nothing of other entities, in whatever order`(
    rule: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(Self.script)
    let rules = folder.write(Array(rule.utf8), to: "my.rules")
    for link in ["Invoice?note = 'one'", "Invoice?sort=-note", "Customer?name = 'Ada'"] {
      let listed = try await run("list", link, "--rules", rules)
      #expect(listed.code == 0 && listed.output.contains("Ada"), "\(link): \(listed)")
    }
    let hidden = try await run("list", "Customer?credit = 300", "--rules", rules)
    #expect(!hidden.output.contains("300"), "\(hidden)")
    let got = try await run("get", "Customer#2", "--rules", rules)
    #expect(!got.output.contains("300"), "\(got)")
  }

  @Test func `A rule about all rows with a flag leaves entities without that flag alone`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(Self.script)
    let rule = "object.isVip = true and propertyKey != 'name' => isPropertyVisible = false"
    let rules = folder.write(Array(rule.utf8), to: "my.rules")
    let listed = try await run("list", "Invoice?note = 'two'", "--rules", rules)
    #expect(listed.code == 0 && listed.output.contains("two"), "\(listed)")
  }
}
