import EntityModel
import EntityStore
import Formatting
import Workspace

/// The paged reader of saves, from the session and the save log, newest first.
///
/// Saves of which the user may see nothing are left out.
final class SaveReader {
  /// The selection of saves that the history page reads: all, those of one entity, or those of one row.
  enum Subject {
    case all
    /// The saves that changed rows of an entity.
    case entity(Entity)
    /// The saves that changed one row, including those under its former keys.
    case row(RecordID)
  }

  /// A save that is read, and what it did.
  private typealias Candidate = (entry: SaveHistory.Entry, record: SaveRecord?)

  private let work: WorkContext
  private let subject: Subject
  /// The current and former identities of the row.
  private var ids: Set<RecordID> = []
  /// The saves of the session that are not returned yet.
  private var own: ArraySlice<Candidate>
  private let ownNumbers: Set<Int64>
  /// The saves read from the log that are not returned yet.
  private var logged: ArraySlice<Candidate> = []
  /// The number of the save of the log that was read last.
  private var last: Int64?
  private var isLogRead: Bool

  /// Begins with the newest.
  init(work: WorkContext, of subject: Subject) {
    (self.work, self.subject) = (work, subject)
    let saves = work.saves.history.own
    own = saves.map { ($0, $0.record) }[...]
    ownNumbers = Set(saves.compactMap(\.number))
    isLogRead = work.saves.log == nil
    if case .row(let id) = subject { ids = [work.model.tableID(id)] }
  }

  /// The next saves, perhaps none of those that were looked at; `nil` where there are no more.
  func next() async throws(StoreError) -> [SaveHistory.Entry]? {
    if logged.isEmpty, !isLogRead { try await readLog() }
    var batch: [Candidate] = []
    while batch.count < Self.stretch {
      if let save = own.first, save.entry.moment >= logged.first?.entry.moment ?? -.infinity,
        isLogRead || !logged.isEmpty
      {
        batch.append(own.removeFirst())
      } else if let save = logged.popFirst() {
        batch.append(save)
      } else {
        break
      }
    }
    guard !batch.isEmpty else { return isLogRead ? nil : [] }
    let rows = batch.flatMap { isAskedFor($0.record) ? $0.record?.rows ?? [] : [] }
    let sight = try await SaveVisibility(of: rows, in: work)
    var saves: [SaveHistory.Entry] = []
    for save in batch { saves += [try await known(save, sight)].compactMap(\.self) }
    return saves
  }

  /// The number of saves to read at once.
  private nonisolated static let stretch = 50

  private func readLog() async throws(StoreError) {
    guard let log = work.saves.log else { return }
    let page = try await Self.page(of: log, before: last, work.model)
    for fault in page.compactMap(\.fault) { work.readFaults.note(fault, "a save cannot be read") }
    isLogRead = page.count < Self.stretch
    last = page.last?.save.number ?? last
    logged =
      page.filter { $0.save.state != .begun && !ownNumbers.contains($0.save.number) }
      .map { save, record, _ in
        let time = work.saves.timeText(save.time, in: work)
        var entry = SaveHistory.Entry(save, time: time)
        entry.isTakenBack = save.state == .takenBack
        return (entry, record)
      }[...]
  }

  /// On another thread: there may be many rows.
  @concurrent
  private static nonisolated func page(
    of log: any SaveLog,
    before number: Int64?,
    _ model: Model
  ) async throws(StoreError) -> [(save: LoggedSave, record: SaveRecord?, fault: StoreError?)] {
    var page: [(save: LoggedSave, record: SaveRecord?, fault: StoreError?)] = []
    for save in try log.saves(before: number, count: stretch) {
      let rows = try log.rows(of: save.number)
      do throws(StoreError) {
        let record = try rows.flatMap { (data) throws(StoreError) in
          try SaveRecord(coded: data, in: model)
        }
        page.append((save, record, nil))
      } catch { page.append((save, nil, error)) }
    }
    return page
  }

  private func isAskedFor(_ record: SaveRecord?) -> Bool {
    switch subject {
    case .all: true
    case .entity, .row: record?.rows.contains(where: isAskedFor) ?? false
    }
  }

  private func isAskedFor(_ row: SaveRecord.Row) -> Bool {
    switch subject {
    case .all: true
    case .entity(let entity):
      work.model.entity(named: row.id.entityName)?.tableKey == entity.tableKey
    case .row:
      [row.before?.id, row.after?.id].contains { id in
        id.map { ids.contains(work.model.tableID($0)) } ?? false
      }
    }
  }

  private func known(
    _ save: Candidate,
    _ sight: SaveVisibility
  ) async throws(StoreError) -> SaveHistory.Entry? {
    var entry = save.entry
    guard let record = save.record else {
      // Nobody else can tell whether all of it is hidden from them.
      guard case .all = subject, entry.userName == work.userName else {
        return nil
      }
      entry.summary = "changes not in the log"
      return entry
    }
    let rows = isAskedFor(record) ? record.rows.filter { sight.shows($0) } : []
    let asked = rows.filter { isAskedFor($0) }
    guard !asked.isEmpty else { return nil }
    if case .row = subject, !entry.isTakenBack {
      let former = asked.filter { $0.before?.id != $0.after?.id }.compactMap { $0.before?.id }
      ids.formUnion(former.map { work.model.tableID($0) })
    }
    entry.summary = try await sight.summary(of: rows)
    return entry
  }
}
