import Editing
import EntityStore
import Glibc
import SQLite
import SQLiteStore
import Testing
import TestSupport

@MainActor
struct RandomEditingTests {
  /// How many steps are done, forty on each file.
  private static let runs =
    getenv("D2T_PROPERTY_CASES").flatMap { Int(String(cString: $0)) }.map { max(1, $0 / 40) } ?? 30

  @Test func `Any edits, undone and done again, are saved as meant or not at all`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    let endings = ["", "-journal", "-wal", "-shm"]
    var tally: [String: Int] = [:]
    let first = getenv("D2T_PROPERTY_SEED").flatMap { Int(String(cString: $0)) } ?? 0
    for seed in first..<first + Self.runs {
      for ending in endings { unlink(path + ending) }
      let other = try Connection(path: path, mode: .create)
      try other.execute("PRAGMA journal_mode=\(seed % 2 == 0 ? "DELETE" : "WAL")")
      try other.execute("PRAGMA synchronous=OFF; " + RandomEditing.script)
      let store = try await EntityStore.open(.file(path))
      let editing = RandomEditing(
        EditingContext(store: store),
        other,
        SeededGenerator(seed: UInt64(seed)),
        name: "seed \(seed)"
      )
      for _ in 0..<40 { try await editing.step() }
      tally.merge(editing.tally) { $0 + $1 }
      await store.close()
    }
    if getenv("D2T_PROPERTY_CASES") != nil { print(tally.sorted { $0.key < $1.key }) }
    guard Self.runs >= 20 else { return }
    for outcome in ["saved", "conflict", "invalid", "mine", "theirs"] {
      #expect(tally[outcome, default: 0] > Self.runs / 20, "\(outcome): \(tally)")
    }
  }
}
