import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEngine
import StandardKeys

/// The object beside a list, whole, as a page about it shows it.
@Observable
final class ListDetail {
  @ObservationIgnored private unowned let list: ListModel
  private var record: Record?
  /// The rules by which it was read.
  @ObservationIgnored private var generation = 0

  init(list: ListModel) { self.list = list }

  /// So much of a text, of which a few lines are shown.
  private static let maximumLength = 16_384

  /// `record` with all that a page about it shows, once that was read.
  func whole(of record: Record) -> Record {
    guard let whole = self.record, whole.id == record.id else { return record }
    return list.session.editing.current(whole)
  }

  /// The rows are read anew: so is the object beside them.
  func forget() { record = nil }

  /// Reads all of an object of the list.
  func load(_ record: Record) async {
    let (session, entity) = (list.session, list.entity)
    let now = session.resolver.generation
    guard let id = record.id, self.record?.id != id || generation != now else { return }
    generation = now
    let paths = session.fetchPaths(forObjectOf: entity, in: session.root.scoped(to: entity))
    if let row = row(id, of: record.entity), row.holds(paths) {
      self.record = row
      return
    }
    let what = "\(id.text) is shown as the list read it"
    let full = await session.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await session.store.record(
        id,
        paths: paths,
        maximumLength: Self.maximumLength,
        purpose: "detail"
      )
    }
    if let full, let full { self.record = full }
  }

  /// What the list has read of an object, where that is one row, and of now.
  ///
  /// While the list is read again its rows are those from before; of a view several rows may have one key.
  private func row(_ id: RecordID, of entity: Entity) -> Record? {
    guard entity.definition.kind != .view, !list.result.isLoading else { return nil }
    return list.result.position(of: id).flatMap { list.result.row(at: $0)?.record }
  }
}

extension Record {
  /// Whether the values at all of `paths` were fetched whole.
  fileprivate func holds(_ paths: [PropertyPath]) -> Bool {
    truncatedPositions.isEmpty
      && paths.allSatisfy { layout.position(of: $0.components) != nil }
  }
}
