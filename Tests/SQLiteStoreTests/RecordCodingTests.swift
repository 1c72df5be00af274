import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// A record that says of rows no more than what is other than before says the same as one that has all of them.
struct RecordCodingTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let script = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INT, c DATE, d REAL, e BLOB, f NUMERIC, g);
    CREATE TABLE noted(id INTEGER PRIMARY KEY, n INT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO t
    SELECT i, CASE i % 3 WHEN 0 THEN 'ä' WHEN 1 THEN 'plain ' || i END, i, date('2024-02-27', i || ' days'), i / 4.0,
      zeroblob(i % 5), i % 7, CASE i % 4 WHEN 0 THEN i WHEN 1 THEN 'x' WHEN 2 THEN 1.5 END FROM n;
    """

  private func dump() throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try ["t", "noted"].flatMap { table in
      try connection.rows("SELECT * FROM \(table) ORDER BY 1") { row in
        (0..<row.columnCount).map { "\(row.storageClass($0)) \(row.text($0))" }
          .joined(separator: "|")
      }
    }
  }

  private func value(of name: String, by random: inout SeededGenerator) -> Value {
    if Int.random(in: 0..<5, using: &random) == 0 { return .null }
    let number = Int64.random(in: 0..<4, using: &random)
    // What the column makes something else of, or keeps as what it is not for.
    switch (name, Int.random(in: 0..<8, using: &random)) {
    case ("a", 0), ("d", 0): return .int(number)
    case ("b", 0), ("f", 0): return .string(["3", "03", "3.5", "three"][Int(number)])
    case ("g", 0): return .string("\(number)")
    case ("b", 1): return .double(Double(number) / 2)
    default: break
    }
    return switch name {
    case "a": .string(["ä", "plain 1", "", String(repeating: "long ", count: 40)][Int(number)])
    case "c": .date(Date(timeIntervalSinceReferenceDate: Double(number) * 86_400))
    case "d": .double(Double(number) / 4)
    case "e": .data(Array(repeating: 7, count: Int(number)))
    default: .int(number)
    }
  }

  @Test(arguments: 0..<12)
  func `Updates of random values are recorded, written, read, undone and done again`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    try Connection(path: path, mode: .create).execute(Self.script)
    // Of some, a trigger changes the row again, or every third one.
    switch seed % 3 {
    case 1:
      try Connection(path: path, mode: .readWrite).execute(
        "CREATE TRIGGER again AFTER UPDATE ON t WHEN NEW.id % 3 = 0 BEGIN UPDATE t SET b = b + 1 WHERE id = NEW.id; END"
      )
    case 2:
      try Connection(path: path, mode: .readWrite).execute(
        "CREATE TRIGGER note AFTER UPDATE ON t BEGIN INSERT INTO noted(n) VALUES(NEW.b); END"
      )
    default: break
    }
    let store = try await EntityStore.open(.file(path))
    for _ in 0..<4 {
      let before = try dump()
      let names = ["a", "b", "c", "d", "e", "f", "g"].shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random))
      var ids = Array(Int64(1)...60)
      if Bool.random(using: &random) { ids.shuffle(using: &random) }
      let changes: [Change] = ids.map { id in
        var values: [String: Value] = [:]
        for name in names { values[name] = value(of: name, by: &random) }
        return .update(RecordID(entityName: "T", key: id), values: values, original: [:])
      }
      let record = try #require(try await store.save(changes, isRecorded: true).record)
      let after = try dump()
      let whole = SaveRecord(
        rows: record.rows,
        unrecorded: record.unrecorded,
        derived: record.derived
      )
      #expect(whole == record && whole.inverted == record.inverted)
      #expect(record.inverted.inverted == record)
      let read = try #require(try SaveRecord(coded: record.encoded(), in: store.model))
      #expect(read == record && read.rows == record.rows)
      for own in [record, whole, read] {
        try await store.revert(own)
        #expect(try dump() == before)
        try await store.revert(own.inverted)
        #expect(try dump() == after)
      }
    }
  }

  @Test func `A save of changed rows alone is written as it was noted`() async throws {
    try Connection(path: path, mode: .create).execute(Self.script)
    let store = try await EntityStore.open(.file(path))
    func record(_ value: (Int64) -> Value) async throws -> SaveRecord {
      let changes: [Change] = (Int64(1)...60).map { id in
        .update(
          RecordID(entityName: "T", key: id),
          values: ["b": value(id)],
          original: [:]
        )
      }
      return try #require(try await store.save(changes, isRecorded: true).record)
    }
    let all = try await record { .int($0 + 1) }
    #expect(all.encodedParts()[1] == all.bytes && all.rows.count == 60)
    // A row that is as it was before does not stand there.
    let some = try await record { .int($0 == 7 ? 8 : $0 + 2) }
    #expect(some.encodedParts()[1].count < some.bytes.count && some.rows.count == 59)
    #expect(all.inverted.encodedParts()[1] != all.bytes)
  }

  @Test func `What was written stays as it is while more is written`() {
    var writer = RecordWriter(capacity: 4)
    var parts: [Data] = []
    for number in 0..<200 {
      writer.write(integer: Int64(number) << 20)
      parts.append(writer.data)
    }
    for (shorter, longer) in zip(parts, parts.dropFirst()) {
      #expect(longer.count > shorter.count && longer.prefix(shorter.count) == shorter)
    }
  }
}
