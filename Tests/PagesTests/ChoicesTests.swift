import CommandLineTool
import Pages
import Qualifiers
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Workspace

/// Tests choices for a property: values, values with labels, and objects that match a condition.
@MainActor
struct ChoicesTests {
  private static let script = """
    CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL, is_open BOOLEAN NOT NULL);
    INSERT INTO genre VALUES (1, 'Comedy', 1), (2, 'Western', 0), (3, 'Drama', 1);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, level INTEGER,
      genre_id INTEGER REFERENCES genre(id));
    INSERT INTO film VALUES
      (1, 'The General', 'PG', 2, 1), (2, 'Sunrise', 'G', 1, 2), (3, 'Metropolis', NULL, 7, 3);
    """
  private static let rules = """
    propertyKey = 'rating' => choices = {'R': 'Restricted', 'G': 'For all', 'PG': 'Guidance'}
    propertyKey = 'level' => choices = [{'2': 'High'}, {'1': 'Low'}], allowsOtherValues = true
    propertyKey = 'genre' => choices = where (isOpen = true)
    task = 'list' => displayPropertyKeys = ['title', 'rating', 'level', 'genre']
    """

  private func scene(_ arguments: String) async throws -> Scene {
    let scene = try await Scene(Self.script, rules: Self.rules, arguments)
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    return scene
  }

  /// Runs a subcommand on the database of a scene with the film rules.
  private func run(_ scene: Scene, _ words: String...) async throws -> Program.Outcome {
    let folder = TemporaryFolder()
    let rules = folder.write(Array(Self.rules.utf8), to: "films.rules")
    let arguments = [words[0], scene.path] + words.dropFirst() + ["--rules", rules]
    return await Program(try Invocation(arguments: arguments)).run()
  }

  @Test func `Lists and pages show the label, and what has none as it is`() async throws {
    let scene = try await scene("--entity Film --task list")
    #expect(scene.line(with: "The General")?.contains("Guidance") == true, "\(scene.text)")
    #expect(scene.line(with: "The General")?.contains("High") == true, "\(scene.text)")
    #expect(scene.line(with: "Sunrise")?.contains("For all") == true, "\(scene.text)")
    #expect(scene.line(with: "Metropolis")?.contains(" 7") == true, "\(scene.text)")
    let page = try await self.scene("--entity Film --task inspect --id 1")
    #expect(page.line(with: "Rating")?.contains("Guidance") == true, "\(page.text)")
  }

