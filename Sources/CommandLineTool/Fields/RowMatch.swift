import Editing
import EntityModel
import EntityStore
import Qualifiers
import Pages
import StandardKeys
import Workspace

/// A lookup of the stored objects that rows of an imported file update, by the key properties given with `--upsert`.
final class RowMatch {
  /// The attributes of the key, by their positions among those of the entity.
  let positions: [Int]
  private let entity: Entity
  private let work: WorkContext
  private let paths: [PropertyPath]

  /// Finds objects by the key that these properties make up.
  ///
  /// - Throws: ``UsageError`` for a property that there is not, or that no file can set.
  init(_ names: [String], of entity: Entity, in work: WorkContext) throws(UsageError) {
    (self.entity, self.work) = (entity, work)
    var positions: [Int] = []
    for name in names {
      do throws(UsageError) {
        positions += try ImportColumn(name, of: entity).positions
      } catch {
        throw UsageError("--upsert '\(name)': \(error.message)")
      }
    }
    self.positions = positions
    let scope = work.root.scoped(toTask: .edit).scoped(to: entity)
    paths = work.fetchPaths(forObjectOf: entity, in: scope)
  }

  /// The key as sentences name it.
  var name: String { positions.map { entity.attributes[$0].name }.joined(separator: ", ") }

  /// A key of a row: rows with the same values of the key's columns have the same.
  static func trace(of key: [Value]) -> [Value] {
    key.map { value in
      guard case .string(let text) = value else { return value }
      return .string(text.lowercased())
    }
  }

  /// The object with a key, ready to be changed; `nil` where there is none.
  ///
  /// - Throws: ``UsageError`` where several have it.
  func object(_ key: [Value]) async throws -> ManagedObject? {
    guard let record = try await record(key) else { return nil }
    // Nothing of the rows before is kept.
    return EditingContext(store: work.store).object(for: record)
  }

  private func record(_ key: [Value]) async throws -> Record? {
    let columns = zip(positions, key).map { (name: entity.attributes[$0].name, value: $1) }
    let conditions = columns.map { Qualifier.equal(PropertyPath(components: [$0.name]), $0.value) }
    var fetch = FetchSpecification(
      entityName: entity.name,
      qualifier: .and(conditions),
      paths: paths
    )
    fetch.maximumByteCount = EntityStore.pageByteCount
    let (exact, equal, hasMore) = try await work.store.records(fetch, of: entity, with: columns)
    let found = exact.isEmpty || hasMore ? equal : exact
    guard found.count < 2 else {
      let values = key.map { "'\($0.description.prefix(40))'" }.joined(separator: ", ")
      throw UsageError("\(name): several rows have \(values); --upsert needs a unique key")
    }
    return found.first
  }
}

extension EntityStore {
  /// Finds the objects with these values by a fetch: those with exactly these, and those that the database takes for equal.
  ///
  /// An object whose identity the values are is found also where that is hidden, which no condition may compare.
  func records(
    _ fetch: FetchSpecification,
    of entity: Entity,
    with columns: [(name: String, value: Value)]
  ) async throws(StoreError) -> (exact: [Record], equal: [Record], hasMore: Bool) {
    let identity = entity.identity.compactMap { name in
      columns.first { $0.name == name }?.value
    }
    if identity.count == entity.identity.count, identity.count == columns.count {
      let found = try await record(
        RecordID(entityName: entity.name, values: identity),
        paths: fetch.paths,
        maximumByteCount: fetch.maximumByteCount
      )
      let records = found.map { [$0] } ?? []
      return (records, records, false)
    }
    let equal = try await window(fetch, from: .start, count: 100)
    let exact = equal.records.filter { record in
      columns.allSatisfy { record.technicalValue(forPath: [$0.name]) == $0.value }
    }
    return (exact, equal.records, equal.hasMoreAfter)
  }
}
