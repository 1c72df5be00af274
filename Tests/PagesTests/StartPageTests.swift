import Editing
import EntityModel
import Pages
import Qualifiers
import SceneSupport
import TestSupport
import Testing
import Workspace

/// The start page: what it shows beside the tables or below them, and the keys that lead there.
@MainActor
struct StartPageTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, price INTEGER, studio_id INTEGER REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Pixar');
    INSERT INTO film VALUES (1, 'Alien', 3, 1), (2, 'Brazil', 5, 1), (3, 'Jaws', 8, NULL);
    """
  private let folder = TemporaryFolder()

  private func scene(
    rules: String = "",
    _ arguments: String = "",
    width: Int = 140
  ) async throws -> Scene {
    let model = folder.write(
      Array(
        """
        {"entities": [{"name": "Film", "table": "film", "labelKey": "title", "fetchSpecifications": [
          {"name": "cheap", "qualifier": "price < 6", "sort": "-price"},
          {"name": "under", "qualifier": "price < $most"}]}]}
        """.utf8
      ),
      to: "model.json"
    )
    return try await Scene(
      Self.script,
      rules: rules,
      "--model \(model) \(arguments)",
      width: width
    )
  }

  @Test func `A wide screen has panels beside the tables, each with what it leads to`() async throws
  {
    let scene = try await scene("--user sara --role clerk")
    #expect(scene.line(with: "Tables") != nil && scene.line(with: "Database") != nil)
    #expect(scene.line(with: "Film › cheap")?.contains("2") == true, "\(scene.text)")
    #expect(scene.line(with: "sara · clerk") != nil && scene.line(with: "kB") != nil)
    #expect(scene.line(with: "Last visited") == nil && scene.line(with: "Not saved") == nil)
    // A fetch is a list with its condition, and a visit from then on.
    try await scene.send("tab enter")
    #expect(scene.lines[0].contains("cheap ✕") && scene.line(with: "Jaws") == nil, "\(scene.text)")
    try await scene.send("enter esc esc")
    let visits = scene.lines.filter { $0.contains("Film › Brazil") || $0.contains("│Film ") }
    #expect(visits.count == 1 && scene.line(with: "Last visited") != nil, "\(scene.text)")
    try await scene.send("tab tab enter")
    #expect(scene.lines[0].contains("Brazil"), "\(scene.text)")
  }

  @Test func `The arrow keys go to the panels and back, and the keys of the menu work there`()
    async throws
  {
    let scene = try await scene()
    try await scene.send("right down")
    try await scene.send("/")
    try await scene.type("stud")
    try await scene.send("enter left enter")
    #expect(scene.lines[0].contains("Studio"), "\(scene.text)")
  }

  @Test(arguments: [20, 60, 80])
  func `A narrower screen has the rows of the panels below the tables`(width: Int) async throws {
    let scene = try await scene(width: width)
    #expect(scene.line(with: "── Saved fetch") != nil, "\(scene.text)")
    try await scene.send("G k enter")
    #expect(scene.line(with: "Brazil") != nil && scene.line(with: "Jaws") == nil, "\(scene.text)")
    // The cursor is where it was, and the first row is still the first table.
    try await scene.send("esc g enter")
    #expect(scene.line(with: "Pixar") != nil, "\(scene.text)")
  }

  @Test func `A fetch with variables asks for their values`() async throws {
    let scene = try await scene(width: 80)
    try await scene.send("G enter")
    #expect(scene.text.contains("under(most: )"), "\(scene.text)")
  }

  @Test func `Unsaved changes are shown with the key that leads there`() async throws {
    let scene = try await scene()
    let work = scene.session.work
    let film = try #require(work.model.entity(named: "Film"))
    let object = work.editing.insert(film)
    object.set(.string("Dune"), forAttribute: "title")
    try await scene.send("ctrl-l")
    #expect(scene.line(with: "1 object not saved")?.contains("P") == true, "\(scene.text)")
    try await scene.send("tab enter")
    #expect(scene.lines[0].contains("review"), "\(scene.text)")
  }

  @Test func `What may not be seen is neither shown nor counted`() async throws {
    let scene = try await scene(
      rules: """
        role = 'clerk' and propertyKey = 'price' => isPropertyVisible = false
        role = 'guest' => visibleEntityNames = ['Studio']
        """,
      "--role clerk"
    )
    #expect(scene.line(with: "cheap") == nil && scene.line(with: "Film") != nil, "\(scene.text)")
    let guest = try await self.scene(
      rules: "role = 'guest' => visibleEntityNames = ['Studio']",
      "--role guest"
    )
    #expect(guest.line(with: "Film") == nil && guest.line(with: "Studio") != nil, "\(guest.text)")
  }

  @Test func `A rule chooses the plain menu`() async throws {
    let scene = try await scene(rules: "task = 'query' => page = 'query'")
    #expect(scene.line(with: "Film") != nil && scene.line(with: "Tables") == nil, "\(scene.text)")
    #expect(scene.line(with: "cheap") == nil, "\(scene.text)")
  }
}
