import EntityStore

/// The saves of this session that can be taken back, and those that were and can be made again.
struct SaveHistory {
  /// A save.
  struct Entry {
    /// What it did; `nil` where that is in the log only.
    let record: SaveRecord?
    /// What names it in the log; `nil` where it is not there.
    let number: Int64?
    /// Why it cannot be taken back.
    let obstacle: String?
    /// The hour and minute of it, behind the day where that is another.
    let time: String
    /// What it changed: `2 changes of Film “ALIEN”`.
    let summary: String
    /// How many steps of editing were taken back before it was.
    fileprivate(set) var laterSteps = 0

    fileprivate var rowCount: Int { record?.rows.count ?? 0 }

    /// `the save of 14:03 (2 changes of Film “ALIEN”)`.
    var title: String { "the save of \(time) (\(summary))" }
  }

  private var saves: [Entry] = []
  private var takenBack: [Entry] = []

  /// The save that is taken back next.
  var last: Entry? { saves.last }

  /// The save that is made again next, unless steps of editing come first of which so many are left.
  func next(before steps: Int) -> Entry? {
    takenBack.last.flatMap { $0.laterSteps < steps ? nil : $0 }
  }

  /// Something was saved; what was taken back before cannot be made again.
  mutating func add(_ record: SaveRecord, _ number: Int64?, time: String, summary: String) {
    guard !record.rows.isEmpty || !record.unrecorded.isEmpty else { return }
    let obstacle =
      record.unrecorded.isEmpty ? nil : "of some of what it has changed no record is kept"
    saves.append(
      Entry(record: record, number: number, obstacle: obstacle, time: time, summary: summary)
    )
    takenBack = []
    // The oldest go where there are many, or many rows of them; the last one stays.
    var rowCount = saves.reduce(0) { $0 + $1.rowCount }
    while saves.count > Self.limit || (rowCount > Self.rowLimit && saves.count > 1) {
      rowCount -= saves.removeFirst().rowCount
    }
  }

  /// Knows of a save of an earlier session.
  mutating func add(_ save: LoggedSave, time: String) {
    let obstacle = save.omission.map { "\($0), and was kept until the program ended" }
    saves.append(
      Entry(
        record: nil,
        number: save.number,
        obstacle: obstacle,
        time: time,
        summary: save.summary
      )
    )
  }

  /// The last save was taken back; of editing so many steps can be done again.
  mutating func noteTakenBack(with steps: Int) {
    guard var entry = saves.popLast() else { return }
    entry.laterSteps = steps
    takenBack.append(entry)
  }

  /// What was taken back last was made again.
  mutating func noteMadeAgain() {
    guard let entry = takenBack.popLast() else { return }
    saves.append(entry)
  }

  private static let limit = 100
  private static let rowLimit = 200_000
}
