import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The field in which a form begins, and those that it does not ask.
@MainActor
struct FormInitialFocusTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE tea(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, customer_id INT NOT NULL REFERENCES customer,
      tea_id INT NOT NULL REFERENCES tea, amount INT NOT NULL DEFAULT 1, note TEXT);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO tea VALUES(1, 'Assam');
    INSERT INTO bill VALUES(1, 1, 1, 2, 'now');
    """
  private static let fields = """
    entity.name = 'Bill' => displayPropertyKeys = ['customer', 'tea', 'amount', 'note']
    """

  private func scene(_ arguments: String, rules: String = "") async throws -> Scene {
    try await Scene(Self.shop, rules: Self.fields + "\n" + rules, arguments)
  }

  /// The form of a customer, with the cursor among the bills.
  private func bills() async throws -> Scene {
    let scene = try await scene("--entity Customer --task edit --id 1")
    try await scene.go(to: "bills")
    return scene
  }

  @Test(arguments: ["stored", "new"])
  func `J12: a form from an owner begins at its own first empty field`(owner: String) async throws {
    let scene =
      owner == "stored" ? try await bills() : try await scene("--entity Customer --task create")
    if owner == "new" {
      try await scene.type("Eve")
      try await scene.go(to: "bills")
    }
    try await scene.send("o")
    let name = owner == "stored" ? "Ada" : "Eve"
    #expect(scene.line(with: "Customer *")?.contains(name) == true, "\(scene.text)")
    try await scene.type("Ass")
    try await scene.send("enter tab")
    try await scene.type("3")
    try await scene.send("ctrl-s ctrl-s")
    #expect(scene.status.hasPrefix(" saved"), "\(scene.text)")
    #expect(
      try scene.rows(
        "SELECT c.name, tea_id, amount FROM bill b JOIN customer c ON c.id = customer_id WHERE b.id = 2"
      ) == ["\(name)|1|3"],
      "\(scene.text)"
    )
  }

  @Test(arguments: ["customer", "customerId"])
  func `A rule gives a new object a reference by its name or by that of its key`(name: String)
    async throws
  {
    let rule = "entity.name = 'Bill' => initialPropertyValues = {\(name): 2, tea: 1}"
    let scene = try await scene("--entity Bill --task create", rules: rule)
    #expect(scene.line(with: "Customer *")?.contains("Bob") == true, "\(scene.text)")
    try await scene.go(to: "note")
    try await scene.type("late")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT customer_id, tea_id FROM bill WHERE id = 2") == ["2|1"])
  }

  @Test func `J12: the reference back to the owner is no field that the focus comes to`()
    async throws
  {
    let scene = try await bills()
    try await scene.send("o")
    let places = ["tab", "tab", "tab", "backtab", "backtab", "backtab"]
    var seen: Set<String> = []
    for key in places {
      seen.insert(scene.focusedProperty ?? "")
      try await scene.send(key)
    }
    #expect(seen == ["tea", "amount", "note"], "\(scene.text)")
  }

  @Test func `J12: a form from elsewhere asks for the reference, and begins at it`() async throws {
    let scene = try await scene("--entity Bill --task create")
    #expect(scene.focusedProperty == "customer", "\(scene.text)")
  }

  @Test func `J12: what rules put into a field is passed over, and nothing is lost by it`()
    async throws
  {
    let scene = try await scene(
      "--entity Bill --task create",
      rules: "entity.name = 'Bill' => initialPropertyValues = {customerId: 1, teaId: 1}"
    )
    #expect(scene.focusedProperty == "note", "\(scene.text)")
    try await scene.send("backtab")
    #expect(scene.focusedProperty == "amount", "\(scene.text)")
  }

  @Test func `J12: a stored row opened from its owner begins behind the reference to that`()
    async throws
  {
    let scene = try await bills()
    try await scene.send("enter")
    #expect(scene.focusedProperty == "tea", "\(scene.text)")
    try await scene.send("backtab")
    #expect(scene.focusedProperty == "customer", "\(scene.text)")
  }

  @Test func `J12: where nothing was found Enter makes nothing, and down and Enter does`()
    async throws
  {
    let scene = try await bills()
    try await scene.send("o")
    try await scene.type("Asam")
    #expect(scene.text.contains("nothing found"), "\(scene.text)")
    try await scene.send("enter enter")
    #expect(scene.text.contains("nothing found"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 1)
    try await scene.send("down enter")
    #expect(scene.line(with: "Name")?.contains("Asam") == true, "\(scene.text)")
  }

  @Test func `J12: a table without rows offers nothing that Enter makes, either`() async throws {
    let scene = try await Scene(
      Self.shop + "DELETE FROM bill; DELETE FROM tea;",
      rules: Self.fields,
      "--entity Bill --task create"
    )
    try await scene.go(to: "tea")
    try await scene.send("space enter")
    #expect(scene.text.contains("nothing found"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 1)
  }

  @Test func `J12: a default of NULL is no value that a field holds`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE place(id INTEGER PRIMARY KEY, kind TEXT DEFAULT 'house', street VARCHAR(50)
        DEFAULT NULL, town VARCHAR(20) NOT NULL);
      """,
      "--entity Place --task create"
    )
    #expect(scene.focusedProperty == "street", "\(scene.text)")
  }
}
