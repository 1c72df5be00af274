import EntityStore
import Glibc
import SQLiteStore
import Workspace

extension Benchmark {
  static let undo = Self(
    "undo",
    "10 000 changed objects saved with their record in a log, against prepared statements; that save undone"
  ) { context in
    try makeFolder(context.folder)
    let (path, logPath) = ("\(context.folder)/undo.sqlite", "\(context.folder)/undo-log.sqlite")
    unlink(logPath)
    try BigTable.make(at: path, rows: PreparedUpdates.count)
    defer { for path in [path, logPath] { unlink(path) } }
    let updates = PreparedUpdates(path: path, first: 1)
    let saving = Saving(updates: updates)
    let log = try SQLiteSaveLog(path: logPath)
    let store = try await EntityStore.open(.file(path))
    var (plain, saved, undone): ([Effort], [Effort], [Effort]) = ([], [], [])
    for round in 0..<7 {
      plain.append(try await Effort.measure { try updates.write { $0 + 2 * round + 1 } })
      let changes = try await saving.changes(in: store)
      var record: SaveRecord?
      saved.append(
        try await Effort.measure { record = try await save(changes, in: store, logging: log) }
      )
      guard let record else { throw UsageError("the save gave no record") }
      undone.append(try await Effort.measure { try await store.revert(record) })
    }
    return [
      Figure("prepared statements", plain.map(\.duration)),
      Figure("saved with its record", saved.map(\.duration)),
      Figure("undone", undone.map(\.duration)),
      saved.ratio(to: plain, "saved with its record : prepared", budget: 2.2),
      undone.ratio(to: saved, "undone : saved", budget: 2),
    ]
  }

  /// Saves as a session does: what is about to be committed stands in the log before.
  private static func save(
    _ changes: [Change],
    in store: EntityStore,
    logging log: SQLiteSaveLog
  ) async throws -> SaveRecord? {
    try await store.save(changes, isRecorded: true) { result throws(StoreError) in
      guard let rows = result.record?.encodedParts() else {
        throw .unsupported("there is no record")
      }
      let save = LoggedSave(time: 0, userName: "bench", summary: "10 000 changes")
      try log.note(try log.begin(save, rows: rows, keeping: 10), as: .done)
      return []
    }
    .record
  }
}
