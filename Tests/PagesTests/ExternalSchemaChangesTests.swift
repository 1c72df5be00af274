import SceneSupport
import Editing
import SQLite
import Testing

@testable import Pages
import Workspace
import StandardKeys

/// Tables that another program makes, drops and changes while the database is open.
@MainActor
struct ExternalSchemaChangesTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT,
      studio_id INT REFERENCES studio);
    INSERT INTO studio VALUES (1, 'Fox'), (2, 'Nu');
    INSERT INTO movie VALUES (1, 'Alien', 117, 1), (2, 'Heat', 170, 1), (3, 'Toy', 81, 2);
    """
  private static let actor = """
    CREATE TABLE actor(id INTEGER PRIMARY KEY, name TEXT, movie_id INT REFERENCES movie);
    INSERT INTO actor VALUES (1, 'Sigourney', 1);
    """

  @Test func `A15: that the tables are others is told at once, and what stays the same is no news`()
    async throws
  {
    let scene = try await Scene(Self.script, width: 160)
    try scene.execute("CREATE INDEX named ON movie(title); VACUUM")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(!scene.text.contains("⚠"), "\(scene.text)")
    try scene.execute(Self.actor)
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(
      scene.status.contains("⚠ another program has changed the tables; reload to see them"),
      "\(scene.text)"
    )
  }

  private static func crumbs(_ scene: Scene) -> [String] {
    PageContext(scene.session.navigator.current, in: scene.session.ui).crumbs.map(\.title)
  }

  @Test(arguments: [
    "", "enter", "enter enter", "enter e", "enter o", "enter enter tab tab tab enter",
  ])
  func `A15: a table that another program makes is there after a reload, from any page`(
    way: String
  ) async throws {
    let scene = try await Scene(Self.script, width: 160)
    try await scene.send(way)
    let (crumbs, task) = (Self.crumbs(scene), scene.session.navigator.current.task)
    try scene.execute(Self.actor)
    if task == "create" { try await scene.send("esc") }
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("Actor is new"), "\(scene.text)")
    #expect(!scene.text.contains("⚠"), "\(scene.text)")
    if task != "create" {
      #expect(Self.crumbs(scene) == crumbs && scene.session.navigator.current.task == task)
    }
    try await scene.send(task == "edit" ? "esc :" : ":")
    try await scene.type("Actor")
    try await scene.send("enter")
    #expect(scene.text.contains("Sigourney"), "\(scene.text)")
    for _ in 0..<9 where scene.session.navigator.canGoBack { try await scene.send("esc") }
    #expect(scene.line(with: "Actor") != nil && scene.line(with: "Movie") != nil, "\(scene.text)")
    try await scene.send("ctrl-r")
    #expect(!scene.text.contains("changed the tables"), "once is enough:\n\(scene.text)")
  }

  @Test func `A15: what is being entered is kept, and the tables are read once it is saved`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    try await scene.send("e")
    try await scene.go(to: "title")
    try await scene.retype("Aliens")
    try scene.execute(Self.actor)
    try await scene.send("ctrl-r")
    #expect(scene.text.contains("Aliens") && !scene.text.contains("Actor is new"), "\(scene.text)")
    try await scene.send("esc end enter")
    try await scene.send("ctrl-r")
    #expect(
      scene.status.contains("save or discard unsaved changes, then reload"),
      "\(scene.text)"
    )
    #expect(scene.session.work.editing.pendingCount == 1 && scene.text.contains("Aliens"))
    try await scene.send("ctrl-s")
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("Actor is new"), "\(scene.text)")
    #expect(try scene.rows("SELECT title FROM movie WHERE id = 1") == ["Aliens"])
  }

  @Test(arguments: ["", "enter", "e"])
  func `A15: a page about a table that was dropped is closed, with a sentence`(way: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    try await scene.send(way)
    try scene.execute("DROP TABLE movie")
    try await scene.send("ctrl-r")
    #expect(
      scene.status.contains(
        "Movie no longer exists: another program has dropped or renamed its table"
      ),
      "\(scene.text)"
    )
    #expect(scene.session.navigator.current.task == "query" && scene.line(with: "Studio") != nil)
  }

  @Test func `A15: columns that are lost and new are named, and filters stay where they can`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    try await scene.send("F")
    try await scene.type("length > 100")
    try await scene.send("enter j")
    try scene.execute("ALTER TABLE movie RENAME title TO name")
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("Movie has lost Title and has Name now"), "\(scene.text)")
    #expect(scene.lines[0].contains("length > 100 ✕"), "\(scene.text)")
    #expect(scene.text.contains("Heat") && !scene.text.contains("Toy"), "\(scene.text)")
    try await scene.send("k j")
    #expect(scene.status.contains("2/2"), "\(scene.text)")
    try scene.execute("ALTER TABLE movie DROP COLUMN length")
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("filter removed"), "\(scene.text)")
    #expect(!scene.lines[0].contains("✕") && scene.text.contains("Toy"), "\(scene.text)")
  }

  @Test func `A15: what the user may not see is not named, and rules that were typed stay`()
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => visibleEntityNames = ['Movie']",
      "--entity Movie --set title=Mine",
      width: 160
    )
    try scene.execute(
      Self.actor + "CREATE TABLE salary(id INTEGER PRIMARY KEY); ALTER TABLE studio ADD x"
    )
    try await scene.send("ctrl-r")
    #expect(scene.status == " ! another program has changed the tables, and they are read again")
    #expect(!scene.text.contains("Salary"), "\(scene.text)")
    #expect(scene.lines[0].contains("Mine"), "\(scene.text)")
  }

  @Test func `A15: what cannot be opened again is told, and the pages stay`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    try scene.execute(Self.actor)
    await scene.session.work.adoptOtherChanges()
    let held = try FileFault.locked.strike(scene)
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("another program has the file locked"), "\(scene.text)")
    #expect(scene.text.contains("Alien"), "\(scene.text)")
    held?.rollBack()
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("Actor is new"), "\(scene.text)")
  }
}
