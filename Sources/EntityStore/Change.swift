package import EntityModel
public import Qualifiers

/// One row to be written.
///
/// Values are by attribute name.
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

/// The result of a save: new identities, changed identities, and the record for undo.
package struct SaveResult: Sendable {
  /// The identity of each inserted row by its token.
  package var inserted: [Int: RecordID]
  /// The identity of each row whose key was changed, by its identity before.
  package var changedIDs: [RecordID: RecordID]
  /// By what the save can be undone, where that was asked for and the database can.
  package var record: SaveRecord?
  /// The statements that write, where the save was a trial and the database has such.
  package var statements: [LoggedStatement] = []

  /// The rows of which the identity was changed, the other way round.
  package var formerIDs: [RecordID: RecordID] {
    Dictionary(changedIDs.map { ($1, $0) }) { first, _ in first }
  }

  /// Creates a result from the identities of inserted and re-keyed rows.
  package init(inserted: [Int: RecordID], changedIDs: [RecordID: RecordID]) {
    (self.inserted, self.changedIDs) = (inserted, changedIDs)
  }
}

/// Says whether a write is allowed; asked for every change before the first statement.
///
/// The application builds it from the rules.
package protocol WriteGuard: Sendable {
  /// Why `change` is refused; `nil` when it is allowed.
  func refusal(of change: Change) async -> String?
  /// Why one of several changes is refused, the first that is; `nil` when all are allowed.
  func refusal(ofAny changes: [Change]) async -> String?
  /// Returns the index and reason of the first row whose insertion is refused; `nil` when all are allowed.
  func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)?
  /// Whether all of these rows may be inserted, whatever stands in each; if not, they are asked about one by one.
  func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool
  /// Whether some row might be kept from being deleted; if so, rows that go with others are asked about too, before the
  /// first is deleted.
  var mayRefuseDeletions: Bool { get async }
}

extension WriteGuard {
  /// Each is judged by itself.
  package func refusal(ofAny changes: [Change]) async -> String? {
    for change in changes {
      if let reason = await refusal(of: change) { return reason }
    }
    return nil
  }

  /// Each row is judged by itself.
  package func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    for (index, row) in rows.enumerated() {
      if let reason = await refusal(of: plan.change(row)) { return (index, reason) }
    }
    return nil
  }

  /// Each row is to be judged.
  package func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool { false }

  /// Whether some row might be kept from being deleted: as long as the guard does not know better.
  package var mayRefuseDeletions: Bool { get async { true } }
}

/// Why the store could not do what was asked.
public enum StoreError: Error, Sendable {
  /// The file is missing, a directory, locked, or not a database. The sentence names it and says what to do.
  case cannotOpen(String)
  /// No row has this identity, or the row is gone.
  case notFound(RecordID)
  /// Several rows have this identity, so that none can be told from the others.
  case ambiguous(RecordID)
  /// Another program changed the row since it was read.
  case changedByOther(RecordID)
  /// A unique constraint on these attributes.
  case uniqueViolated(entityName: String, attributes: [String])
  /// A value is missing.
  case nullViolated(entityName: String, attribute: String)
  /// A check constraint, with its name or text, and the attributes that it reads as far as they are known.
  case checkViolated(entityName: String, constraint: String, attributes: [String])
  /// A foreign key; the sentence says which.
  case referenceViolated(NamedSentence)
  /// A rule or mode forbids the write; the sentence says which.
  case refused(NamedSentence)
  /// A trigger of the database has refused to write to an entity, with its message and the attributes that it looked at, as far
  /// as they are known.
  case refusedByTrigger(message: String, entityName: String, attributes: [String])
  /// The statement touched no row, or more than one; nothing was written.
  case notExactlyOne(RecordID, touched: Int)
  /// Another program holds the file.
  case busy
  /// Interrupted by the user, or a newer request took its place.
  case cancelled
  /// The request exceeded this time limit.
  case timedOut(Duration)
  /// The entity, property or order is not known, or cannot be expressed; the sentence says what.
  case unsupported(NamedSentence)
  /// Anything else the database says: its message, and the statement.
  case database(message: String, sql: String?)
}
