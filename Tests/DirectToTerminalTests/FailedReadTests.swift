import Glibc
import SQLite
import Testing

@testable import DirectToTerminal

/// What another program does to the file under a page: an error is never no rows, and never silent.
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

  enum Fault: String, CaseIterable {
    case locked, tableDropped, columnDropped, columnRenamed, removed, replaced, truncated

    /// Whether rows can be counted all the same.
    var sparesRows: Bool { self == .columnDropped || self == .columnRenamed }
  }

  enum Page: String, CaseIterable {
    case list, inspect, edit, select, query, create

    var arguments: String { self == .query ? "" : "--entity Movie" }

    var way: String {
      switch self {
      case .list, .query: ""
      case .inspect: "enter"
      case .edit: "e"
      case .select: "e tab tab enter"
      case .create: "o"
      }
    }
  }

  nonisolated static let all = Page.allCases.flatMap { page in Fault.allCases.map { (page, $0) } }

  /// Does to the file what `fault` says; what it gives lasts as long as it is kept.
  private func strike(_ fault: Fault, _ scene: Scene) throws -> Connection? {
    switch fault {
    case .locked:
      let other = try Connection(path: scene.path, mode: .readWrite)
      try other.begin(.exclusive)
      return other
    case .tableDropped:
      try scene.execute("PRAGMA foreign_keys=OFF; DROP TABLE movie; DROP TABLE studio")
    case .columnDropped:
      try scene.execute(
        "ALTER TABLE movie DROP COLUMN title; ALTER TABLE studio DROP COLUMN name"
      )
    case .columnRenamed:
      try scene.execute(
        "ALTER TABLE movie RENAME title TO a; ALTER TABLE studio RENAME name TO a"
      )
    case .removed: unlink(scene.path)
    case .replaced:
      try Connection(path: scene.path + "~", mode: .create).execute("CREATE TABLE other(id INT)")
      rename(scene.path + "~", scene.path)
    case .truncated: truncate(scene.path, 4_096)
    }
    return nil
  }

  /// What a person does on the page, each time to be told what is wrong.
  private func actions(on page: Page) -> [(keys: String, text: String, end: String)] {
    switch page {
    case .list: [("ctrl-r", "", ""), ("/", "zzz", "enter"), ("F", "length > 100", "enter")]
    case .inspect, .query: [("ctrl-r", "", "")]
    case .select: [("/", "zzz", "enter"), ("F", "id > 1", "enter")]
    case .edit, .create: [("", "new title", "ctrl-s")]
    }
  }

  @Test(arguments: all)
  func `G4: what happened to the file is told on every page`(page: Page, fault: Fault) async throws
  {
    let scene = try await Scene(Self.script, page.arguments, width: 120, height: 12)
    if !page.way.isEmpty { try await scene.send(page.way) }
    let held = try strike(fault, scene)
    defer { held?.rollBack() }
    for action in actions(on: page) where !(page == .query && fault.sparesRows) {
      if !action.keys.isEmpty { try await scene.send(action.keys) }
      if !action.text.isEmpty { try await scene.type(action.text) }
      if !action.end.isEmpty { try await scene.send(action.end) }
      let isTold =
        [" ✗ ", " ! "].contains { scene.status.hasPrefix($0) } || scene.text.contains(" ⚠ ")
      #expect(isTold, "after \(action.keys) \(action.text):\n\(scene.text)")
      #expect(!scene.text.contains("not found"), "\(scene.text)")
      #expect(!scene.lines[0].contains("✕"), "a filter that was not applied:\n\(scene.text)")
      // A prompt that came back is left, as what it was refused for is known.
      if scene.lines.last?.hasPrefix("filter: ") == true { try await scene.send("esc") }
    }
  }

  @Test func `A20: a list whose rows are from before says so until it is read again`() async throws
  {
    // There is no room for the object beside the list, of which it is told too.
    let scene = try await Scene(Self.script, "--entity Movie", width: 70)
    try scene.execute("DROP TABLE movie")
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("no such table: main.movie"), "\(scene.text)")
    try await scene.send("j")
    #expect(
      scene.text.contains("2/3") && scene.text.contains("⚠ not read; these are the rows"),
      "\(scene.text)"
    )
    try scene.execute(
      Self.movies + "INSERT INTO movie VALUES (1, 'Alien', 117, 1), (2, 'Heat', 170, 1);"
    )
    try await scene.send("ctrl-r")
    #expect(scene.text.contains("2/2") && !scene.text.contains("⚠ not read"), "\(scene.text)")
  }

  @Test func `A20: a file that cannot be looked at is told without being asked`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    unlink(scene.path)
    await scene.session.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.status.contains("⚠ \(scene.path) is not there any more"), "\(scene.text)")
  }

  @Test func `A15: what changes before anybody looked is noticed`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try scene.execute("UPDATE movie SET title = 'Gravity' WHERE id = 2")
    await scene.session.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.text.contains("Gravity"), "\(scene.text)")
  }

  @Test func `A15: how many objects an entity has follows`() async throws {
    let scene = try await Scene(Self.script)
    #expect(scene.line(with: "Movie")?.contains("3") == true)
    try scene.execute("DELETE FROM movie WHERE id > 1")
    await scene.session.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.line(with: "Movie")?.contains("1") == true, "\(scene.text)")
  }

  @Test func `A15: tables that others make or drop are told, at once and after a reload`()
    async throws
  {
    let scene = try await Scene(Self.script, width: 160)
    try scene.execute("CREATE INDEX named ON movie(title); VACUUM")
    await scene.session.adoptOtherChanges()
    try await scene.settle()
    #expect(!scene.text.contains("⚠"), "what stays the same is no news:\n\(scene.text)")
    try scene.execute("CREATE TABLE actor(id INTEGER PRIMARY KEY)")
    await scene.session.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.status.contains("⚠ another program has changed the tables"), "\(scene.text)")
    try await scene.send("ctrl-r")
    #expect(scene.status.contains("⚠ another program has changed the tables"), "\(scene.text)")
    try scene.execute("DROP TABLE actor")
    try await scene.send("ctrl-r")
    #expect(!scene.text.contains("⚠"), "\(scene.text)")
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
