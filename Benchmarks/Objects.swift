import EntityStore
import Qualifiers
import SQLiteStore
import Workspace

extension Benchmark {
  static let fetch = Self(
    "fetch",
    "100 000 objects with 8 attributes, and each of their values, against a step/column loop"
  ) { context in
    let file = try context.bigTable.file()
    let count = min(100_000, context.bigTable.rows)
    let store = try await EntityStore.open(.file(file), readOnly: true)
    let fetch = FetchSpecification(entityName: "Big")
    var (loop, objects, both): ([Effort], [Effort], [Effort]) = ([], [], [])
    // In turns, so that both see the same machine.
    for _ in 0..<9 {
      loop.append(try await Effort.measure { try readRows(file, count) })
      var records: [Record] = []
      func read() async throws {
        records = try await store.window(fetch, from: .start, count: count).records
        guard records.count == count else { throw UsageError("the fetch gave too few rows") }
      }
      objects.append(try await Effort.measure { try await read() })
      var nulls = 0
      let all = try await Effort.measure {
        try await read()
        let positions = records[0].layout.paths.indices
        for record in records {
          for position in positions where record.value(at: position).isNull { nulls += 1 }
        }
      }
      both.append(all)
      guard nulls > 0 else { throw UsageError("some of the notes are null") }
    }
    (loop, objects, both) = (
      Array(loop.dropFirst(2)), Array(objects.dropFirst(2)), Array(both.dropFirst(2))
    )
    return [
      Figure("step and column", loop.map(\.duration)),
      Figure("objects", objects.map(\.duration)),
      objects.ratio(to: loop, "objects : loop", budget: 1.6),
      Figure("objects, and each of their values read", both.map(\.duration)),
      both.ratio(to: loop, "with all values read : loop", budget: 2.2),
    ]
  }

  /// Reads every column of `count` rows the way a C program does.
  private static func readRows(_ path: String, _ count: Int) throws {
    let rows = try RawDatabase(path).prepare("SELECT * FROM big LIMIT \(count)").run()
    guard rows == count else { throw UsageError("the loop gave too few rows") }
  }
}
