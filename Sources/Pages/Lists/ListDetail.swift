import EntityStore
import Observation
import Qualifiers
import RuleEngine
import StandardKeys
import Workspace

/// The loader for the object shown beside a list: reads all properties of the row under the cursor, and caches that record.
@Observable
final class ListDetail {
  @ObservationIgnored private unowned let list: ListModel
  private var record: Record?
  /// The rules by which it was read.
  @ObservationIgnored private var generation = 0

  init(list: ListModel) { self.list = list }

  /// The number of characters read of a long text, of which the detail view shows a few lines.
  private static let maximumLength = 16_384

  /// `record` with all that a page about it shows, once that was read.
  func whole(of record: Record) -> Record {
    guard let whole = self.record, whole.id == record.id else { return record }
    return list.work.editing.current(whole)
  }

  /// The rows are read anew: so is the object beside them.
  func forget() { record = nil }

  /// Whether more of `record` than the list has read of it is still to be read, as the rules of now want it.
  func isOutdated(for record: Record) -> Bool {
    guard record.id != nil else { return false }
    if self.record?.id == record.id { return generation != list.work.resolver.generation }
    return !record.holds(paths)
  }

  /// All that a page about an object of the list shows.
  private var paths: [PropertyPath] {
    let (work, entity) = (list.work, list.entity)
    return work.fetchPaths(forObjectOf: entity, in: work.root.scoped(to: entity))
  }

  /// Reads all of an object of the list.
  func load(_ record: Record) async {
    guard isOutdated(for: record), let id = record.id else { return }
    let work = list.work
    generation = work.resolver.generation
    let paths = paths
    let what: NamedSentence = "\(row: id) is shown as in the list"
    let full = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await work.store.record(
        id,
        paths: paths,
        maximumLength: Self.maximumLength,
        purpose: "detail"
      )
    }
    if let full, let full { self.record = full }
  }
}

extension Record {
  /// Whether the values at all of `paths` were fetched whole.
  fileprivate func holds(_ paths: [PropertyPath]) -> Bool {
    truncatedPositions.isEmpty
      && paths.allSatisfy { layout.position(of: $0.components) != nil }
  }
}
