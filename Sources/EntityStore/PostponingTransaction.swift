import EntityModel
import Qualifiers

/// A save in which a change may have to wait until another row has given up the value that it wants.
protocol PostponingTransaction {
  /// What the database holds.
  var model: Model { get }
  /// Changes that wait, and inserts that refer to those.
  var postponed: [Change] { get set }
  /// Rows that stepped aside, by the identity that they have meanwhile.
  var aside: [RecordID: RowAside] { get set }
  /// How often a row stepped aside.
  var stepCount: Int { get set }
  /// The rows to be deleted.
  var deletions: [(id: RecordID, original: [String: Value])] { get }
  /// What was done so far.
  var result: SaveResult { get set }
  /// Looks whether a row is as it was read.
  func check(_ id: RecordID, _ original: [String: Value]) throws(StoreError)
  /// Writes one change.
  mutating func write(_ change: Change) throws(StoreError)
  /// Lets a row give up its values of some attributes, as long as it is as it was read, for others than are `wanted`.
  /// - Returns: the identity it has meanwhile; `nil` when no other values can stand there.
  mutating func stepAside(
    _ id: RecordID,
    givingUp attributes: Set<String>,
    wanted: [String: Set<Value>],
    original: [String: Value]
  ) throws(StoreError) -> RecordID?
  /// Whether the transaction goes on after a change that failed.
  var isAlive: Bool { get }
}

/// A row that gave values up and waits for others.
struct RowAside {
  /// The identity that it had.
  let id: RecordID
  /// What it gave up.
  let attributes: Set<String>
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
      if case .update(let id, _, _) = change, let row = aside[id] {
        try write(change, of: row, meanwhile: id)
      } else {
        try write(change)
      }
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
      let isStuck = postponed.count == waiting.count
      // A long chain in an unlucky order gets on by one row in each round.
      let isSlow = postponed.count > Self.shortChain && postponed.count > waiting.count / 2
      guard let first = failures.first, isStuck || isSlow else { continue }
      guard try makeWay(failures, isStuck: isStuck) || !isStuck else { throw first }
    }
  }

  /// Writes what a row waited for, and tells of it under the identity that the row had.
  private mutating func write(
    _ change: Change,
    of row: RowAside,
    meanwhile: RecordID
  ) throws(StoreError) {
    // What it is called meanwhile may be what another row was called that has its values already.
    let other = result.changedIDs.removeValue(forKey: meanwhile)
    defer { if let other, meanwhile != row.id { result.changedIDs[meanwhile] = other } }
    try write(change)
    let final = result.changedIDs.removeValue(forKey: meanwhile) ?? meanwhile
    aside[meanwhile] = nil
    if final != row.id { result.changedIDs[row.id] = final }
  }

  /// Rows in a circle wait for each other for ever: all that can give their values up before they get others.
  /// - Returns: whether one did.
  private mutating func makeWay(
    _ failures: [StoreError],
    isStuck: Bool
  ) throws(StoreError) -> Bool {
    var wanted: Set<String> = []
    for case .uniqueViolated(_, let attributes) in failures { wanted.formUnion(attributes) }
    // Who stood aside where another wants to go would only make another circle.
    var values: [String: Set<Value>] = [:]
    for case .update(_, let new, _) in postponed {
      for (name, value) in new where wanted.contains(name) {
        values[name, default: []].insert(value)
      }
    }
    var hasMoved = false
    for (index, change) in postponed.enumerated() {
      guard case .update(let id, let new, let original) = change else { continue }
      // What a row gave up before it does not hold any more.
      let before = aside[id] ?? RowAside(id: id, attributes: [])
      guard let entity = model.entity(named: id.entityName) else { continue }
      // A row without its key for a while is one that others refer to and that is not there.
      let given = wanted.intersection(new.keys).subtracting(before.attributes)
        .subtracting(entity.identity)
      guard !given.isEmpty, !entity.isReferred(to: given) else { continue }
      guard
        let meanwhile = try stepAside(id, givingUp: given, wanted: values, original: original)
      else {
        // Where there is no room left, looking for it costs more than another round.
        if hasMoved || !isStuck { break }
        continue
      }
      aside[id] = nil
      aside[meanwhile] = RowAside(id: before.id, attributes: before.attributes.union(given))
      postponed[index] = .update(meanwhile, values: new, original: [:])
      stepCount += 1
      hasMoved = true
    }
    return hasMoved
  }

  /// How many rows may wait for each other without any stepping aside.
  private static var shortChain: Int { 16 }
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
