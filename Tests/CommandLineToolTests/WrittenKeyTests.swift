import CommandLineTool
import SQLite
import SceneSupport
import TestSupport
import Testing

/// Tests that a reference leads to one object only, however its key is written and stored.
@MainActor
struct WrittenKeyTests: ShopFile {
  let folder = TemporaryFolder()

  private func make(_ script: String) throws {
    try Connection(path: path, mode: .create).execute(script)
  }

  private func file(_ option: String, _ text: String) -> [String] {
    [option, folder.write(Array(text.utf8), to: "own" + option)]
  }

  private nonisolated static let writings = [
    ("TIMESTAMP", ["2024-01-05 10:00:00", "2024-01-06 10:00:00", "2024-01-07T10:00:00"]),
    ("DATE", ["2024-01-05", "2024-01-05 00:00:00", "2024-01-06"]),
    ("TIME", ["10:00:00", "10:00", "11:00:00"]),
  ]

  @Test(arguments: writings)
  func `What is referred to is judged in every writing of its key`(
    type: String,
    keys: [String]
  ) async throws {
    try make(
      """
      CREATE TABLE slot(at \(type) PRIMARY KEY, locked BOOLEAN);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, title TEXT, at \(type) REFERENCES slot);
      INSERT INTO slot VALUES \(keys.map { "('\($0)', 0)" }.joined(separator: ", "));
      """
    )
    let rules = file("--rules", "object.slot.locked = true => isEntityCreatable = false")
    for key in keys {
      try script("UPDATE slot SET locked = at = '\(key)'")
      let csv = folder.write(Array("title,slot\nx,'\(key)'\n".utf8), to: "visits.csv")
      for words in [["insert", "Visit", "slot=\(key)"], ["import", "Visit", csv]] {
        let refused = try await run(all: words + rules)
        #expect(refused.code == 1, "\(key): \(refused)")
      }
      #expect(try rows("SELECT count(*) FROM visit") == ["0"])
    }
  }
}
