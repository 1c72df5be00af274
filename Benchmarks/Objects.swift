import CSQLite
import EntityStore
import Glibc
import Qualifiers
import SQLite

extension Benchmark {
  static let fetch = Self("fetch", "100 000 objects with 8 attributes against a step/column loop") {
    context in
    let file = try context.bigTable.file()
    let count = min(100_000, context.bigTable.rows)
    let store = try await EntityStore.open(.file(file), readOnly: true)
    let fetch = FetchSpecification(entityName: "Big")
    var (loop, objects, readings): ([Duration], [Duration], [Duration]) = ([], [], [])
    // In turns, so that both see the same machine.
    for _ in 0..<9 {
      loop += try measure(1, warmUp: 0) { try readRows(file, count) }
      var records: [Record] = []
      objects += try await measure(1, warmUp: 0) {
        records = try await store.window(fetch, from: .start, count: count).records
      }
      guard records.count == count else { throw UsageError("the fetch gave too few rows") }
      var nulls = 0
      readings += measure(1, warmUp: 0) {
        for record in records {
          for position in record.layout.paths.indices where record.value(at: position).isNull {
            nulls += 1
          }
        }
      }
      guard nulls > 0 else { throw UsageError("some of the notes are null") }
    }
    let reference = Figure("step and column", Array(loop.dropFirst(2)))
    let ours = Figure("objects", Array(objects.dropFirst(2)))
    return [
      reference, ours, ours.ratio(to: reference, "objects : loop", budget: 1.6),
      Figure("making each of their values", Array(readings.dropFirst(2))),
    ]
  }

  /// Reads every column of `count` rows the way a C program does.
  private static func readRows(_ path: String, _ count: Int) throws {
    let database = try RawDatabase(path)
    let statement = try database.prepare("SELECT * FROM big LIMIT \(count)")
    defer { sqlite3_finalize(statement) }
    var sum = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<8 as Range<Int32> {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: sum &+= Int(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: sum &+= Int(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
          sum &+= Int(sqlite3_column_text(statement, column)?.pointee ?? 0)
          sum &+= Int(sqlite3_column_bytes(statement, column))
        default: break
        }
      }
    }
    guard sum != 0 else { throw UsageError("the loop read nothing") }
  }
}

extension Benchmark {
  static let save = Self(
    "save",
    "10 000 changed objects in one transaction against prepared statements"
  ) { context in
    let rows = 10_000
    let path = "\(context.bigTable.folder)/save.sqlite"
    try BigTable.make(at: path, rows: rows)
    defer { unlink(path) }
    var round: Int64 = 0
    let store = try await EntityStore.open(.file(path))
    var changes: [Change] = []
    var (plain, saved): ([Duration], [Duration]) = ([], [])
    for _ in 0..<9 {
      round += 1
      plain += try measure(1, warmUp: 0) { try writeRows(path, rows, round) }
      let window = try await store.window(
        FetchSpecification(entityName: "Big"),
        from: .start,
        count: rows
      )
      round += 1
      changes = window.records.compactMap { record in
        guard let id = record.id, let old = record.value(forKey: "qty") else { return nil }
        return .update(id, values: ["qty": .int(round)], original: ["qty": old])
      }
      guard changes.count == rows else { throw UsageError("the fetch gave too few rows") }
      saved += try await measure(1, warmUp: 0) { _ = try await store.save(changes) }
    }
    let reference = Figure("prepared statements", Array(plain.dropFirst(2)))
    let ours = Figure("changes saved", Array(saved.dropFirst(2)))
    return [reference, ours, ours.ratio(to: reference, "saved : prepared", budget: 1.5)]
  }

  /// Updates each row by its key the way a C program does.
  private static func writeRows(_ path: String, _ count: Int, _ value: Int64) throws {
    let database = try RawDatabase(path)
    try database.run("BEGIN IMMEDIATE")
    let statement = try database.prepare("UPDATE big SET qty = ?1 WHERE id = ?2")
    defer { sqlite3_finalize(statement) }
    for id in 1...count {
      sqlite3_bind_int64(statement, 1, value)
      sqlite3_bind_int64(statement, 2, Int64(id))
      guard sqlite3_step(statement) == SQLITE_DONE else { throw UsageError("an update failed") }
      sqlite3_reset(statement)
    }
    try database.run("COMMIT")
  }
}

/// The C library as it is, for comparison.
private final class RawDatabase {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let pointer else { throw UsageError("cannot open '\(path)'") }
    handle = pointer
  }

  deinit { sqlite3_close(handle) }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw UsageError("cannot prepare '\(sql)'")
    }
    return statement
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw UsageError("'\(sql)' failed")
    }
  }
}
