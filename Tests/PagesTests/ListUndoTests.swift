import Editing
import SceneSupport
import Terminal
import Testing

@testable import Pages
import Workspace

/// How a list is narrowed and ordered is taken back like what is entered, in one order with that; nothing of it is pending.
@MainActor
struct ListUndoTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT,
      studio_id INT REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Fox'), (2, 'Ealing');
    INSERT INTO film VALUES (1, 'METROPOLIS', 'PG', 1), (2, 'BRAZIL', 'PG', 1), (3, 'ALIEN', 'R', 1);
    """

  private func scene() async throws -> Scene { try await Scene(Self.script, "--entity Film") }

  private func filter(_ condition: String, _ scene: Scene) async throws {
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
  }

  private func titles(_ scene: Scene) -> [String] {
    scene.lines.compactMap { line in
      ["METROPOLIS", "BRAZIL", "ALIEN"].first { line.contains($0) && !line.contains("Film") }
    }
  }

  /// Changes the rating of the film under the cursor, which stays pending.
  private func rate(_ rating: String, _ scene: Scene) async throws {
    try await scene.send("e")
    try await scene.go(to: "rating")
    try await scene.retype(rating)
    try await scene.send("esc end enter")
  }

  @Test func `The edge of a column is dragged with the mouse, and the drag taken back by name`()
    async throws
  {
    let scene = try await scene()
    let y = try #require(scene.lines.firstIndex { $0.contains("Title") && $0.contains("Rating") })
    func rating() -> Int { scene.lines[y].prefix { $0 != "R" }.count }
    let x = rating()
    try await scene.mouse(.press(.left), x - 1, y)
    for step in 1...9 { try await scene.mouse(.drag(.left), x - 1 + step, y + 1) }
    try await scene.mouse(.release(.left), x + 8, y + 1)
    #expect(rating() == x + 9, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges && titles(scene).count == 3)
    try await scene.mouse(.press(.left), x + 8, y)
    try await scene.mouse(.drag(.left), 0, y)
    try await scene.mouse(.release(.left), 0, y)
    #expect(rating() < x, "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: change width of Title in Film")
    #expect(rating() == x + 9, "\(scene.text)")
    try await scene.send("u")
    #expect(rating() == x, "\(scene.text)")
    try await scene.send("U")
    scene.expectStatus("done again: change width of Title in Film")
    #expect(rating() == x + 9, "\(scene.text)")
    // A drag that began elsewhere moves nothing.
    try await scene.mouse(.press(.left), 4, y + 1)
    try await scene.mouse(.drag(.left), 20, y)
    #expect(rating() == x + 9, "\(scene.text)")
  }

  @Test func `A press on a title orders by the column, where that is offered`() async throws {
    let scene = try await scene()
    let y = try #require(scene.lines.firstIndex { $0.contains("Title") && $0.contains("Rating") })
    try await scene.mouse(.press(.left), 4, y)
    try await scene.mouse(.release(.left), 4, y)
    #expect(titles(scene) == ["ALIEN", "BRAZIL", "METROPOLIS"], "\(scene.text)")
    try await scene.mouse(.press(.left), 4, y)
    #expect(titles(scene) == ["METROPOLIS", "BRAZIL", "ALIEN"], "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: sort Film by Title ↓")
    let bare = try await Scene(Self.script, rules: "*true* => actions = ['open']", "--entity Film")
    try await bare.mouse(.press(.left), 4, y)
    #expect(titles(bare) == ["METROPOLIS", "BRAZIL", "ALIEN"], "\(bare.text)")
  }

  @Test func `A filter is taken back and set again by name, and is nothing to be saved`()
    async throws
  {
    let scene = try await scene()
    try await filter("rating = 'R'", scene)
    #expect(titles(scene) == ["ALIEN"], "\(scene.text)")
    #expect(
      !scene.text.contains("pending") && !scene.session.work.editing.hasChanges,
      "\(scene.text)"
    )
    try await scene.send("u")
    scene.expectStatus("taken back: filter Film by rating = 'R'")
    #expect(titles(scene) == ["METROPOLIS", "BRAZIL", "ALIEN"], "\(scene.text)")
    try await scene.send("U")
    scene.expectStatus("done again: filter Film by rating = 'R'")
    #expect(titles(scene) == ["ALIEN"], "\(scene.text)")
    try await scene.send("x")
    #expect(titles(scene).count == 3, "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: clear filter of Film: rating = 'R'")
    #expect(titles(scene) == ["ALIEN"], "\(scene.text)")
    try await scene.send("u")
    #expect(titles(scene).count == 3 && !scene.session.work.editing.canUndo, "\(scene.text)")
    try await scene.send("ctrl-q")
    #expect(scene.isFinished, "nothing is asked")
  }

  @Test func `Orders, filters and what is entered are taken back in the order in which they were`()
    async throws
  {
    let scene = try await scene()
    try await scene.send("s")
    let title = scene.line(with: "↑") ?? ""
    #expect(title.contains("Title ↑"), "\(scene.text)")
    try await rate("X", scene)
    try await filter("title like 'A*'", scene)
    try await scene.send("s")
    try await scene.send("u")
    scene.expectStatus("taken back: sort Film by Title ↓")
    try await scene.send("u")
    scene.expectStatus("taken back: filter Film by title like 'A*'")
    try await scene.send("u")
    scene.expectStatus("taken back: Rating of Film “ALIEN”")
    try await scene.send("u")
    scene.expectStatus("taken back: sort Film by Title")
    #expect(titles(scene) == ["METROPOLIS", "BRAZIL", "ALIEN"], "\(scene.text)")
    try await scene.send("U U U U")
    scene.expectStatus("done again: sort Film by Title ↓")
    #expect(
      titles(scene) == ["ALIEN"] && scene.session.work.editing.pendingCount == 1,
      "\(scene.text)"
    )
  }

  @Test func `What was taken back can be done again after a list was filtered`() async throws {
    let scene = try await scene()
    try await rate("X", scene)
    try await scene.send("u")
    try await filter("rating = 'PG'", scene)
    try await scene.send("U")
    scene.expectStatus("done again: Rating of Film “METROPOLIS”")
    try await scene.send("u u")
    scene.expectStatus("taken back: filter Film by rating = 'PG'")
  }

  @Test func `One goes to the list, back or forward, and what is closed is passed over`()
    async throws
  {
    let scene = try await scene()
    try await filter("rating = 'R'", scene)
    try await scene.send("enter")
    try await scene.send("u")
    scene.expectStatus("taken back: filter Film by rating = 'R'")
    #expect(titles(scene).count == 3, "\(scene.text)")
    try await scene.send("U esc")
    #expect(titles(scene).isEmpty, "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: filter Film by rating = 'R'")
    #expect(titles(scene).count == 3, "\(scene.text)")
    try await scene.send("U esc")
    try await scene.send(":")
    try await scene.type("Studio")
    try await scene.send("enter")
    #expect(scene.text.contains("Ealing") && !scene.session.work.editing.canUndo, "\(scene.text)")
  }

  @Test func `What was saved comes before a filter of before, and after one of since`() async throws
  {
    let scene = try await scene()
    try await filter("rating = 'PG'", scene)
    try await scene.send("e")
    try await scene.go(to: "title")
    try await scene.retype("BRAZIL")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    try await scene.send("s u")
    #expect(scene.status.contains("taken back: sort Film by"), "\(scene.text)")
    try await scene.send("u")
    #expect(scene.text.contains("Take back the save of"), "\(scene.text)")
    try await scene.send("esc u y")
    #expect(scene.status.contains("taken back: the save of"), "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: filter Film by rating = 'PG'")
    try await scene.send("U")
    scene.expectStatus("done again: filter Film by rating = 'PG'")
    try await scene.send("U")
    #expect(scene.text.contains(", which was taken back?"), "\(scene.text)")
  }

  @Test func `A filter of the list from which one chooses goes with that list`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --task edit --id 3")
    try await scene.go(to: "studio")
    try await scene.send("enter")
    // On this page a letter finds an object.
    try await scene.send("ctrl-p")
    try await scene.type("filter")
    try await scene.send("enter")
    try await scene.type("name = 'Ealing'")
    try await scene.send("enter enter")
    #expect(scene.line(with: "Studio")?.contains("Ealing") == true, "\(scene.text)")
    try await scene.send("ctrl-_")
    scene.expectStatus("taken back: Studio")
    #expect(!scene.session.work.editing.canUndo)
  }

  private func heading(_ scene: Scene) -> String {
    scene.lines.first { $0.contains("Rating") || $0.contains("Title") } ?? ""
  }

  @Test
  func `Columns are made wider, moved and hidden by keys, and each step is taken back by name`()
    async throws
  {
    let scene = try await scene()
    let before = heading(scene)
    func place(_ title: String) -> Int? {
      let line = heading(scene)
      return line.indices.first { line[$0...].hasPrefix(title) }
        .map { line.distance(from: line.startIndex, to: $0) }
    }
    let rating = try #require(place("Rating"))
    try await scene.send("> >")
    #expect(place("Rating") == rating + 4, "\(scene.text)")
    try await scene.send("<")
    #expect(place("Rating") == rating + 2, "\(scene.text)")
    try await scene.send("alt-right")
    #expect(try #require(place("Rating")) < #require(place("Title")), "\(scene.text)")
    // The cursor goes with its column.
    try await scene.send("-")
    #expect(place("Title") == nil && place("Rating") != nil, "\(scene.text)")
    #expect(scene.text.contains("PG") && !scene.text.contains("METROPOLIS"), "\(scene.text)")
    for step in [
      "hide column Title of Film", "move column Title of Film", "change width of Title in Film",
      "change width of Title in Film", "change width of Title in Film",
    ] {
      try await scene.send("u")
      scene.expectStatus("taken back: \(step)")
    }
    #expect(heading(scene) == before, "\(scene.text)")
    try await scene.send("U U")
    #expect(place("Rating") == rating + 4, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges && titles(scene).count == 3)
  }

  @Test func `The menu of columns shows and hides them, and has the way back to the rules`()
    async throws
  {
    let scene = try await scene()
    let before = heading(scene)
    try await scene.send("c")
    #expect(
      scene.text.contains("shown") && !scene.text.contains("as the rules say"),
      "\(scene.text)"
    )
    try await scene.send("j enter")
    #expect(!heading(scene).contains("Rating"), "\(scene.text)")
    try await scene.send("c")
    #expect(scene.text.contains("hidden"), "\(scene.text)")
    try await scene.send("j enter")
    #expect(heading(scene) == before, "\(scene.text)")
    try await scene.send("- > c G enter")
    #expect(heading(scene) == before, "\(scene.text)")
    try await scene.send("u")
    scene.expectStatus("taken back: end arranging columns of Film")
    #expect(!heading(scene).contains("Title"), "\(scene.text)")
  }

  @Test func `What rules list later stands behind what a person has arranged`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "entity.name = 'Film' => displayPropertyKeys = ['title', 'rating']",
      "--entity Film"
    )
    scene.session.work.followRules()
    try await scene.send("alt-right")
    try await scene.run(
      "rule entity.name = 'Film' => displayPropertyKeys = ['studio', 'title', 'rating']"
    )
    try await scene.wait { heading(scene).contains("Studio") }
    let names = heading(scene).split(separator: " ").filter {
      ["Rating", "Title", "Studio"].contains($0)
    }
    #expect(names == ["Rating", "Title", "Studio"], "\(scene.text)")
  }
}
