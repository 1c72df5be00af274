import SceneSupport
import Diagnostics
import CommandLineTool
import Pages
import SQLite
import TestSupport
import Testing
import Workspace

/// Fetches that a model names, in the list and on the command line.
@MainActor
struct NamedFetchTests {
  private let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, price INT, rating TEXT);
    INSERT INTO film VALUES (1, 'Part 10', 7, 'PG'), (2, 'part 2', 9, 'R'), (3, 'Cabaret', 3, 'PG'),
      (4, 'Brazil', 1, 'G'), (5, 'Zardoz', 2, 'R'), (6, 'Alien', NULL, 'R');
    """

  private var model: String {
    folder.write(
      Array(
        """
        {"entities": [{"name": "Film", "table": "film", "labelKey": "title", "fetchSpecifications": [
          {"name": "cheapest", "qualifier": "price is not null", "sort": "price", "limit": 3},
          {"name": "under", "qualifier": "price < $most", "sort": "-price"},
          {"name": "counted", "sort": "title natural"}]}]}
        """.utf8
      ),
      to: "model.json"
    )
  }

  private func scene(_ arguments: String = "", rules: String = "") async throws -> Scene {
    try await Scene(
      Self.script,
      rules: "*true* => displayPropertyKeys = ['title', 'price', 'rating']\n" + rules,
      "--entity Film --model \(model) " + arguments
    )
  }

  /// The titles in the order in which they stand on the screen.
  private func titles(_ scene: Scene) -> [String] {
    let known = ["Part 10", "part 2", "Cabaret", "Brazil", "Zardoz", "Alien"]
    return scene.lines.compactMap { line in known.first { line.contains($0 + " ") } }
  }

  @Test func `A person chooses a fetch, filters and sorts what it picks, and goes back to all`()
    async throws
  {
    let scene = try await scene()
    #expect(titles(scene).count == 6)
    try await scene.send("v")
    #expect(scene.text.contains("price is not null"))
    try await scene.send("enter")
    #expect(titles(scene) == ["Brazil", "Zardoz", "Cabaret"])
    #expect(scene.text.contains("cheapest ✕"))
    #expect(scene.status.contains("1/3"))
    // Sorted and filtered are the three, not all.
    try await scene.send("s")
    #expect(titles(scene) == ["Brazil", "Cabaret", "Zardoz"])
    try await scene.send("s G")
    #expect(titles(scene) == ["Zardoz", "Cabaret", "Brazil"])
    #expect(scene.status.contains("3/3"))
    try await scene.send("F")
    try await scene.type("price > 1")
    try await scene.send("enter")
    #expect(titles(scene) == ["Zardoz", "Cabaret"])
    try await scene.send("/")
    try await scene.type("Part")
    try await scene.send("enter")
    #expect(scene.status.contains("not found"))
    try await scene.send("x x")
    #expect(titles(scene).count == 6)
    #expect(!scene.text.contains("cheapest"))
  }

  @Test func `Values of a fetch are asked for`() async throws {
    let scene = try await scene()
    try await scene.send("v j enter")
    try await scene.type("4)")
    #expect(scene.text.contains("under(most: )4)"))
    try await scene.retype("under(most: 4)")
    try await scene.send("enter")
    #expect(titles(scene) == ["Cabaret", "Zardoz", "Brazil"])
    try await scene.send(":")
    try await scene.type("fetch under(most: 2)")
    try await scene.send("enter")
    #expect(titles(scene) == ["Brazil"])
    try await scene.send(":")
    try await scene.type("fetch under")
    try await scene.send("enter")
    #expect(scene.text.contains("needs values: under(most: …)"))
    #expect(titles(scene) == ["Brazil"])
  }

  @Test func `The program begins with a fetch`() async throws {
    #expect(titles(try await scene("--fetch counted")).prefix(3) == ["Alien", "Brazil", "Cabaret"])
    #expect(
      titles(try await scene("--fetch counted")).suffix(3) == ["part 2", "Part 10", "Zardoz"]
    )
    #expect(titles(try await scene("--fetch cheapest")) == ["Brazil", "Zardoz", "Cabaret"])
  }

  @Test func `An order is typed, and a mistake in it is said`() async throws {
    let scene = try await scene()
    try await scene.send(":")
    try await scene.type("sort -price nulls first, title")
    try await scene.send("enter")
    #expect(titles(scene).prefix(2) == ["Alien", "part 2"])
    #expect(scene.text.contains("↓ nulls first"))
    try await scene.send(":")
    try await scene.type("sort titel natural")
    try await scene.send("enter")
    #expect(scene.text.contains("did you mean 'title'?"))
    #expect(titles(scene).prefix(2) == ["Alien", "part 2"])
  }

  @Test func `Rules order a list as people count`() async throws {
    let scene = try await scene(rules: "*true* => sortOrderings = ['-title natural']")
    #expect(titles(scene).prefix(3) == ["Zardoz", "Part 10", "part 2"])
    #expect(scene.session.work.faultSummary.isEmpty)
    let wrong = try await self.scene(rules: "*true* => sortOrderings = ['titel natural']")
    #expect(wrong.session.work.faults.first?.suggestion == "did you mean 'title'?")
  }

  @Test func `Named and ordered lists show what the rights let through`() async throws {
    let rights = "100: user.role = 'child' => restrictingQualifier = where (rating != 'R')\n"
    let scene = try await scene("--role child --fetch cheapest", rules: rights)
    #expect(titles(scene) == ["Brazil", "Cabaret", "Part 10"])
    try await scene.send("G")
    #expect(scene.status.contains("3/3"))
    try await scene.send(":")
    try await scene.type("fetch counted")
    try await scene.send("enter")
    #expect(titles(scene) == ["Brazil", "Cabaret", "Part 10"])
    try await scene.send(":")
    try await scene.type("sort -title caseInsensitive nulls last")
    try await scene.send("enter")
    #expect(titles(scene) == ["Part 10", "Cabaret", "Brazil"])
    // What is hidden neither picks nor orders.
    let hidden =
      rights + "entity.name = 'Film' and propertyKey = 'price' => isPropertyVisible = false"
    let blind = try await self.scene("--role child --fetch cheapest", rules: hidden)
    #expect(titles(blind).isEmpty)
    #expect(blind.text.contains("'price' is not shown"))
  }

  // MARK: Command line

  private func run(_ arguments: String...) async throws -> (
    code: Int32, output: [String], messages: String
  ) {
    try await run(arguments)
  }

  private func run(_ arguments: [String]) async throws -> (
    code: Int32, output: [String], messages: String
  ) {
    let path = folder.path + "/list.db"
    try? Connection(path: path, mode: .create).execute(Self.script)
    let words =
      [arguments[0], path] + arguments.dropFirst() + ["--model", model, "--format", "csv"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    let all = outcome.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.dropFirst().dropLast().map(String.init)
    return (outcome.code, lines, outcome.messages)
  }

  @Test func `A fetch is named on the command line`() async throws {
    let cheapest = try await run("list", "Film", "--fetch", "cheapest", "--columns", "title")
    #expect(cheapest.output == ["Brazil", "Zardoz", "Cabaret"])
    let red = try await run(
      "export",
      "Film?rating = 'R'",
      "--fetch",
      "cheapest",
      "--columns",
      "title"
    )
    #expect(red.output == ["Zardoz"])
    let turned = try await run(
      "list",
      "Film?sort=-title",
      "--fetch",
      "cheapest",
      "--columns",
      "title"
    )
    #expect(turned.output == ["Zardoz", "Cabaret", "Brazil"])
    let counted = try await run("list", "Film?fetch=counted", "--limit", "2", "--columns", "title")
    #expect(counted.output == ["Alien", "Brazil"])
    let wrong = try await run("list", "Film", "--fetch", "cheepest")
    #expect(wrong.code == 2 && wrong.messages.contains("did you mean 'cheapest'?"))
  }

  @Test func `Values are printed once`() async throws {
    let ratings = try await run("list", "Film?sort=-rating", "--columns", "rating", "--distinct")
    #expect(ratings.output == ["R", "PG", "G"])
    let cheap = try await run(
      "list",
      "Film?price < 8",
      "--columns",
      "rating",
      "--distinct",
      "--limit",
      "2"
    )
    #expect(cheap.output.count == 2)
    let one = try await run("list", "Film#2", "--columns", "price", "--distinct")
    #expect(one.output == ["9"])
  }

  @Test func `What a rule hides of an object is not printed once either`() async throws {
    let rules = folder.write(
      Array(
        """
        100: role = 'clerk' and entity.name = 'Film' and propertyKey = 'price' and object.rating = 'PG'
          => isPropertyVisible = false
        100: role = 'guest' and entity.name = 'Film' and propertyKey = 'price' and object.primaryKey = 2
          => isPropertyVisible = false
        """.utf8
      ),
      to: "rights.rules"
    )
    func prices(_ role: String, _ command: String = "list", _ more: String...) async throws
      -> [String]
    {
      let words = [
        command, "Film", "--columns", "price", "--distinct", "--role", role, "--rules", rules,
      ]
      let result = try await run(words + more)
      #expect(result.code == 0, "\(result.messages)")
      return result.output
    }
    // Hidden, and of no price, look the same: an empty line each, of which one is left.
    for command in ["list", "export"] {
      #expect(try await prices("clerk", command) == ["", "9", "1", "2"])
      #expect(try await prices("guest", command) == ["7", "", "3", "1", "2"])
      #expect(try await prices("boss", command) == ["7", "9", "3", "1", "2", ""])
    }
    #expect(try await prices("clerk", "list", "--limit", "3") == ["", "9", "1"])
    #expect(try await prices("clerk", "list", "--limit", "0").isEmpty)
  }

  @Test func `A link says how texts are sorted`() async throws {
    let sorted = try await run("list", "Film?sort=title natural", "--columns", "title")
    #expect(sorted.output == ["Alien", "Brazil", "Cabaret", "part 2", "Part 10", "Zardoz"])
  }
}
