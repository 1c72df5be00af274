import SceneSupport
import Testing

/// The page of the values of a column.
@MainActor
struct ValuesPageTests {
  private static let shop = """
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, agent_id INT REFERENCES agent);
    INSERT INTO agent VALUES (1, 'Ada'), (2, 'Bea');
    INSERT INTO ticket VALUES (1, 'open', 30, 1), (2, 'open', 45, 2), (3, 'closed', 60, 2), (4, NULL, 45, NULL),
      (5, 'open', 45, 2);
    """

  private func scene(_ options: String = "", at column: String = "g") async throws -> Scene {
    let scene = try await Scene(Self.shop, "--entity Ticket --task list \(options)")
    try await scene.send(column + " f")
    return scene
  }

  /// The texts of the rows, blanks as one, without bars.
  private func rows(_ scene: Scene) -> [String] {
    scene.lines.dropFirst(2).prefix { !$0.allSatisfy { $0 == " " } }.map { line in
      line.filter { !"›█▉▊▋▌▍▎▏".contains($0) }.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `Values come with rows and shares, the most frequent first`() async throws {
    let scene = try await scene()
    #expect(scene.lines[0].contains("State: values"), "\(scene.text)")
    #expect(rows(scene) == ["open 3 60.0 %", "∅ 1 20.0 %", "closed 1 20.0 %"], "\(scene.text)")
    #expect(scene.status.contains("5 rows  ·  2 values  ·  ∅ 1"), "\(scene.text)")
  }

  @Test func `Enter keeps the rows with the value from which one came`() async throws {
    let scene = try await scene(at: "j j")
    #expect(scene.line(with: "› closed") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("State = closed ✕"), "\(scene.text)")
    scene.expectStatus("1/1")
    try await scene.send("u")
    #expect(!scene.lines[0].contains("✕"), "\(scene.text)")
  }

  @Test(arguments: [("-", "State ≠ open ✕", 2), ("j enter", "State = ∅ ✕", 1)])
  func `Rows with other values, or without one, are kept as well`(
    keys: String,
    title: String,
    count: Int
  ) async throws {
    let scene = try await scene()
    try await scene.send(keys)
    #expect(scene.lines[0].contains(title), "\(scene.text)")
    scene.expectStatus("1/\(count)")
  }

  @Test func `Several values are chosen with Space`() async throws {
    let scene = try await scene()
    try await scene.send("space j space enter")
    #expect(scene.lines[0].contains("State = open, closed ✕"), "\(scene.text)")
    scene.expectStatus("1/4")
  }

  @Test func `Only the rows of the filter are counted`() async throws {
    let scene = try await Scene(Self.shop, "--entity Ticket --task list")
    try await scene.send("l =")
    #expect(scene.lines[0].contains("Minutes = 30 ✕"), "\(scene.text)")
    try await scene.send("h f")
    #expect(rows(scene) == ["open 1 100.0 %"], "\(scene.text)")
  }

  @Test func `References are counted by their labels`() async throws {
    let scene = try await scene(at: "l l")
    #expect(rows(scene) == ["Bea 3 60.0 %", "∅ 1 20.0 %", "Ada 1 20.0 %"], "\(scene.text)")
    try await scene.send("home enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕"), "\(scene.text)")
    scene.expectStatus("1/3")
  }

  @Test func `Nothing is counted that may not be seen`() async throws {
    let rules =
      "entity.name = 'Ticket' => restrictingQualifier = where (id != 1)"
      + "\nentity.name = 'Agent' => restrictingQualifier = where (name != 'Bea')"
    let scene = try await Scene(Self.shop, rules: rules, "--entity Ticket --task list")
    try await scene.send("f")
    #expect(rows(scene) == ["open 2 50.0 %", "∅ 1 25.0 %", "closed 1 25.0 %"], "\(scene.text)")
    try await scene.send("esc l l f")
    #expect(rows(scene) == ["∅ 4 100.0 %"], "\(scene.text)")
  }
}
