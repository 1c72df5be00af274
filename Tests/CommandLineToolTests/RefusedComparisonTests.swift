import SQLite
import SceneSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// Conditions that hold for no row, or for all, whatever the values are: no command takes one.
@MainActor
struct RefusedComparisonTests: ShopFile {
  let folder = TemporaryFolder()

  private static let table = """
    CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT, founded DATE);
    INSERT INTO town VALUES(1, 'Ulm', '1184-05-01');
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, email TEXT, birthday DATE, seen TIMESTAMP,
      score REAL, active BOOLEAN, town_id INTEGER REFERENCES town(id));
    INSERT INTO person VALUES
      (1, 'Ann', 'ann@lee.org', '1989-12-31', '2024-01-31 10:00:00', 1.5, 1, 1),
      (2, 'Bob', 'bob@x.org', '1990-01-01', '2024-02-01 00:00:00', 2.5, 0, 1),
      (3, 'Cyd', 'cyd@lee.org', '1990-12-31', '2024-03-31 23:59:59', NULL, NULL, NULL),
      (4, 'Dan', '%lee%', '1991-01-01', '2025-01-01 00:00:00', 4, 1, NULL),
      (5, 'Eve', '', NULL, NULL, 5, 0, 1);
    """

  /// With a part of the sentence that refuses it.
  private nonisolated static let refused = [
    ("birthday = 5", "'birthday' is a date and never equals 5; write birthday = '2024-12-31'"),
    ("birthday != 1700000000", "write birthday != '2023-11-14'"),
    ("birthday > 'soon'", "never equals"), ("not (birthday = 17 or name = 'x')", "never equals"),
    ("birthday in (17, true)", "never equals"), ("birthday between 5 and 6", "never equals"),
    ("score != 'high'", "'score' is a number and never equals 'high'"),
    ("score = birthday", "'score' is a number and never equals 'birthday', a date"),
    ("score > @2024-01-01", "never equals"), ("active != 'perhaps'", "write active = true"),
    ("town.founded != 99", "'town.founded' is a date"), ("town.people.score = 'x'", "never equals"),
    ("email like '%lee%'", "email like '*lee*'"), ("not email ilike 'a_n%'", "email ilike 'a?n*'"),
  ]

  @Test(arguments: refused)
  func `J6: a comparison that never holds is refused by every command, which changes nothing`(
    filter: String,
    sentence: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(Self.table)
    let before = try rows("SELECT * FROM person")
    for words in [
      ["list", "Person?\(filter)"], ["get", "Person?\(filter)"], ["export", "Person?\(filter)"],
      ["set", "Person?\(filter)", "name=x", "--all"],
      ["delete", "Person?\(filter)", "--all"],
      ["delete", "Person?\(filter)", "--all", "--dry-run"],
    ] {
      let outcome = try await run(all: words)
      #expect(outcome.code == 2 && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.messages.contains(sentence), "\(words): \(outcome.messages)")
    }
    #expect(try rows("SELECT * FROM person") == before)
  }

  @Test(arguments: [
    ("birthday > 1990", "birthday >= '1991-01-01'"),
    ("birthday >= 1990", "birthday >= '1990-01-01'"),
    ("birthday < 1990", "birthday < '1990-01-01'"),
    ("birthday <= 1990", "birthday < '1991-01-01'"),
    ("birthday = 1990", "birthday LIKE '1990%'"), ("birthday != 1990", "birthday NOT LIKE '1990%'"),
    ("1990 = birthday", "birthday LIKE '1990%'"), ("1990 < birthday", "birthday >= '1991-01-01'"),
    ("birthday = '1990-12'", "birthday LIKE '1990-12%'"),
    ("seen = '2024-01'", "seen LIKE '2024-01%'"),
    ("seen > '2024-01'", "seen >= '2024-02-01'"), ("seen = 2024", "seen LIKE '2024%'"),
    ("seen between '2024-01' and '2024-02'", "seen < '2024-03'"),
    ("birthday between 1989 and 1990", "birthday < '1991-01-01'"),
    ("birthday in (1989, 1991)", "birthday LIKE '1989%' OR birthday LIKE '1991%'"),
    ("not birthday in (1989, 1991)", "birthday LIKE '1990%'"),
    ("town.people.birthday = 1989", "id = 1"), ("birthday in ('1989-12-31', 'x', 17)", "id = 1"),
    ("birthday in ('1990-01-01', 'x')", "id = 2"), ("score = '2.5'", "id = 2"),
    ("email = '%lee%'", "id = 4"),
    (#"email like '\\%lee\\%'"#, "id = 4"), ("email = ''", "id = 5"), ("score = ''", "0"),
    ("birthday like '1990*'", "birthday LIKE '1990%'"), ("name = 5", "0"),
    ("active = 'yes'", "active"),
  ])
  func `J6: what the query page understands of dates a link understands`(
    filter: String,
    sql: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(Self.table)
    let entity = filter.hasPrefix("town.people") ? "Town" : "Person"
    let condition = filter.replacing("town.people", with: "people")
    let outcome = try await run(
      "list",
      "\(entity)?\(condition)",
      "--columns",
      "id",
      "--format",
      "csv"
    )
    let found = outcome.output.split(separator: "\n").dropFirst().map(String.init).sorted()
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(found == (try rows("SELECT id FROM \(entity) WHERE \(sql) ORDER BY id")), "\(filter)")
  }

  @Test(arguments: [
    ("entity.name = 'Person' and object.birthday > 1990 => color = 'error'", 1),
    ("object.birthday != 17 => color = 'error'", 1),
    ("entity.name = 'Person' => restrictingQualifier = where (birthday != 1990)", 1),
    (
      "entity.name = 'Person' => auxiliaryQualifier = where (score > 'high' or active = 'perhaps')",
      2
    ),
    ("entity.name = 'Person' and object.town.founded = 3 => isObjectEditable = false", 1),
    ("rows > 'wide' => color = 'error'", 1), ("rows = 'many' => color = 'error'", 1),
    ("entity.name = 'Person' and object.email like '%lee%' => color = 'error'", 1),
    ("entity.name = 'Person' => restrictingQualifier = where (email like 'a_b')", 1),
    ("entity.name = 'Person' and object.birthday > '1990-01-01' => color = 'error'", 0),
    ("entity.name = 'Person' => restrictingQualifier = where (town.people.@count > 3)", 0),
    ("entity.name = 'Person' => restrictingQualifier = where (name = 5 or email = '')", 0),
  ])
  func `J6: rules check names the comparisons that never hold`(rule: String, faults: Int)
    async throws
  {
    try Connection(path: path, mode: .create).execute(Self.table)
    let file = folder.write(rule, to: "check.rules")
    let invocation = try Invocation(arguments: ["rules", "check", file, path, "--strict"])
    let outcome = await Program(invocation).run()
    let told = (outcome.output + outcome.messages).split(separator: "\n")
      .filter { $0.contains("[wrong-type]") || $0.contains("[sql-pattern]") }
    #expect(told.count == faults, "\(outcome)")
    #expect((outcome.code == 0) == (faults == 0), "\(outcome)")
  }
}
