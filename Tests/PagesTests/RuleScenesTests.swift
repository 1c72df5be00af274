import SceneSupport
import TestSupport
import Diagnostics
import Pages
import Terminal
import Testing
import Workspace

/// Tests the effect of single user rules on the screens.
@MainActor
struct RuleScenesTests {
  /// A rule, the page it changes, and what stands there with the rule only.
  struct Change: Sendable, CustomTestStringConvertible {
    let rule: String
    let page: String
    let shown: String

    init(_ rule: String, on page: String, shows shown: String) {
      (self.rule, self.page, self.shown) = (rule, page, shown)
    }

    var testDescription: String { rule }
  }

  nonisolated static let changes = [
    Change(
      "entity.name = 'Artist' => displayNameForEntity = 'Band'",
      on: "",
      shows: "› Band "
    ),
    Change("*true* => visibleEntityNames = ['Track']", on: "", shows: "1 entity"),
    Change("task = 'query' => title = 'Record shop'", on: "", shows: " Record shop"),
    Change(
      "entity.name = 'Track' => displayPropertyKeys = ['name', 'album.artist']",
      on: "--entity Track",
      shows: "Mirror Mirror    Blind Guardian"
    ),
    Change(
      "propertyKey = 'milliseconds' => displayNameForProperty = 'Length'",
      on: "--entity Track",
      shows: "Length"
    ),
    Change(
      "propertyKey = 'milliseconds' => formatter = 'milliseconds'",
      on: "--entity Track",
      shows: "3:51"
    ),
    Change(
      "entity.name = 'Track' => sortOrderings = ['-milliseconds']",
      on: "--entity Track",
      shows: "› Noldor"
    ),
    Change("propertyKey = 'name' => width = 6", on: "--entity Track", shows: "Fast …"),
    Change(
      "propertyKey = 'name' => alignment = 'right', width = 20",
      on: "--entity Artist",
      shows: "              Accept"
    ),
    Change(
      "propertyKey = 'company' => displayStringForNil = 'a person'",
      on: "--entity Customer --id 1",
      shows: "a person"
    ),
    Change(
      "propertyKey = 'email' => component = 'DisplayPassword'",
      on: "--entity Customer --id 1",
      shows: "••••••"
    ),
    Change(
      "entity.name = 'Customer' => sections = [['Person', 'lastName'], ['Address', 'city']]",
      on: "--entity Customer --id 1",
      shows: "\n Person\n"
    ),
    Change(
      "task = 'list' and propertyKey = '' => rowComponent = 'titledSummary'",
      on: "--entity Album",
      shows: "Balls to the Wall\n  Artist Accept"
    ),
    Change(
      "task = 'inspect' and propertyKey = 'city' => rowComponent = 'propertyNameAsTitle'",
      on: "--entity Customer --id 1",
      shows: "\n  City\n    London"
    ),
    Change(
      "object is not null => title = `Hello {object.firstName}`",
      on: "--entity Customer --id 1",
      shows: "Hello Ada"
    ),
    Change(
      "*true* => detailPlacement = 'beside'",
      on: "--entity Customer",
      shows: "Last name    Lovelace"
    ),
    Change(
      "task = 'list' => page = 'select'",
      on: "--entity Customer",
      shows: " ⏎ choose"
    ),
    Change(
      "propertyKey = 'city' => hint = 'where she lives'",
      on: "--entity Customer --id 1 --task edit",
      shows: "where she lives"
    ),
    Change(
      "propertyKey = 'city' => choices = ['London', 'Paris']",
      on: "--entity Customer --id 1 --task edit",
      shows: "( ) Paris"
    ),
    Change(
      "task = 'list' => auxiliaryQualifier = where (milliseconds > 300000)",
      on: "--entity Track",
      shows: "1/2"
    ),
    Change(
      "entity.name = 'Track' => restrictingQualifier = where (unitPrice < 1)",
      on: "--entity Track",
      shows: "1/2"
    ),
    Change("*true* => debug = true", on: "--entity Track", shows: "Track (Track)  6 attributes"),
    Change(
      "task = 'list' => actions = ['open']",
      on: "--entity Track",
      shows: "\n ⏎ open  esc back"
    ),
    Change("*true* => keyBindings = {edit: 'f4'}", on: "--entity Track", shows: "f4 edit"),
    Change(
      "propertyKey = 'milliseconds' => locale = 'de_DE'",
      on: "--entity Track",
      shows: "307.552"
    ),
    Change(
      "task = 'inspect' => tabs = ['Person', 'Address']",
      on: "--entity Customer --id 1",
      shows: " Person    Address"
    ),
  ]

