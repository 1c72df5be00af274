import SceneSupport
import Testing

/// The page that describes the columns of a list.
@MainActor
struct DescribePageTests {
  private static let shop = """
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, agent_id INT REFERENCES agent,
      secret INTEGER, password_hash TEXT);
    INSERT INTO agent VALUES (1, 'Ada'), (2, 'Bea');
    INSERT INTO ticket VALUES (1, 'open', 30, 1, 7, 'x'), (2, 'open', 45, 2, 7, 'x'), (3, 'closed', 60, 2, 7, 'x'),
      (4, NULL, 45, NULL, 7, 'x'), (5, 'open', 75, 2, 7, 'y');
    """
  private static let columns =
    "entity.name = 'Ticket' => displayPropertyKeys = ['state', 'minutes', 'agent', 'secret', 'passwordHash']"

  private func scene(rules: String = "", _ keys: String = "") async throws -> Scene {
    let scene = try await Scene(
      Self.shop,
      rules: Self.columns + "\n" + rules,
      "--entity Ticket --task list",
      width: 160
    )
    if !keys.isEmpty { try await scene.send(keys) }
    try await scene.run("describe")
    return scene
  }

  /// The words of the row of a column.
  private func row(_ column: String, _ scene: Scene) -> String {
    let line = scene.lines.dropFirst(2).first { $0.contains(" \(column) ") } ?? ""
    return line.dropFirst(2).split(separator: " ").joined(separator: " ")
  }

  @Test func `Each column has its profile, as the list shows its values`() async throws {
    let scene = try await scene()
    #expect(scene.lines[0].contains("describe"), "\(scene.text)")
    #expect(
      row("State", scene) == "State string 1 2 closed open open closed – open open",
      "\(scene.text)"
    )
    #expect(
      row("Minutes", scene) == "Minutes integer ▅█▅▅ 0 4 30 75 51 45 45 – 60 45",
      "\(scene.text)"
    )
    #expect(row("Agent", scene) == "Agent reference 1 2 Bea", "\(scene.text)")
    #expect(scene.status.contains("5 rows  ·  5 columns"), "\(scene.text)")
  }

  @Test func `Passwords are only counted`() async throws {
    let scene = try await scene()
    #expect(!row("Password hash", scene).contains("x"), "\(scene.text)")
  }

  @Test func `What is hidden has no row`() async throws {
    let rules = "entity.name = 'Ticket' and propertyKey = 'secret' => isPropertyVisible = false"
    let scene = try await scene(rules: rules)
    #expect(!scene.text.contains("Secret"), "\(scene.text)")
    #expect(scene.text.contains("Minutes"), "\(scene.text)")
  }

  @Test func `The rows of the filter are described`() async throws {
    let scene = try await scene("=")
    #expect(scene.status.contains("3 rows"), "\(scene.text)")
    #expect(row("Minutes", scene).contains(" 30 75 50 45 "), "\(scene.text)")
  }

  @Test func `Enter leads to the values of a column, and from there to the filtered list`()
    async throws
  {
    let scene = try await scene()
    try await scene.send("home enter")
    #expect(scene.lines[0].contains("State: values"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("Most frequent"), "\(scene.text)")
    try await scene.send("enter home enter")
    #expect(scene.lines[0].contains("State = open ✕"), "\(scene.text)")
    scene.expectStatus("1/3")
  }
}