  @Test func `A field offers labels in the order of the values, and stores the value`() async throws
  {
    let scene = try await scene("--entity Film --task edit --id 1")
    #expect(
      scene.text.contains("( ) For all  (•) Guidance  ( ) Restricted"),
      "\(scene.text)"
    )
    #expect(scene.text.contains("(•) High  ( ) Low  …"), "\(scene.text)")
    try await scene.go(to: "rating")
    try await scene.send("right")
    try await scene.go(to: "level")
    try await scene.send("right ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT rating, level, typeof(level) FROM film WHERE id = 1")
        == ["R|1|integer"]
    )
  }

  @Test func `A value that is none of the choices can be asked for by its label`() async throws {
    let scene = try await scene("--entity Film --task edit --id 3")
    try await scene.go(to: "level")
    try await scene.send("space down enter")
    try await scene.retype("low")
    try await scene.send("enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT level FROM film WHERE id = 3") == ["1"])
  }

  @Test func `Search and filters find what is stored by its label`() async throws {
    let scene = try await scene("--entity Film --task list")
    try await scene.send("/")
    try await scene.type("for al")
    try await scene.send("enter")
    #expect(scene.status.contains("2/3"), "\(scene.text)")
    for (typed, title) in [
      ("rating = 'Guidance'", "The General"), ("rating in ('for all', 'Restricted')", "Sunrise"),
      ("level = 'High'", "The General"), ("rating = 'PG'", "The General"),
      ("guidan", "The General"),
    ] {
      try await scene.send("F")
      try await scene.retype(typed)
      try await scene.send("enter")
      #expect(scene.status.contains("1/1"), "\(typed)\n\(scene.text)")
      #expect(scene.text.contains(title), "\(typed)\n\(scene.text)")
      try await scene.send("x")
    }
    try await scene.send("g l =")
    #expect(scene.status.contains("1/1") && scene.text.contains("The General"), "\(scene.text)")
  }

  @Test func `S4: who filters by a label gets all that is shown so, and nothing else`() async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT NOT NULL, state INTEGER);
      INSERT INTO job VALUES (1, 'j1', 1), (2, 'j2', 2), (3, 'j3', 3), (4, 'j4', 4), (5, 'j5', 5), (6, 'j6', 7);
      """,
      rules:
        "propertyKey = 'state' => choices = {'1': 'Open', '2': 'Open', '3': 'Open', '4': 'Paid', '5': 'Open'}",
      "--entity Job"
    )
    func names() -> String {
      (1...6).filter { number in scene.line(with: "j\(number)") != nil }.map(String.init).joined()
    }
    for (place, found) in [("g", "1235"), ("g j j j", "4"), ("g j j j j", "1235"), ("G", "6")] {
      try await scene.send(place + " l =")
      #expect(names() == found, "\(place)\n\(scene.text)")
      try await scene.send("x h")
    }
    for (typed, found) in [
      ("state = 'Open'", "1235"), ("state != 'open'", "46"), ("state in ('Open', 'Paid')", "12345"),
      ("'Paid' = state", "4"),
    ] {
      try await scene.send("F")
      try await scene.retype(typed)
      try await scene.send("enter")
      #expect(names() == found, "\(typed)\n\(scene.text)")
      try await scene.send("x")
    }
  }

  @Test func `S5: labels stand in one order, numbers first`() {
    let keys = ["9", "10", "5a", "80", "nan", "0x1"]
    let labels = Dictionary(uniqueKeysWithValues: keys.map { ($0, Value.string("called \($0)")) })
    let order = Choices.convert(.dictionary(labels))?.values(for: nil).map(\.description)
    #expect(order == ["9", "10", "80", "0x1", "5a", "nan"])
  }

  @Test func `S15: the user's own choices tell nothing of what is hidden of some objects`()
    async throws
  {
    let script = """
      CREATE TABLE emp (id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INTEGER,
        boss_id INTEGER REFERENCES emp (id));
      INSERT INTO emp VALUES (1, 'Anna', 500, NULL), (2, 'Bert', 400, NULL), (3, 'Carl', 300, NULL);
      """
    let rights =
      "entity.name = 'Emp' and propertyKey = 'salary' and object.name = 'Anna' => isPropertyVisible = false"
    for own in ["salary > 450", "salary < 450"] {
      let scene = try await Scene(script, rules: rights, "--entity Emp --task edit --id 2")
      #expect(try await scene.apply("rule propertyKey = 'boss' => choices = where (\(own))"))
      try await scene.go(to: "boss")
      try await scene.send("enter")
      #expect(scene.text.contains("Anna") && scene.text.contains("Carl"), "\(own)\n\(scene.text)")
    }
  }

  @Test func `Programs read and write the value, people read the label`() async throws {
    let scene = try await scene("--entity Film --task list")
    let listed = try await run(scene, "list", "Film#1")
    #expect(listed.output.contains("Guidance"), "\(listed)")
    for (words, format) in [("list", "csv"), ("export", "csv"), ("list", "json"), ("get", "json")] {
      let outcome = try await run(scene, words, "Film#1", "--format", format)
      #expect(outcome.output.contains("PG") && !outcome.output.contains("Guidance"), "\(outcome)")
    }
    #expect(try await run(scene, "get", "Film#1", "rating").output == "PG\n")
    let refused = try await run(scene, "set", "Film#1", "rating=Guidance")
    #expect(refused.code != 0 && refused.messages.contains("one of G, PG, R"), "\(refused)")
    let stored = try await run(scene, "set", "Film#1", "rating=R", "level=1")
    #expect(stored.code == 0, "\(stored)")
    #expect(try scene.rows("SELECT rating, level FROM film WHERE id = 1") == ["R|1"])
  }

  @Test func `A relationship offers the objects that the condition picks`() async throws {
    let scene = try await scene("--entity Film --task edit --id 1")
    try await scene.go(to: "genre")
    try await scene.send("enter")
    #expect(scene.text.contains("Comedy") && scene.text.contains("Drama"), "\(scene.text)")
    #expect(!scene.text.contains("Western"), "\(scene.text)")
    try await scene.send("down enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT genre_id FROM film WHERE id = 1") == ["3"])
  }

  @Test func `Of what the user's own rule picks by, nothing is told that he does not see`()
    async throws
  {
    let rights = "entity.name = 'Genre' and propertyKey = 'isOpen' => isPropertyVisible = false"
    for (own, offersWestern) in [("isOpen = true", true), ("name != 'Western'", false)] {
      let scene = try await Scene(Self.script, rules: rights, "--entity Film --task inspect --id 1")
      #expect(try await scene.apply("rule propertyKey = 'genre' => choices = where (\(own))"))
      try await scene.send("e")
      try await scene.go(to: "genre")
      try await scene.send("enter")
      #expect(scene.text.contains("Western") == offersWestern, "\(own)\n\(scene.text)")
    }
  }
}