  @Test(arguments: changes)
  func `A rule changes the screen, and without it the default is back`(change: Change)
    async throws
  {
    let changed = try await Scene(RecordShop.script, rules: change.rule, change.page)
    #expect(changed.text.contains(change.shown), "\(changed.text)")
    #expect(!changed.text.contains("rule fault"), "\(changed.session.work.faults)")
    let plain = try await Scene(RecordShop.script, change.page)
    #expect(!plain.text.contains(change.shown), "\(plain.text)")
  }

  @Test(
    arguments: ["rows", "labelWidth", "width", "batchSize", "length"],
    [Int.max, .min, 0]
  )
  func `A page is made whatever number a rule says`(key: String, number: Int) async throws {
    for page in ["--entity Customer", "--entity Customer --id 1 --task edit"] {
      let scene = try await Scene(RecordShop.script, rules: "*true* => \(key) = \(number)", page)
      #expect(
        scene.session.work.faults.isEmpty && scene.lines.count > 5,
        "\(scene.session.work.faults)"
      )
    }
  }

  @Test func `Enter leads to the task that a rule says`() async throws {
    let rules = "task = 'list' => nextTask = 'edit'"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Customer")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› edit "))
  }

  @Test func `Each tab shows what rules on it say`() async throws {
    let rules = """
      task = 'inspect' => tabs = ['Person', 'Address']
      tab = 'Address' => displayPropertyKeys = ['city', 'country']
      """
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Customer --id 1")
    #expect(scene.text.contains("Lovelace") && scene.text.contains("Email"))
    try await scene.send("t")
    #expect(scene.text.contains("London") && !scene.text.contains("Email"))
    try await scene.send("T")
    #expect(scene.text.contains("Email"))
  }

  /// The form of a customer into which another city was typed.
  private func form(rules: String, city: String) async throws -> Scene {
    let scene = try await Scene(
      RecordShop.script,
      rules: rules,
      "--entity Customer --id 1 --task edit"
    )
    try await scene.go(to: "city")
    try await scene.retype(city)
    return scene
  }

  @Test func `A text longer than a rule allows is not saved`() async throws {
    let rules = "propertyKey = 'city' => length = 5"
    let scene = try await form(rules: rules, city: "Bristol")
    #expect(scene.text.contains("at most 5 characters, not 7"))
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT City FROM Customer WHERE CustomerId = 1") == ["London"])
  }

  @Test func `What a rule finds wrong is not saved`() async throws {
    let rules = "propertyKey = 'city' and object.city = 'Paris' => validation = 'not there'"
    let scene = try await form(rules: rules, city: "Paris")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("not there"))
    #expect(try scene.rows("SELECT City FROM Customer WHERE CustomerId = 1") == ["London"])
  }

  @Test(arguments: [("changed", true), ("all", false), ("none", true)])
  func `The locking policy says what must not have changed elsewhere`(policy: String, isSaved: Bool)
    async throws
  {
    let rules = "*true* => lockingPolicy = '\(policy)'"
    let scene = try await form(rules: rules, city: "Paris")
    try scene.execute("UPDATE Customer SET Country = 'Wales' WHERE CustomerId = 1")
    try await scene.send("ctrl-s")
    let saved = try scene.rows("SELECT City, Country FROM Customer WHERE CustomerId = 1")
    #expect(saved == [isSaved ? "Paris|Wales" : "London|Wales"])
    if !isSaved { #expect(scene.text.contains("Country is now Wales"), "\(scene.text)") }
  }

  @Test func `A count of saves tells what others have changed, and is counted on with each save`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, version INT);
      INSERT INTO film VALUES(1, 'ALIEN', 'R', 4), (2, 'BRAZIL', 'PG', NULL);
      """,
      rules: """
        *true* => lockingPolicy = 'version', versionPropertyKey = 'version'
        propertyKey = 'version' => isPropertyEditable = false
        """,
      "--entity Film"
    )
    func stored() throws -> [String] { try scene.rows("SELECT title, rating, version FROM film") }
    try await scene.send("e")
    try await scene.retype("ALIENS")
    // What is changed and not counted is nobody's save.
    try scene.execute("UPDATE film SET rating = 'PG' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(try stored() == ["ALIENS|PG|5", "BRAZIL|PG|"], "\(scene.text)")
    try await scene.send("e")
    try await scene.retype("CUBE")
    try scene.execute("UPDATE film SET rating = 'G', version = 6 WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("was changed elsewhere"), "\(scene.text)")
    #expect(try stored()[0] == "ALIENS|G|6")
    try await scene.send("m")
    #expect(try stored()[0] == "CUBE|G|7", "\(scene.text)")
    try await scene.send("j e")
    try await scene.retype("DUNE")
    try await scene.send("ctrl-s o")
    try await scene.type("EDEN")
    try await scene.send("ctrl-s")
    #expect(try stored() == ["CUBE|G|7", "DUNE|PG|1", "EDEN||1"], "\(scene.text)")
    try await scene.send("esc g j")
    try scene.execute("UPDATE film SET version = 2 WHERE id = 2")
    try await scene.send("d y")
    #expect(try stored().count == 3 && scene.status.contains("changed elsewhere"), "\(scene.text)")
    try await scene.send("d y")
    #expect(try stored() == ["CUBE|G|7", "EDEN||1"], "\(scene.text)")
  }

  @Test func `G9: what is hidden must not have changed either where all is compared`() async throws
  {
    let rules = """
      *true* => lockingPolicy = 'all'
      propertyKey = 'country' => isPropertyVisible = false
      """
    let scene = try await form(rules: rules, city: "Paris")
    try scene.execute("UPDATE Customer SET Country = 'Wales' WHERE CustomerId = 1")
    for _ in 0..<2 {
      try await scene.send("ctrl-s")
      #expect(scene.status.contains("was changed elsewhere"), "\(scene.text)")
      #expect(!scene.text.contains("Wales"))
      #expect(
        try scene.rows("SELECT City, Country FROM Customer WHERE CustomerId = 1")
          == ["London|Wales"]
      )
      try await scene.send("esc")
    }
    try await scene.send("ctrl-s m")
    #expect(
      try scene.rows("SELECT City, Country FROM Customer WHERE CustomerId = 1") == ["Paris|Wales"]
    )
  }

  @Test func `New objects begin with the values rules give`() async throws {
    let rules = "entity.name = 'Customer' => initialPropertyValues = {country: 'Malta'}"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Customer")
    try await scene.send("o")
    #expect(scene.text.contains("Malta"))
  }

  @Test func `A key binding that makes no sense is a fault with its rule`() async throws {
    let rules = "*true* => keyBindings = {edti: 'f4', open: 'nokey'}"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Customer")
    #expect(scene.session.work.faults.map(\.id) == ["key-binding", "key-binding"])
    #expect(scene.session.work.faults.allSatisfy { $0.rendered.contains("my.rules:1:") })
  }

  @Test func `A property that is hidden has no column`() async throws {
    let plain = try await Scene(RecordShop.script, "--entity Track")
    #expect(plain.text.contains("3 990 994"))
    let rules = "propertyKey = 'bytes' => isPropertyVisible = false"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Track")
    #expect(!scene.text.contains("3 990 994"))
  }

  @Test func `Colours and styles reach the cells, each by a rule about the object`() async throws {
    let rules =
      "propertyKey = 'unitPrice' and object.unitPrice > 1 => color = 'red', style = 'bold'"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Track")
    let row = try #require(scene.lines.firstIndex { $0.contains("Mirror") })
    let style = try #require(scene.style(of: "1.99", inRow: row))
    #expect(style.foreground == .red && style.attributes.contains(.bold))
    let other = try #require(scene.lines.firstIndex { $0.contains("Noldor") })
    #expect(scene.style(of: "0.5", inRow: other)?.foreground != .red)
  }
}

extension Scene {
  /// How `text` looks where it stands in a row of the screen.
  func style(of text: String, inRow row: Int) -> Style? {
    let cells = terminal.screen.size.width
    let line = (0..<cells).map { terminal.screen[Point(x: $0, y: row)].text }
    for start in 0..<cells where line[start...].joined().hasPrefix(text) {
      return terminal.screen[Point(x: start, y: row)].style
    }
    return nil
  }
}
