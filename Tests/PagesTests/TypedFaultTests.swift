import SceneSupport
import Testing

/// Tests that faults of a field are shown while the user types, before a save.
@MainActor
struct TypedFaultTests {
  private static let script = """
    CREATE TABLE club(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO club VALUES (1, 'Chess'), (2, 'Rowing');
    CREATE TABLE member(
      id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE, club_id INT REFERENCES club, place INT, begin DATE, finish DATE,
      UNIQUE (club_id, place));
    INSERT INTO member VALUES (1, 'Ada', 1, 1, '2020-01-01', NULL), (2, 'Bo', 1, 2, NULL, NULL), (3, 'Cy', 2, 2, NULL, NULL);
    """

  private func scene(
    rules: String = "",
    _ arguments: String = "--entity Member --task edit --id 2"
  ) async throws -> Scene {
    try await Scene(Self.script, rules: rules, arguments)
  }

  @Test
  func
    `A value that another object has is marked while it is typed, and no longer when it is another`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "name")
    try await scene.retype("ada")
    #expect(scene.line(with: "Name ")?.contains("✗ taken by Member “Ada”") == true, "\(scene.text)")
    #expect(scene.lines[0].contains("1 wrong"), "\(scene.status)")
    try await scene.type("m")
    #expect(scene.line(with: "✗") == nil, "\(scene.text)")
    try await scene.retype("Bo")
    #expect(scene.line(with: "✗") == nil, "its own value is no other's\n\(scene.text)")
  }

  @Test func `Values that are unique together are marked where one of them was entered`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "place")
    try await scene.retype("1")
    #expect(
      scene.line(with: "Place ")?.contains("✗ Club, Place: taken by Member “Ada”") == true,
      "\(scene.text)"
    )
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("not saved: another Member has the same Club, Place"),
      "\(scene.status)"
    )
  }

  @Test func `What a save has marked together is marked no longer where one of it is another`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "place")
    try await scene.retype("1")
    try await scene.send("ctrl-s")
    #expect(scene.line(with: "Club ")?.contains("✗ another row has the same") == true)
    try await scene.go(to: "place")
    try await scene.retype("7")
    #expect(scene.line(with: "✗") == nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT place FROM member WHERE id = 2") == ["7"], "\(scene.text)")
  }

  @Test func `Another object that is not saved yet has its value too`() async throws {
    let scene = try await scene("--entity Member")
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("Dee")
    try await scene.send("esc down down down down enter o")
    try await scene.go(to: "name")
    try await scene.type("Dee")
    #expect(scene.line(with: "Name ")?.contains("✗ taken by Member “Dee”") == true, "\(scene.text)")
  }

  @Test func `Of an object that the person may not see nothing is told`() async throws {
    let scene = try await scene(
      rules: "entity.name = 'Member' => restrictingQualifier = where (id != 1)"
    )
    try await scene.go(to: "name")
    try await scene.retype("Ada")
    #expect(scene.line(with: "✗") == nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("another Member has the same Name"), "\(scene.status)")
  }

  @Test func `Of a value that is hidden in another object nothing is told`() async throws {
    let scene = try await scene(
      rules: "propertyKey = 'name' and object.id = 1 => isPropertyVisible = no"
    )
    try await scene.go(to: "name")
    try await scene.retype("Ada")
    #expect(scene.line(with: "✗") == nil, "\(scene.text)")
  }

  @Test func `A reference to an object that has gone meanwhile is marked`() async throws {
    let scene = try await scene()
    try await scene.go(to: "club")
    try await scene.send("enter")
    try scene.execute("PRAGMA foreign_keys = OFF; DELETE FROM club WHERE id = 2")
    try await scene.send("down enter")
    #expect(
      scene.line(with: "Club ")?.contains("✗ refers to an object that does not exist") == true,
      "\(scene.text)"
    )
  }

  @Test
  func
    `What a rule says of a value is told while it is typed, also where another field is at fault`()
    async throws
  {
    let scene = try await scene(
      rules: """
        propertyKey = 'finish' and object.finish < object.begin => validation = 'is before the begin'
        """,
      "--entity Member --task edit --id 1"
    )
    try await scene.go(to: "finish")
    try await scene.type("2019-12-31")
    #expect(scene.line(with: "Finish ")?.contains("✗ is before the begin") == true, "\(scene.text)")
    try await scene.go(to: "begin", by: "backtab")
    try await scene.retype("2019-01-01")
    #expect(scene.line(with: "✗") == nil, "\(scene.text)")
  }

  @Test func `One key goes to the next fault, around and on whatever tab`() async throws {
    let scene = try await scene(
      rules: """
        entity.name = 'Member' and task = 'edit' => tabs = ['one', 'two']
        tab = 'one' => displayPropertyKeys = ['name', 'place']
        tab = 'two' => displayPropertyKeys = ['begin', 'finish']
        """
    )
    try await scene.go(to: "place")
    try await scene.retype("x")
    try await scene.send("f6")
    try await scene.go(to: "finish")
    try await scene.retype("31.2.2020")
    try await scene.send("ctrl-g")
    #expect(scene.status.contains("Place: needs a whole number"), "\(scene.text)")
    try await scene.send("ctrl-g")
    #expect(scene.status.contains("Finish: "), "\(scene.text)")
    try await scene.retype("1.3.2020")
    try await scene.send("f8")
    try await scene.retype("7")
    try await scene.send("f8")
    scene.expectStatus("no field has a known fault; saving asks the database")
  }
}
