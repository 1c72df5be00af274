import SceneSupport
import Testing

/// Tests how a form shows the default values of the database for a new object, and what is saved.
@MainActor
struct FieldDefaultTests {
  private static let script = """
    CREATE TABLE kind(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO kind VALUES(1, 'Book'), (3, 'Film');
    CREATE TABLE thing(
      id INTEGER PRIMARY KEY, a TEXT DEFAULT 'A', b INT DEFAULT 7, c NOT NULL DEFAULT 'C', plain TEXT,
      made TEXT DEFAULT CURRENT_TIMESTAMP, on_day DATE DEFAULT (current_date),
      key TEXT DEFAULT (hex(1)), day DATE DEFAULT '2024-03-01', story CLOB DEFAULT 'long',
      empty TEXT DEFAULT '', is_new BOOLEAN DEFAULT 1, price DECIMAL(10,2) DEFAULT 1.5,
      size TEXT DEFAULT 'M' CHECK (size IN ('S', 'M', 'L')),
      kind_id INTEGER DEFAULT 3 REFERENCES kind(id), password TEXT DEFAULT 'hush'
    );
    """

  private func scene(rules: String = "", _ arguments: String = "") async throws -> Scene {
    let task = "--entity Thing --task create " + arguments
    return try await Scene(Self.script, rules: rules, task)
  }

