import EntityModel
import EntityStore
import Qualifiers

/// The identities that rows of a save have after another row of it was renamed (`ON UPDATE CASCADE`): nobody tells them.
struct CascadedKeys {
  private let adaptor: SQLiteAdaptor
  private let changes: [Change]
  /// What the changes write in place of what, by table and attribute, where others refer to it.
  private let renamings: [TableName: [String: [Value: Value]]]

  init(adaptor: SQLiteAdaptor, changes: [Change]) {
    (self.adaptor, self.changes) = (adaptor, changes)
    var found: [TableName: [String: [Value: Value]]] = [:]
    var referred: [String: Set<String>] = [:]
    for case .update(let id, let values, let original, _) in changes {
      guard let entity = adaptor.model.entity(named: id.entityName) else { continue }
      let names = referred[entity.name] ?? entity.referredNames
      referred[entity.name] = names
      for name in names {
        guard let new = values[name] else { continue }
        let part = entity.identity.firstIndex(of: name)
        guard let old = original[name] ?? part.map({ id.values[$0] }) else { continue }
        found[entity.definition.table, default: [:]][name, default: [:]][old] = new
      }
    }
    renamings = found
  }

  /// What a save did, with the identities of rows that took another key along.
  ///
  /// A row has moved when none has its identity any more and one has that with the new keys.
  func following(_ result: SaveResult) throws(StoreError) -> SaveResult {
    var result = result
    // Only a save that writes what others refer to moves rows that it does not name.
    guard !renamings.isEmpty else { return result }
    for change in changes {
      switch change {
      case .insert(_, _, _, let token):
        guard let id = result.inserted[token], let moved = try moved(id) else { continue }
        result.inserted[token] = moved
      case .update(let id, _, _, _):
        guard let moved = try moved(result.changedIDs[id] ?? id) else { continue }
        result.changedIDs[id] = moved
      case .delete: continue
      }
    }
    return result
  }

  /// The identity of a row that had another before; `nil` where it has not moved.
  func moved(_ id: RecordID) throws(StoreError) -> RecordID? {
    guard !renamings.isEmpty, let entity = adaptor.model.entity(named: id.entityName),
      entity.identity.count == id.values.count
    else { return nil }
    var values = id.values
    for (index, name) in entity.identity.enumerated() {
      var passed: Set<String> = []
      if let new = renamed(values[index], name, of: entity, &passed) { values[index] = new }
    }
    guard values != id.values, try !exists(id) else { return nil }
    let moved = RecordID(entityName: id.entityName, values: values)
    return try exists(moved) ? moved : nil
  }

  private func exists(_ id: RecordID) throws(StoreError) -> Bool {
    try adaptor.record(id, paths: [], restrictions: [:]) != nil
  }

  /// What a value has become that refers, over any number of rows, to one that the save writes; `nil` where it is as before.
  private func renamed(
    _ value: Value,
    _ name: String,
    of entity: Entity,
    _ passed: inout Set<String>
  ) -> Value? {
    guard passed.insert("\(entity.name).\(name)").inserted else { return nil }
    for relationship in entity.relationships
    where !relationship.isToMany && relationship.definition.path.isEmpty {
      guard let target = relationship.destination,
        let join = relationship.definition.joins.first(where: { $0.source == name })
      else { continue }
      if let new = renamings[target.definition.table]?[join.destination]?[value] { return new }
      if let new = renamed(value, join.destination, of: target, &passed) { return new }
    }
    return nil
  }
}

extension Entity {
  /// The attributes to which rows of others refer.
  fileprivate var referredNames: Set<String> {
    var names: Set<String> = []
    for relationship in relationships
    where relationship.isToMany && relationship.definition.path.isEmpty {
      names.formUnion(relationship.definition.joins.map(\.source))
    }
    return names
  }
}
