import EntityModel
import EntityStore
import Glibc
import MemoryStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Tests that the memory store and SQLite do the same for the same edits and fetches.
struct MemoryAdaptorTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  /// How many schemas are tried; `D2T_PROPERTY_CASES` counts saves, of which each schema has twenty.
  private static let schemas =
    getenv("D2T_PROPERTY_CASES").flatMap { Int(String(cString: $0)) }.map { max(1, $0 / 20) } ?? 15

  @Test func `Random edits of random schemas leave the same rows in a file and in memory`()
    async throws
  {
    var (saved, refused) = (0, 0)
    for seed in 0..<Self.schemas {
      var random = RandomDatabase(seed: UInt64(seed))
      unlink(path)
      try Connection(path: path, mode: .create).execute(random.script)
      let file = try await EntityStore.open(.file(path))
      let memory = EntityStore.inMemory(file.model)
      for step in 0..<20 {
        let known = try await memory.allRows()
        let changes = random.changes(of: file.model, known: known)
        let (left, right) = (await file.outcome(of: changes), await memory.outcome(of: changes))
        #expect(
          (left == "saved") == (right == "saved"),
          "seed \(seed) step \(step): \(left), \(right): \(changes)\n\(random.script)"
        )
        if left == "saved" { saved += 1 } else { refused += 1 }
        let (inFile, inMemory) = (try await file.allRows(), try await memory.allRows())
        guard inFile == inMemory else {
          Issue.record(
            "seed \(seed) step \(step): \(inFile.count) and \(inMemory.count) rows differ after \(changes)\n\(random.script)"
          )
          return
        }
      }
      await file.close()
    }
    #expect(saved > refused / 10 && refused > 0, "\(saved) saved, \(refused) refused")
  }

  @Test func `Two connections in any order lose no update and write no wrong row`() async throws {
    for seed in 0..<Self.schemas {
      var random = RandomDatabase(seed: UInt64(1_000 + seed))
      unlink(path)
      try Connection(path: path, mode: .create).execute(random.script)
      let stores = [
        try await EntityStore.open(.file(path)), try await EntityStore.open(.file(path)),
      ]
      let memory = EntityStore.inMemory(stores[0].model)
      // What each connection has read, which the other may have changed since.
      var known: [[RecordID: [String: Value]]] = [[:], [:]]
      for step in 0..<20 {
        let turn = random.random.below(2)
        if random.random.chance(30) { known[turn] = try await stores[turn].allRows() }
        let changes = random.changes(of: memory.model, known: known[turn])
        let left = await stores[turn].outcome(of: changes)
        // What SQLite would do to one of two rows is not asked of memory, which has no such doubt.
        if left.hasSuffix("save the new keys first") { continue }
        let right = await memory.outcome(of: changes)
        #expect(
          (left == "saved") == (right == "saved"),
          "seed \(seed) step \(step): \(left), \(right): \(changes)\n\(random.script)"
        )
      }
      let inMemory = try await memory.allRows()
      for store in stores {
        let inFile = try await store.allRows()
        #expect(inFile == inMemory, "seed \(seed)")
        await store.close()
      }
    }
  }

  @Test func `Fetches in memory give what a file gives, forwards, backwards and from any row`()
    async throws
  {
    let script = """
      CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT, weight INTEGER, maker_id INTEGER REFERENCES maker(id));
      INSERT INTO maker VALUES(1, 'Acme'), (2, 'Bolt'), (3, NULL);
      """
    try Connection(path: path, mode: .create).execute(script)
    let file = try await EntityStore.open(.file(path))
    let memory = EntityStore.inMemory(file.model)
    var changes = [1, 2, 3].map { number in
      Change.insert(
        entityName: "Maker",
        values: [
          "id": .int(number), "name": number == 3 ? .null : .string(number == 1 ? "Acme" : "Bolt"),
        ],
        references: [:],
        token: Int(number)
      )
    }
    _ = try await memory.save(changes)
    changes = (1...40).map { number in
      .insert(
        entityName: "Part",
        values: [
          "name": .string("part \(number * 7 % 40)"),
          "weight": number % 5 == 0 ? .null : .int(number % 6),
          "makerId": number % 4 == 0 ? .null : .int(number % 4),
        ],
        references: [:],
        token: Int(number)
      )
    }
    for store in [file, memory] { _ = try await store.save(changes) }
    for condition in [
      "weight > 2", "maker.name = 'Acme'", "not (weight = 3)", "maker is null",
      "weight is null or name like '*1*'",
    ] {
      for order in [["weight"], ["-weight", "name"], ["maker.name", "-name"], []] {
        let specification = FetchSpecification(
          entityName: "Part",
          qualifier: Qualifier.parse(condition).qualifier,
          sortOrderings: order.map { key in
            SortOrdering(
              PropertyPath(key.hasPrefix("-") ? String(key.dropFirst()) : key),
              descending: key.hasPrefix("-")
            )
          },
          paths: ["name", "weight", "maker.name"].map { PropertyPath($0) }
        )
        let place = "\(condition) by \(order)"
        #expect(try await file.count(specification) == memory.count(specification), "\(place)")
        let anchors: [WindowAnchor] = [
          .start, .end, .id(RecordID(entityName: "Part", values: [.int(17)])),
        ]
        for anchor in anchors {
          let left = try await file.window(specification, from: anchor, count: 7)
          let right = try await memory.window(specification, from: anchor, count: 7)
          #expect(left.records.map(\.id) == right.records.map(\.id), "\(place) from \(anchor)")
          #expect(
            left.records.map(\.values) == right.records.map(\.values),
            "\(place) from \(anchor)"
          )
          #expect(
            left.hasMoreBefore == right.hasMoreBefore && left.hasMoreAfter == right.hasMoreAfter
          )
          guard let a = left.cursors.last, let b = right.cursors.last else { continue }
          let next = try await file.window(specification, from: .after(a), count: 5)
          #expect(
            try await memory.window(specification, from: .after(b), count: 5).records.map(\.id)
              == next.records.map(\.id),
            "\(place)"
          )
          let before = try await file.window(specification, from: .before(a), count: 5)
          #expect(
            try await memory.window(specification, from: .before(b), count: 5).records.map(\.id)
              == before.records.map(\.id),
            "\(place)"
          )
        }
      }
    }
  }
}
