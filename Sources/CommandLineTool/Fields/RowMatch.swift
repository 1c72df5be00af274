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
    let names = positions.map { entity.attributes[$0].name }
    let identity = entity.identity.compactMap { name in names.firstIndex(of: name).map { key[$0] } }
    // Objects are found by their identity also where it is hidden, which no condition may compare.
    if identity.count == entity.identity.count, identity.count == key.count {
      return try await work.store.record(
        RecordID(entityName: entity.name, values: identity),
        paths: paths,
        maximumByteCount: EntityStore.pageByteCount
      )
    }
    let conditions = zip(names, key).map { Qualifier.equal(PropertyPath(components: [$0]), $1) }
    var fetch = FetchSpecification(
      entityName: entity.name,
      qualifier: .and(conditions),
      paths: paths
    )
    fetch.maximumByteCount = EntityStore.pageByteCount
    let equal = try await work.store.window(fetch, from: .start, count: 100)
    // A condition takes keys for equal that are not the same.
    let exact = equal.records.filter { record in
      zip(names, key).allSatisfy { record.technicalValue(forPath: [$0]) == $1 }
    }
    let found = exact.isEmpty || equal.hasMoreAfter ? equal.records : exact
    guard found.count < 2 else {
      let values = key.map { "'\($0.description.prefix(40))'" }.joined(separator: ", ")
      throw UsageError("\(name): several rows have \(values); --upsert needs a unique key")
    }
    return found.first
  }
}
