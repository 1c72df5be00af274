import SceneSupport
import CommandLineTool
import SQLite
import Testing

/// Tests that the menu's entries do not depend on visibility, and visibility not on the menu.
@MainActor
struct MenuTests {
  private static let script = """
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE movie_genre(movie_id INTEGER NOT NULL REFERENCES movie(id),
      genre_id INTEGER NOT NULL REFERENCES genre(id), PRIMARY KEY(movie_id, genre_id));
    CREATE TABLE copy(id INTEGER PRIMARY KEY, movie_id INTEGER REFERENCES movie(id));
    INSERT INTO movie VALUES(1, 'Jaws'), (2, 'Alien');
    INSERT INTO genre VALUES(1, 'Horror'), (2, 'Comedy');
    INSERT INTO movie_genre VALUES(1, 1), (2, 1), (2, 2);
    INSERT INTO copy VALUES(1, 2);
    """

  private func scene(_ rules: String, _ arguments: String = "") async throws -> Scene {
    try await Scene(Self.script, rules: rules, arguments, width: 110)
  }

  @Test func `A6: a hidden join entity keeps what it joins readable`() async throws {
    let rules = "*true* => visibleEntityNames = ['Movie', 'Genre']"
    let movie = try await scene(rules, "--entity Movie --task inspect --id 2")
    #expect(movie.line(with: "Genres")?.contains("2") == true, "\(movie.text)")
    try await movie.go(to: "genres")
    try await movie.send("enter")
    #expect(movie.line(with: "Horror") != nil && movie.line(with: "Comedy") != nil)
    let list = try await scene(rules, "--entity Movie")
    try await list.send("F")
    try await list.type("genres.name = 'Comedy'")
    try await list.send("enter")
    #expect(list.line(with: "Alien") != nil && list.line(with: "Jaws") == nil, "\(list.text)")
    let printed = try await Program(
      Invocation(arguments: [
        "list", list.path, "Movie", "--columns", "title,genres", "--format", "csv", "--rules",
        list.rulesPath,
      ])
    ).run()
    #expect(printed.output.contains("Alien,2"), "\(printed)")
  }

  @Test func `A6: the rights of what is joined still decide`() async throws {
    let scene = try await scene(
      "*true* => visibleEntityNames = ['Movie']",
      "--entity Movie"
    )
    try await scene.send("F")
    try await scene.type("genres.name = 'Comedy'")
    try await scene.send("enter")
    #expect(scene.status.contains("is not shown"), "\(scene.status)")
  }

  @Test func `A6: what the menu leaves out keeps its labels`() async throws {
    let scene = try await scene("*true* => menuEntityNames = ['Copy']", "--entity Copy")
    #expect(scene.line(with: "Alien") != nil, "\(scene.text)")
  }

  @Test func `D4: the menu has its own order, and offers only what may be seen`() async throws {
    let scene = try await scene(
      """
      *true* => menuEntityNames = ['Genre', 'Copy', 'Movie']
      role = 'clerk' => visibleEntityNames = ['Movie', 'Genre']
      """,
      "--role clerk"
    )
    let places = ["Genre", "Movie"].map { name in scene.lines.firstIndex { $0.contains(name) } ?? 0
    }
    #expect(places[0] > 0 && places[0] < places[1], "\(scene.text)")
    #expect(scene.line(with: "Copy") == nil)
    // The right alone orders the menu as well.
    let plain = try await self.scene("*true* => visibleEntityNames = ['Movie', 'Genre']")
    let order = ["Movie", "Genre"].map { name in plain.lines.firstIndex { $0.contains(name) } ?? 0 }
    #expect(order[0] > 0 && order[0] < order[1])
  }

  @Test func `D4: what the menu does not offer is still gone to by name`() async throws {
    let scene = try await scene("*true* => menuEntityNames = ['Movie']")
    #expect(scene.line(with: "Copy") == nil)
    try await scene.send(":")
    try await scene.type("Copy")
    try await scene.send("enter")
    #expect(scene.line(with: "Alien") != nil, "\(scene.text)")
  }

  @Test func `D4: the menu stands in groups`() async throws {
    let scene = try await scene(
      "*true* => menuSections = [['Stock', 'Copy'], ['Films', 'Movie'], ['Nothing', 'Nobody']]"
    )
    // What no group names stands in front.
    let names = ["Genre ", "── Stock ──", "Copy ", "── Films ──", "Movie "]
    for (line, name) in zip(scene.lines.dropFirst(), names) {
      #expect(line.dropFirst(2).drop { $0 == " " }.hasPrefix(name), "\(scene.text)")
    }
    #expect(scene.line(with: "Nothing") == nil)
  }

  @Test(
    arguments: [
      ("", false), ("*true* => visibleEntityNames = ['Movie', 'Genre', 'MovieGenre']", true),
      ("*true* => menuEntityNames = ['Movie', 'MovieGenre']", true),
      ("*true* => menuSections = [['Links', 'MovieGenre']]", true),
    ]
  )
  func `O7: a table that only joins two others is offered where a rule names it`(
    rules: String,
    isOffered: Bool
  ) async throws {
    let scene = try await scene(rules)
    #expect((scene.line(with: "Movie Genre") != nil) == isOffered, "\(scene.text)")
  }

  @Test func `S10: a command that actions leave out of a page is not in the pane either`()
    async throws
  {
    let rules = "task = 'inspect' => actions = ['edit']"
    let scene = try await Scene(Self.script, rules: rules, "--entity Genre", width: 140)
    try await scene.send("tab d")
    #expect(!scene.text.contains("Delete"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM genre") == ["2"])
    try await scene.send("esc")
    try await scene.send("d")
    #expect(scene.text.contains("Horror"), "\(scene.text)")
  }
}
