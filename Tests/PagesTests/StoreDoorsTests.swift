import AccessControl
import SceneSupport
import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys
import Testing

@testable import Pages
import Workspace

/// Whatever is asked of the store by hand, below the screen, leads to no row and no value that is not there for the user.
@MainActor
struct StoreDoorsTests {
  private static let script = """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT NOT NULL);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, store_id INTEGER REFERENCES store(id),
      credit INTEGER, code TEXT UNIQUE);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), total INTEGER);
    CREATE TABLE secret(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), word TEXT);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, label TEXT);
    CREATE TABLE customer_tag(customer_id INTEGER NOT NULL REFERENCES customer(id),
      tag_id INTEGER NOT NULL REFERENCES tag(id), PRIMARY KEY(customer_id, tag_id));
    INSERT INTO store VALUES(1, 'Oslo'), (2, 'Rome');
    INSERT INTO customer VALUES(1, 'Ada', 1, 711, 'a'), (2, 'Qbob', 2, 822, 'b'), (3, 'Cid', 1, 711, 'c');
    INSERT INTO invoice VALUES(1, 1, 100), (2, 2, 200), (3, 1, 300);
    INSERT INTO secret VALUES(1, 1, 'Qxyzzy');
    INSERT INTO tag VALUES(1, 'big'), (2, 'Qhid');
    INSERT INTO customer_tag VALUES(1, 1), (1, 2);
    """

  private static let rules = """
    role = 'clerk' and entity.name = 'Customer' => restrictingQualifier = where (store.city = 'Oslo')
    role = 'clerk' and entity.name = 'Invoice' => restrictingQualifier = where (total != 300)
    role = 'clerk' and entity.name = 'Tag' => restrictingQualifier = where (id = 1)
    role = 'clerk' and entity.name = 'Customer' and propertyKey in ['credit', 'store', 'storeId'] => isPropertyVisible = false
    role = 'clerk' => visibleEntityNames = ['Customer', 'Invoice', 'Tag', 'CustomerTag']
    role = 'clerk' and object.credit > 9000 => isObjectEditable = false
    role = 'clerk' and object.customer.name = 'Cid' => isObjectEditable = false
    role = 'clerk' and entity.name = 'Invoice' and object.customer.name = 'Cid' => isEntityCreatable = false
    """

  private static func scene(_ role: String = "clerk") async throws -> Scene {
    try await Scene(script, rules: rules, "--role \(role)")
  }

  private static func customer(_ id: Int64) -> RecordID {
    RecordID(entityName: "Customer", key: id)
  }

  private static func paths(_ texts: String...) -> [PropertyPath] { texts.map { PropertyPath($0) } }

  private static func condition(_ text: String) throws -> Qualifier {
    try #require(Qualifier.parse(text).qualifier)
  }

  // MARK: Reading

