import SceneSupport
import Pages
import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import Testing
import Workspace

/// Tests that pages refuse what rules forbid, and that a save checks it again.
@MainActor
struct PermissionsTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
      invoice_date DATETIME NOT NULL, city TEXT);
    CREATE TABLE track(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_price DECIMAL(10,2) NOT NULL DEFAULT 1);
    CREATE TABLE line(id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoice(id),
      track_id INTEGER REFERENCES track(id), unit_price DECIMAL(10,2));
    CREATE TABLE payroll(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), amount INT);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO invoice VALUES(1, 1, '2009-01-01 00:00:00', 'Oslo'),
      (2, 2, strftime('%Y', 'now') || '-01-02 00:00:00', 'Rome');
    INSERT INTO track VALUES(1, 'Song', 7.77), (2, 'Tune', 8.88);
    INSERT INTO line VALUES(1, 1, 1, 7.77);
    INSERT INTO payroll VALUES(1, 1, 1000);
    """

  /// Five lines, as in the issue.
  private static let rules = """
    role = 'clerk' => readOnlyEntityNames = ['Invoice']
    role = 'clerk' and propertyKey = 'unitPrice' => isPropertyVisible = false
    entity.name = 'Invoice' and role = 'manager' and object.invoiceDate < today - 366 days
      => isObjectEditable = false
    role = 'clerk' => visibleEntityNames = ['Customer', 'Invoice', 'Track', 'Line']
    """

  private func scene(_ arguments: String) async throws -> Scene {
    try await Scene(Self.script, rules: Self.rules, arguments, width: 120)
  }

  @Test func `A clerk only reads invoices, and is told which rule says so`() async throws {
    let scene = try await scene("--role clerk --entity Invoice")
    for key in ["e", "o", "d"] {
      try await scene.send(key)
      #expect(scene.status.contains("my.rules:1"), "\(scene.status)")
    }
    try await scene.send("enter e")
    #expect(scene.status.contains("my.rules:1"), "\(scene.status)")
    #expect(scene.text.contains("Oslo"), "the page is still the one to look at")
  }

  @Test func `A page for editing what may not be edited has no field and says why`() async throws {
    let scene = try await scene("--role clerk --entity Invoice --task edit --id 1")
    #expect(scene.status.contains("read only: "), "\(scene.status)")
    #expect(scene.status.contains("my.rules:1"), "\(scene.status)")
    try await scene.send("tab")
    try await scene.type("x")
    #expect(!scene.text.contains("Oslox"))
  }

  @Test func `What is hidden is on no page`() async throws {
    for arguments in [
      "--entity Track", "--entity Track --task inspect --id 1", "--entity Track --task edit --id 1",
      "--entity Line", "--entity Track --task create", "--entity Track --task select",
    ] {
      let clerk = try await scene("--role clerk " + arguments)
      #expect(!clerk.text.contains("7.77"), "\(arguments): \(clerk.text)")
      #expect(!clerk.text.contains("Unit price"), "\(arguments): \(clerk.text)")
    }
    let other = try await scene("--role manager --entity Track")
    #expect(other.text.contains("7.77"))
  }

  @Test func `What is hidden cannot be searched, filtered or sorted by`() async throws {
    let scene = try await scene("--role clerk --entity Track")
    try await scene.send("/")
    try await scene.type("8.88")
    try await scene.send("enter")
    #expect(scene.status.contains("not found"), "\(scene.status)")
    for condition in ["unitPrice > 8", "not (unitPrice < 8)"] {
      try await scene.send("F")
      try await scene.type(condition)
      try await scene.send("enter")
      #expect(scene.status.contains("'unitPrice' is not shown"), "\(scene.status)")
      #expect(scene.status.contains("my.rules:2"), "\(scene.status)")
      // What was refused stays at the prompt.
      try await scene.send("esc")
      #expect(scene.line(with: "Song") != nil && scene.line(with: "Tune") != nil)
    }
  }

  @Test func `A hidden column is shown by no path`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: Self.rules + """

        entity.name = 'Line' => displayPropertyKeys = ['track', 'track.unitPrice']
        entity.name = 'Track' => labelKey = 'name unitPrice', sortOrderings = ['-unitPrice']
        """,
      "--role clerk --entity Line"
    )
    #expect(scene.text.contains("Song"))
    #expect(!scene.text.contains("7.77"), "\(scene.text)")
  }

  @Test func `A manager edits this year's invoices only`() async throws {
    let scene = try await scene("--role manager --entity Invoice")
    try await scene.send("e")
    #expect(scene.status.contains("my.rules:3"), "\(scene.status)")
    try await scene.send("j e")
    try await scene.go(to: "city")
    try await scene.retype("Paris")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT city FROM invoice ORDER BY id") == ["Oslo", "Paris"])
  }

  @Test
  func `Changing what the rule looks at does not lock the page, and is judged by what is stored`()
    async throws
  {
    let scene = try await scene("--role manager --entity Invoice --task edit --id 2")
    try await scene.go(to: "invoiceDate")
    try await scene.retype("2001-01-01")
    #expect(!scene.status.contains("read only"))
    try await scene.go(to: "city")
    try await scene.retype("Paris")
    try scene.execute("UPDATE invoice SET invoice_date = '2002-02-02 00:00:00' WHERE id = 2")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("my.rules:3"), "somebody else closed it: \(scene.status)")
    #expect(try scene.rows("SELECT city FROM invoice WHERE id = 2") == ["Rome"])
  }

  @Test func `An entity that is not shown cannot be reached`() async throws {
    let scene = try await scene("--role clerk")
    #expect(!scene.text.contains("Payroll"))
    try await scene.send(":")
    try await scene.type("Payroll")
    try await scene.send("enter")
    #expect(scene.status.contains("my.rules:5"), "\(scene.status)")
    let customer = try await self.scene("--role clerk --entity Customer --task inspect --id 1")
    #expect(customer.text.contains("Invoices") && !customer.text.contains("Payroll"))
    await #expect(throws: StoreError.self) { try await self.scene("--role clerk --entity Payroll") }
  }

  // MARK: Below the screen

  @Test func `The save refuses what no page offers`() async throws {
    let clerk = try await scene("--role clerk")
    try await refuse(clerk, "Invoice", 1, ["city": .string("x")], because: "my.rules:1")
    try await refuse(clerk, "Track", 1, ["unitPrice": .int(1)], because: "my.rules:2")
    let manager = try await scene("--role manager")
    let tomorrow = Value.date(.now)
    try await refuse(manager, "Invoice", 1, ["invoiceDate": tomorrow], because: "my.rules:3")
    try await refuse(manager, "Invoice", 1, ["id": .int(9)], because: "my.rules:3")
  }

  @Test func `The save refuses a new object with what is hidden`() async throws {
    let scene = try await scene("--role clerk")
    let clerk = scene.session
    let track = try #require(clerk.work.model.entity(named: "Track"))
    let new = clerk.work.editing.insert(track)
    new.set(.string("x"), forAttribute: "name")
    new.set(.int(0), forAttribute: "unitPrice")
    await #expect(throws: SaveError.self) { try await clerk.work.save() }
    // A null that is given is entered too: what was entered is taken back.
    new.set(.null, forAttribute: "unitPrice")
    await #expect(throws: SaveError.self) { try await clerk.work.save() }
    clerk.work.editing.undo()
    clerk.work.editing.undo()
    try await clerk.work.save()
    #expect(try scene.rows("SELECT unit_price FROM track WHERE name = 'x'") == ["1"])
  }

  private func refuse(
    _ scene: Scene,
    _ entity: String,
    _ id: Int64,
    _ values: [String: Value],
    because reason: String
  ) async throws {
    let session = scene.session
    let record = try await session.work.store.record(
      RecordID(entityName: entity, values: [.int(id)])
    )
    let object = session.work.editing.object(for: try #require(record))
    for (name, value) in values { object.set(value, forAttribute: name) }
    do throws(SaveError) {
      try await session.work.save([object])
      Issue.record("\(entity) \(values) was saved")
    } catch {
      guard case .store(.refused(let sentence)) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(sentence.description.contains(reason))
    }
    object.revert()
  }
}
