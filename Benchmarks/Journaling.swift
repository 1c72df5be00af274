import CommandLineTool
import Editing
import EntityStore
import Glibc
import Pages
import Qualifiers
import RuleFiles
import SQLite
import Workspace

extension Benchmark {
  static let journal = Self(
    "journal",
    "what a key costs that an object is given and that is written to the journal, with the rules that it asks"
  ) { context in
    let folder = "\(context.folder)/journal"
    mkdir(context.folder, 0o755)
    mkdir(folder, 0o755)
    let path = "\(folder)/film.db"
    unlink(path)
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES(1, 'ALIEN')"
    )
    let long = String(repeating: "some words ", count: 10_000)
    return try await typing(into: path, folder, behind: "", "a short text")
      + typing(into: path, folder, behind: long, "a text of 110 KB")
  }

  /// Letters behind a text: what the object takes for each, and what the journal does.
  @MainActor
  private static func typing(
    into path: String,
    _ folder: String,
    behind start: String,
    _ name: String
  ) async throws -> [Figure] {
    let session = try await Program(try Invocation(arguments: [path])).session()
    session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder]
    await session.keepJournal()
    guard
      let record = try await session.work.store.record(
        RecordID(entityName: "Film", key: 1),
        paths: nil
      )
    else { throw UsageError("the row is not found") }
    let film = session.work.editing.object(for: record)
    var text = start
    var (given, written): ([Duration], [Duration]) = ([], [])
    for _ in 0..<2000 {
      text += "x"
      given += measure(1, warmUp: 0) {
        film.set(.string(text), forAttribute: "title", isTyping: true)
      }
      written += measure(1, warmUp: 0) { session.work.journal.note(in: session.work) }
    }
    session.work.journal.end(in: session.work)
    await session.close()
    return [
      Figure("\(name): a key given to the object", given, budget: 200e-6),
      Figure("\(name): a key written", written, budget: 200e-6),
    ]
  }
}
