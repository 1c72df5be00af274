import EntityStore
import Observation
import Widgets
import Workspace

/// The saves of a history page, read as far as they are looked at.
@Observable
final class HistoryModel: @MainActor RowSource {
  private let session: Session
  private let subject: SaveReader.Subject
  @ObservationIgnored let cursor = ListCursor()
  /// What was read, the newest first.
  private var saves: [KnownSave] = []
  private var isWhole = false
  @ObservationIgnored private var positions: [Int64: Int] = [:]
  @ObservationIgnored private var reader: SaveReader
  @ObservationIgnored private var isReading = false
  /// For which scope and saves they were read, and whether of a log.
  @ObservationIgnored private var seen = (root: -1, saves: -1, isLogged: false)

  init(session: Session, of subject: SaveReader.Subject) {
    (self.session, self.subject) = (session, subject)
    reader = SaveReader(session: session, of: subject)
  }

  /// Reads them anew when something else was saved, or rules are others.
  func follow() {
    let now = (
      root: session.rootRevision, saves: session.saves.count, isLogged: session.saves.log != nil
    )
    guard seen != now else { return }
    seen = now
    reader = SaveReader(session: session, of: subject)
    read(upTo: max(saves.count, Self.stretch), into: [])
  }

  /// So many are read ahead.
  private static let stretch = 50

  private func read(upTo count: Int, into known: [KnownSave]) {
    isReading = true
    session.loads.run { [reader] in
      var known = known
      let read = await self.session.readFaults.value(orSay: "the log of saves is not read") {
        () async throws(StoreError) in
        while known.count < count {
          guard let saves = try await reader.next() else { return true }
          known += saves
        }
        return false
      }
      guard reader === self.reader else { return }
      self.saves = known
      self.positions = Dictionary(known.enumerated().map { ($1.entry.id, $0) }) { first, _ in first
      }
      self.isWhole = read ?? true
      self.isReading = false
    }
  }

  /// The save at `position`.
  func save(at position: Int) -> KnownSave? {
    saves.indices.contains(position) ? saves[position] : nil
  }

  /// The save under the cursor.
  var currentSave: KnownSave? { save(at: cursor.position) }

  var bounds: RowBounds { RowBounds(0..<saves.count, reachesEnd: isWhole) }

  func ensure(_ positions: Range<Int>) {
    guard positions.upperBound > saves.count, !isWhole, !isReading else { return }
    read(upTo: positions.upperBound + Self.stretch, into: saves)
  }

  func jump(to end: RowEnd) {
    guard end == .end, !isWhole, !isReading else { return }
    read(upTo: .max, into: saves)
  }

  func id(at position: Int) -> AnyID? { save(at: position).map { AnyID($0.entry.id) } }
  func position(of id: AnyID) -> Int? { id.value(as: Int64.self).flatMap { positions[$0] } }
}

extension PageState {
  /// The saves, if the page shows them.
  var history: HistoryModel? { self[HistoryModel.self] }
}
