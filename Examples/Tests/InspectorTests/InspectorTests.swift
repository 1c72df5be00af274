import DirectToTerminal
import DirectToTerminalTesting
import InspectorPages
import Testing

@MainActor
struct InspectorTests {
  /// The pages over a database that a script makes.
  private func inspector(over script: String) -> Application {
    Application("inspector") {
      Database(script: script, title: "Stock")
      inspectorPages
    }
  }

  private static let parts = """
    CREATE TABLE box (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE part (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight INTEGER, sold BOOLEAN, made DATE,
      box_id INTEGER REFERENCES box (id));
    INSERT INTO box VALUES (1, 'Red box'), (2, 'Blue box');
    INSERT INTO part VALUES (1, 'Hinge', 12, 0, '2024-05-01', 1);
    """

  @Test func `A million objects are scrolled in rows of one's own`() async throws {
    let script = """
      CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
      INSERT INTO part SELECT i, 'Part ' || i, i % 97 FROM n;
      """
    let inspector = try await ApplicationTester(inspector(over: script), ["--entity", "Part"])
    #expect(inspector.lines[1].hasPrefix("› Part 1"), "\(inspector.text)")
    #expect(inspector.lines[3].contains("Part 2"), "two lines for each: \(inspector.text)")
    try await inspector.send("G")
    #expect(inspector.text.contains("› Part 1000000"), "\(inspector.text)")
    try await inspector.send("pgup pgup")
    #expect(!inspector.text.contains("Part 1000000") && inspector.text.contains("› Part 9999"))
    try await inspector.send("g")
    #expect(inspector.lines[1].hasPrefix("› Part 1"), "\(inspector.text)")
    await inspector.close()
  }

  @Test func `The edit page has every editor, draft, problem, command and save`() async throws {
    let inspector = try await ApplicationTester(
      inspector(over: Self.parts),
      ["--entity", "Part", "--id", "1", "--task", "edit"]
    )
    #expect(inspector.text.contains("Part on a card"), "\(inspector.text)")
    try await inspector.retype("Bolt")
    try await inspector.send("tab")
    try await inspector.retype("heavy")
    #expect(inspector.text.contains("✗ needs a whole number"), "\(inspector.text)")
    try await inspector.send("ctrl-s")
    #expect(inspector.text.contains("not saved"), "\(inspector.text)")
    try await inspector.retype("13")
    #expect(inspector.text.contains("1 pending"), "\(inspector.text)")
    try await inspector.send("ctrl-s")
    #expect(
      inspector.text.contains("saved") && inspector.text.contains("Bolt"),
      "\(inspector.text)"
    )
    #expect(!inspector.text.contains("on a card"))
    await inspector.close()
  }

  @Test func `What is pending is taken back by a command of the page`() async throws {
    let inspector = try await ApplicationTester(
      inspector(over: Self.parts),
      ["--entity", "Part", "--id", "1", "--task", "edit"]
    )
    try await inspector.send("ctrl-o")
    #expect(inspector.text.contains("nothing was changed"), "\(inspector.text)")
    try await inspector.retype("Bolt")
    try await inspector.send("ctrl-o")
    #expect(inspector.text.contains("Hinge") && inspector.text.contains("0 pending"))
    try await inspector.send("tab")
    try await inspector.retype("heavy")
    #expect(inspector.text.contains("✗"), "\(inspector.text)")
    try await inspector.send("ctrl-o")
    #expect(!inspector.text.contains("✗") && inspector.text.contains("12"), "\(inspector.text)")
    await inspector.close()
  }
}