  /// A line of the form with single blanks between its words, without the cursor and the edges of the field.
  private func field(_ title: String, _ scene: Scene) throws -> String {
    let line = try #require(
      scene.lines.first { $0.dropFirst(2).hasPrefix(title + " ") },
      "\(scene.text)"
    )
    let parts = (line.prefix(1) + " " + line.dropFirst(2)).split { " ▏▕".contains($0) }
    return parts.joined(separator: " ")
  }

  nonisolated private static let shown = [
    ("A", "A A default"), ("B", "B 7 default"), ("C", "C C default"), ("Plain", "Plain ∅"),
    ("Made", "Made now default"), ("On day", "On day today default"),
    ("Key", "Key hex(1) default"), ("Day", "Day 2024-03-01 default"),
    ("Story", "Story long"), ("Empty", "Empty '' default"), ("Is new", "Is new [x] default"),
    ("Price", "Price 1.50 default"), ("Size", "Size ( ) S (•) M ( ) L default"),
    ("Kind", "Kind Film › default"), ("Password", "Password •••••• default"),
  ]

  @Test func `A field left to the database shows the default, one said to be null does not`()
    async throws
  {
    let scene = try await scene()
    for (title, line) in Self.shown { #expect(try field(title, scene) == line) }
    #expect(!scene.text.contains("hush"))
    try await scene.send("ctrl-s y")
    scene.expectSaved()
    let left = "SELECT a, b, c, day, empty, is_new, price, size, kind_id, password FROM thing"
    #expect(try scene.rows(left) == ["A|7|C|2024-03-01||1|1.5|M|3|hush"])
  }

  @Test(arguments: ["a", "b", "made", "day", "story", "empty", "isNew", "price", "size", "kind"])
  func `Null in place of a default is said, shown, marked and saved`(property: String) async throws
  {
    let scene = try await scene()
    try await scene.go(to: property)
    try await scene.send("ctrl-x")
    #expect(scene.status.contains("will be empty, not the default"), "\(scene.text)")
    let line = try #require(scene.line(with: "●"), "\(scene.text)")
    #expect(!line.contains("default"))
    #expect(property == "size" ? !line.contains("(•)") : line.contains("∅"), "\(line)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let column = ["isNew": "is_new", "kind": "kind_id"][property] ?? property
    #expect(try scene.rows("SELECT \(column) IS NULL FROM thing") == ["1"])
  }

  @Test func `A step back leaves the field to the default again`() async throws {
    let scene = try await scene()
    try await scene.go(to: "b")
    try await scene.send("ctrl-x")
    #expect(try field("B", scene) == "● B ∅")
    try await scene.send("ctrl-_")
    #expect(try field("B", scene) == "B 7 default")
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT b FROM thing") == ["7"])
  }

  @Test func `A field that must not be null is left to its default when it is emptied`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "c")
    try await scene.send("ctrl-x")
    #expect(scene.status.contains("C needs a value"))
    try await scene.type("x")
    #expect(try field("C", scene).contains("default") == false)
    try await scene.send("backspace")
    #expect(try field("C", scene) == "C C default")
    try await scene.send("ctrl-s y")
    scene.expectSaved()
    #expect(try scene.rows("SELECT c FROM thing") == ["C"])
  }

  @Test func `A new object in which only a null was said is not left without a question`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "b")
    try await scene.send("ctrl-x esc")
    #expect(scene.text.contains("not saved"), "\(scene.text)")
  }

  @Test func `A stored object has no defaults`() async throws {
    let scene = try await Scene(
      Self.script + "INSERT INTO thing(id, a, b) VALUES (1, NULL, NULL);",
      "--entity Thing --task edit --id 1"
    )
    #expect(try field("A", scene) == "A ∅")
    try await scene.go(to: "b")
    try await scene.send("ctrl-x")
    #expect(!scene.status.contains("default"))
  }

  @Test func `Of a hidden property nothing is shown, of one that is read only its default`()
    async throws
  {
    let scene = try await scene(
      rules: """
        propertyKey = 'b' => isPropertyVisible = no
        propertyKey = 'a' => isPropertyEditable = no
        propertyKey = 'day' => hint = 'as it is printed'
        entity.name = 'Thing' => initialPropertyValues = {price: 2}
        """
    )
    #expect(!scene.lines.contains { $0.contains("7  ") }, "\(scene.text)")
    #expect(try field("A", scene) == "A A default")
    #expect(try field("Day", scene) == "Day 2024-03-01 default · as it is printed")
    #expect(try field("Price", scene) == "Price 2")
  }

  @Test func `A default is written as the language writes numbers`() async throws {
    let scene = try await scene(rules: "", "--set locale=de_DE")
    #expect(try field("Price", scene) == "Price 1,50 default")
  }

  @Test func `3-9: the default of a reference is named as saved rows name it`() async throws {
    let scene = try await scene()
    #expect(try field("Kind", scene) == "Kind Film › default")
    // What may not be seen has no name.
    let hidden = try await self.scene(
      rules: "entity.name = 'Kind' => restrictingQualifier = where (id < 3)"
    )
    #expect(try field("Kind", hidden) == "Kind Kind 3 › default")
    try scene.execute("PRAGMA foreign_keys = OFF; DELETE FROM kind WHERE id = 3")
    let gone = try await Scene(beside: scene, "--entity Thing --task create")
    #expect(try field("Kind", gone) == "Kind Kind 3 › default")
  }

  @Test func `3-17: a copy takes defaults that are others for each row afresh`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, state TEXT DEFAULT 'new',
        added_at DATETIME DEFAULT CURRENT_TIMESTAMP, on_day DATE DEFAULT (date('now')),
        number TEXT DEFAULT (hex(randomblob(8))), size TEXT DEFAULT (lower('M')));
      INSERT INTO book VALUES(1, 'One', 'old', '2020-01-02 03:04:05', '2020-01-02', 'N1', 'x');
      """,
      "--entity Book --id 1"
    )
    try await scene.send("O")
    #expect(try field("Added at", scene) == "Added at now default", "\(scene.text)")
    #expect(try field("State", scene).contains("State old"), "\(scene.text)")
    try await scene.send("ctrl-s")
    let copy = "title, state, size, added_at > '2021', on_day > '2021', number = 'N1'"
    #expect(try scene.rows("SELECT \(copy) FROM book WHERE id = 2") == ["One|old|x|1|1|0"])
  }
}
