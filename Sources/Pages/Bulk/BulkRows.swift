import EntityModel
import EntityStore
import Qualifiers
import Workspace

/// The rows that a bulk command works on: the tagged rows of a list, or all its rows when none is tagged.
final class BulkRows {
  let work: WorkContext
  let entity: Entity
  private let fetch: FetchSpecification
  private let tags: Tags
  private let timeLimit: Duration?

  /// Creates the rows of a list: the tagged ones, or all rows in the list where none is tagged.
  init(list: ListModel) {
    (work, entity, tags) = (list.work, list.entity, list.tags)
    fetch = list.listed
    timeLimit = list.scope.fetchTimeLimit
  }

  /// Some rows of a list, in this order.
  init(_ ids: [RecordID], of list: ListModel) {
    var tags = Tags()
    tags.settle(on: ids)
    (work, entity, self.tags) = (list.work, list.entity, tags)
    (fetch, timeLimit) = (list.listed, list.scope.fetchTimeLimit)
  }

  /// Whether a person has tagged them.
  var areTagged: Bool { !tags.isEmpty }

  /// How many there are.
  func count() async throws(StoreError) -> Int {
    guard tags.base == nil, areTagged else {
      return max(0, try await work.store.count(tags.base ?? fetch) - tags.idCount)
    }
    return try await work.store.records(tags.ids, paths: []).count
  }

  /// Hands the rows to `body`, many at a time, until that says it is enough; where all are meant that the list shows, those
  /// from one of them on.
  func forEachWindow(
    paths: [PropertyPath],
    inOrder isOrdered: Bool = false,
    from first: RecordID? = nil,
    _ body: ([Record]) async throws -> Bool
  ) async throws {
    if areTagged, tags.base == nil {
      let ids = tags.ids
      for start in stride(from: 0, to: ids.count, by: Self.readTogether) {
        let part = Array(ids[start..<min(start + Self.readTogether, ids.count)])
        let read = try await work.store.records(
          part,
          paths: paths,
          maximumByteCount: EntityStore.pageByteCount
        )
        guard try await body(part.compactMap { read[$0] }) else { return }
      }
      return
    }
    var all = tags.base ?? fetch
    (all.paths, all.maximumLength, all.maximumByteCount) = (paths, nil, EntityStore.pageByteCount)
    // Their order says nothing, unless it decides which they are.
    if all.fetchLimit == nil { all.sortOrderings = isOrdered ? fetch.sortOrderings : [] }
    let start = first.map(WindowAnchor.id) ?? .start
    try await work.forEachWindow(of: all, from: start, timeLimit: timeLimit) { records in
      try await body(areTagged ? records.filter { $0.id.map(tags.contains) ?? false } : records)
    }
  }

  private static let readTogether = 500
}
