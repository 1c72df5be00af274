import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

struct WritableViewTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let tables = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    INSERT INTO person VALUES (1, 'Ada', 'Paris'), (2, 'Bo', 'Rome'), (3, 'Cy', 'Rome');
    CREATE VIEW people AS SELECT id, upper(name) AS name, city FROM person;

    """
  private static let insert = """
    CREATE TRIGGER people_insert INSTEAD OF INSERT ON people
      BEGIN INSERT INTO person VALUES (NEW.id, NEW.name, NEW.city); END;

    """
  private static let update = """
    CREATE TRIGGER people_update INSTEAD OF UPDATE OF name ON people
      BEGIN UPDATE person SET name = NEW.name WHERE id = OLD.id; END;

    """
  private static let delete = """
    CREATE TRIGGER people_delete INSTEAD OF DELETE ON people
      BEGIN DELETE FROM person WHERE OLD."id" = id; END;
    """

  private func open(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  private func rows() throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(
      "SELECT id || ' ' || name || ' ' || coalesce(city, '') FROM person ORDER BY id"
    ) { row throws(SQLiteError) in row.text(0) }
  }

  @Test func `A view without triggers can only be read`() async throws {
    let view = try #require(try await open(Self.tables).model.entity(named: "People"))
    #expect(view.readOnlyReason == "a view: no key identifies a row")
    #expect(Entity.Write.allCases.allSatisfy { view.refusal(of: $0) != nil })
  }

  @Test func `Each trigger allows what it is for`() async throws {
    let view = try #require(
      try await open(Self.tables + Self.insert + Self.update).model.entity(named: "People")
    )
    #expect(view.identity == ["id"])
    #expect(view.refusal(of: .insert) == nil && view.refusal(of: .update) == nil)
    #expect(view.refusal(of: .delete) == "the view has no trigger INSTEAD OF DELETE")
    #expect(view.attributes.map(\.definition.isUpdatable) == [false, true, false])
  }

  @Test func `A view without a key takes new rows only`() async throws {
    let store = try await open(Self.tables + Self.insert)
    let view = try #require(store.model.entity(named: "People"))
    #expect(view.identity.isEmpty && view.definition.writes == [.insert])
    let values: [String: Value] = ["name": .string("Di")]
    let result = try await store.save([
      .insert(entityName: "People", values: values, references: [:], token: 1)
    ])
    #expect(result.inserted[1]?.values == [])
    #expect(try rows().last == "4 Di ")
  }

  @Test func `Triggers write what is saved to the view`() async throws {
    let store = try await open(Self.tables + Self.insert + Self.update + Self.delete)
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "People", values: [.int(number)]) }
    let values: [String: Value] = ["id": .int(7), "name": .string("Di"), "city": .string("Oslo")]
    let result = try await store.save([
      .insert(entityName: "People", values: values, references: [:], token: 1),
      .update(id(1), values: ["name": .string("Eve")], original: ["name": .string("ADA")]),
      .delete(id(2), original: ["city": .string("Rome")]),
    ])
    #expect(result.inserted[1] == id(7))
    #expect(try rows() == ["1 Eve Paris", "3 Cy Rome", "7 Di Oslo"])
  }

  @Test func `A row of a view that is gone or changed is not written`() async throws {
    let store = try await open(Self.tables + Self.insert + Self.update + Self.delete)
    let before = try rows()
    let changes: [Change] = [
      .delete(RecordID(entityName: "People", values: [.int(9)]), original: [:]),
      .update(
        RecordID(entityName: "People", values: [.int(1)]),
        values: ["name": .string("Eve")],
        original: ["name": .string("somebody else")]
      ),
    ]
    for change in changes {
      await #expect(throws: StoreError.self) { try await store.save([change]) }
    }
    #expect(try rows() == before)
  }

  @Test func `3-6: A row that a view's trigger makes is known by what was entered`() async throws {
    let path = temporary.path + "/new.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT, born INT);
      INSERT INTO author VALUES(1, 'Ann', 1900), (2, 'Bob', NULL);
      CREATE VIEW authors AS SELECT id, name, born FROM author;
      CREATE TRIGGER made INSTEAD OF INSERT ON authors BEGIN
        INSERT INTO author(name, born) VALUES(NEW.name, NEW.born); END;
      CREATE TRIGGER changed INSTEAD OF UPDATE ON authors BEGIN
        UPDATE author SET name = NEW.name, born = NEW.born WHERE id = OLD.id; END;
      """
    )
    let store = try await EntityStore.open(.file(path))
    let view = try #require(store.model.entities.first { $0.tableName == "authors" })
    func insert(_ values: [String: Value]) async throws -> RecordID? {
      let change = Change.insert(
        entityName: view.name,
        values: values,
        references: [:],
        token: 1
      )
      return try await store.save([change]).inserted[1]
    }
    let new = try await insert(["name": .string("Eve"), "born": .int(1950)])
    #expect(new?.values == [.int(3)])
    // Which of two that are alike is the new one, nothing tells.
    #expect(try await insert(["name": .string("Ann")])?.values.isEmpty == true)
    #expect(try await insert(["name": .string("Eve"), "born": .int(1951)])?.values == [.int(5)])
  }
}
