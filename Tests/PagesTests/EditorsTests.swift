import SceneSupport
import Testing

/// Each kind of field: what is typed or chosen reaches the file in the kind of value and the format it had.
@MainActor
struct EditorsTests {
  private static let script = """
    CREATE TABLE kind(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO kind VALUES(1, 'Book'), (2, 'Film'), (3, 'Record');
    CREATE TABLE thing(
      id INTEGER PRIMARY KEY, title VARCHAR(12) NOT NULL, note TEXT, count INTEGER, price DECIMAL(10,2),
      weight REAL, is_new BOOLEAN, bought DATE, seen DATETIME, made INTEGER, opens TIME,
      size TEXT CHECK (size IN ('S', 'M', 'L')), kind_id INTEGER REFERENCES kind(id), password TEXT,
      story CLOB
    );
    INSERT INTO thing VALUES(1, 'One', NULL, 3, 0.10, 1.5, 1, '2024-03-01', '2024-03-01 12:30:00', 5,
      '14:30:00', 'M', 2, 'secret', 'a long story');
    """

  private func scene() async throws -> Scene {
    try await Scene(Self.script, "--entity Thing --task edit --id 1")
  }

  nonisolated static let entries = [
    ("title", "Two", "text'Two'"), ("note", "0012", "text'0012'"),
    ("count", "12 000", "integer12000"),
    ("count", "-4", "integer-4"), ("price", "0.30", "real0.3"), ("price", "12", "integer12"),
    ("weight", "2.25", "real2.25"), ("bought", "2025-12-31", "text'2025-12-31'"),
    ("bought", "2024-02-29", "text'2024-02-29'"),
    ("seen", "2025-12-31 08:15", "text'2025-12-31 08:15:00'"),
    ("opens", "08:15", "text'08:15:00'"),
    ("opens", "8:15", "text'08:15:00'"), ("password", "hidden", "text'hidden'"),
    ("story", "short", "text'short'"),
  ]

  @Test(arguments: entries)
  func `What is typed is stored as the column stores it`(
    field: String,
    text: String,
    stored: String
  ) async throws {
    let scene = try await scene()
    try await scene.go(to: field)
    try await scene.retype(text)
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let sql = "SELECT typeof(\(field)) || quote(\(field)) FROM thing"
    #expect(try scene.rows(sql) == [stored])
  }

  @Test func `A decimal shows the places of its column and does not change by being looked at`()
    async throws
  {
    let scene = try await scene()
    let before = try scene.dump()
    #expect(scene.line(with: "Price")?.contains("0.10") == true)
    try await scene.go(to: "price")
    try await scene.append("0")
    try await scene.send("backspace")
    #expect(!scene.lines[0].contains("changed"), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test func `A day may be typed in words`() async throws {
    let scene = try await scene()
    try await scene.go(to: "bought")
    try await scene.retype("today +3d")
    try await scene.send("ctrl-s")
    let sql = "SELECT bought = date('now', 'localtime', '+3 days') FROM thing"
    #expect(try scene.rows(sql) == ["1"])
  }

