import SceneSupport
import CommandLineTool
import Pages
import Editing
import EntityStore
import Qualifiers
import TestSupport
import Testing
import Workspace

/// Tests that rights are enforced below the screen, so that no caller of the store gets more.
@MainActor
struct RightsTests {
  private static let script = """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT NOT NULL);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, store_id INTEGER REFERENCES store(id),
      credit INTEGER);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), total INTEGER);
    CREATE TABLE secret(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), word TEXT);
    INSERT INTO store VALUES(1, 'Oslo'), (2, 'Rome');
    INSERT INTO customer VALUES(1, 'Ada', 1, 11), (2, 'Bob', 2, 22), (3, 'Cid', 1, 33);
    INSERT INTO invoice VALUES(1, 1, 100), (2, 2, 200), (3, 2, 300), (4, 3, 400), (5, 2, 500);
    INSERT INTO secret VALUES(1, 1, 'xyzzy');
    """

  private static let rules = """
    role = 'clerk' and entity.name = 'Customer' => restrictingQualifier = where (store.city = 'Oslo')
    role = 'clerk' and propertyKey = 'credit' => isPropertyVisible = false
    role = 'clerk' => visibleEntityNames = ['Customer', 'Invoice']
    role = 'guest' and entity.name = 'Invoice' => restrictingQualifier = where (customer.store.id = 1)
    role = 'lost' => restrictingQualifier = where (id = $user.number)
    entity.name = 'Customer' and object.credit > 30 => isObjectEditable = false
    role = 'temp' and propertyKey = 'credit' => isPropertyVisible = user.seesCredit
    role = 'temp' and entity.name = 'Secret' => isEntityReadOnly = not user.isKeeper
    role = 'stray' => visibleEntityNames = user.entityNames
    """

  private func scene(_ arguments: String) async throws -> Scene {
    try await Scene(Self.script, rules: Self.rules, arguments, width: 120)
  }

  private func rows(_ specification: FetchSpecification, as role: String) async throws -> [Record] {
    let storeScene = try await scene("--role \(role)")
    defer { withExtendedLifetime(storeScene) {} }
    let store = storeScene.session.work.store
    return try await store.window(specification, from: .start, count: 99).records
  }

  private func condition(_ text: String) throws -> Qualifier {
    try #require(Qualifier.parse(text, name: "test").0)
  }

