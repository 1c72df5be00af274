import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Objects that stand in an order, whose places the objects between hold.
@MainActor
struct ReorderingTests {
  private static let script = """
    CREATE TABLE list(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE song(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE entry(list_id INT NOT NULL REFERENCES list, song_id INT NOT NULL REFERENCES song,
      place INT NOT NULL, PRIMARY KEY(list_id, song_id), UNIQUE(list_id, place));
    INSERT INTO list VALUES(1, 'Berlin'), (2, 'Other');
    INSERT INTO song VALUES(1, 'Warszawa'), (2, 'Speed'), (3, 'Heroes'), (4, 'Helden');
    INSERT INTO entry VALUES(1, 1, 2), (1, 2, 1), (1, 3, 3), (2, 1, 1);
    """
  private static let rules =
    "entity.name = 'List' and propertyKey = 'songs' => orderAttribute = 'place'"

  private static let model = #"""
    {"entities": [{"name": "List", "relationships": [{"name": "songs", "path": ["entries", "song"]}]}]}
    """#
  private let folder = TemporaryFolder()

  private func scene(_ arguments: String, rules: String = rules) async throws -> Scene {
    let path = folder.write(Array(Self.model.utf8), to: "model.json")
    return try await Scene(Self.script, rules: rules, "--model \(path) " + arguments)
  }

  private func order(_ scene: Scene) -> [String] {
    scene.lines.dropLast(2).compactMap { line in
      ["Warszawa", "Speed", "Heroes", "Helden"].first { line.contains($0) }
    }
  }

  private func places(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT song_id FROM entry WHERE list_id = 1 ORDER BY place")
  }

  @Test
  func `Objects are put into another order through what stands between, in one step and one save`()
    async throws
  {
    let scene = try await scene("--entity List --task edit --id 1")
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    try await scene.go(to: "songs")
    #expect(order(scene) == ["Speed", "Warszawa", "Heroes"], "\(scene.text)")
    try await scene.send("alt-down alt-down")
    #expect(order(scene) == ["Warszawa", "Heroes", "Speed"], "\(scene.text)")
    try await scene.send("alt-down")
    #expect(scene.status.contains("this is the last"), "\(scene.text)")
    try await scene.send("u")
    #expect(
      scene.status.contains("taken back: place of Song “Speed” in Songs of List “Berlin”"),
      "\(scene.text)"
    )
    #expect(order(scene) == ["Warszawa", "Speed", "Heroes"], "\(scene.text)")
    #expect(try places(scene) == ["2", "1", "3"])
    try await scene.send("ctrl-s")
    #expect(try places(scene) == ["1", "2", "3"], "\(scene.text)")
    #expect(try scene.rows("SELECT place FROM entry WHERE list_id = 2") == ["1"])
    try await scene.send("u y")
    #expect(try places(scene) == ["2", "1", "3"], "\(scene.text)")
  }

  @Test func `On the page of the object the order is changed too`() async throws {
    let scene = try await scene("--entity List --task inspect --id 1")
    try await scene.go(to: "songs")
    try await scene.send("down alt-down")
    #expect(order(scene) == ["Warszawa", "Speed", "Heroes"], "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try places(scene) == ["1", "2", "3"], "\(scene.text)")
  }

  @Test func `What is added stands behind the others, and is moved before it is saved`()
    async throws
  {
    let scene = try await scene("--entity List --task edit --id 1")
    try await scene.go(to: "songs")
    try await scene.send("a end enter")
    #expect(order(scene) == ["Speed", "Warszawa", "Heroes", "Helden"], "\(scene.text)")
    try await scene.send("alt-up")
    #expect(order(scene) == ["Speed", "Warszawa", "Helden", "Heroes"], "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try places(scene) == ["2", "1", "4", "3"], "\(scene.text)")
  }

  @Test func `In the form of a new object the first stands at the first place`() async throws {
    let scene = try await scene("--entity List --task create")
    try await scene.type("Low")
    try await scene.go(to: "songs")
    try await scene.send("a space space enter")
    try await scene.send("G alt-up ctrl-s")
    #expect(
      try scene.rows("SELECT place, song_id FROM entry WHERE list_id = 3 ORDER BY 1") == [
        "1|2", "2|1",
      ],
      "\(scene.text)"
    )
  }

  @Test func `What rights forbid of the objects between is refused with their reason`() async throws
  {
    let scene = try await scene(
      "--entity List --task edit --id 1",
      rules: Self.rules + "\n*true* => readOnlyEntityNames = ['Entry']"
    )
    try await scene.go(to: "songs")
    try await scene.send("alt-down")
    #expect(scene.status.contains("not moved: "), "\(scene.text)")
    #expect(order(scene) == ["Speed", "Warszawa", "Heroes"], "\(scene.text)")
  }
}
