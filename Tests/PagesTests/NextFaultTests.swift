import EntityModel
import Pages
import SceneSupport
import Testing

/// Going to what keeps unsaved objects from being saved.
@MainActor
struct NextFaultTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL,
      town TEXT NOT NULL, age INT);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, title TEXT NOT NULL, number INT NOT NULL,
      customer_id INT NOT NULL REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada', 'ada@example.org', 'York', 36);
    INSERT INTO bill VALUES(1, 'Tea', 1, 1);
    """

  private func scene(_ task: String, rules: String = "") async throws -> Scene {
    try await Scene(Self.shop, rules: rules, "--entity Customer --task \(task)")
  }

  @Test func `J19: required fields that are empty are faults, one after the other, around`()
    async throws
  {
    let scene = try await scene("create")
    for name in ["Mail", "Town", "Name", "Mail"] {
      try await scene.send("ctrl-g")
      #expect(scene.says("! \(name): needs a value"), "\(scene.text)")
    }
    try await scene.type("eve@example.org")
    try await scene.go(to: "name")
    try await scene.type("Eve")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Town: needs a value"), "\(scene.text)")
    try await scene.type("York")
    try await scene.send("ctrl-g")
    #expect(scene.status.contains("no field has a known fault"), "\(scene.text)")
  }

  @Test func `J19: an empty required field on another tab is found`() async throws {
    let scene = try await scene(
      "create",
      rules: """
        entity.name = 'Customer' => tabs = ['one', 'two']
        entity.name = 'Customer' and tab = 'one' => displayPropertyKeys = ['name', 'age']
        entity.name = 'Customer' and tab = 'two' => displayPropertyKeys = ['mail', 'town']
        """
    )
    try await scene.type("Eve")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Mail: needs a value"), "\(scene.text)")
    #expect(scene.focusedProperty == "mail")
  }

  @Test func `J19: a fault in another unsaved object is gone to, and back`() async throws {
    let scene = try await scene("edit --id 1")
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.type("Wine")
    try await scene.send("esc end enter")
    try await scene.go(to: "name")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Bill “Wine”: Number: needs a value"), "\(scene.text)")
    #expect(scene.focusedProperty == "number")
    try await scene.type("x")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Number: needs a whole number, for example 42"), "\(scene.text)")
    try await scene.retype("7")
    try await scene.send("ctrl-g")
    #expect(scene.status.contains("no field has a known fault"), "\(scene.text)")
  }

  /// A currency without a code, and an account that is being entered for it.
  private static let books = """
    CREATE TABLE currency(id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT NOT NULL);
    CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT NOT NULL,
      kind TEXT NOT NULL, currency_id INT REFERENCES currency);
    """

  @Test func `A refused save names with each fault the object that has it, and leads there`()
    async throws
  {
    let scene = try await Scene(Self.books, "--entity Currency --task create", width: 160)
    try await scene.type("Bitcoin")
    try await scene.go(to: "accounts")
    try await scene.send("o")
    try await scene.type("Cash")
    try await scene.send("esc end enter ctrl-s")
    scene.expectStatus(
      "✗ not saved: Currency “Bitcoin”: Code: needs a value; "
        + "Account “Cash”: Code: needs a value; Kind: needs a value"
    )
    #expect(scene.session.navigator.current.entity?.name == "Currency")
    #expect(scene.focusedProperty == "code", "\(scene.text)")
    try await scene.send("ctrl-g")
    #expect(scene.session.navigator.current.entity?.name == "Account", "\(scene.text)")
    try await scene.type("C")
    try await scene.go(to: "kind")
    try await scene.type("K")
    try await scene.send("ctrl-s ctrl-s")
    scene.expectStatus("✗ not saved: Currency “Bitcoin”: Code: needs a value")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Code: needs a value"), "\(scene.text)")
    #expect(scene.session.navigator.current.entity?.name == "Currency")
    #expect(scene.focusedProperty == "code", "\(scene.text)")
  }

  @Test func `Of objects of one entity each is named for its own faults`()
    async throws
  {
    let scene = try await Scene(Self.books, "--entity Currency --task create", width: 160)
    try await scene.type("Euro")
    try await scene.send("esc end enter o ctrl-s")
    scene.expectStatus("✗ not saved: Currency “Euro”: Code: needs a value")
    try await scene.type("Yen")
    try await scene.send("ctrl-s")
    scene.expectStatus(
      "✗ not saved: Currency “Euro”: Code: needs a value; Currency “Yen”: Code: needs a value"
    )
  }

  @Test func `J19: from a page without fields it goes there, too`() async throws {
    let scene = try await scene("edit --id 1")
    try await scene.go(to: "age")
    try await scene.retype("old")
    try await scene.send("esc end enter")
    try await scene.run("Bill")
    try await scene.send("ctrl-g")
    #expect(
      scene.says("! Customer “Ada”: Age: needs a whole number, for example 42"),
      "\(scene.text)"
    )
    #expect(scene.focusedProperty == "age")
  }

  @Test func `J19: what no field shows is told with the object that it is about`() async throws {
    let scene = try await scene(
      "create",
      rules: "entity.name = 'Customer' => displayPropertyKeys = ['name']"
    )
    try await scene.type("Eve")
    try await scene.send("ctrl-g")
    #expect(scene.says("! Customer “Eve”: Mail: needs a value"), "\(scene.text)")
  }

  @Test(arguments: [(80, 24), (60, 12), (140, 40)])
  func `J19: the field at fault is on the screen`(width: Int, height: Int) async throws {
    let columns = (1...60).map { "c\($0) TEXT NOT NULL" }.joined(separator: ", ")
    let scene = try await Scene(
      "CREATE TABLE wide(id INTEGER PRIMARY KEY, \(columns));",
      "--entity Wide --task create"
    )
    try await scene.resize(width: width, height: height)
    for step in 1..<30 {
      try await scene.send("ctrl-g")
      if step.isMultiple(of: 7) { try await scene.resize(width: width, height: height - 3) }
      #expect(scene.showsCursor, "\(scene.text)")
    }
  }
}