  @Test func `What a right asks of the user who has it not is not permitted`() async throws {
    let temp = try await scene("--role temp --entity Customer")
    #expect(temp.line(with: "Ada") != nil && temp.line(with: "11") == nil)
    let condition = try condition("credit = 11")
    let rich = FetchSpecification(entityName: "Customer", qualifier: condition)
    await #expect(throws: StoreError.self) { try await temp.session.work.store.count(rich) }
    let secrets = try await scene("--role temp --entity Secret")
    try await secrets.send("o")
    #expect(
      secrets.text.contains("my.rules:8: isEntityReadOnly = true)"),
      "\(secrets.text)"
    )
    let stray = try await scene("--role stray")
    #expect(stray.line(with: "Customer") == nil)
    let clerk = try await scene("--role guest --entity Customer")
    #expect(clerk.line(with: "11") != nil)
  }

  @Test func `What is counted at the end of a relationship is what may be seen there`() async throws
  {
    let many = FetchSpecification(
      entityName: "Customer",
      qualifier: try condition("invoices.@count > 1")
    )
    #expect(try await rows(many, as: "boss").count == 1)
    #expect(try await rows(many, as: "guest").isEmpty)
    let rich = FetchSpecification(
      entityName: "Customer",
      qualifier: try condition("invoices.total >= 200")
    )
    #expect(try await rows(rich, as: "boss").count == 2)
    #expect(try await rows(rich, as: "guest").count == 1)
    let scene = try await scene("--role guest --entity Customer --task inspect --id 2")
    #expect(scene.line(with: "Invoices")?.contains("0") == true, "\(scene.text)")
  }

  @Test func `Rules still read what is hidden, and nobody else`() async throws {
    let scene = try await scene("--role clerk --entity Customer")
    try await scene.send("j e")
    #expect(scene.status.contains("my.rules:6"), "\(scene.status)")
    #expect(!scene.text.contains("33"))
  }

  @Test func `What rules read of an object and its reader may not see is explained to nobody`()
    async throws
  {
    for (role, isShown) in [("clerk", false), ("boss", true)] {
      let scene = try await scene("--role \(role) --entity Customer --task inspect --id 3")
      try await scene.send("!")
      try await scene.send("c")
      var text = ""
      // The key stands in the block of what is seen, and again in its own with what the rule reads.
      for _ in 0..<60 where !text.contains("\n  isObjectEditable = ") {
        text += scene.text
        try await scene.send("pagedown")
      }
      text += scene.text
      #expect(text.contains("isObjectEditable"), "\(text)")
      #expect(text.contains("object.credit = 33") == isShown, "\(role): \(text)")
      #expect(isShown || !text.contains("is 33"), "\(role): \(text)")
    }
  }

  @Test func `A restriction that cannot be computed leaves nothing to see`() async throws {
    let scene = try await scene("--role lost --entity Customer")
    #expect(scene.text.contains("nothing here"), "\(scene.text)")
  }

  // MARK: Saving

  @Test func `Nothing is written out of the sight of who writes it`() async throws {
    let scene = try await scene("--role clerk")
    let store = scene.session.work.store
    let ada = RecordID(entityName: "Customer", values: [.int(1)])
    let before = try scene.dump()
    func insertion(into name: String, _ values: [String: Value]) -> Change {
      .insert(entityName: name, values: values, references: [:], token: 1)
    }
    let changes: [(Change, sentence: String)] = [
      (.update(ada, values: ["storeId": .int(2)], original: [:]), "leaves Store out"),
      (
        insertion(into: "Customer", ["name": .string("Eve"), "storeId": .int(2)]),
        "leaves Store out"
      ),
      (
        insertion(into: "Invoice", ["customerId": .int(2), "total": .int(1)]),
        "Customer 2 is not among the objects you may see"
      ),
      (
        insertion(into: "Invoice", ["customerId": .int(99), "total": .int(1)]),
        "Customer 99 is not among the objects you may see"
      ),
    ]
    for (change, sentence) in changes {
      do throws(StoreError) {
        _ = try await store.save([change])
        Issue.record("\(change) was saved")
      } catch {
        #expect(error.sentence.contains(sentence), "\(error.sentence)")
      }
    }
    #expect(try scene.dump() == before)
    _ = try await store.save([
      .insert(
        entityName: "Invoice",
        values: ["customerId": .int(1), "total": .int(1)],
        references: [:],
        token: 1
      )
    ])
  }

  @Test(arguments: [
    ("isObjectEditable=true", false), ("isPropertyVisible=true", false),
    ("isEntityReadOnly=false", false),
    ("visibleEntityNames=['Secret']", false), ("isPropertyVisible=false", true),
    ("isEntityReadOnly=true", true),
  ])
  func `The command line may narrow permissions and never widen them`(
    setting: String,
    isAllowed: Bool
  ) async throws {
    do {
      _ = try await scene("--role clerk --set \(setting)")
      #expect(isAllowed)
    } catch let error as UsageError {
      #expect(!isAllowed && error.message.contains("rule file"), "\(error.message)")
    }
  }

  // MARK: What goes with a deleted object

  private static let cascades = """
    CREATE TABLE folder(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE page(id INTEGER PRIMARY KEY, folder_id INTEGER REFERENCES folder(id) ON DELETE CASCADE, locked INTEGER);
    CREATE TABLE note(id INTEGER PRIMARY KEY, page_id INTEGER REFERENCES page(id) ON DELETE CASCADE, owner TEXT);
    CREATE TABLE memo(id INTEGER PRIMARY KEY, page_id INTEGER REFERENCES page(id) ON DELETE CASCADE);
    INSERT INTO folder VALUES(1, 'free'), (2, 'locked'), (3, 'deep'), (4, 'hidden'), (5, 'memo');
    INSERT INTO page VALUES(1, 1, 0), (2, 2, 1), (3, 3, 0), (4, 4, 0), (5, 5, 0);
    INSERT INTO note VALUES(1, 1, 'me'), (3, 3, 'you'), (4, 4, 'ghost'); INSERT INTO memo VALUES(5, 5);
    """

  private static let cascadeRules = """
    when role = 'clerk' {
      entity.name = 'Page' and object.locked = 1 => isObjectDeletable = false
      entity.name = 'Note' and object.owner = 'you' => isObjectDeletable = false
      entity.name = 'Note' => restrictingQualifier = where (owner != 'ghost')
      *true* => visibleEntityNames = ['Folder', 'Page', 'Note']
    }
    """

  @Test(arguments: [
    (2, "cannot be deleted because of related rows"),
    (3, "cannot be deleted because of related rows"),
    (4, "that would delete hidden objects"), (5, "that would delete hidden objects"),
  ])
  func `Nobody deletes by a cascade what could not be deleted for itself`(
    folder: Int64,
    piece: String
  ) async throws {
    let scene = try await Scene(Self.cascades, rules: Self.cascadeRules, "--role clerk")
    let before = try scene.dump()
    let id = RecordID(entityName: "Folder", values: [.int(folder)])
    do throws(StoreError) {
      _ = try await scene.session.work.store.save([.delete(id, original: [:])])
      Issue.record("deleted")
    } catch {
      #expect(error.sentence.contains(piece), "\(error.sentence)")
    }
    #expect(try scene.dump() == before)
  }

  @Test func `A cascade that only a model declares is asked about too`() async throws {
    let model = """
      {"entities": [{"name": "Folder", "table": "folder", "relationships": [
        {"name": "pages", "destination": "Page", "toMany": true, "deleteRule": "cascade",
         "joins": [{"source": "id", "destination": "folderId"}]}]},
        {"name": "Page", "table": "page"}]}
      """
    let folder = TemporaryFolder()
    let script = """
      CREATE TABLE folder(id INTEGER PRIMARY KEY);
      CREATE TABLE page(id INTEGER PRIMARY KEY, folder_id INTEGER, locked INTEGER);
      INSERT INTO folder VALUES(1), (2); INSERT INTO page VALUES(1, 1, 0), (2, 2, 1);
      """
    let rules = "entity.name = 'Page' and object.locked = 1 => isObjectDeletable = false"
    let path = folder.write(Array(model.utf8), to: "model.json")
    let scene = try await Scene(script, rules: rules, "--model \(path)")
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "Folder", key: number) }
    await #expect(throws: StoreError.self) {
      try await scene.session.work.store.save([.delete(id(2), original: [:])])
    }
    _ = try await scene.session.work.store.save([.delete(id(1), original: [:])])
    #expect(try scene.rows("SELECT id FROM page") == ["2"])
  }

  @Test func `What may be deleted goes with its folder`() async throws {
    let clerk = try await Scene(Self.cascades, rules: Self.cascadeRules, "--role clerk")
    let id = RecordID(entityName: "Folder", values: [.int(1)])
    _ = try await clerk.session.work.store.save([.delete(id, original: [:])])
    #expect(try clerk.rows("SELECT count(*) FROM page WHERE folder_id = 1") == ["0"])
    #expect(try clerk.rows("SELECT count(*) FROM note WHERE page_id = 1") == ["0"])
    // Who is under no rule deletes all of them.
    let owner = try await Scene(Self.cascades, rules: Self.cascadeRules, "")
    let all = (1...5).map { Change.delete(RecordID(entityName: "Folder", key: $0), original: [:]) }
    _ = try await owner.session.work.store.save(all)
    #expect(try owner.rows("SELECT count(*) FROM page") == ["0"])
  }

  @Test func `A cascade asks rules that look along a path`() async throws {
    let rules = "entity.name = 'Note' and object.page.locked = 1 => isObjectDeletable = false"
    let script = """
      CREATE TABLE folder(id INTEGER PRIMARY KEY);
      CREATE TABLE page(id INTEGER PRIMARY KEY, folder_id INTEGER REFERENCES folder(id) ON DELETE CASCADE, locked INTEGER);
      CREATE TABLE note(id INTEGER PRIMARY KEY, page_id INTEGER REFERENCES page(id) ON DELETE CASCADE);
      INSERT INTO folder VALUES(1), (2); INSERT INTO page VALUES(1, 1, 0), (2, 2, 1);
      INSERT INTO note VALUES(1, 1), (2, 2);
      """
    let scene = try await Scene(script, rules: rules, "")
    let before = try scene.dump()
    for id in [RecordID(entityName: "Note", key: 2), RecordID(entityName: "Folder", key: 2)] {
      do throws(StoreError) {
        _ = try await scene.session.work.store.save([.delete(id, original: [:])])
        Issue.record("\(id) was deleted")
      } catch {
        #expect(error.sentence.contains("Note"), "\(error.sentence)")
      }
      #expect(try scene.dump() == before)
    }
    let free = RecordID(entityName: "Folder", key: 1)
    _ = try await scene.session.work.store.save([.delete(free, original: [:])])
    #expect(try scene.rows("SELECT id FROM note") == ["2"])
  }

  @Test func `A cascade is judged by what the save itself moves into it and out of it`()
    async throws
  {
    func move(_ page: Int64, to folder: Int64) -> Change {
      .update(
        RecordID(entityName: "Page", key: page),
        values: ["folderId": .int(folder)],
        original: [:]
      )
    }
    func delete(_ folder: Int64) -> Change {
      .delete(RecordID(entityName: "Folder", key: folder), original: [:])
    }
    let rules = "entity.name = 'Page' and object.locked = 1 => isObjectDeletable = false"
    let scene = try await Scene(Self.cascades, rules: rules, "")
    let store = scene.session.work.store
    let before = try scene.dump()
    // The locked page 2 is moved in.
    do throws(StoreError) {
      _ = try await store.save([move(2, to: 1), delete(1)])
      Issue.record("deleted")
    } catch {
      #expect(error.sentence.contains("because of related rows"), "\(error.sentence)")
    }
    #expect(try scene.dump() == before)
    // It is moved out.
    _ = try await store.save([delete(2), move(2, to: 1)])
    #expect(try scene.rows("SELECT id FROM folder WHERE id = 2") == [])
    #expect(try scene.rows("SELECT folder_id FROM page WHERE id = 2") == ["1"])
    // What may be deleted goes, also when it was moved in.
    _ = try await store.save([move(3, to: 4), delete(4)])
    #expect(try scene.rows("SELECT id FROM page ORDER BY id") == ["1", "2", "5"])
  }
}
