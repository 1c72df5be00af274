import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// The form by which objects are found.
@MainActor
struct QueryPageTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT);
    INSERT INTO person VALUES (1, 'Ada', 'Lovelace', 'London'), (2, 'Grace', 'Hopper', NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT CHECK (rating IN ('G', 'PG', 'R')),
      minutes INTEGER, price DECIMAL(8,2), released DATE, seen DATETIME, is_new BOOLEAN, note TEXT,
      director_id INTEGER REFERENCES person(id));
    INSERT INTO film VALUES
      (1, 'Amber', 'G', 90, 2.5, '2024-03-01', '2024-03-01 10:00:00', 1, NULL, 1),
      (2, 'Bramble', 'PG', 120, 3, '2024-03-31', '2024-03-01 23:59:59', 0, 'a, b', 2),
      (3, 'Cellar 50%', 'R', 45, 1234.5, '2024-04-01', '2024-03-02 00:00:00', 1, '', NULL),
      (4, 'Dune*', NULL, NULL, NULL, NULL, NULL, NULL, 'noir', 2);
    """

  private func scene(
    _ arguments: String = "--entity Film",
    rules: String = "",
    catalog: Catalog = .builtIn
  ) async throws -> Scene {
    let scene = try await Scene(
      Self.script,
      rules: rules,
      arguments,
      width: 110,
      height: 40,
      catalog: catalog
    )
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    return scene
  }

  /// The keys of the rows of the list.
  private func found(_ scene: Scene) -> [Int] {
    guard let list = scene.session.navigator.current.list else { return [] }
    return (0..<10).compactMap { list.record(at: $0)?.value(forKey: "id")?.double }.map { Int($0) }
      .sorted()
  }

  /// Types into empty fields, and finds.
  private func ask(_ texts: KeyValuePairs<String, String>, in scene: Scene) async throws -> [Int] {
    if scene.session.navigator.current.task != .query { try await scene.send("Q") }
    try await scene.send("alt-x")
    for (key, text) in texts {
      try await scene.go(to: key)
      try await scene.retype(text)
    }
    try await scene.send("ctrl-s")
    return found(scene)
  }

  /// The texts to type into each field, with the keys of the rows that they find.
  private nonisolated static let fields: [(key: String, texts: String)] = [
    (
      "title",
      """
      am → 12
      =amber → 
      =Amber → 1
      !am → 34
      ^am → 1
      ^Amber$ → 1
      /^[AB]/ → 12
      * → 4
      50% → 3
      amber,dune → 14
      =Amber,Dune* → 14
      !amber,dune → 23
      B..D → 23
      >Cellar → 34
      .. → 
       → 1234
      """
    ),
    (
      "note",
      """
      = → 13
      != → 24
      ∅ → 1
      !∅ → 234
      "a, b" → 2
      ∅,noir → 14
      """
    ),
    (
      "minutes",
      """
      90 → 1
      !90 → 23
      >90 → 2
      >=90 → 12
      <90.5 → 13
      <=45 → 3
      45..90 → 13
      ..50 → 3
      !45..90 → 2
      45,120 → 23
      ∅ → 4
      = → 4
      """
    ),
    (
      "price",
      """
      1234.5 → 3
      2.5;3 → 12
      >2.5 → 23
      """
    ),
    (
      "released",
      """
      2024-03 → 12
      2024 → 123
      2023 → 
      >2024-03 → 3
      <=2024-03 → 12
      2024-03-31..2024-04 → 23
      1.4.2024 → 3
      2024-03-01 → 1
      !2024-03 → 3
      <today → 123
      >-7d → 
      """
    ),
    (
      "seen",
      """
      2024-03-01 → 12
      2024-03-01 10:00 → 1
      >2024-03-01 → 3
      >2024-03-01 10:00 → 23
      2024-03-01..2024-03-02 → 123
      """
    ),
    (
      "director",
      """
      grace → 24
      ada love → 1
      =Ada Lovelace → 1
      =Ada → 1
      !ada → 24
      ∅ → 3
      !∅ → 124
      ada,grace → 124
      """
    ),
  ]

  @Test(arguments: fields)
  func `A field finds what its text says`(key: String, texts: String) async throws {
    let scene = try await scene()
    for line in texts.split(separator: "\n") {
      let parts = line.split(separator: "→", omittingEmptySubsequences: false)
      let ids = try await ask([key: String(parts[0].dropLast())], in: scene)
      let wanted = parts[1].compactMap(\.wholeNumberValue)
      #expect(ids == wanted, "\(key) \(parts[0])\n\(scene.text)")
    }
  }

  @Test func `Days are counted from today`() async throws {
    let scene = try await scene()
    try scene.execute(
      "UPDATE film SET released = date('now', 'localtime', '-7 days') WHERE id = 4"
    )
    #expect(try await ask(["released": "-7d"], in: scene) == [4])
    #expect(try await ask(["released": ">-8d"], in: scene) == [4])
    #expect(try await ask(["released": "today"], in: scene) == [])
  }

  @Test func `Numbers and days are read as the language writes them`() async throws {
    let scene = try await scene("--entity Film", rules: "*true* => locale = 'de_DE'")
    for (text, ids) in [
      ("1.234,5", [3]), ("2,5", [1]), ("2,5; 3", [1, 2]), ("2,5, 3", [1, 2]), ("<=2,5", [1]),
      ("1,5..2,9", [1]), ("!2,5", [2, 3]),
    ] {
      #expect(try await ask(["price": text], in: scene) == ids, "\(text)")
    }
  }

  @Test func `What is asked stands over the list, can be cleared, and comes back in its fields`()
    async throws
  {
    let scene = try await scene()
    #expect(try await ask(["minutes": ">60", "title": "am"], in: scene) == [1, 2])
    #expect(scene.lines[0].contains("Title am · Minutes >60 ✕"), "\(scene.text)")
    try await scene.send("x")
    #expect(found(scene) == [1, 2, 3, 4])
    try await scene.send("Q")
    #expect(scene.line(with: "Minutes")?.contains(">60") == true, "\(scene.text)")
    #expect(scene.line(with: "Title")?.contains("title ilike '*am*'") == true, "\(scene.text)")
    try await scene.go(to: "minutes")
    try await scene.retype(">100")
    try await scene.send("ctrl-s Q ctrl-s")
    #expect(found(scene) == [2], "\(scene.text)")
    #expect(scene.session.navigator.current.list?.query.filters.count == 1)
  }

  @Test func `Alternatives find rows of either`() async throws {
    let scene = try await scene()
    try await scene.send("Q")
    try await scene.go(to: "title")
    try await scene.type("amber")
    try await scene.send("alt-o")
    #expect(scene.line(with: " or") != nil, "\(scene.text)")
    try await scene.type("dune")
    try await scene.send("ctrl-s")
    #expect(found(scene) == [1, 4], "\(scene.text)")
    #expect(scene.lines[0].contains("Title amber or Title dune"), "\(scene.text)")
    try await scene.send("Q ctrl-s")
    #expect(found(scene) == [1, 4], "\(scene.text)")
  }

  @Test
  func `The cursor is in the same field of new fields, of emptied ones, and when one comes back`()
    async throws
  {
    let scene = try await scene("--task query --entity Film")
    try await scene.go(to: "minutes")
    try await scene.send("alt-o")
    try await scene.type(">100")
    #expect(scene.lines.last { $0.contains("Minutes") }?.contains(">100") == true, "\(scene.text)")
    try await scene.send("ctrl-s esc")
    try await scene.append("0")
    #expect(scene.lines.last { $0.contains("Minutes") }?.contains(">1000") == true, "\(scene.text)")
    try await scene.send("alt-x")
    try await scene.type("90")
    #expect(scene.line(with: "Minutes")?.contains("90") == true, "\(scene.text)")
  }

  @Test func `The list is constrained, extended and reduced by what is found`() async throws {
    let scene = try await scene()
    #expect(try await ask(["minutes": ">60"], in: scene) == [1, 2])
    func again(_ key: String, _ text: String, _ keys: String) async throws -> [Int] {
      try await scene.send("Q alt-x")
      try await scene.go(to: key)
      try await scene.type(text)
      try await scene.send(keys)
      return found(scene)
    }
    #expect(try await again("title", "amber", "alt-n") == [1])
    #expect(try await again("minutes", "∅", "alt-e") == [1, 4])
    #expect(try await again("note", "noir", "alt-w") == [1], "the note is null")
    try await scene.send("x x")
    #expect(try await again("minutes", "!90", "alt-w") == [1, 4], "\(scene.text)")
  }

  @Test(arguments: [
    ("minutes", "abc", "✗ ‘abc’ is not a whole number like 42"),
    ("minutes", "^9", "✗ ^, $ and // work with texts only"),
    ("minutes", "9..5", "✗ the range ends before it begins"),
    ("minutes", ">", "✗ ‘>’ needs a value to compare with; quote it as a text"),
    ("released", "soon", "✗ ‘soon’ is not a date"), ("title", "/(/", "✗ "),
  ])
  func `What cannot be asked is refused at its field`(key: String, text: String, sentence: String)
    async throws
  {
    let scene = try await scene()
    try await scene.send("Q")
    try await scene.go(to: key)
    try await scene.type(text)
    #expect(scene.text.contains(sentence), "\(scene.text)")
    #expect(scene.lines[0].contains("1 wrong"), "\(scene.text)")
    try await scene.send("tab ctrl-s")
    #expect(scene.session.navigator.current.task == .query)
    #expect(scene.status.contains(sentence.dropFirst(2)), "\(scene.text)")
    try await scene.send("ctrl-u")
    #expect(!scene.text.contains(sentence), "the field has the focus\n\(scene.text)")
  }

  @Test func `Return goes on, and finds behind the last field`() async throws {
    let scene = try await scene(
      rules: "task = 'query' => displayPropertyKeys = ['title', 'minutes']"
    )
    try await scene.send("Q")
    try await scene.type("a")
    try await scene.send("enter")
    try await scene.type("<100")
    try await scene.send("enter")
    #expect(found(scene) == [1, 3], "\(scene.text)")
  }

  @Test func `The program begins with the form, and back leads to it`() async throws {
    let scene = try await scene("--task query --entity Film")
    try await scene.go(to: "title")
    try await scene.type("amber")
    try await scene.send("ctrl-s")
    #expect(found(scene) == [1], "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.line(with: "Title")?.contains("amber") == true, "\(scene.text)")
    try await scene.send("ctrl-s Q ctrl-s")
    #expect(found(scene) == [1] && scene.session.navigator.pages.count == 3, "\(scene.text)")
    let menu = try await self.scene("--task query")
    try await menu.send("Q")
    #expect(menu.session.navigator.current.entity?.name == "Person", "\(menu.text)")
  }

  @Test func `Truths and choices are chosen`() async throws {
    let scene = try await scene()
    try await scene.send("Q")
    #expect(scene.line(with: "(•) either  ( ) yes  ( ) no") != nil, "\(scene.text)")
    try await scene.go(to: "isNew")
    try await scene.send("right")
    try await scene.go(to: "rating")
    try await scene.send("right")
    #expect(scene.line(with: "(•) G  ( ) PG  ( ) R") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(found(scene) == [1], "\(scene.text)")
    try await scene.send("Q alt-x")
    try await scene.go(to: "rating")
    try await scene.send("left enter end enter")
    try await scene.retype("!=G")
    try await scene.send("enter ctrl-s")
    #expect(found(scene) == [2, 3], "\(scene.text)")
  }

  @Test func `Labels of values are asked for as they are read`() async throws {
    let rules = """
      propertyKey = 'rating' => choices = {'G': 'For all', 'PG': 'Guidance, please', 'R': 'Restricted'}
      task = 'query' and propertyKey = 'rating' => component = 'QueryString'
      """
    let scene = try await scene(rules: rules)
    for (text, ids) in [
      ("rest", [3]), ("!for", [2, 3]), ("=for all", [1]), ("R", [1, 3]), ("=G", [1]),
    ] {
      #expect(try await ask(["rating": text], in: scene) == ids, "\(text)\n\(scene.text)")
    }
    let chosen = try await self.scene(rules: String(rules.prefix { $0 != "\n" }))
    try await chosen.send("Q")
    try await chosen.go(to: "rating")
    try await chosen.send("right right ctrl-s")
    #expect(found(chosen) == [2], "\(chosen.text)")
  }

  // MARK: Rules and rights

  @Test func `Rules list fields of objects referred to`() async throws {
    let scene = try await scene(
      rules: "task = 'query' => displayPropertyKeys = ['director.city', 'director.lastName']"
    )
    #expect(try await ask(["director.city": "lon"], in: scene) == [1], "\(scene.text)")
    #expect(try await ask(["director.city": "∅"], in: scene) == [2, 3, 4], "\(scene.text)")
  }

  @Test func `What may not be seen has no field, and no label finds anything by it`() async throws {
    let scene = try await scene(
      "--entity Film --role guest",
      rules: """
        role = 'guest' and propertyKey = 'price' => isPropertyVisible = false
        role = 'guest' and entity.name = 'Person' and propertyKey = 'lastName' => isPropertyVisible = false
        task = 'query' => displayPropertyKeys = ['title', 'price', 'director', 'director.lastName', 'director.city']
        """
    )
    try await scene.send("Q")
    #expect(scene.line(with: "Price") == nil && scene.line(with: "Last name") == nil)
    #expect(scene.line(with: "City") != nil, "\(scene.text)")
    #expect(try await ask(["director": "lovelace"], in: scene) == [], "\(scene.text)")
    #expect(try await ask(["director": "ada"], in: scene) == [1], "\(scene.text)")
    // Texts from before the rules changed.
    let page = PageContext(scene.session.navigator.current, in: scene.session.ui)
    page.query(try #require(page.entity), texts: [["price": "3"]])
    try await scene.settle()
    try await scene.send("ctrl-s")
    #expect(found(scene) == [1, 2, 3, 4], "\(scene.text)")
  }

  @Test func `What may be seen of some objects only tells nothing of the others`() async throws {
    let scene = try await scene(
      "--entity Film --role guest",
      rules: """
        role = 'guest' and propertyKey = 'price' and object.minutes > 100 => isPropertyVisible = false
        task = 'query' => displayPropertyKeys = ['title', 'price']
        """
    )
    #expect(try await ask(["price": "3"], in: scene) == [], "\(scene.text)")
    #expect(try await ask(["price": "!1"], in: scene) == [1, 3], "\(scene.text)")
  }

  @Test func `Rows that rules keep away are not found by any way to ask`() async throws {
    let scene = try await scene(
      rules: "entity.name = 'Film' => restrictingQualifier = where (minutes < 100)"
    )
    for text in ["!amber", "/./", "!∅", "bramble"] {
      #expect(try await ask(["title": text], in: scene).allSatisfy { $0 != 2 }, "\(text)")
    }
    try await scene.send("Q alt-x")
    try await scene.go(to: "title")
    try await scene.type("bramble")
    try await scene.send("alt-e")
    #expect(!found(scene).contains(2))
  }

  @Test func `What nothing can be asked of has no field`() async throws {
    let scene = try await Scene(
      "CREATE TABLE member(id INTEGER PRIMARY KEY, name TEXT, password TEXT, photo BLOB)",
      rules: "*true* => displayPropertyKeys = ['name', 'password', 'photo', 'nothing']",
      "--task query --entity Member"
    )
    #expect(scene.line(with: "Name") != nil, "\(scene.text)")
    #expect(scene.line(with: "Password") == nil && scene.line(with: "Photo") == nil)
    #expect(scene.line(with: "nothing") == nil, "\(scene.text)")
  }

  // MARK: Applications

  @Test func `A component of an application asks in its own way`() async throws {
    var catalog = Catalog.builtIn
    catalog.components["long"] = Component("long", for: .query, types: [.integer]) { LongAsked() }
    let scene = try await scene(
      rules: "task = 'query' and propertyKey = 'minutes' => component = 'long'",
      catalog: catalog
    )
    try await scene.send("Q")
    try await scene.go(to: "minutes")
    try await scene.send("space")
    #expect(scene.line(with: "Minutes")?.contains("only long ones") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(found(scene) == [1, 2], "\(scene.text)")
  }

  @Test func `A component that asks for nothing gives way to a line of text`() async throws {
    let scene = try await scene(rules: "propertyKey = 'minutes' => component = 'DisplayNumber'")
    #expect(try await ask(["minutes": ">100"], in: scene) == [2], "\(scene.text)")
  }

  @Test func `A type of one's own is asked for by its text, chosen, or in its own view`()
    async throws
  {
    for (type, keys, ids) in [
      (PropertyType(Grade.self, "grade"), "right right", [2]),
      (PropertyType(Grade.self, "grade").query { GradeAsked(asked: $0) }, "space", [1, 3]),
    ] {
      var catalog = Catalog.builtIn
      catalog.add(type)
      let folder = TemporaryFolder()
      let model = """
        {"entities": [{"name": "Film", "attributes": [{"name": "level", "type": "grade"}]}]}
        """
      let path = folder.write(Array(model.utf8), to: "model.json")
      let scene = try await Scene(
        """
        CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, level INTEGER);
        INSERT INTO film VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 1), (4, 'd', NULL);
        """,
        "--entity Film --model \(path)",
        catalog: catalog
      )
      try await scene.send("Q")
      try await scene.go(to: "level")
      try await scene.send(keys)
      try await scene.send("ctrl-s")
      #expect(found(scene) == ids, "\(scene.text)")
    }
  }

  @Test func `Why tells which rule chose the component of a field`() async throws {
    let scene = try await scene()
    try await scene.send("Q")
    try await scene.go(to: "minutes")
    try await scene.send("f3")
    #expect(scene.text.contains("component = 'QueryString'"), "\(scene.text)")
  }
}

/// How hard something is.
private enum Grade: Int, CaseIterable, PropertyValue {
  case easy = 1
  case hard
}

private struct GradeAsked: View {
  let asked: Binding<String>

  var body: some View {
    Text(asked.wrappedValue).focusable().command(.change) { _ in asked.wrappedValue = "easy" }
  }
}

private struct LongAsked: View {
  @Environment(\.asked) private var asked

  var body: some View {
    Text(asked?.wrappedValue.isEmpty == false ? "only long ones" : "all").focusable()
      .command(.change) { _ in asked?.wrappedValue = ">=90" }
  }
}
