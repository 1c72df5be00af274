import AccessControl
import EntityModel
import EntityStore
import Observation
import Widgets
import Workspace

/// The outline of the history page: the saves read so far, newest first; more are read as the user scrolls.
@Observable
final class HistoryModel {
  private let work: WorkContext
  private let subject: SaveReader.Subject
  @ObservationIgnored let rows = OutlineModel<SaveHistory.Entry>()
  @ObservationIgnored private var reader: SaveReader
  @ObservationIgnored private var isReading = false
  /// Whether rules hide something of what the saves are about, whether or not anything was saved.
  private var isRestricted = false
  /// The scope and saves for which they were read, and whether from a log.
  @ObservationIgnored private var seen = (root: -1, saves: -1, isLogged: false)

  init(work: WorkContext, of subject: SaveReader.Subject) {
    (self.work, self.subject) = (work, subject)
    reader = SaveReader(work: work, of: subject)
    // Empty until the first saves are read.
    rows.more = { _ in }
  }

  /// Reads them anew when something else was saved, or rules are others.
  func follow() {
    let now = (root: work.rootRevision, saves: work.saves.count, isLogged: work.saves.log != nil)
    guard seen != now else { return }
    seen = now
    reader = SaveReader(work: work, of: subject)
    isReading = false
    let known = rows.outline.count
    read(upTo: max(known, Self.stretch), anew: true)
  }

  /// The number of saves to read ahead at first.
  private static let stretch = 50

  private func read(upTo count: Int, anew: Bool = false) {
    guard !isReading else { return }
    isReading = true
    work.loads.run { [reader, rows] in
      var read: [OutlineRow<SaveHistory.Entry>] = []
      let known = anew ? 0 : rows.outline.count
      let isWhole = await self.work.readFaults.value(orSay: "the log of saves cannot be read") {
        () async throws(StoreError) in
        while known + read.count < count {
          guard let saves = try await reader.next() else { return true }
          read += saves.map { OutlineRow($0, depth: 0, id: AnyID($0.id)) }
        }
        return false
      }
      let isRestricted = known + read.count == 0 ? await self.findsRestriction() : false
      guard reader === self.reader else { return }
      self.isRestricted = isRestricted
      self.isReading = false
      if anew { rows.begin(with: read) } else { rows.outline.append(read) }
      rows.more = isWhole ?? true ? nil : { [weak self] in self?.read(upTo: $0) }
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
  /// Depends on the rights alone, so that it does not tell whether there are hidden saves.
  var emptyText: String {
    isRestricted ? "No save that you may see." : "No save to show yet."
  }
}
