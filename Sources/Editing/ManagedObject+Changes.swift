import EntityModel
import EntityStore
import Qualifiers

extension ManagedObject {
  /// The row to insert: what was set, and what the database has no default for.
  func insertion() -> Change {
    var values: [String: Value] = [:]
    for attribute in entity.attributes where !attribute.definition.isGenerated {
      guard let value = snapshot.value(forKey: attribute.name) else { continue }
      if value.isNull, attribute.definition.hasDefault || references[attribute.name] != nil {
        continue
      }
      values[attribute.name] = value
    }
    return .insert(
      entityName: entity.name,
      values: values,
      references: references.mapValues(\.token),
      token: token
    )
  }

  /// The changed attributes and the values they had; `nil` for an object without identity.
  func update() -> Change? {
    guard let id = base.id else { return nil }
    var values: [String: Value] = [:]
    for key in changedKeys { values[key] = snapshot.value(forKey: key) }
    return .update(id, values: values, original: original(of: lockedKeys))
  }

  /// The row to delete; `nil` for an object without identity.
  func deletion() -> Change? {
    base.id.map { .delete($0, original: lockingPolicy == .all ? original(of: lockedKeys) : [:]) }
  }

  /// The attributes whose values are compared with those of the database.
  private var lockedKeys: Set<String> {
    switch lockingPolicy {
    case .changed: changedKeys
    case .all: Set(entity.attributes.filter { $0.type != .blob }.map(\.name))
    case .none: []
    }
  }

  private func original(of keys: Set<String>) -> [String: Value] {
    Dictionary(
      keys.compactMap { key in
        let original = originals[PropertyPath(components: [key])] ?? base.value(forKey: key)
        return original.map { (key, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension Record {
  /// This record if it holds all that `other` holds, else `other` with this one's values laid over it.
  func covering(_ other: Record) -> Record {
    let missing = other.layout.paths.indices.filter {
      layout.position(of: other.layout.paths[$0].components) == nil
    }
    if missing.isEmpty { return self }
    let paths = layout.paths + missing.map { other.layout.paths[$0] }
    return Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: id,
      values: values + missing.map { other.values[$0] },
      truncatedPositions: truncatedPositions.union(
        missing.enumerated().compactMap { index, position in
          other.truncatedPositions.contains(position) ? values.count + index : nil
        }
      )
    )
  }

  /// The same values as a stored row; without an identity when it has none.
  func stored(as id: RecordID?) -> Record { Record(layout: layout, id: id, values: values) }
}

/// Which values must not have changed elsewhere when an object is saved.
public nonisolated enum LockingPolicy: String, Sendable, CaseIterable {
  /// Those that are written.
  case changed
  /// All that were read, blobs left out.
  case all
  /// None: the last one to save wins.
  case none
}
