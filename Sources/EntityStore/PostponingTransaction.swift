import EntityModel
import Qualifiers

/// A save in which a change may have to wait until another row has given up the value that it wants.
protocol PostponingTransaction {
  /// What the database holds.
  var model: Model { get }
  /// Changes that wait, and inserts that refer to those.
  var postponed: [Change] { get set }
  /// Rows that stepped aside, by the identity that they have meanwhile, with the one they had.
  var aside: [RecordID: RecordID] { get set }
  /// The rows to be deleted.
  var deletions: [(id: RecordID, original: [String: Value])] { get }
  /// What was done so far.
  var result: SaveResult { get set }
  /// Looks whether a row is as it was read.
  func check(_ id: RecordID, _ original: [String: Value]) throws(StoreError)
  /// Writes one change.
  mutating func write(_ change: Change) throws(StoreError)
  /// Lets a row give up its values of some attributes, as long as it is as it was read.
  /// - Returns: the identity it has meanwhile; `nil` when no other values can stand there.
  mutating func stepAside(
    _ id: RecordID,
    givingUp attributes: Set<String>,
    original: [String: Value]
  ) throws(StoreError) -> RecordID?
  /// Whether the transaction goes on after a change that failed.
  var isAlive: Bool { get }
}

extension PostponingTransaction {
  /// Writes a change, or keeps it for later.
  /// - Returns: why a unique value keeps it back.
  mutating func postponing(_ change: Change) throws(StoreError) -> StoreError? {
    if change.refers(toInsertsAmong: postponed) {
      postponed.append(change)
      return nil
    }
    do throws(StoreError) {
      try write(change)
      return nil
    } catch {
      guard case .uniqueViolated = error, isAlive else { throw error }
      postponed.append(change)
      return error
    }
  }

  /// Writes what had to wait, as long as each round gets on; rows that want each other's values get them.
  ///
  /// - Throws: ``StoreError/uniqueViolated(entityName:attributes:)`` when nothing gives the value up.
  mutating func applyPostponed() throws(StoreError) {
    // A delete of the same save may have taken a row along: another must not get its key first and be changed for it.
    for case .update(let id, _, let original) in postponed { try check(id, original) }
    while !postponed.isEmpty {
      let waiting = postponed
      postponed = []
      var failures: [StoreError] = []
      for change in waiting {
        if let failure = try postponing(change) { failures.append(failure) }
      }
      guard postponed.count == waiting.count, let first = failures.first else { continue }
      guard try breakCycle(failures) else { throw first }
    }
    for (meanwhile, id) in aside {
      guard let final = result.changedIDs.removeValue(forKey: meanwhile) else { continue }
      if final != id { result.changedIDs[id] = final }
    }
  }

  /// Rows in a circle wait for each other for ever: one of them gives its value up before it gets another.
  /// - Returns: whether one did.
  private mutating func breakCycle(_ failures: [StoreError]) throws(StoreError) -> Bool {
    var wanted: Set<String> = []
    for case .uniqueViolated(_, let attributes) in failures { wanted.formUnion(attributes) }
    for (index, change) in postponed.enumerated() {
      guard case .update(let id, let values, let original) = change, aside[id] == nil else {
        continue
      }
      let given = wanted.intersection(values.keys)
      guard !given.isEmpty, model.entity(named: id.entityName)?.isReferred(to: given) == false,
        let meanwhile = try stepAside(id, givingUp: given, original: original)
      else { continue }
      aside[meanwhile] = id
      postponed[index] = .update(meanwhile, values: values, original: [:])
      return true
    }
    return false
  }
}

extension Entity {
  /// Whether rows of the entity's own table refer to it by one of the attributes.
  ///
  /// While keys of such a table move, SQLite (3.40 at least) loses count of the references that lead nowhere, and would
  /// commit a broken one.
  fileprivate func isReferred(to names: Set<String>) -> Bool {
    relationships.contains { relationship in
      relationship.destination?.tableName == tableName
        && relationship.definition.joins.contains {
          names.contains(relationship.isToMany ? $0.source : $0.destination)
        }
    }
  }
}
