import SQLite
import SceneSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// Views that show what rules leave out of the tables they read.
@MainActor
struct OpenViewTests: ShopFile {
  let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT);
    CREATE TABLE rental(id INTEGER PRIMARY KEY, store_id INTEGER REFERENCES store(id), fee REAL);
    CREATE VIEW plain AS SELECT id, fee FROM rental;
    CREATE VIEW nested AS SELECT id FROM "plain" WHERE fee > 1;
    CREATE VIEW inside AS SELECT city FROM store WHERE id IN (SELECT store_id FROM main.rental);
    CREATE VIEW common AS WITH rented AS (SELECT * FROM rental) SELECT count(*) AS n FROM rented;
    CREATE VIEW other AS SELECT city FROM store;
    CREATE VIEW hidden_name AS WITH rental AS (SELECT id FROM store) SELECT id FROM rental;
    """

  private nonisolated static let all = ["Common", "Inside", "Nested", "Plain"]
  private nonisolated static let restriction =
    "entity.name = 'Rental' => restrictingQualifier = where (store.id = 1)"

  @Test(arguments: [
    (restriction, all), ("when role = 'clerk' { \(restriction) }", all),
    (
      "\(restriction)\nentity.name = 'Plain' => restrictingQualifier = where (fee < 3)",
      ["Common", "Inside", "Nested"]
    ),
    (
      "when role = 'clerk' { \(restriction) }\nrole = 'boss' and entity.name = 'Plain' => restrictingQualifier = where (fee < 3)",
      all
    ),
    ("*true* => restrictingQualifier = where (id = 1)", []),
    (
      "entity.name in ['Rental', 'Plain', 'Nested', 'Inside', 'Common'] => restrictingQualifier = where (id = 1)",
      []
    ),
    (
      "\(restriction)\n*true* => visibleEntityNames = ['Rental', 'Store', 'Other', 'Common']",
      ["Common"]
    ),
    ("*true* => visibleEntityNames = ['Store', 'Nested', 'Other', 'HiddenName']", ["Nested"]),
    ("*true* => visibleEntityNames = []", []),
    ("entity.name = 'Rental' => restrictingQualifier = null", []),
    (
      "entity.name = 'Store' => restrictingQualifier = where (id = 1)",
      ["HiddenName", "Inside", "Other"]
    ),
  ])
  func `L4: rules check names each view that shows what a rule leaves out`(
    rules: String,
    views: [String]
  ) async throws {
    try Connection(path: path, mode: .create).execute(Self.script)
    let file = folder.write(rules, to: "check.rules")
    let outcome = await Program(try Invocation(arguments: ["rules", "check", file, path])).run()
    let told = (outcome.output + outcome.messages).split(separator: "\n")
      .filter { $0.contains("[open-view]") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(Set(told).sorted() == views, "\(outcome)")
  }

  @Test func `L4: the rules of the demo leave no view open`() async throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let script = try TemporaryFolder.text(at: root + "/Models/Movies.sql")
    try Connection(path: path, mode: .create).execute(script)
    let rules = ["MoviesLogin", "Movies"].map { "\(root)/Rules/\($0).rules" }
    let invocation = try Invocation(arguments: ["rules", "check"] + rules + [path])
    let outcome = await Program(invocation).run()
    #expect(!(outcome.output + outcome.messages).contains("[open-view]"), "\(outcome)")
    #expect(outcome.code == 0, "\(outcome)")
  }
}
