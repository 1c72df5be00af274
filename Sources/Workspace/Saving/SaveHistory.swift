package import EntityStore

/// The undo history of this session: the saves that can be undone, and the undone saves that can be redone.
package struct SaveHistory {
  /// A save in the history that undo and redo use: its changes, time, user, summary, and whether it was undone.
  package struct Entry {
    /// A unique id: the log number, negative for saves kept in memory only.
    package let id: Int64
    /// The changes of the save; `nil` when they are only in the log.
    package let record: SaveRecord?
    /// The number of the save in the log; `nil` when it is not logged.
    package let number: Int64?
    /// Why it cannot be taken back.
    package let obstacle: String?
    /// When it was made, in seconds since 1970.
    package let moment: Double
    /// The hour and minute of it, behind the day where that is another.
    package let time: String
    package let userName: String
    /// The summary of the changes: `2 changes of Film “ALIEN”`.
    package var summary: String
    /// The side effects of undoing and of redoing the save, one sentence for each kind.
    package var companions: (back: [String], again: [String]) = ([], [])
    /// Whether it was taken back when it was listed.
    package var isTakenBack = false
    /// How many steps of editing were taken back before it was.
    package fileprivate(set) var laterSteps = 0

    fileprivate var rowCount: Int { record?.entries.count ?? 0 }

    /// `the save of 14:03 (2 changes of Film “ALIEN”)`.
    package var title: String { "the save of \(time)" + (summary.isEmpty ? "" : " (\(summary))") }
  }

  private var saves: [Entry] = []
  private var takenBack: [Entry] = []
  /// The undone saves that a newer save made impossible to redo.
  ///
  /// Only saves without a log number are kept here.
  private var past: [Entry] = []
  /// The saves that undo skips, because the user chose to leave them in place.
  private var left: [Entry] = []
  private var count: Int64 = 0
  /// Rows as pages knew them when they were saved, by their identities in tables: nothing else names those that are gone.
  package private(set) var named: [RecordID: Record] = [:]

  package init() {}

  /// The saves of this session, newest first, each with whether it was undone.
  package var own: [Entry] {
    var undone = takenBack + past
    for index in undone.indices { undone[index].isTakenBack = true }
    return (saves + left + undone).filter { $0.record != nil }.sorted { $0.moment > $1.moment }
  }

  /// Whether a save was taken back in this session.
  package func isTakenBack(_ entry: Entry) -> Bool {
    (takenBack + past).contains { $0.id == entry.id }
  }

  /// Whether a save is passed over.
  package func isLeft(_ entry: Entry) -> Bool { left.contains { $0.id == entry.id } }

  /// How many saves can be taken back.
  package var length: Int { saves.count }
  /// The save that is taken back next.
  package var last: Entry? { saves.last }

  /// The save that is made again next, unless steps of editing come first of which so many are left.
  package func next(before steps: Int) -> Entry? {
    takenBack.last.flatMap { $0.laterSteps < steps ? nil : $0 }
  }

  /// Something was saved; what was taken back before cannot be made again.
  package mutating func add(_ record: SaveRecord, number: Int64?, of save: LoggedSave, time: String)
  {
    guard !record.entries.isEmpty || !record.unrecorded.isEmpty else { return }
    count += 1
    saves.append(
      Entry(
        id: number ?? -count,
        record: record,
        number: number,
        obstacle: record.unrecorded.isEmpty
          ? nil : "some of its changes are not recorded",
        moment: save.time,
        time: time,
        userName: save.userName,
        summary: save.summary
      )
    )
    past = Array((past + takenBack.filter { $0.number == nil }).suffix(Self.limit))
    takenBack = []
    // The oldest go where there are many, or many rows of them; the last one stays.
    var rowCount = (saves + past + left).reduce(0) { $0 + $1.rowCount }
    while rowCount > Self.rowLimit, !past.isEmpty { rowCount -= past.removeFirst().rowCount }
    while rowCount > Self.rowLimit, !left.isEmpty { rowCount -= left.removeFirst().rowCount }
    while saves.count > Self.limit || (rowCount > Self.rowLimit && saves.count > 1) {
      rowCount -= saves.removeFirst().rowCount
    }
  }

  /// Keeps what names rows that were saved.
  package mutating func name(_ rows: [RecordID: Record]) {
    if named.count > Self.namedLimit { named = [:] }
    named.merge(rows) { $1 }
  }

  /// Knows of a save of an earlier session.
  package mutating func add(_ save: LoggedSave, time: String) {
    saves.append(Entry(save, time: time))
  }

  /// A save was taken back; of editing so many steps can be done again.
  package mutating func noteUndone(_ entry: Entry, with steps: Int) {
    var entry = entry
    if let index = saves.firstIndex(where: { $0.id == entry.id }) {
      entry = saves.remove(at: index)
    }
    left.removeAll { $0.id == entry.id }
    entry.laterSteps = steps
    takenBack.append(entry)
  }

  /// A save stays as it is, and the one before it is taken back next.
  package mutating func leave(_ entry: Entry) {
    guard let index = saves.firstIndex(where: { $0.id == entry.id }) else { return }
    left = (left + [saves.remove(at: index)]).suffix(Self.limit)
  }

  /// Records that the save undone last was redone.
  package mutating func noteRedone() {
    guard let entry = takenBack.popLast() else { return }
    saves.append(entry)
  }

  /// The most saves that can be undone.
  package static let limit = 100
  private static let rowLimit = 200_000
  private static let namedLimit = 10_000
}

extension SaveHistory.Entry {
  /// A save that is in the log alone.
  package init(_ save: LoggedSave, time: String) {
    self.init(
      id: save.number,
      record: nil,
      number: save.number,
      obstacle: save.omission.map { "\($0), and was kept until the program ended" },
      moment: save.time,
      time: time,
      userName: save.userName,
      summary: save.summary
    )
  }
}
