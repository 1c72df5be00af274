package import EntityModel
public import Qualifiers

/// An insert, update or delete of one row in a save: its identity, original values and new values by attribute name.
package struct Change: Sendable, Hashable {
  /// The kind of statement.
  package let write: Entity.Write
  /// The identity of the row before the save; of a new row its entity alone.
  package var id: RecordID
  /// The values as read: what is compared for optimistic locking.
  package var original: [String: Value] = [:]
  /// The values that the row is given; what a new row leaves out gets the database's default.
  package var values: [String: Value] = [:]
  /// The attributes that take the key of a row inserted earlier in the same save, each with its token.
  package var references: [String: Int] = [:]
  /// The name of a new row in the result.
  package var token = 0

  /// A new row.
  package static func insert(
    entityName: String,
    values: [String: Value],
    references: [String: Int],
    token: Int
  ) -> Change {
    let id = RecordID(entityName: entityName, values: [])
    return Change(write: .insert, id: id, values: values, references: references, token: token)
  }

  /// A row that gets other values.
  package static func update(
    _ id: RecordID,
    values: [String: Value],
    original: [String: Value],
    references: [String: Int] = [:]
  ) -> Change {
    Change(write: .update, id: id, original: original, values: values, references: references)
  }

  /// A row that goes.
  package static func delete(_ id: RecordID, original: [String: Value]) -> Change {
    Change(write: .delete, id: id, original: original)
  }

  /// The entity of the row.
  package var entityName: String { id.entityName }

  /// The identity of a row that is in the database before the save.
  package var storedID: RecordID? { write == .insert ? nil : id }

  /// Whether the row takes a key from one of the rows that others insert.
  func refers(toInsertsAmong others: [Change]) -> Bool {
    guard !others.isEmpty, !references.isEmpty else { return false }
    return others.contains { $0.write == .insert && references.values.contains($0.token) }
  }

  /// The attributes that are given a value.
  package var writtenAttributes: Set<String> { Set(values.keys).union(references.keys) }
}

extension [String: Value] {
  /// The value under a name; of a single one the name is not hashed.
  @inlinable package func value(of name: String) -> Value? {
    guard count == 1, let first else { return self[name] }
    return first.key == name ? first.value : nil
  }
}

extension [Change] {
  /// The entities of the rows.
  package var entityNames: Set<String> {
    var names: Set<String> = []
    // Most are of the one before.
    var last: String?
    for change in self {
      let name = change.entityName
      guard name != last else { continue }
      last = name
      names.insert(name)
    }
    return names
  }

  /// Returns the end of a run of similar changes: the first index that the run does not include.
  ///
  /// The run consists of updates to one entity, without references to new rows, that leave the attributes `names` unchanged.
  package func endOfRun(
    from start: Int,
    of entityName: String,
    keeping names: [String]
  ) -> Int {
    let changes = span
    var index = start
    while index < count, changes[index].write == .update,
      changes[index].id.entityName == entityName, changes[index].references.isEmpty,
      !names.contains(where: { changes[index].values.value(of: $0) != nil })
    {
      index += 1
    }
    return index
  }
}
