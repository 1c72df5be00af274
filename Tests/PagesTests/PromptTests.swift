import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Prompts: what was entered comes back, what is refused stays, and Tab completes what the model knows.
@MainActor
struct PromptTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT, is_new BOOLEAN,
      rating TEXT CHECK (rating IN ('G', 'PG', 'PG-13', 'R')), studio_id INT REFERENCES studio);
    INSERT INTO studio VALUES(1, 'Fox', 'Los Angeles'), (2, 'Nu', 'Rome');
    INSERT INTO movie VALUES(1, 'Alien', 117, 0, 'R', 1), (2, 'Heat', 170, 0, 'R', 1), (3, 'Toy', 81, 1, 'G', 2);
    """

  // MARK: History

  @Test func `E1: what was entered at a prompt is offered there again, each kind for itself`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type("length > 100")
    try await scene.send("enter x F")
    try await scene.type("rating = 'G'")
    try await scene.send("enter x /")
    try await scene.type("heat")
    try await scene.send("enter F up")
    #expect(scene.lines.last == "filter: rating = 'G'")
    try await scene.send("up")
    #expect(scene.lines.last == "filter: length > 100")
    try await scene.send("down down")
    #expect(scene.lines.last == "filter:")
    try await scene.send("esc / up")
    #expect(scene.lines.last == "/heat")
    try await scene.send("esc : up")
    #expect(scene.lines.last == ":", "no command was entered")
  }

  // MARK: Refusals

  @Test(arguments: [
    ("F", "lenght > 100", "no property 'lenght'"), ("F", "length > ", ""),
    (":", "Moovie", "did you mean 'Movie'?"), (":", "sort lenght", "lenght"),
    ("#", "many", "neither a row number nor a part"),
    ("F", "title * 2 > 4", "'title' is a text, but 'title * 2' needs a number"),
    ("F", "yer(isNew) = 1", "`yer` is not a function; did you mean `year`?"),
    ("F", "studio.movies.@sum.lenght > 3", "no property 'lenght'"),
    ("F", "studio.movies.@summ.length > 3", "'@summ' is not an aggregate; did you mean '@sum'?"),
    ("F", "length + $more > 3", "'$more' has no value here"),
    ("F", "length + 1 = 'x'", "'length + 1' is a number and never equals"),
    (":", "sort lenght * 2 desc", "did you mean 'length'"),
    (":", "sort -title * 2", "needs a number"),
    (":", "sort round(length", "is missing"),
  ])
  func `E1: what is refused stays in its prompt to be mended, with the reason`(
    key: String,
    text: String,
    reason: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send(key)
    try await scene.type(text)
    try await scene.send("enter")
    let kept = text.hasSuffix(" ") ? String(text.dropLast()) : text
    #expect(scene.lines.last?.hasSuffix(kept) == true, "\(scene.text)")
    #expect(scene.status.hasPrefix(" ! ") && scene.status.contains(reason), "\(scene.status)")
    try await scene.send("esc")
    #expect(scene.lines.last?.contains("? help") == true)
  }

  @Test func `E1: a filter that was refused is mended where it stands`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type("lenght > 100")
    try await scene.send("enter ctrl-a del del del del del del")
    try await scene.type("length")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("length > 100 ✕"), "\(scene.text)")
    #expect(scene.lines.contains { $0.contains("Heat") } && !scene.text.contains("Toy"))
  }

  @Test func `E1: the cursor stands at the mistake`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type("length > 1 and lenght > 100 and isNew = false")
    try await scene.send("enter del del del del del del")
    try await scene.type("length")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("length > 1 and length > 100 and"), "\(scene.text)")
  }

  @Test func `A list is filtered and sorted by computed values`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    func titles() -> [String] {
      let found = ["Alien", "Heat", "Toy"].compactMap { title in
        scene.lines.firstIndex { $0.contains(title) }.map { (title, $0) }
      }
      return found.sorted { $0.1 < $1.1 }.map(\.0)
    }
    try await scene.send(":")
    try await scene.type("sort Length % 100 desc, title")
    try await scene.send("enter")
    #expect(titles() == ["Toy", "Heat", "Alien"], "\(scene.text)")
    #expect(scene.text.contains("length % 100 ↓, Title ↑"), "\(scene.text)")
    try await scene.send(":")
    try await scene.type("sort studio.movies.@count, length(title) desc")
    try await scene.send("enter")
    #expect(titles() == ["Toy", "Alien", "Heat"], "\(scene.text)")
    try await scene.send("F")
    try await scene.type("Studio.movies[LENGTH > 100].@sum.length - length > 130")
    try await scene.send("enter")
    #expect(titles() == ["Alien"], "\(scene.text)")
  }

  // MARK: Completion

  private func completions(_ text: String, rules: String = "") async throws -> [String] {
    let scene = try await Scene(Self.script, rules: rules, "--entity Movie")
    let list = try #require(scene.session.navigator.current.list)
    return FilterCompletion(entity: list.entity, scope: list.scope).completions(of: text)
  }

  @Test(arguments: [
    ("ti", ["title"]), ("TI", ["title"]),
    ("studio.", ["studio.id", "studio.name", "studio.town", "studio.movies"]),
    ("studio.n", ["studio.name"]), ("studio.movies.t", ["studio.movies.title"]), ("nowhere.t", []),
    ("length > 100 and studio.to", ["length > 100 and studio.town"]),
    ("(not ra", ["(not rating"]),
    ("rating = '", ["rating = 'G'", "rating = 'PG'", "rating = 'PG-13'", "rating = 'R'"]),
    ("rating = p", ["rating = 'PG'", "rating = 'PG-13'"]),
    ("rating='pg", ["rating='PG'", "rating='PG-13'"]),
    ("rating in ('G', 'pg-", ["rating in ('G', 'PG-13'"]),
    ("rating not in (r", ["rating not in ('R'"]),
    ("isNew = ", ["isNew = true", "isNew = false"]), ("title = 'rating", []),
    ("len", ["length", "length("]), ("yearm", ["yearMonth("]),
    ("length*le", ["length*length", "length*length("]),
    ("studio.movies.@s", ["studio.movies.@sum"]),
    ("studio.movies.@sum.len", ["studio.movies.@sum.length"]),
    ("studio.movies.@sum(ra", ["studio.movies.@sum(rating"]),
    ("studio.movies[ra", ["studio.movies[rating"]),
    (
      "studio.movies[rating = 'p",
      ["studio.movies[rating = 'PG'", "studio.movies[rating = 'PG-13'"]
    ),
    ("studio.movies[rating = 'G'].@a", ["studio.movies[rating = 'G'].@avg"]),
    ("studio.movies[rating = 'G'].@sum(ra", ["studio.movies[rating = 'G'].@sum(rating"]),
    (
      "studio.movies[rating = 'G'].@count > 1 and ra",
      ["studio.movies[rating = 'G'].@count > 1 and rating"]
    ),
    (
      "studio.movies.rating != ",
      [
        "studio.movies.rating != 'G'", "studio.movies.rating != 'PG'",
        "studio.movies.rating != 'PG-13'", "studio.movies.rating != 'R'",
      ]
    ),
  ])
  func `E9: a condition is completed at each step of its paths, and with known values`(
    text: String,
    expected: [String]
  ) async throws {
    #expect(try await completions(text) == expected)
  }

  @Test func `E9: values that rules offer are completed, and nothing that is hidden`() async throws
  {
    let rules = """
      propertyKey = 'title' => choices = ['Alien', 'Heat']
      propertyKey = 'rating' => isPropertyVisible = false
      entity.name = 'Studio' and propertyKey = 'town' => isPropertyVisible = false
      """
    #expect(try await completions("title = h", rules: rules) == ["title = 'Heat'"])
    #expect(try await completions("rating = ", rules: rules) == [])
    #expect(try await completions("ra", rules: rules) == [])
    #expect(try await completions("studio.t", rules: rules) == [])
  }

  @Test
  func `E9: Tab shows what sets the candidates apart, takes one after the other, and orders too`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("F")
    try await scene.type("length > 1 and studio.")
    try await scene.send("tab")
    #expect(scene.lines[scene.lines.count - 2] == "id  name  town  movies", "\(scene.text)")
    #expect(scene.lines.last == "filter: length > 1 and studio.id")
    try await scene.send("tab")
    #expect(scene.lines.last == "filter: length > 1 and studio.name")
    try await scene.send("esc :")
    try await scene.type("sort title, -studio.to")
    try await scene.send("tab")
    #expect(scene.lines.last == ":sort title, -studio.town")
  }

  // MARK: Names

  @Test func `Entities and properties are called as they stand on the screen, too`() async throws {
    let rules = """
      entity.name = 'Movie' => displayNameForEntity = 'Motion pictures'
      propertyKey = 'length' => displayNameForProperty = 'Running time'
      propertyKey = 'rating' => displayNameForProperty = 'Grade'
      propertyKey = 'town' => isPropertyVisible = false
      propertyKey = 'town' => displayNameForProperty = 'Place'
      """
    let scene = try await Scene(Self.script, rules: rules)
    try await scene.send(":")
    try await scene.type("motion Pictures")
    try await scene.send("enter :")
    try await scene.type("sort -Running time")
    try await scene.send("enter")
    let list = try #require(scene.session.navigator.current.list)
    #expect(list.query.sortKeys == ["-length"], "\(scene.text)")
    try await scene.send("F")
    try await scene.type("grade = 'G' and runningtime < 100")
    try await scene.send("enter")
    #expect(scene.text.contains("Toy") && !scene.text.contains("Heat"), "\(scene.text)")
    try await scene.send("F")
    try await scene.type("studio.place = 'Rome'")
    try await scene.send("enter")
    #expect(scene.text.contains("has no property 'place'"), "\(scene.text)")
  }

  @Test func `A name on the screen that two entities have leads to neither`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => displayNameForEntity = 'Thing'"
    )
    try await scene.send(":")
    try await scene.type("thing")
    try await scene.send("enter")
    #expect(scene.text.contains("'thing' matches several entities: "), "\(scene.text)")
  }

  @Test func `A filter by a text without quotes is told how to write it`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie", width: 160)
    try await scene.send("F")
    try await scene.type("title = Goose")
    try await scene.send("enter")
    #expect(scene.status.hasPrefix(" ! for the text write title = 'Goose'; Movie has no property"))
    for text in ["nme = Goose", "nme = 'Goose'", "title = nme = 3"] {
      try await scene.send("ctrl-u")
      try await scene.type(text)
      try await scene.send("enter")
      #expect(!scene.text.contains("for the text write"), "\(text)\n\(scene.text)")
    }
  }

  @Test(arguments: ["Per day > 2", "title = 'Heat' and Per day = 2", "per day between 1 and 200"])
  func `A filter with a name as the heading shows it is told the name of the property`(
    text: String
  ) async throws {
    let rules = "propertyKey = 'length' => displayNameForProperty = 'Per day'"
    let scene = try await Scene(Self.script, rules: rules, "--entity Movie")
    try await scene.send("F")
    try await scene.type(text)
    try await scene.send("enter")
    scene.expectStatus("! filters use property names: Per day is length")
    try await scene.send("esc :")
    try await scene.type("sort Per day desc")
    try await scene.send("enter")
    let lines = try ["Heat", "Alien", "Toy"].map { title in
      try #require(scene.lines.firstIndex { $0.contains(title) }, "\(scene.text)")
    }
    #expect(lines == lines.sorted(), "\(scene.text)")
  }
}