  @Test(arguments: [
    ("+3d", "date('now', 'localtime', '+3 days')"), ("3.4.2024", "'2024-04-03'"),
    ("2025-3-1", "'2025-03-01'"), ("20250301", "'2025-03-01'"),
    ("1.2.", "strftime('%Y', 'now', 'localtime') || '-02-01'"),
  ])
  func `E13: what a day that is typed means is shown before it is saved`(
    text: String,
    meant: String
  ) async throws {
    let scene = try await scene()
    let day = try #require(
      try scene.rows(
        "SELECT substr('SunMonTueWedThuFriSat', 1 + 3 * strftime('%w', \(meant)), 3) || ' ' || \(meant)"
      ).first
    )
    try await scene.go(to: "bought")
    try await scene.retype(text)
    #expect(scene.line(with: "Bought")?.contains("= " + day) == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT bought FROM thing") == [String(day.dropFirst(4))])
  }

  @Test func `E13: a date that is written as it is stored is shown once`() async throws {
    let scene = try await scene()
    try await scene.go(to: "bought")
    try await scene.retype("2025-12-31")
    #expect(scene.line(with: "Bought")?.contains("=") == false)
  }

  @Test func `A truth is turned by space, null included`() async throws {
    let scene = try await scene()
    try await scene.go(to: "isNew")
    #expect(scene.line(with: "Is new")?.contains("[x]") == true)
    try await scene.send("space")
    #expect(scene.line(with: "Is new")?.contains("[ ]") == true)
    try await scene.send("space")
    #expect(scene.line(with: "Is new")?.contains("[∅]") == true)
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT is_new IS NULL FROM thing") == ["1"])
  }

  @Test func `A choice is taken with the arrows or from the menu`() async throws {
    let scene = try await scene()
    try await scene.go(to: "size")
    try await scene.send("right")
    #expect(scene.line(with: "Size")?.contains("(•) L") == true)
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT size FROM thing") == ["L"])
  }

  @Test func `Another object is chosen on a page of its own, found by a search`() async throws {
    let scene = try await scene()
    #expect(scene.line(with: "Kind")?.contains("Film") == true)
    try await scene.go(to: "kind")
    try await scene.send("enter /")
    try await scene.type("rec")
    try await scene.send("enter enter")
    #expect(scene.line(with: "Kind")?.contains("Record") == true, "\(scene.text)")
    #expect(scene.line(with: "Kind")?.contains("●") == true)
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT kind_id FROM thing") == ["3"])
    #expect(scene.line(with: "Kind")?.contains("Record") == true)
  }

  @Test func `Another object is chosen from the one that is chosen now on`() async throws {
    let scene = try await scene()
    try await scene.go(to: "kind")
    try await scene.send("enter")
    #expect(scene.line(with: "Film")?.hasPrefix("›") == true, "\(scene.text)")
    try await scene.send("down enter")
    #expect(scene.line(with: "Kind")?.contains("Record") == true, "\(scene.text)")
  }

  @Test(arguments: ["count", "price", "note", "bought", "kind", "size", "isNew"])
  func `A field is emptied to null, which shows`(field: String) async throws {
    let scene = try await scene()
    try await scene.go(to: field)
    try await scene.send("ctrl-x ctrl-s")
    let columns = ["kind": "kind_id", "isNew": "is_new"]
    let sql = "SELECT \(columns[field] ?? field) IS NULL FROM thing"
    #expect(try scene.rows(sql) == ["1"])
  }

  @Test func `A mandatory field refuses null with the reason`() async throws {
    let scene = try await scene()
    try await scene.go(to: "title")
    try await scene.send("ctrl-x")
    #expect(scene.status.contains("Title needs a value"))
  }

  nonisolated static let faults = [
    ("count", "1x2", "needs a whole number, for example 42"),
    ("price", "dear", "needs a number, for example 96500"),
    ("bought", "2024-02-30", "needs a date, for example 2026-03-01"),
    ("opens", "25:00", "needs a time, for example 14:30"),
    ("title", "much too long a title", "needs at most 12 characters, not 21"),
  ]

  @Test(arguments: faults)
  func `What is wrong is said beside the field, and the save goes there`(
    field: String,
    text: String,
    message: String
  ) async throws {
    let scene = try await scene()
    let before = try scene.dump()
    try await scene.go(to: field)
    try await scene.retype(text)
    #expect(scene.text.contains("✗ \(message)"), "\(scene.text)")
    #expect(scene.lines[0].contains("1 wrong"), "\(scene.text)")
    try await scene.send("tab ctrl-s")
    #expect(scene.status.contains("not saved: "), "\(scene.status)")
    #expect(scene.status.contains(message), "\(scene.status)")
    #expect(try scene.dump() == before)
    try await scene.go(to: field)
    #expect(scene.text.contains(text), "what was typed is still there")
  }

  @Test func `A text that is no value yet is not lost when its page is left`() async throws {
    let scene = try await scene()
    try await scene.go(to: "count")
    try await scene.retype("1x2")
    try await scene.send("esc")
    #expect(scene.text.contains("The changes are not saved"))
    try await scene.send("end enter e")
    #expect(scene.text.contains("1x2"))
    #expect(scene.text.contains("✗ needs a whole number"))
  }

  @Test func `A password is never shown`() async throws {
    let scene = try await scene()
    #expect(!scene.text.contains("secret"))
    try await scene.go(to: "password")
    try await scene.retype("hidden")
    #expect(!scene.text.contains("hidden"))
  }

  @Test func `Enter in a long text begins a line`() async throws {
    let scene = try await scene()
    try await scene.go(to: "story")
    try await scene.retype("one")
    try await scene.send("enter")
    try await scene.type("two")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT story FROM thing") == ["one\ntwo"])
  }

  @Test func `Letters typed in a field run no commands`() async throws {
    let scene = try await scene()
    try await scene.go(to: "note")
    try await scene.type("qd e!?:ou")
    #expect(scene.line(with: "Note")?.contains("qd e!?:ou") == true)
  }
}
