import AdaptorSuite
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import Testing

/// A list with computed attributes: what they show, by which statements, and to whom.
struct ComputedColumnTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, price DECIMAL(9,2), cost DECIMAL(9,2), points INT);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INT REFERENCES customer, total DECIMAL(9,2), state TEXT);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, weight INT);
    CREATE TABLE customer_tag(customer_id INT REFERENCES customer, tag_id INT REFERENCES tag,
      PRIMARY KEY(customer_id, tag_id));
    INSERT INTO customer VALUES (1, 'Ada', 10.5, 4, 9223372036854775807), (2, 'Bob', 3, 5, 1), (3, 'Cy', NULL, 1, 2);
    INSERT INTO invoice VALUES (1, 1, 0.1, 'paid'), (2, 1, 0.2, 'paid'), (3, 1, 5, 'open'), (4, 2, 7, 'paid');
    INSERT INTO tag VALUES (1, 5), (2, 6);
    INSERT INTO customer_tag VALUES (1, 1), (1, 2), (2, 1);
    """

  private static let attributes: [(String, AttributeType, String)] = [
    ("margin", .decimal, "price - cost"), ("spent", .decimal, "invoices.@sum.total"),
    ("paid", .decimal, "invoices[state = 'paid'].@sum.total"), ("more", .integer, "points + 1"),
    ("weight", .integer, "tags.@sum.weight"), ("share", .decimal, "margin / spent"),
    ("third", .number, "id / 3"), ("rank", .decimal, "if id = 1 then '12' else id + 4"),
    ("seen", .timestamp, "if id = 1 then '2024-03-01 00:00:00' else '2024-03-01'"),
  ]

  private func open() async throws -> EntityStore {
    try await EntityStore.open(.script(Self.script, title: "Shop")) { found in
      let entities = found.entities.map { entity in
        var definition = entity.definition
        for (name, type, text) in Self.attributes where definition.name == "Customer" {
          var attribute = Attribute.Definition(name: name, columnName: "")
          (attribute.type, attribute.isGenerated, attribute.isUpdatable) = (type, true, false)
          attribute.derivation = Expression.parse(text).0.map(Attribute.Derivation.expression)
          definition.attributes.append(attribute)
        }
        return definition
      }
      return Model(name: found.name, entities: entities)
    }
  }

  private func column(
    _ name: String,
    _ store: EntityStore,
    where qualifier: String? = nil,
    by order: String? = nil
  ) async throws -> [String] {
    let fetch = FetchSpecification(
      entityName: "Customer",
      qualifier: qualifier.flatMap { Qualifier.parse($0).0 },
      sortOrderings: order.map { [SortOrdering(PropertyPath($0))] } ?? [],
      paths: [PropertyPath(name)]
    )
    return try await store.window(fetch, from: .start, count: 100).records.map {
      "\($0.value(forKey: name) ?? .null)"
    }
  }

  @Test func `A list shows what is computed, with one statement`() async throws {
    let store = try await open()
    let fetch = FetchSpecification(entityName: "Customer")
    _ = try await store.window(fetch, from: .start, count: 100)
    #expect(store.statementLog.count == 1)
    #expect(try await column("margin", store) == ["6.5", "-2", "null"])
    #expect(try await column("spent", store) == ["5.3", "7", "0"])
    #expect(try await column("paid", store) == ["0.3", "7", "0"])
    #expect(try await column("weight", store) == ["11", "5", "0"])
    await store.close()
  }

  @Test func `What is computed filters and sorts`() async throws {
    let store = try await open()
    #expect(try await column("name", store, where: "margin < spent") == ["Bob"])
    #expect(try await column("name", store, where: "invoices.@sum.total - 2 > 4") == ["Bob"])
    #expect(try await column("name", store, by: "spent") == ["Cy", "Ada", "Bob"])
    // Quotients have more digits than numbers of SQL.
    #expect(try await column("name", store, by: "share") == ["Cy", "Bob", "Ada"])
    #expect(try await column("name", store, by: "third") == ["Ada", "Bob", "Cy"])
    // A text that spells a decimal or a date is read as one.
    #expect(try await column("name", store, by: "seen") == ["Ada", "Bob", "Cy"])
    #expect(try await column("name", store, by: "rank") == ["Bob", "Cy", "Ada"])
    await store.close()
  }

  @Test func `A fault is the text of its cell, and the error of a filter it leaves open`()
    async throws
  {
    let store = try await open()
    let fault = "points + 1 is a whole number beyond 64 bits"
    #expect(try await column("more", store) == [fault, "2", "3"])
    #expect(try await column("name", store, by: "more") == ["Bob", "Cy", "Ada"])
    #expect(try await column("name", store, where: "name != 'Ada' and more > 2") == ["Cy"])
    #expect(try await column("name", store, where: "more > 2 and id > 1") == ["Cy"])
    let error = await #expect(throws: StoreError.self) {
      try await column("name", store, where: "more > 2")
    }
    #expect("\(String(describing: error))".contains(fault))
    await store.close()
  }

  @Test func `A fault of constants is that of the rows that reach it`() async throws {
    let store = try await open()
    let fault = "9223372036854775807 * 2 is a whole number beyond 64 bits"
    for condition in [
      "9223372036854775807 * 2 > id", "not (9223372036854775807 * 2 > 1 and id > 2)",
    ] {
      let error = await #expect(throws: StoreError.self) {
        try await column("name", store, where: condition)
      }
      #expect("\(String(describing: error))".contains(fault))
    }
    for (condition, names) in [
      ("name = 'Zed' and 9223372036854775807 * 2 > id", []),
      ("id > 0 or 9223372036854775807 * 2 > id", ["Ada", "Bob", "Cy"]),
      ("9223372036854775807 * 2 > 1 and points + 1 > 0 and id > 3", []),
    ] {
      #expect(try await column("name", store, where: condition) == names, "\(condition)")
    }
    await store.close()
  }

  @Test func `Time added to what is no date is a fault of its row`() async throws {
    let store = try await open()
    let fault = "name + 1 day cannot be computed"
    let error = await #expect(throws: StoreError.self) {
      try await column("name", store, where: "name + 1 day > '2024-01-01'")
    }
    #expect("\(String(describing: error))".contains(fault))
    let condition = "name + 1 day > '2024-01-01' or id > 0"
    #expect(try await column("name", store, where: condition) == ["Ada", "Bob", "Cy"])
    await store.close()
  }

  @Test func `Related rows that a person may not see are not counted, nor told by a fault`()
    async throws
  {
    let store = try await open()
    store.guardAccess(
      by: Restriction(conditions: [
        "Invoice": "state = 'paid'", "Customer": "id > 1", "Tag": "id = 2",
      ])
    )
    #expect(try await column("spent", store) == ["7", "0"])
    #expect(try await column("weight", store) == ["0", "0"])
    #expect(try await column("name", store, where: "more > 2") == ["Cy"])
    await store.close()
  }
}
