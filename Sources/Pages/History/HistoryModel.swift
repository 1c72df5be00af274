import AccessControl
import EntityModel
import EntityStore
import Observation
import Widgets
import Workspace

/// The row source of the history page: the saves read so far, newest first; more are read as the user scrolls.
@Observable
final class HistoryModel: @MainActor RowSource {
  private let work: WorkContext
  private let subject: SaveReader.Subject
  @ObservationIgnored let cursor = ListCursor()
  /// The saves read so far, the newest first.
  private var saves: [SaveHistory.Entry] = []
  private var isWhole = false
  /// Whether rules hide something of what the saves are about, whether or not anything was saved.
  private var isRestricted = false
  @ObservationIgnored private var positions: [Int64: Int] = [:]
  @ObservationIgnored private var reader: SaveReader
  @ObservationIgnored private var isReading = false
  /// The scope and saves for which they were read, and whether from a log.
  @ObservationIgnored private var seen = (root: -1, saves: -1, isLogged: false)

  init(work: WorkContext, of subject: SaveReader.Subject) {
    (self.work, self.subject) = (work, subject)
    reader = SaveReader(work: work, of: subject)
  }

  /// Reads them anew when something else was saved, or rules are others.
  func follow() {
    let now = (
      root: work.rootRevision, saves: work.saves.count, isLogged: work.saves.log != nil
    )
    guard seen != now else { return }
    seen = now
    reader = SaveReader(work: work, of: subject)
    read(upTo: max(saves.count, Self.stretch), into: [])
  }

  /// The number of saves to read ahead.
  private static let stretch = 50

  private func read(upTo count: Int, into known: [SaveHistory.Entry]) {
    isReading = true
    work.loads.run { [reader] in
      var known = known
      let read = await self.work.readFaults.value(orSay: "the log of saves cannot be read") {
        () async throws(StoreError) in
        while known.count < count {
          guard let saves = try await reader.next() else { return true }
          known += saves
        }
        return false
      }
      let isRestricted = known.isEmpty ? await self.findsRestriction() : false
      guard reader === self.reader else { return }
      self.isRestricted = isRestricted
      self.saves = known
      self.positions = Dictionary(known.enumerated().map { ($1.id, $0) }) { first, _ in first }
      self.isWhole = read ?? true
      self.isReading = false
    }
  }

  private func findsRestriction() async -> Bool {
    let names: Set<String> =
      switch subject {
      case .all: Set(work.model.entities.map(\.name))
      case .entity(let entity): [entity.name]
      case .row(let id): [id.entityName]
      }
    return await !work.rights.accessGuard.rights(of: names).entities.isEmpty
  }

  /// The text shown without saves.
  ///
  /// It depends on the rights alone: whether there are hidden saves is hidden as well.
  var emptyText: String {
    isRestricted ? "No save that you may see." : "No save to show yet."
  }

  /// The save at `position`.
  func save(at position: Int) -> SaveHistory.Entry? {
    saves.indices.contains(position) ? saves[position] : nil
  }

  /// The save under the cursor.
  var currentSave: SaveHistory.Entry? { save(at: cursor.position) }

  var bounds: RowBounds { RowBounds(0..<saves.count, reachesEnd: isWhole) }

  func ensure(_ positions: Range<Int>) {
    guard positions.upperBound > saves.count, !isWhole, !isReading else { return }
    read(upTo: positions.upperBound + Self.stretch, into: saves)
  }

  func jump(to end: RowEnd) {
    guard end == .end, !isWhole, !isReading else { return }
    read(upTo: .max, into: saves)
  }

  func id(at position: Int) -> AnyID? { save(at: position).map { AnyID($0.id) } }
  func position(of id: AnyID) -> Int? { id.value(as: Int64.self).flatMap { positions[$0] } }
}

extension PageState {
  /// The saves, if the page shows them.
  var history: HistoryModel? { self[HistoryModel.self] }
}
