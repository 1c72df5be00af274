import EntityStore
import Widgets
import Workspace

// The tags of a list: they hold on to identities, so that order, filters and reading again leave them.
extension ListModel {
  /// Whether a row is tagged.
  func isTagged(at position: Int) -> Bool { record(at: position).map(isTagged) ?? false }

  /// Whether an object is tagged.
  func isTagged(_ record: Record) -> Bool { record.id.map(tags.contains) ?? false }

  /// Tags other rows.
  func tag(_ change: (inout Tags) -> Void) {
    change(&tags)
    result.onChange()
  }

  /// Forgets the tags of rows that are gone.
  func forgetGoneTags() async {
    await forgetGoneIDs()
    guard result.isLoaded, !result.hasMoreBefore, !result.hasMoreAfter,
      tags.areNone(of: listed, count: result.rows.count)
    else { return }
    tag { $0.clear() }
  }

  private func forgetGoneIDs() async {
    let ids = tags.ids
    guard !ids.isEmpty else { return }
    let what: NamedSentence = "the tagged rows cannot be checked"
    let there = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      Set(try await work.store.records(ids, paths: []).keys)
    }
    guard let there, there.count < ids.count else { return }
    tag { $0.keep(only: there) }
  }

  /// Holds on to rows that were tagged as all of a filter which is another now; of too many that is given up.
  func settleTags() async {
    guard tags.isLost(in: listed) else { return }
    var ids: [RecordID]? = []
    do {
      try await BulkRows(list: self).forEachWindow(paths: []) { records in
        ids? += records.compactMap(\.id)
        if ids?.count ?? 0 > Self.tagLimit { ids = nil }
        return ids != nil
      }
    } catch { ids = nil }
    if ids == nil {
      work.presenter?.say("tags removed: too many rows to keep under another filter")
    }
    tag { $0.settle(on: ids ?? []) }
  }

  private static let tagLimit = 100_000
}
