import EntityStore
import Qualifiers

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
    let rows = try RawDatabase(path).prepare("SELECT * FROM big LIMIT \(count)").run()
    guard rows == count else { throw UsageError("the loop gave too few rows") }
  }
}
