import CommandLineTool
import Editing
import EntityStore
import Glibc
import Pages
import Qualifiers
import RuleFiles
import SQLite

extension Benchmark {
  static let journal = Self(
    "journal",
    "what a key costs that is written to the journal of what is pending, with the rules that it asks"
  ) { context in
    let folder = "\(context.folder)/journal"
    mkdir(context.folder, 0o755)
    mkdir(folder, 0o755)
    let path = "\(folder)/film.db"
    unlink(path)
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES(1, 'ALIEN')"
    )
    return [
      try await typing(into: path, folder, behind: "", "a short text"),
      try await typing(
        into: path,
        folder,
        behind: String(repeating: "some words ", count: 10_000),
        "a text of 110 KB"
      ),
    ]
  }

  /// Letters behind a text; what is told is the difference to the same without a journal.
  @MainActor
  private static func typing(
    into path: String,
    _ folder: String,
    behind start: String,
    _ name: String
  ) async throws -> Figure {
    let session = try await Program(try Invocation(arguments: [path])).session()
    session.surroundings.variables = ["XDG_STATE_HOME": folder]
    await session.keepJournal()
    guard
      let record = try await session.store.record(RecordID(entityName: "Film", key: 1), paths: nil)
    else { throw UsageError("the row is not found") }
    let film = session.editing.object(for: record)
    var text = start
    var durations: [Duration] = []
    for _ in 0..<2000 {
      text += "x"
      film.set(.string(text), forAttribute: "title", isTyping: true)
      durations += measure(1, warmUp: 0) { session.journal.note(in: session) }
    }
    session.journal.end(in: session)
    await session.close()
    return Figure("\(name): a key", durations, budget: 200e-6)
  }
}
