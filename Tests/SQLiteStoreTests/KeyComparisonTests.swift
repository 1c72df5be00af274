import AdaptorSuite
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Keys that the database takes for the same although they are not: other letters, blanks behind, numbers as texts.
struct KeyComparisonTests {
  private static let types = [
    "TEXT", "INTEGER", "INT", "REAL", "NUMERIC", "BLOB", "",
    "DATE", "TIMESTAMP", "TIME", "DECIMAL(9,2)", "BOOLEAN", "UUID",
  ]
  private static let collations = ["", " COLLATE NOCASE", " COLLATE RTRIM"]
  private static let values = [
    "'abc'", "'ABC'", "'abc '", "3", "'3'", "' 3'", "3.0", "'3.0'", "x'33'", "'z'", "0", "''",
    "'2024-01-05'", "'2024-01-05 00:00:00'", "'2024-01-05T00:00'", "'10:00'", "'10:00:00'", "1",
    "'true'", "0.1", "'.1'",
  ]

  static var seeds: Range<UInt64> {
    let first = getenv("D2T_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0
    return first..<first + (getenv("D2T_LONG") == nil ? 20 : 2000)
  }

  private func column(_ name: String, _ random: inout SeededGenerator) -> String {
    let type = Self.types.randomElement(using: &random) ?? ""
    let collation = Self.collations.randomElement(using: &random) ?? ""
    return "\(name) \(type)\(collation)"
  }

  /// A parent with any key, and children that refer to it, deleted with it.
  private func database(_ path: String, _ random: inout SeededGenerator) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE parent(id INTEGER PRIMARY KEY, \(column("code", &random)) NOT NULL UNIQUE);
      CREATE TABLE child(id INTEGER PRIMARY KEY, v TEXT,
        \(column("code", &random)) REFERENCES parent(code) ON DELETE CASCADE);
      """
    )
    for (number, value) in Self.values.shuffled(using: &random).prefix(6).enumerated() {
      try? connection.execute("INSERT INTO parent VALUES(\(number + 1), \(value))")
    }
    for number in 1...12 {
      let value = Self.values.randomElement(using: &random) ?? "NULL"
      try? connection.execute("INSERT INTO child VALUES(\(number), 'c\(number)', \(value))")
    }
  }

  @Test func `A relationship leads where the database's own join does, in both directions`()
    async throws
  {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let folder = TemporaryFolder()
      let path = folder.path + "/test.db"
      try database(path, &random)
      let connection = try Connection(path: path, mode: .readOnly)
      let store = try await EntityStore.open(.file(path))
      let entity = try #require(store.model.entity(named: "Parent"))
      let child = try #require(store.model.entity(named: "Child"))
      let children = try #require(entity.relationships.first { $0.isToMany })
      let parent = try #require(child.relationships.first { !$0.isToMany })
      let schema = try connection.rows("SELECT sql FROM sqlite_schema") { $0.text(0) }
      let place: Comment = "seed \(seed): \(schema)"
      func ids(_ name: String, _ qualifier: Qualifier?) async throws -> [Int64] {
        let fetch = FetchSpecification(entityName: name, auxiliaryQualifier: qualifier)
        return try await store.window(fetch, from: .start, count: 99).records
          .compactMap { $0.id?.values.first }.compactMap {
            if case .int(let id) = $0 { id } else { nil }
          }
      }
      let parents = try await store.window(
        FetchSpecification(entityName: "Parent"),
        from: .start,
        count: 99
      ).records
      let counts = try await store.counts(of: children.name, from: parents.compactMap(\.id))
      for record in parents {
        let id = try #require(record.id)
        let own = try connection.rows(
          "SELECT child.id FROM parent JOIN child ON parent.code = child.code WHERE parent.id = ? ORDER BY 1",
          [.int(id.integerKey ?? 0)]
        ) { $0.int(0) }
        #expect(try await ids("Child", children.qualifier(from: record)) == own, place)
        #expect(counts[id] == own.count, place)
        let filters = [
          "\(children.name).@count = \(own.count)",
          "\(children.name).id in (\(own.map(String.init).joined(separator: ", ")))",
        ]
        for filter in filters where !filter.hasSuffix("()") {
          let found = try await ids("Parent", Qualifier.parse(filter).qualifier)
          #expect(found.contains(id.integerKey ?? 0), "\(filter), \(place)")
        }
      }
      let all = try await store.window(
        FetchSpecification(entityName: "Child"),
        from: .start,
        count: 99
      )
      for record in all.records {
        let id = try #require(record.id?.integerKey)
        let own = try connection.rows(
          "SELECT parent.id FROM parent JOIN child ON parent.code = child.code WHERE child.id = ?",
          [.int(id)]
        ) { $0.int(0) }
        let found = try await ids("Parent", parent.qualifier(from: record))
        #expect(found.sorted() == own.sorted(), "child \(id), \(place)")
      }
    }
  }

  @Test
  func
    `What goes along with a deletion is asked about, whatever the database takes for the same key`()
    async throws
  {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let folder = TemporaryFolder()
      let path = folder.path + "/test.db"
      try database(path, &random)
      let connection = try Connection(path: path, mode: .readWrite)
      let schema = try connection.rows("SELECT sql FROM sqlite_schema") { $0.text(0) }
      try connection.execute("PRAGMA foreign_keys=ON")
      let count = try connection.rows("SELECT count(*) FROM parent") { $0.int(0) }[0]
      for number in 1...max(1, count) {
        let store = try await EntityStore.open(.file(path))
        // Nobody sees the children: as long as one would go along, the deletion is refused.
        store.guardAccess(by: Restriction(conditions: ["Child": "id = 0"]))
        let before = try connection.rows("SELECT id FROM child") { $0.int(0) }
        try connection.execute("BEGIN")
        // `nil` where the database itself refuses.
        var goes: Int? = 0
        do {
          try connection.execute("DELETE FROM parent WHERE id = \(number)")
          let left = try connection.rows("SELECT count(*) FROM child") { $0.int(0) }[0]
          goes = before.count - Int(left)
        } catch { goes = nil }
        try connection.execute("ROLLBACK")
        let id = RecordID(entityName: "Parent", key: number)
        guard try await store.record(id) != nil else { continue }
        let joined = try connection.rows(
          "SELECT 1 FROM parent JOIN child ON parent.code = child.code WHERE parent.id = \(number)"
        ) { $0.int(0) }
        do throws(StoreError) {
          _ = try await store.save([.delete(id, original: [:])])
          #expect(goes == 0, "seed \(seed), parent \(number): \(schema)")
        } catch {
          // Where texts and numbers can meet it is refused rather than done unasked.
          let types = Set(joinedTypes(schema))
          let meets = types.count > 1 || !types.isDisjoint(with: ["", "BLOB"])
          guard goes == 0, joined.isEmpty, !meets else { continue }
          Issue.record("seed \(seed), parent \(number): \(error), \(schema)")
        }
      }
    }
  }

  /// Returns the declared types of the two columns of a key; empty for an untyped column.
  private func joinedTypes(_ schema: [String]) -> [String] {
    schema.compactMap { statement in
      guard let column = statement.firstRange(of: "code ").map({ statement[$0.upperBound...] })
      else { return nil }
      let word = column.prefix { $0 != " " && $0 != ")" }
      return ["COLLATE", "NOT", "REFERENCES"].contains(String(word)) ? "" : String(word)
    }
  }

  @Test(arguments: ["", " WITHOUT ROWID"])
  func `Objects joined by keys of two parts belong to both parts of one row`(suffix: String)
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE film(a INT, b INT, title TEXT, PRIMARY KEY(a, b))\(suffix);
      CREATE TABLE actor(a INT, b INT, name TEXT, PRIMARY KEY(a, b))\(suffix);
      CREATE TABLE film_actor(fa INT, fb INT, aa INT, ab INT, PRIMARY KEY(fa, fb, aa, ab),
        FOREIGN KEY(fa, fb) REFERENCES film(a, b), FOREIGN KEY(aa, ab) REFERENCES actor(a, b))\(suffix);
      INSERT INTO film VALUES(1, 1, 'one-one'), (1, 2, 'one-two'), (2, 1, 'two-one');
      INSERT INTO actor VALUES(1, 1, 'X'), (1, 2, 'Y'), (2, 2, 'Z');
      INSERT INTO film_actor VALUES(1, 2, 1, 1), (2, 1, 1, 1), (1, 1, 2, 2);
      """
    )
    let store = try await EntityStore.open(.file(path))
    let films = try await store.window(
      FetchSpecification(entityName: "Film"),
      from: .start,
      count: 9
    )
    var names: [String] = []
    for film in films.records {
      let actors = try #require(film.entity.relationship(named: "actors"))
      let fetch = FetchSpecification(
        entityName: "Actor",
        auxiliaryQualifier: actors.qualifier(from: film)
      )
      let found = try await store.window(fetch, from: .start, count: 9).records
      names.append(found.map { $0.value(forKey: "name")?.description ?? "" }.joined())
    }
    #expect(names == ["Z", "X", "X"])
  }
}
