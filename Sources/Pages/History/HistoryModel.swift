import EntityStore
import Widgets
import Workspace

/// The outline of the history page: the saves read so far, newest first; more are read as the user scrolls.
final class HistoryModel {
  private let work: WorkContext
  private let subject: SaveReader.Subject
  let rows = OutlineModel<SaveHistory.Entry>()
  private var reader: SaveReader
  private var isReading = false
  /// The scope and saves for which they were read, and whether from a log.
  private var seen = (root: -1, saves: -1, isLogged: false)

  init(work: WorkContext, of subject: SaveReader.Subject) {
    (self.work, self.subject) = (work, subject)
    reader = SaveReader(work: work, of: subject)
    // Empty until the first saves are read.
    rows.more = { _ in }
  }

  /// Reads them anew when something else was saved, or rules are others.
  func follow() {
    let now = (
      root: work.rootRevision, saves: work.saves.count, isLogged: work.saves.log != nil
    )
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
      guard reader === self.reader else { return }
      self.isReading = false
      if anew { rows.begin(with: read) } else { rows.outline.append(read) }
      rows.more = isWhole ?? true ? nil : { [weak self] in self?.read(upTo: $0) }
    }
  }
}

extension PageState {
  /// The saves, if the page shows them.
  var history: HistoryModel? { self[HistoryModel.self] }
}
