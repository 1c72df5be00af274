import CommandLineTool
import Editing
import EntityModel
import EntityStore
import Pages
import SQLite
import SceneSupport
import TestSupport
import Testing
import Workspace

/// A day with a time in a column of days is seen as it stands, found by what is seen, and not taken away.
@MainActor
struct TimesBesideDaysTests: ShopFile {
  let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE e(id INTEGER PRIMARY KEY, day DATE, name TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO e SELECT i, date('2020-01-01', i || ' days'), 'n' || i FROM n;
    UPDATE e SET day = '2024-01-05 10:00:00' WHERE id = 450;
    UPDATE e SET day = '2024-01-05' WHERE id = 451;
    UPDATE e SET day = '2024-01-05 00:00:00' WHERE id = 452;
    """

  private func make() throws { try Connection(path: path, mode: .create).execute(Self.script) }

  private func file(_ text: String, _ name: String) -> String {
    folder.write(Array(text.utf8), to: name)
  }

  @Test(arguments: ["rows = 1", "formatter = date('d.M.yyyy')", "formatter = 'date'"])
  func `A14: a time beside a day is shown wherever the day is`(rule: String) async throws {
    try make()
    let rules = file("propertyKey = 'day' => \(rule)", "my.rules")
    #expect(try await run("get", "E#450", "--rules", rules).output.contains("2024-01-05 10:00:00"))
    let listed = try await run("list", "E?id >= 450 and id < 453", "--rules", rules).output
    let lines = listed.split(separator: "\n").filter { $0.contains("2024") }
    #expect(
      lines.count { $0.contains("2024-01-05 10:00:00") } == 1 && lines.count == 3,
      "\(listed)"
    )
    #expect(lines.count { $0.contains("00:00") } == 1, "\(listed)")
    let scene = try await Scene(
      Self.script,
      rules: "propertyKey = 'day' => \(rule)",
      "--entity E --id 450"
    )
    #expect(scene.text.contains("2024-01-05 10:00:00"), "\(scene.text)")
    let exported = try await run("export", "E?id = 450", "--rules", rules).output
    #expect(exported == "id,day,name\n450,2024-01-05 10:00:00,n450\n")
  }

  @Test(arguments: [
    ("day = @2024-01-05", ["451", "452"]), ("day = '2024-01-05'", ["451", "452"]),
    ("day = '2024-01-05 10:00:00'", ["450"]), ("day = '2024-01-05 10:00'", ["450"]),
    ("day = '2024-01-05T10:00'", ["450"]), ("day in ('2024-01-05 10:00', 'x')", ["450"]),
    ("day > '2024-01-05' and day < '2024-01-06'", ["450"]),
    ("day >= @2024-01-05T10:00 and day < @2024-01-06", ["450"]),
    ("day like '*10:00*'", ["450"]),
  ])
  func `A13: a time beside a day is found by what is shown`(condition: String, ids: [String])
    async throws
  {
    try make()
    let found = try await run("export", "E?\(condition)", "--columns", "id").output
    #expect(found == (["id"] + ids).joined(separator: "\n") + "\n")
  }

  @Test(arguments: [0, 1])
  func `A13: who filters by a day gets the rows that show that day and no time`(down: Int)
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: "entity.name = 'E' => displayPropertyKeys = ['name', 'day']",
      "--link E?id>=450"
    )
    for _ in 0..<down { try await scene.send("j") }
    try await scene.send("l =")
    let shown = ["n450", "n451", "n452"].filter { name in scene.line(with: name + " ") != nil }
    #expect(shown == (down == 0 ? ["n450"] : ["n451", "n452"]), "\(scene.text)")
  }

  @Test func `A13: a search finds a time beside a day`() async throws {
    let scene = try await Scene(Self.script, "--entity E")
    try await scene.send("/")
    try await scene.type("10:00")
    try await scene.send("enter")
    #expect(scene.text.contains("2024-01-05 10:00:00"), "\(scene.text)")
  }

  @Test(arguments: ["csv", "json"])
  func `A2: what is exported of times beside days is imported so`(format: String) async throws {
    try make()
    let rows = try await run("export", "E?id >= 450 and id < 453", "--format", format).output
    try script("DELETE FROM e WHERE id >= 450 and id < 453")
    let imported = try await run("import", "E", file(rows, "rows.\(format)"))
    #expect(imported.messages == "3 objects imported\n", "\(imported)")
    #expect(
      try self.rows("SELECT day FROM e WHERE id >= 450 AND id < 453 ORDER BY id")
        == ["2024-01-05 10:00:00", "2024-01-05", "2024-01-05"]
    )
  }

  @Test func `A2: a time that is set beside a day is stored, and refused where none is kept`()
    async throws
  {
    try make()
    try script(
      """
      CREATE TABLE c(id INTEGER PRIMARY KEY, day DATE);
      INSERT INTO c VALUES (1, 1704412800), (2, 1704499200), (3, 1704585600);
      CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE);
      INSERT INTO d VALUES (1, 20240105), (2, 20240106), (3, 20240107);
      """
    )
    // In this order: a column that begins with a moment is one of moments.
    for (id, text) in [(2, "2024-01-05 00:00"), (1, "2024-01-05T10:00")] {
      let set = try await run("set", "E#\(id)", "day=\(text)")
      #expect(set.messages == "1 object changed\n", "\(set)")
    }
    #expect(try rows("SELECT day FROM e WHERE id < 3") == ["2024-01-05T10:00", "2024-01-05"])
    for table in ["C", "D"] {
      let before = try rows("SELECT * FROM \(table)")
      let refused = try await run("set", "\(table)#1", "day=2024-01-05 10:00")
      #expect(
        refused.code != 0 && refused.messages.contains("day takes a day without a time"),
        "\(refused)"
      )
      let csv = file("day\n2024-01-05\n2024-01-05 10:00\n", "\(table).csv")
      let imported = try await run("import", table, csv)
      #expect(
        imported.code != 0 && imported.messages.contains("a day without a time"),
        "\(imported)"
      )
      #expect(try rows("SELECT * FROM \(table)") == before)
    }
  }

  @Test(arguments: ["2024-13-45", "garbage", "2024-01-05 25:00"])
  func `A2: over a time beside a day no other text is stored than over a day`(text: String)
    async throws
  {
    try make()
    for id in [450, 451] {
      let before = try rows("SELECT day FROM e WHERE id = \(id)")
      let set = try await run("set", "E#\(id)", "day=\(text)")
      #expect(set.code != 0 && set.messages.contains("day takes a date"), "\(set)")
      #expect(try rows("SELECT day FROM e WHERE id = \(id)") == before)
    }
    // A text that is none at all may still be followed by another.
    try script("UPDATE e SET day = 'soon' WHERE id = 1")
    #expect(try await run("set", "E#1", "day=later").messages == "1 object changed\n")
    #expect(try await run("set", "E#450", "day=2024-01-06").messages == "1 object changed\n")
    #expect(
      try rows("SELECT day FROM e WHERE id IN (1, 450) ORDER BY id") == ["later", "2024-01-06"]
    )
  }

  @Test func `A2: a form keeps from saving what is no day, over a time beside a day too`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity E --id 450 --task edit")
    try await scene.go(to: "day")
    try await scene.retype("2024-13-45")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: Day: needs a date"), "\(scene.text)")
    #expect(try scene.rows("SELECT day FROM e WHERE id = 450") == ["2024-01-05 10:00:00"])
  }

  @Test(arguments: [
    ("at = '2024-05-01T12:00:00+02:00'", ["1", "2"]),
    ("at = '2024-05-01 10:00'", ["1", "2"]), ("at = '2024-05-01T05:00:00-05:00'", ["1", "2"]),
    ("at in ('2024-05-01T13:00:00+02:00', '2024-05-03T00:00+01:00')", ["3"]),
    ("at > '2024-05-01T12:00:00+02:00'", ["3"]),
    ("at between '2024-05-01T11:00:00+02:00' and '2024-05-01T12:30:00+02:00'", ["1", "2"]),
    ("counted = '2024-05-01T12:00:00+02:00'", ["1", "2"]),
  ])
  func `A13: a moment is found by every writing of it`(condition: String, ids: [String])
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE m(id INTEGER PRIMARY KEY, at TIMESTAMP, counted TIMESTAMP);
      INSERT INTO m VALUES (1, '2024-05-01T12:00:00+02:00', 1714557600),
        (2, '2024-05-01T10:00:00Z', 1714557600), (3, '2024-05-01T13:00:00+02:00', 1714561200);
      """
    )
    let found = try await run("export", "M?\(condition)", "--columns", "id").output
    #expect(found == (["id"] + ids).joined(separator: "\n") + "\n")
  }

  @Test func `A2: a form shows a time beside a day, and keeps it when something else is edited`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity E --id 450")
    try await scene.send("e")
    #expect(scene.text.contains("2024-01-05 10:00:00"), "\(scene.text)")
    try await scene.go(to: "name")
    try await scene.retype("other")
    try await scene.send("ctrl-s")
    let stored = "SELECT day, name FROM e WHERE id = 450"
    #expect(try scene.rows(stored) == ["2024-01-05 10:00:00|other"], "\(scene.text)")
    try await scene.send("e")
    try await scene.go(to: "day")
    try await scene.retype("6.1.2024 9:30")
    #expect(scene.text.contains("= Sat 2024-01-06 09:30"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows(stored) == ["2024-01-06 09:30|other"], "\(scene.text)")
  }

  @Test func `A14: digits of a moment among those of days are shown as they stand`() async throws {
    try make()
    try script(
      """
      CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE);
      INSERT INTO d SELECT id, CAST(strftime('%Y%m%d', day) AS INTEGER) FROM e;
      UPDATE d SET day = 20240105100000 WHERE id = 450;
      """
    )
    #expect(try await run("list", "D?id = 1").output.contains("2020-01-02"))
    #expect(try await run("export", "D?id = 450").output == "id,day\n450,20240105100000\n")
    #expect(try await run("get", "D#450").output.contains("20240105100000"))
  }

  @Test func `An object is begun with the key to which a way to many led, as it is written`()
    async throws
  {
    let model = file(
      """
      {"complete": true, "entities": [
        {"name": "Day", "table": "day", "attributes": [{"name": "d", "primaryKey": true}, {"name": "name"}],
         "relationships": [{"name": "visits", "destination": "Visit", "toMany": true,
           "joins": [{"source": "d", "destination": "d"}]}]},
        {"name": "Visit", "table": "visit", "attributes": [{"name": "id"}, {"name": "d"}]}]}
      """,
      "model.json"
    )
    let scene = try await Scene(
      """
      CREATE TABLE day(d DATE PRIMARY KEY, name TEXT);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, d DATE);
      INSERT INTO day VALUES ('2024-01-05', 'a'), ('2024-01-05 00:00:00', 'b'), ('2024-01-06', 'c');
      """,
      "--model \(model)"
    )
    let (session, store) = (scene.session, scene.session.work.store)
    let day = try #require(store.model.entity(named: "Day"))
    let visits = try #require(day.relationship(named: "visits"))
    let fetch = FetchSpecification(entityName: "Day")
    for record in try await store.window(fetch, from: .start, count: 9).records {
      let visit = NewObjects.make(
        try #require(visits.destination),
        from: (session.work.editing.object(for: record), visits),
        in: session.work
      )
      #expect(visit.problems().isEmpty && !visit.hasInput)
    }
    #expect(session.work.editing.pendingCount == 3)
  }
}
