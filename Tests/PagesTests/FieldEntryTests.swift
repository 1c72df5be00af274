import SceneSupport
import Testing

/// Typing into a field that holds a value.
@MainActor
struct FieldEntryTests {
  private static let script = """
    CREATE TABLE tea(id INTEGER PRIMARY KEY, name TEXT, price DECIMAL(10,2), note CLOB, day DATE);
    INSERT INTO tea VALUES (1, 'Assam', 0, 'one' || char(10) || 'two', '2024-03-01');
    """

  private func scene(at property: String = "price") async throws -> Scene {
    let scene = try await Scene(Self.script, "--entity Tea --task edit --id 1")
    try await scene.go(to: property)
    return scene
  }

  private func tea(_ scene: Scene) async throws -> [String] {
    try await scene.send("ctrl-s")
    return try scene.rows("SELECT name, price, note, day FROM tea")
  }

  @Test func `J20: typing right after entering a field replaces its value`() async throws {
    let scene = try await scene()
    try await scene.type("2.5")
    #expect(try await tea(scene) == ["Assam|2.5|one\ntwo|2024-03-01"], "\(scene.text)")
  }

  @Test func `J20: typing into the first field of a form that opens replaces its value`()
    async throws
  {
    let scene = try await scene(at: "name")
    try await scene.type("Oolong")
    #expect(try await tea(scene)[0].hasPrefix("Oolong|"), "\(scene.text)")
  }

  @Test(arguments: ["tab", "down", "up", "backtab", "enter"])
  func `J20: each way into a field is an entry`(key: String) async throws {
    let isBack = ["up", "backtab"].contains(key)
    let scene = try await scene(at: isBack ? "price" : "name")
    try await scene.send(key)
    try await scene.type(isBack ? "Oolong" : "7")
    let row = try await tea(scene)[0]
    #expect(row.hasPrefix(isBack ? "Oolong|0" : "Assam|7"), "\(row)\n\(scene.text)")
  }

  @Test(arguments: [
    ("end", "Assam!"), ("left", "Assa!m"), ("home", "!Assam"), ("backspace", "Assa!"),
    ("ctrl-e", "Assam!"), ("right", "Assam!"), ("home delete", "!ssam"),
  ])
  func `J20: moving in a field, or deleting, keeps its value`(keys: String, name: String)
    async throws
  {
    let scene = try await scene(at: "name")
    try await scene.send(keys)
    try await scene.type("!")
    #expect(try await tea(scene)[0].hasPrefix(name + "|"), "\(scene.text)")
  }

  @Test func `J20: pasting, and several letters that arrive at once, replace a value`() async throws
  {
    let scene = try await scene(at: "name")
    try await scene.paste("Oolong")
    try await scene.paste(" tea")
    try await scene.go(to: "price")
    scene.arrive("2.")
    scene.arrive("5")
    try await scene.settle()
    #expect(try await tea(scene)[0].hasPrefix("Oolong tea|2.5|"), "\(scene.text)")
  }

  @Test func `J20: undo brings a replaced value back as one step`() async throws {
    let scene = try await scene(at: "name")
    try await scene.type("Oolong")
    try await scene.send("ctrl-_")
    #expect(scene.line(with: "Name")?.contains("Assam") == true, "\(scene.text)")
    try await scene.type("!")
    #expect(scene.line(with: "Name")?.contains("Assam!") == true, "\(scene.text)")
  }

  @Test func `J20: a text of many lines is not replaced`() async throws {
    let scene = try await scene(at: "note")
    try await scene.type("x")
    let row = try await tea(scene)[0]
    #expect(row.contains("one") && row.contains("two"), "\(scene.text)")
  }

  @Test func `J20: a value is not replaced on the way back from help`() async throws {
    let scene = try await scene(at: "name")
    try await scene.type("Oo")
    try await scene.send("f1 esc")
    try await scene.type("long")
    #expect(scene.line(with: "Name")?.contains("Oolong") == true, "\(scene.text)")
  }

  @Test func `J20: a field of a query is replaced, too`() async throws {
    let scene = try await Scene(Self.script, "--entity Tea --task query")
    try await scene.go(to: "name")
    try await scene.type("Assam")
    try await scene.send("tab backtab")
    try await scene.type("Oolong")
    #expect(scene.text.contains("Oolong") && !scene.text.contains("AssamOolong"), "\(scene.text)")
  }
}
