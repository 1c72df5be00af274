import Editing
import EntityStore
import Qualifiers
import SceneSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// The review page: what is pending, object by object, with old and new; to go there, to drop it, to save it.
@MainActor
struct ReviewTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT UNIQUE, since INT, password TEXT, secret TEXT);
    CREATE TABLE label(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
    INSERT INTO artist VALUES(1, 'Accept', 1976, 'old word', 's1'), (2, 'Aerosmith', 1970, NULL, 's2'),
      (3, 'Abba', 1972, NULL, 's3');
    INSERT INTO label VALUES(1, 'Polar', 3), (2, 'Sony', 1);
    """
  private static let hiding = """
    role = 'clerk' and entity.name = 'Artist' and propertyKey = 'secret' => isPropertyVisible = false
    """

  /// Changes what is stored of an object, as a form would.
  private func change(
    _ scene: Scene,
    _ entity: String,
    _ id: Int64,
    _ values: [String: Value]
  ) async throws -> ManagedObject {
    let key = RecordID(entityName: entity, values: [.int(id)])
    let record = try #require(try await scene.session.work.store.record(key, paths: nil))
    let object = scene.session.work.editing.object(for: record)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      object.set(value, forAttribute: name)
    }
    return object
  }

  private func pending(_ arguments: String = "--entity Label", rules: String = "") async throws
    -> Scene
  {
    let scene = try await Scene(Self.script, rules: rules, arguments, height: 20)
    _ = try await change(scene, "Artist", 1, ["name": .string("Mine"), "since": .int(1980)])
    _ = try await change(scene, "Label", 1, ["title": .string("Ours")])
    try await scene.settle()
    return scene
  }

  @Test func `Each object has an entry under its entity, and below it what is to be written`()
    async throws
  {
    let scene = try await pending()
    try await scene.send("P")
    let lines = scene.lines
    let start = try #require(lines.firstIndex { $0.contains("── Artist: 1 ──") }, "\(scene.text)")
    let wanted = [
      "── Artist: 1 ──", "• Artist “Mine”", "Name: Accept → Mine", "Since: 1976 → 1980",
      "── Label: 1 ──", "• Label “Ours”", "Title: Polar → Ours",
    ]
    for (line, piece) in zip(lines[start...], wanted) { #expect(line.contains(piece), "\(line)") }
    #expect(scene.lines.last?.contains("^S save 2 changes") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(scene.text.contains("No unsaved changes."), "\(scene.text)")
    #expect(try scene.rows("SELECT name, since FROM artist WHERE id = 1") == ["Mine|1980"])
    #expect(try scene.rows("SELECT title FROM label WHERE id = 1") == ["Ours"])
  }

  @Test func `An entry folds, what is searched for is unfolded, and a copy has all of the entry`()
    async throws
  {
    let scene = try await pending()
    try await scene.send("P left")
    #expect(scene.line(with: "› • Artist “Mine”  … 2") != nil, "\(scene.text)")
    #expect(scene.line(with: "Since: 1976") == nil && scene.line(with: "Title: Polar") != nil)
    try await scene.send("y")
    scene.expectStatus("copied 3 lines to the clipboard, if the terminal allows it")
    try await scene.send("Z")
    #expect(scene.line(with: "Title: Polar") == nil, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("1980")
    try await scene.send("enter")
    #expect(scene.line(with: "›     Since: 1976 → 1980") != nil, "\(scene.text)")
    try await scene.send("left")
    #expect(scene.line(with: "› • Artist “Mine”") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.line(with: "── Artist: 1 ──") == nil, "\(scene.text)")
  }

  @Test func `Without anything pending the page says so, from the command line too`() async throws {
    for (arguments, keys) in [("--task review", ""), ("--entity Artist", ": r e v i e w enter")] {
      let scene = try await Scene(Self.script, arguments)
      try await scene.send(keys)
      #expect(scene.text.contains("No unsaved changes."), "\(scene.text)")
    }
  }

  @Test func `A key drops a property or an object, and undo brings it back`() async throws {
    let scene = try await pending()
    try await scene.send("P j x")
    scene.expectStatus("dropped: Name of Artist “Mine”; u takes that back")
    #expect(!scene.text.contains("Accept → Mine") && scene.text.contains("1976 → 1980"))
    try await scene.send("u")
    scene.expectStatus("taken back: the dropping of Name of Artist “Mine”")
    #expect(scene.text.contains("Accept → Mine"), "\(scene.text)")
    try await scene.send("g x")
    scene.expectStatus("dropped: Artist “Mine”; u takes that back")
    #expect(!scene.text.contains("Artist: 1") && scene.text.contains("Label: 1"), "\(scene.text)")
    try await scene.send("u ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try scene.rows("SELECT name, since FROM artist WHERE id = 1") == ["Mine|1980"])
  }

  @Test func `Enter goes to the field of the object, and back leads to the page again`()
    async throws
  {
    let scene = try await pending()
    try await scene.send("P j j enter")
    #expect(scene.line(with: "●›Since")?.contains("1980") == true, "\(scene.text)")
    try await scene.retype("1981")
    try await scene.send("esc end enter")
    #expect(scene.text.contains("Since: 1976 → 1981"), "\(scene.text)")
  }

  @Test func `A new object is told with what it holds, and dropping it makes none`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Zappa")
    try await scene.send("esc end enter P")
    #expect(scene.text.contains("+ Artist “Zappa”  new"), "\(scene.text)")
    #expect(scene.text.contains("Name: Zappa"), "\(scene.text)")
    try await scene.send("x")
    #expect(scene.text.contains("No unsaved changes"), "\(scene.text)")
  }

  @Test func `Passwords are dots, and what may not be seen is not there`() async throws {
    let rules =
      Self.hiding + "\nentity.name = 'Artist' => initialPropertyValues = {'secret': 'given'}"
    for role in ["clerk", "boss"] {
      let scene = try await Scene(Self.script, rules: rules, "--entity Label --role \(role)")
      _ = try await change(scene, "Artist", 1, ["password": .string("new word")])
      try await scene.send(": A r t i s t enter o")
      try await scene.go(to: "name")
      try await scene.type("Zappa")
      try await scene.send("esc end enter P")
      #expect(scene.text.contains("Password: •••••• → ••••••"), "\(scene.text)")
      #expect(!scene.text.contains("word →") && !scene.text.contains("new word"), "\(scene.text)")
      #expect(scene.text.contains("given") == (role == "boss"), "\(role)\n\(scene.text)")
      #expect(scene.text.contains("Secret") == (role == "boss"), "\(role)\n\(scene.text)")
    }
  }

  @Test func `The statements are shown without values, from a save that is taken back`()
    async throws
  {
    let scene = try await pending()
    let before = try scene.dump()
    try await scene.send("P s")
    #expect(scene.text.contains("UPDATE \"main\".\"artist\" SET"), "\(scene.text)")
    #expect(scene.text.contains("UPDATE \"main\".\"label\" SET \"title\" = ?"), "\(scene.text)")
    #expect(!scene.text.contains("Ours") && !scene.text.contains("SELECT"), "\(scene.text)")
    #expect(try scene.dump() == before)
    try await scene.send("esc ctrl-s")
    scene.expectStatus("saved 2 objects")
  }

  @Test func `A statement has a mark in place of a name that rules hide`() async throws {
    let rules = Self.hiding + "\n*true* => lockingPolicy = 'all'"
    for role in ["clerk", "boss"] {
      let scene = try await pending(
        "--entity Artist --task edit --id 2 --role \(role)",
        rules: rules
      )
      try await scene.go(to: "name")
      try await scene.retype("Theirs")
      try await scene.send("esc end enter P s")
      #expect(scene.text.contains("secret") == (role == "boss"), "\(role)\n\(scene.text)")
      #expect(scene.text.contains("\"artist\" SET \"name\" = ?"), "\(role)\n\(scene.text)")
      #expect(scene.text.contains("\"…\"") == (role == "clerk"), "\(role)\n\(scene.text)")
      #expect(scene.text.contains("\"label\" SET"), "\(role)\n\(scene.text)")
    }
  }

  @Test func `A save that fails marks the object and the property with the sentence`() async throws
  {
    let scene = try await pending()
    _ = try await change(scene, "Artist", 2, ["name": .string("Abba")])
    for keys in ["P ctrl-s", "s"] {
      try await scene.send(keys)
      let line = scene.line(with: "Name: Aerosmith → Abba")
      #expect(line?.contains("✗ another Artist has the same Name") == true, "\(scene.text)")
      #expect(scene.line(with: "Name: Accept → Mine")?.contains("✗") == false, "\(scene.text)")
      #expect(scene.status.contains("saved: "), "\(scene.text)")
    }
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Accept"])
    try await scene.send("u")
    #expect(!scene.text.contains("✗ another"), "what was mended is marked no more\n\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
  }

  @Test(arguments: [50, 80, 200])
  func `Of long values the part in which they differ is shown`(width: Int) async throws {
    let long = String(repeating: "north by northwest ", count: 12)
    let script = """
      CREATE TABLE label(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO label VALUES(1, '\(long)1, seen');
      """
    let scene = try await Scene(script, "--entity Label", width: width, height: 20)
    let title = Value.string(long + "2, seen")
    _ = try await change(scene, "Label", 1, ["title": title])
    try await scene.send("P")
    let line = try #require(scene.line(with: "Title: "), "\(scene.text)")
    let sides = line.split(separator: "→")
    #expect(sides.count == 2 && sides[0].contains("1, seen"), "\(scene.text)")
    #expect(sides.last?.contains("2, seen") == true, "\(scene.text)")
  }

  @Test func `A fault of what may not be seen brings it not on the page`() async throws {
    let rules = Self.hiding + "\npropertyKey = 'secret' => validation = 'is wrong'"
    for role in ["clerk", "boss"] {
      let scene = try await pending("--entity Label --role \(role)", rules: rules)
      try await scene.send("P ctrl-s")
      #expect(scene.status.contains("not saved: ") || role == "clerk", "\(role)\n\(scene.text)")
      let lines = scene.lines.dropLast(2).joined()
      #expect(lines.contains("Secret") == (role == "boss"), "\(role)\n\(scene.text)")
    }
  }

  @Test func `Where a rule refuses one of several objects, that one is marked`() async throws {
    let rules = "entity.name = 'Artist' and object.id = 2 => isObjectEditable = false"
    let scene = try await pending(rules: rules)
    _ = try await change(scene, "Artist", 2, ["since": .int(1)])
    try await scene.send("P ctrl-s")
    #expect(scene.line(with: "Artist “Aerosmith”")?.contains("✗ ") == true, "\(scene.text)")
    #expect(scene.line(with: "Artist “Mine”")?.contains("✗") == false, "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Accept"])
  }

  @Test func `What rules want of a value is said at its property`() async throws {
    let rules = "entity.name = 'Label' and propertyKey = 'title' => isMandatory = true"
    let scene = try await pending(rules: rules)
    _ = try await change(scene, "Label", 2, ["title": .null])
    try await scene.send("P ctrl-s")
    #expect(scene.line(with: "Title: Sony → ")?.contains("✗ ") == true, "\(scene.text)")
    #expect(scene.line(with: "Title: Polar → Ours")?.contains("✗") == false, "\(scene.text)")
  }

  @Test func `Ten thousand entries are made as far as one looks, the last at the end key`()
    async throws
  {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t WITH RECURSIVE n(i) AS "
        + "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i, 'v' || i FROM n;",
      "--entity T"
    )
    let ids = (1...10_000).map { RecordID(entityName: "T", values: [.int($0)]) }
    let records = try await scene.session.work.store.records(ids, paths: nil)
    for id in ids {
      let object = scene.session.work.editing.object(for: try #require(records[id]))
      object.set(.string("changed"), forAttribute: "a")
    }
    try await scene.send("P")
    #expect(scene.text.contains("── T: 10000 ──"), "\(scene.text)")
    let model = try #require(scene.session.navigator.current[ReviewModel.self])
    #expect(model.rows.bounds.positions.count < 1_000 && !model.rows.bounds.reachesEnd)
    try await scene.send("G")
    #expect(scene.text.contains("A: v10000 → changed"), "\(scene.text)")
    try await scene.send("x")
    #expect(!scene.text.contains("A: v10000 → changed"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 9_999)
  }

  @Test func `Who quits with something pending can look at it first`() async throws {
    let scene = try await pending()
    try await scene.send("ctrl-q")
    #expect(scene.text.contains("2 objects are not saved"), "\(scene.text)")
    try await scene.send("down down enter")
    #expect(scene.text.contains("Polar → Ours") && !scene.isFinished, "\(scene.text)")
    try await scene.send("q")
    #expect(scene.text.contains("Sony"), "back where one was\n\(scene.text)")
  }
}
