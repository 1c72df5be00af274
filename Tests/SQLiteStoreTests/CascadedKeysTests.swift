import AdaptorSuite
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Rows whose keys hold the key of another row, which is renamed in the same save.
struct CascadedKeysTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/test.db" }

  /// A shelf has books and a book has pages, each with the keys of those above in its own.
  func store(_ suffix: String = "") async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE shelf(code TEXT PRIMARY KEY, name TEXT)\(suffix);
      CREATE TABLE book(code TEXT REFERENCES shelf ON UPDATE CASCADE, n INT, title TEXT, topic_id INT REFERENCES topic,
        PRIMARY KEY(code, n))\(suffix);
      CREATE TABLE page(code TEXT, n INT, no INT, text TEXT, PRIMARY KEY(code, n, no),
        FOREIGN KEY(code, n) REFERENCES book ON UPDATE CASCADE)\(suffix);
      CREATE TABLE topic(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO topic VALUES(1, 'open'), (2, 'secret');
      INSERT INTO shelf VALUES('a', 'A'), ('c', 'C');
      INSERT INTO book VALUES('a', 1, 'one', 1), ('a', 2, 'two', 1), ('c', 1, 'three', 1);
      INSERT INTO page VALUES('a', 1, 1, 'p'), ('a', 1, 2, 'q');
      """
    )
    return try await EntityStore.open(.file(path))
  }

  func id(_ name: String, _ values: Value...) -> RecordID {
    RecordID(entityName: name, values: values)
  }

  func rows(_ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(sql) { $0.text(0) }
  }

  static let renaming = Change.update(
    RecordID(entityName: "Shelf", values: [.string("a")]),
    values: ["code": .string("b")],
    original: ["code": .string("a"), "name": .string("A")]
  )

  @Test(arguments: ["", " WITHOUT ROWID"], [true, false])
  func `Rows that hold the key of a renamed one are saved along, and found again`(
    suffix: String,
    comesFirst: Bool
  ) async throws {
    let store = try await store(suffix)
    let book = id("Book", .string("a"), .int(1))
    let page = id("Page", .string("a"), .int(1), .int(2))
    let others: [Change] = [
      .update(
        book,
        values: ["title": .string("new")],
        original: ["code": .string("a"), "title": .string("one")]
      ),
      .update(
        page,
        values: ["text": .string("r")],
        original: ["code": .string("a"), "text": .string("q")]
      ),
    ]
    let result = try await store.save(
      comesFirst ? [Self.renaming] + others : others + [Self.renaming]
    )
    #expect(
      result.changedIDs == [
        id("Shelf", .string("a")): id("Shelf", .string("b")),
        book: id("Book", .string("b"), .int(1)),
        page: id("Page", .string("b"), .int(1), .int(2)),
      ]
    )
    #expect(
      try rows("SELECT code || n || title FROM book ORDER BY code, n") == [
        "b1new", "b2two", "c1three",
      ]
    )
    #expect(try rows("SELECT code || n || no || text FROM page ORDER BY no") == ["b11p", "b12r"])
  }

  @Test func `A page is followed when only the shelf is renamed with it`() async throws {
    let store = try await store()
    let page = id("Page", .string("a"), .int(1), .int(2))
    let change = Change.update(
      page,
      values: ["text": .string("r")],
      original: ["text": .string("q")]
    )
    let result = try await store.save([Self.renaming, change])
    #expect(result.changedIDs[page] == id("Page", .string("b"), .int(1), .int(2)))
    #expect(try rows("SELECT text FROM page WHERE code = 'b' AND no = 2") == ["r"])
  }

  @Test func `A row with the key of a renamed one is deleted, another is made`() async throws {
    let store = try await store()
    let result = try await store.save([
      .insert(
        entityName: "Book",
        values: ["code": .string("a"), "n": .int(9), "title": .string("nine")],
        references: [:],
        token: 7
      ),
      Self.renaming,
      .delete(
        id("Book", .string("a"), .int(2)),
        original: ["code": .string("a"), "title": .string("two")]
      ),
    ])
    #expect(result.inserted == [7: id("Book", .string("b"), .int(9))])
    #expect(
      try rows("SELECT code || n || title FROM book ORDER BY code, n") == [
        "b1one", "b9nine", "c1three",
      ]
    )
  }

  @Test func `A row that somebody else changed or deleted is still told of`() async throws {
    let store = try await store()
    let book = id("Book", .string("a"), .int(1))
    let change = Change.update(
      book,
      values: ["title": .string("new")],
      original: ["title": .string("one")]
    )
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("UPDATE book SET title = 'theirs' WHERE code = 'a' AND n = 1")
    let changed = await #expect(throws: StoreError.self) {
      try await store.save([Self.renaming, change])
    }
    guard case .changedByOther(book) = changed else { throw changed ?? StoreError.busy }
    try connection.execute("DELETE FROM page; DELETE FROM book WHERE code = 'a' AND n = 1")
    let gone = await #expect(throws: StoreError.self) {
      try await store.save([Self.renaming, change])
    }
    guard case .notFound(book) = gone else { throw gone ?? StoreError.busy }
    #expect(try rows("SELECT code FROM shelf ORDER BY code") == ["a", "c"])
  }

  @Test func `A row that moved is judged where it stands`() async throws {
    let store = try await store()
    store.guardAccess(by: Restriction(conditions: ["Topic": "name = 'open'"]))
    let book = id("Book", .string("a"), .int(1))
    let forbidden = Change.update(book, values: ["topicId": .int(2)], original: [:])
    let allowed = Change.update(book, values: ["title": .string("new")], original: [:])
    for changes in [[forbidden, Self.renaming], [Self.renaming, forbidden]] {
      let error = await #expect(throws: StoreError.self) { try await store.save(changes) }
      guard case .refused = error else { throw error ?? StoreError.busy }
    }
    #expect(try rows("SELECT code FROM shelf ORDER BY code") == ["a", "c"])
    _ = try await store.save([allowed, Self.renaming])
    #expect(try rows("SELECT title FROM book WHERE code = 'b' AND n = 1") == ["new"])
  }
}

/// Keys that pass from one row to another in the same save.
extension CascadedKeysTests {
  private func renaming(_ old: String, _ new: String) -> Change {
    .update(id("Shelf", .string(old)), values: ["code": .string(new)], original: [:])
  }

  @Test(arguments: ["", " WITHOUT ROWID"])
  func `A row is changed and deleted where it went, whoever has its key now`(suffix: String)
    async throws
  {
    let store = try await store(suffix)
    let sql = "INSERT INTO book VALUES('c', 2, 'two', 1)"
    try Connection(path: path, mode: .readWrite).execute(sql)
    let first = id("Book", .string("a"), .int(1))
    let second = id("Book", .string("a"), .int(2))
    let third = id("Book", .string("c"), .int(1))
    let result = try await store.save([
      renaming("a", "x"), renaming("c", "a"),
      .update(first, values: ["title": .string("new")], original: ["n": .int(1)]),
      .update(third, values: ["title": .string("newer")], original: [:]),
      .delete(second, original: ["title": .string("two")]),
    ])
    #expect(
      try rows("SELECT code || n || title FROM book ORDER BY code, n") == [
        "a1newer", "a2two", "x1new",
      ]
    )
    #expect(result.changedIDs[first] == id("Book", .string("x"), .int(1)))
    #expect(result.changedIDs[third] == first)
  }

  @Test(arguments: ["", " WITHOUT ROWID"])
  func `A key that was taken by another row is not taken for one that stayed`(suffix: String)
    async throws
  {
    let store = try await store(suffix)
    let third = id("Book", .string("c"), .int(1))
    let result = try await store.save([
      renaming("c", "d"), renaming("a", "c"),
      .update(third, values: ["title": .string("new")], original: ["title": .string("three")]),
    ])
    #expect(result.changedIDs[third] == id("Book", .string("d"), .int(1)))
    #expect(
      try rows("SELECT code || n || title FROM book ORDER BY code, n") == [
        "c1one", "c2two", "d1new",
      ]
    )
  }

  @Test func `A new reference to a key that passes from one row to another is refused`()
    async throws
  {
    let store = try await store()
    let book = Change.insert(
      entityName: "Book",
      values: ["code": .string("a"), "n": .int(9)],
      references: [:],
      token: 1
    )
    let moving = Change.update(
      id("Book", .string("c"), .int(1)),
      values: ["code": .string("a"), "n": .int(9)],
      original: [:]
    )
    for change in [book, moving] {
      let error = await #expect(throws: StoreError.self) {
        try await store.save([renaming("a", "x"), renaming("c", "a"), change])
      }
      guard case .refused(let sentence) = error else { throw error ?? StoreError.busy }
      #expect(
        sentence.description.hasPrefix("Book cannot refer to Shelf a in this save"),
        "\(sentence)"
      )
    }
    #expect(try rows("SELECT code FROM shelf ORDER BY code") == ["a", "c"])
  }

  @Test func `A new row is not lost with the one of which another takes the key`() async throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE shelf(code TEXT PRIMARY KEY);
      CREATE TABLE line(id INTEGER PRIMARY KEY, code TEXT REFERENCES shelf ON UPDATE CASCADE ON DELETE CASCADE);
      INSERT INTO shelf VALUES('a'), ('b');
      """
    )
    let store = try await EntityStore.open(.file(path))
    let changes: [Change] = [
      .delete(id("Shelf", .string("a")), original: [:]),
      .insert(
        entityName: "Shelf",
        values: ["code": .string("a")],
        references: [:],
        token: 1
      ),
      .insert(entityName: "Line", values: ["code": .string("a")], references: [:], token: 2),
    ]
    await #expect(throws: StoreError.self) { try await store.save(changes) }
    #expect(try rows("SELECT code FROM shelf ORDER BY code") == ["a", "b"])
    let other = Change.insert(
      entityName: "Line",
      values: [:],
      references: ["code": 1],
      token: 2
    )
    _ = try await store.save(Array(changes.prefix(2)) + [other])
    #expect(try rows("SELECT code FROM line") == ["a"])
  }

  @Test func `A change of a row that the same save takes away is refused where keys are passed on`()
    async throws
  {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE shelf(code TEXT PRIMARY KEY);
      CREATE TABLE line(code TEXT REFERENCES shelf ON UPDATE CASCADE ON DELETE CASCADE, n INT, qty INT,
        PRIMARY KEY(code, n));
      INSERT INTO shelf VALUES('a'), ('b');
      INSERT INTO line VALUES('a', 1, 1), ('b', 1, 1);
      """
    )
    let store = try await EntityStore.open(.file(path))
    let error = await #expect(throws: StoreError.self) {
      try await store.save([
        .delete(id("Shelf", .string("a")), original: [:]), renaming("b", "a"),
        .update(id("Line", .string("a"), .int(1)), values: ["qty": .int(5)], original: [:]),
      ])
    }
    guard case .refused = error else { throw error ?? StoreError.busy }
    #expect(try rows("SELECT code || n || qty FROM line ORDER BY code") == ["a11", "b11"])
  }

  @Test func `A row of a view is not changed while keys of tables change`() async throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE shelf(code TEXT PRIMARY KEY);
      CREATE TABLE line(code TEXT REFERENCES shelf ON UPDATE CASCADE, n INT, qty INT, PRIMARY KEY(code, n));
      CREATE VIEW v AS SELECT code, n, qty FROM line;
      CREATE TRIGGER u INSTEAD OF UPDATE ON v BEGIN
        UPDATE line SET qty = NEW.qty WHERE code = OLD.code AND n = OLD.n; END;
      INSERT INTO shelf VALUES('a'), ('b');
      INSERT INTO line VALUES('a', 1, 1), ('b', 1, 1);
      """
    )
    let store = try await EntityStore.open(.file(path))
    let row = try #require(
      try await store.window(FetchSpecification(entityName: "V"), from: .start, count: 1).records[0]
        .id
    )
    let change = Change.update(row, values: ["qty": .int(5)], original: [:])
    let error = await #expect(throws: StoreError.self) {
      try await store.save([renaming("a", "x"), renaming("b", "a"), change])
    }
    guard case .refused(let sentence) = error else { throw error ?? StoreError.busy }
    #expect(sentence.description.hasPrefix("V is a view"), "\(sentence)")
    _ = try await store.save([change])
    #expect(try rows("SELECT qty FROM line ORDER BY code") == ["5", "1"])
  }
}
