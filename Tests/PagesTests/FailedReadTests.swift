import SceneSupport
import Glibc
import SQLite
import Testing

@testable import Pages
import Workspace

/// Tests that a failed read is always reported and never looks like an empty result.
@MainActor
struct FailedReadTests {
  private static let movies = """
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT,
      studio_id INT REFERENCES studio);

    """

  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    \(movies)
    INSERT INTO studio VALUES (1, 'Fox'), (2, 'Nu');
    INSERT INTO movie VALUES (1, 'Alien', 117, 1), (2, 'Heat', 170, 1), (3, 'Toy', 81, 2);
    """

  // MARK: Searching, copying

  @Test(arguments: ["", "propertyKey = 'title' and object.length > 100 => formatter = 'upper'"])
  func `S2: a failed search says its sentence, and what to do`(rules: String) async throws {
    let scene = try await Scene(Self.script, rules: rules, "--entity Movie", width: 200)
    let held = try FileFault.locked.strike(scene)
    try await scene.send("/")
    try await scene.type("toy")
    try await scene.send("enter")
    for keys in ["", "n", "N"] {
      try await scene.send(keys)
      #expect(
        scene.status.contains("the search for 'toy' failed at row 0")
          && scene.status.contains("another program has the file locked; try again"),
        "\(scene.text)"
      )
      #expect(!scene.text.contains("not found"), "\(scene.text)")
    }
    held?.rollBack()
    try await scene.send("n")
    #expect(scene.status.contains("3/3") && !scene.text.contains("failed"), "\(scene.text)")
  }

  @Test func `S20: a search in a list that could not be read says that there was none`()
    async throws
  {
    let scene = try await Scene(Self.script, width: 200)
    let held = try FileFault.locked.strike(scene)
    try await scene.send("enter / a l enter")
    #expect(scene.status.contains("not searched: the list was not read"), "\(scene.text)")
    held?.rollBack()
    try await scene.send("ctrl-r / a l enter")
    #expect(!scene.text.contains("not searched"), "\(scene.text)")
  }

  @Test func `S3: a value that cannot be read to its end is not copied, and that is said`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO note VALUES(1, printf('%.5000c', 'x'));
      """,
      "--entity Note --task list",
      width: 200
    )
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    let held = try FileFault.locked.strike(scene)
    for keys in ["y", "="] {
      try await scene.send(keys)
      #expect(
        scene.status.contains("cannot be read fully: another program has the file locked"),
        "\(keys): \(scene.text)"
      )
    }
    #expect(copied.isEmpty && !scene.lines[0].contains("✕"), "\(scene.text)")
    held?.rollBack()
    try await scene.send("y")
    #expect(copied == [String(repeating: "x", count: 5_000)], "\(scene.text)")
  }

  @Test(arguments: ["", "enter"])
  func `S3: a failed reload says its sentence, and what is shown`(way: String) async throws {
    let scene = try await Scene(Self.script, "--entity Movie", width: 200)
    try await scene.send(way)
    let held = try FileFault.locked.strike(scene)
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("another program has the file locked"), "\(scene.text)")
    #expect(scene.text.contains("Alien"), "\(scene.text)")
    held?.rollBack()
  }

  @Test func `A20: a list whose rows are from before says so until it is read again`() async throws
  {
    // There is no room for the object beside the list, of which it is told too.
    let scene = try await Scene(Self.script, "--entity Movie", width: 90)
    let held = try FileFault.locked.strike(scene)
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("another program has the file locked"), "\(scene.text)")
    try await scene.send("j")
    #expect(
      scene.text.contains("2/3") && scene.text.contains("⚠ not read;"),
      "\(scene.text)"
    )
    held?.rollBack()
    try scene.execute("DELETE FROM movie WHERE id = 3")
    try await scene.send("ctrl-r")
    #expect(scene.text.contains("2/2") && !scene.text.contains("⚠ not read"), "\(scene.text)")
  }

  @Test func `A20: a file that cannot be looked at is told without being asked`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    unlink(scene.path)
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.text.contains("⚠ \(scene.path) is missing"), "\(scene.text)")
  }

  @Test func `A15: what changes before anybody looked is noticed`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try scene.execute("UPDATE movie SET title = 'Gravity' WHERE id = 2")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.text.contains("Gravity"), "\(scene.text)")
  }

  @Test func `A15: how many objects an entity has follows`() async throws {
    let scene = try await Scene(Self.script)
    #expect(scene.line(with: "Movie")?.contains("3") == true)
    try scene.execute("DELETE FROM movie WHERE id > 1")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.line(with: "Movie")?.contains("1") == true, "\(scene.text)")
  }

  // MARK: Filters

  @Test(arguments: [
    "length > 100 and lengthxx", "length > 100 and (", "title like", "lenght > 100",
  ])
  func `A3: what looks like a condition and is none is refused, and comes back`(text: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type(text)
    try await scene.send("enter")
    #expect(scene.lines.last == "filter: " + text, "\(scene.text)")
    #expect(scene.status.hasPrefix(" ! ") && !scene.lines[0].contains("✕"), "\(scene.text)")
  }

  @Test(arguments: [
    ("studio.name = 'Nu'", ["Toy"]), ("studio.movies.title = 'Heat'", ["Alien", "Heat"]),
    ("TITLE like 'A*'", ["Alien"]), ("studio_id = 2", ["Toy"]),
    ("studio.movies.@count > 1", ["Alien", "Heat"]), ("it's", []), ("hea", ["Heat"]),
  ])
  func `A3: a filter is the same on the screen as in a link`(text: String, titles: [String])
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type(text)
    try await scene.send("enter")
    #expect(scene.lines[0].contains("✕"), "\(scene.text)")
    for title in ["Alien", "Heat", "Toy"] {
      let isShown = scene.lines[2...].contains {
        $0.hasPrefix("  \(title) ") || $0.hasPrefix("› \(title) ")
      }
      #expect(isShown == titles.contains(title), "\(title): \(scene.text)")
    }
  }
}