  @Test func `Values that are fetched once each are told apart by nothing hidden`() async throws {
    let storeScene = try await Self.scene()
    defer { withExtendedLifetime(storeScene) {} }
    let store = storeScene.session.work.store
    var values = FetchSpecification(entityName: "Customer", paths: Self.paths("credit"))
    values.fetchesDistinctValues = true
    for hidden in ["credit", "storeId"] {
      values.paths = Self.paths(hidden)
      let hidden = values
      await #expect(throws: StoreError.self) { try await store.count(hidden) }
      await #expect(throws: StoreError.self) {
        try await store.window(hidden, from: .start, count: 9)
      }
      await #expect(throws: StoreError.self) { try await store.distinctValues(hidden, count: 9) }
    }
    values.paths = Self.paths("name", "credit")
    let rows = try await store.window(values, from: .start, count: 9).records.map(\.values)
    #expect(rows == [[.string("Ada")], [.string("Cid")]])
    values.paths = nil
    let all = try await store.window(values, from: .start, count: 9).records
    #expect(all.allSatisfy { $0.value(forKey: "credit") == nil && $0.values.count == 3 })
    let bossScene = try await Self.scene("boss")
    defer { withExtendedLifetime(bossScene) {} }
    let boss = bossScene.session.work.store
    values.paths = Self.paths("credit")
    #expect(try await boss.count(values) == 2)
  }

  @Test func `P1: counts by value tell nothing that is hidden`() async throws {
    let clerkScene = try await Self.scene()
    defer { withExtendedLifetime(clerkScene) {} }
    let clerk = clerkScene.session.work.database
    let bossScene = try await Self.scene("boss")
    defer { withExtendedLifetime(bossScene) {} }
    let boss = bossScene.session.work.database
    #expect(
      try await boss.counts(entity: "Customer", by: "credit") == [.int(711): 2, .int(822): 1]
    )
    #expect(try await boss.sums(entity: "Invoice", of: "total", by: "customer.name").count == 2)
    #expect(try await clerk.count(entity: "Customer") == 2)
    #expect(try await clerk.counts(entity: "Invoice", by: "total") == [.int(100): 1, .int(200): 1])
    #expect(
      try await clerk.sums(entity: "Invoice", of: "total", by: "customer.name")
        == [.string("Ada"): .int(100), .null: .int(200)]
    )
    for key in ["credit", "storeId", "store.city"] {
      await #expect(throws: StoreError.self) { try await clerk.counts(entity: "Customer", by: key) }
      await #expect(throws: StoreError.self) { try await clerk.sum(entity: "Customer", of: key) }
      await #expect(throws: StoreError.self) {
        try await clerk.sums(entity: "Customer", of: "id", by: key)
      }
      await #expect(throws: StoreError.self) {
        try await clerk.count(entity: "Customer", where: "\(key) is null")
      }
    }
    await #expect(throws: StoreError.self) {
      try await clerk.counts(entity: "Invoice", by: "customer.credit")
    }
    await #expect(throws: StoreError.self) { try await clerk.count(entity: "Secret") }
  }

  @Test func `Counts start at no row and end at no row that is not there`() async throws {
    let clerkScene = try await Self.scene()
    defer { withExtendedLifetime(clerkScene) {} }
    let clerk = clerkScene.session.work.store
    let bossScene = try await Self.scene("boss")
    defer { withExtendedLifetime(bossScene) {} }
    let boss = bossScene.session.work.store
    let ids = [1, 2, 3].map { Self.customer($0) }
    #expect(try await clerk.counts(of: "invoices", from: ids).map(\.value).sorted() == [0, 0, 1])
    #expect(try await boss.counts(of: "invoices", from: ids)[ids[0]] == 2)
    #expect(try await clerk.counts(of: "tags", from: ids) == [ids[0]: 1, ids[1]: 0, ids[2]: 0])
    #expect(try await boss.counts(of: "tags", from: ids) == [ids[0]: 2, ids[1]: 0, ids[2]: 0])
    for hidden in ["secrets", "store"] {
      await #expect(throws: StoreError.self) { try await clerk.counts(of: hidden, from: ids) }
    }
    let tag = RecordID(entityName: "Tag", key: 2)
    #expect(try await clerk.counts(of: "customers", from: [tag]) == [tag: 0])
    for (condition, count) in [("tags.@count > 1", 0), ("invoices.@count > 1", 0)] {
      let fetch = FetchSpecification(
        entityName: "Customer",
        qualifier: try Self.condition(condition)
      )
      #expect(try await clerk.count(fetch) == count)
      #expect(try await boss.count(fetch) == 1)
    }
  }

  @Test func `What is fetched along is what may be seen`() async throws {
    let clerkScene = try await Self.scene()
    defer { withExtendedLifetime(clerkScene) {} }
    let clerk = clerkScene.session.work.store
    var fetch = FetchSpecification(entityName: "Tag")
    fetch.prefetchingKeyPaths = Self.paths("customers.invoices", "customers.secrets")
    let tags = try await clerk.window(fetch, from: .start, count: 9).records
    #expect(tags.count == 1)
    let customers = Self.many("customers", of: tags[0])
    #expect(customers.map { $0.value(forKey: "name") } == [.string("Ada")])
    #expect(customers[0].related["secrets"] == nil)
    let invoices = Self.many("invoices", of: customers[0])
    #expect(invoices.compactMap(\.id) == [RecordID(entityName: "Invoice", key: 1)])
  }

  private static func many(_ name: String, of record: Record) -> [Record] {
    if case .many(let records)? = record.related[name] { records } else { [] }
  }

  @Test func `Nobody is found by an identity, a place or a position that is not there`()
    async throws
  {
    let storeScene = try await Self.scene()
    defer { withExtendedLifetime(storeScene) {} }
    let store = storeScene.session.work.store
    let all = FetchSpecification(entityName: "Customer")
    #expect(try await store.records([1, 2, 3].map { Self.customer($0) }).count == 2)
    #expect(try await store.record(Self.customer(2)) == nil)
    let numbering = try await store.numberRows(all)
    #expect(numbering.count == 2)
    #expect(try await store.position(of: Self.customer(2), in: all) == nil)
    #expect(try await store.position(of: Self.customer(3), in: all) == 1)
    #expect(try await store.estimatedCount(all) == nil)
    let behind = try await store.window(
      all,
      from: .from(Cursor(values: [.int(2)])),
      count: 9
    )
    #expect(behind.records.compactMap(\.id) == [Self.customer(3)])
    let secrets = FetchSpecification(entityName: "Secret")
    await #expect(throws: StoreError.self) { try await store.numberRows(secrets) }
    await #expect(throws: StoreError.self) { try await store.estimatedCount(secrets) }
    await #expect(throws: StoreError.self) {
      try await store.records([RecordID(entityName: "Secret", key: 1)])
    }
  }

  // MARK: Writing

  @Test(arguments: [
    ("invoice SET customer_id = 3 WHERE id = 1", "Invoice"),
    ("invoice SET customer_id = 3 WHERE id = 3", "an object that you may not see"),
    ("secret SET customer_id = 3", "an object that you may not see"),
  ])
  func `Who refers to what is to be renamed is named only where it may be seen`(
    reference: String,
    holder: String
  ) async throws {
    let scene = try await Self.scene()
    try scene.execute("UPDATE " + reference)
    let before = try scene.dump()
    do throws(StoreError) {
      _ = try await scene.session.work.store.save([
        .update(Self.customer(3), values: ["id": .int(77)], original: [:])
      ])
      Issue.record("renamed")
    } catch {
      #expect(error.sentence == "Customer 3 cannot be renamed: \(holder) still refers to it.")
    }
    #expect(try scene.dump() == before)
  }

  @Test func `A row to which nothing refers is not deleted either where it is not there`()
    async throws
  {
    let scene = try await Self.scene()
    let before = try scene.dump()
    var sentences: Set<String> = []
    for id: Int64 in [3, 99] {
      let invoice = RecordID(entityName: "Invoice", key: id)
      for change in [
        Change.delete(invoice, original: [:]),
        .update(invoice, values: ["total": .int(5)], original: [:]),
      ] {
        do throws(StoreError) {
          _ = try await scene.session.work.store.save([change])
          Issue.record("\(change) was saved")
        } catch {
          sentences.insert(error.sentence.split(separator: "\(id)").joined(separator: "…"))
        }
      }
    }
    #expect(sentences.count == 1, "\(sentences)")
    #expect(try scene.dump() == before)
  }

  @Test func `A reference to a row that is not there says the same as one to a row of others`()
    async throws
  {
    var sentences: Set<String> = []
    for id: Int64 in [2, 99] {
      let scene = try await Self.scene()
      let before = try scene.dump()
      for change in [
        Change.insert(
          entityName: "Invoice",
          values: ["customerId": .int(id), "total": .int(5)],
          references: [:],
          token: 1
        ),
        .update(
          RecordID(entityName: "Invoice", key: 1),
          values: ["customerId": .int(id)],
          original: [:]
        ),
        .insert(
          entityName: "CustomerTag",
          values: ["customerId": .int(id), "tagId": .int(1)],
          references: [:],
          token: 1
        ),
      ] {
        do throws(StoreError) {
          _ = try await scene.session.work.store.save([change])
          Issue.record("\(change) was saved")
        } catch {
          sentences.insert(error.sentence.split(separator: "\(id)").joined(separator: "…"))
        }
      }
      #expect(try scene.dump() == before)
    }
    #expect(sentences.count == 2, "\(sentences)")
  }

  @Test func `That a row like it is there is not told of one that refers to what is not there`()
    async throws
  {
    var sentences: Set<String> = []
    for tags in ["", "INSERT INTO customer_tag VALUES(2, 1);"] {
      let scene = try await Self.scene()
      try scene.execute(tags + "UPDATE customer_tag SET customer_id = 3 WHERE tag_id = 2")
      let store = scene.session.work.store
      let values: [String: Value] = ["customerId": .int(2), "tagId": .int(1)]
      let seen = RecordID(entityName: "CustomerTag", values: [.int(1), .int(1)])
      for change in [
        Change.insert(entityName: "CustomerTag", values: values, references: [:], token: 1),
        .update(seen, values: ["customerId": .int(2)], original: [:]),
      ] {
        do throws(StoreError) {
          _ = try await store.save([change])
          Issue.record("saved")
        } catch {
          sentences.insert(error.sentence)
        }
      }
      let entity = try #require(scene.session.work.model.entity(named: "CustomerTag"))
      let insertion = try await store.beginInserting(entity, attributes: ["customerId", "tagId"])
      do throws(InsertionFault) {
        try await insertion.insert([[.int(2), .int(1)]])
        try await insertion.finish()
        Issue.record("inserted")
      } catch {
        sentences.insert(error.error.sentence)
      }
      await insertion.abandon()
    }
    #expect(
      sentences == ["CustomerTag.customer: Customer 2 is not among the objects you may see"]
    )
  }

  @Test func `Rows that are inserted many at a time are judged as those of a save`() async throws {
    let scene = try await Self.scene()
    let store = scene.session.work.store
    let before = try scene.dump()
    func entity(_ name: String) throws -> Entity {
      try #require(scene.session.work.model.entity(named: name))
    }
    for (name, attributes, row) in [
      ("Customer", ["name", "storeId"], [Value.string("Eve"), .int(2)]),
      ("Customer", ["name", "storeId"], [.string("Eve"), .int(1)]),
      ("Customer", ["name", "credit"], [.string("Eve"), .int(5)]),
      ("Customer", ["name"], [.string("Eve")]), ("Invoice", ["customerId"], [.int(2)]),
      ("Invoice", ["customerId", "total"], [.int(1), .int(300)]),
      ("Invoice", ["customerId", "total"], [.int(3), .int(5)]),
      ("CustomerTag", ["customerId", "tagId"], [.int(1), .int(2)]),
    ] {
      let insertion = try await store.beginInserting(try entity(name), attributes: attributes)
      do throws(InsertionFault) {
        try await insertion.insert([row])
        try await insertion.finish()
        Issue.record("\(name) \(row) was inserted")
      } catch {
        await insertion.abandon()
      }
      #expect(try scene.dump() == before)
    }
    let secret = try entity("Secret")
    await #expect(throws: StoreError.self) {
      try await store.beginInserting(secret, attributes: ["word"])
    }
    await #expect(throws: StoreError.self) {
      try await store.save([
        .insert(
          entityName: "Invoice",
          values: ["customerId": .int(3), "total": .int(5)],
          references: [:],
          token: 1
        )
      ])
    }
    let insertion = try await store.beginInserting(
      try entity("Invoice"),
      attributes: ["customerId", "total"]
    )
    try await insertion.insert([[.int(1), .int(5)]])
    try await insertion.finish()
    #expect(try scene.dump() != before)
  }

  @Test(arguments: [
    "entity.name = 'Tag' => isEntityCreatable = false",
    "entity.name = 'Tag' => isEntityReadOnly = true", "*true* => readOnlyEntityNames = ['Tag']",
  ])
  func `An object without any value is not made either where none may be made`(rule: String)
    async throws
  {
    for rule in [rule, rule + "\n*true* => isPropertyEditable = true"] {
      let scene = try await Scene(Self.script, rules: rule, "")
      let before = try scene.dump()
      await #expect(throws: StoreError.self) {
        try await scene.session.work.store.save([
          .insert(entityName: "Tag", values: [:], references: [:], token: 1)
        ])
      }
      let tag = try #require(scene.session.work.model.entity(named: "Tag"))
      for values in [[nil], [Value.string("x")]] {
        let insertion = try await scene.session.work.store.beginInserting(
          tag,
          attributes: ["label"]
        )
        await #expect(throws: InsertionFault.self) { try await insertion.insert([values]) }
        await insertion.abandon()
      }
      #expect(try scene.dump() == before)
    }
  }

  @Test(arguments: [
    "entity.name = 'Tag' => isObjectEditable = false",
    "entity.name = 'Tag' => isEntityReadOnly = true",
    "object.label = 'big' => isObjectEditable = false",
  ])
  func `What may not be changed is not, whatever may be written of it`(rule: String) async throws {
    let rules = rule + "\n*true* => isPropertyEditable = true"
    let scene = try await Scene(Self.script, rules: rules, "")
    let before = try scene.dump()
    let id = RecordID(entityName: "Tag", key: 1)
    for values in [["label": Value.string("x")], ["id": .int(9)]] {
      await #expect(throws: StoreError.self) {
        try await scene.session.work.store.save([.update(id, values: values, original: [:])])
      }
    }
    #expect(try scene.dump() == before)
  }

  @Test func `Rules about a stored object are asked with all that they read of it`() async throws {
    let scene = try await Self.scene()
    try scene.execute("UPDATE invoice SET customer_id = 3 WHERE id = 1")
    let session = scene.session
    let id = RecordID(entityName: "Invoice", key: 1)
    let record = try #require(
      try await session.work.store.record(id, paths: Self.paths("id", "total"))
    )
    let object = session.work.editing.object(for: record)
    let writeGuard = RuleWriteGuard(work: session.work, objects: [object], stamps: UpdateStamps())
    let refusal = await writeGuard.refusal(
      of: .update(id, values: ["total": .int(7)], original: [:])
    )
    #expect(
      refusal?.contains("my.rules:7: isObjectEditable = false)") == true,
      "\(refusal ?? "")"
    )
  }
}
