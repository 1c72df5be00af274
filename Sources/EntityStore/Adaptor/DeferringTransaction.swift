package import EntityModel
package import Qualifiers

/// A save transaction that can postpone a change until another row has given up the unique value that the change needs.
package protocol DeferringTransaction {
  /// The model of the database.
  var model: Model { get }
  /// Changes that wait, and inserts that refer to those.
  var postponed: [Change] { get set }
  /// The attributes whose values rows gave up when they stepped aside.
  var aside: [RecordID: Set<String>] { get set }
  /// How often a row stepped aside.
  var stepCount: Int { get set }
  /// The identities that rows have from this save, each as ``EntityModel/Model/tableID(_:)``.
  var taken: Set<RecordID> { get set }
  /// The rows to be deleted.
  var deletions: [Change] { get }
  /// The result of the save so far.
  var result: SaveResult { get set }
  /// Whether rows are found where they are by now, whatever identity others have taken from them.
  var followsRows: Bool { get }
  /// The identities before the save by those now, of rows that have got others.
  var formerIDs: [RecordID: RecordID] { get }
  /// Looks whether a row is as it was read.
  func check(_ change: Change) throws(StoreError)
  /// Writes one change.
  mutating func write(_ change: Change) throws(StoreError)
  /// Lets a row give up its values of some attributes, as long as it is as it was read, for others than are `wanted`.
  /// - Returns: whether other values can stand there.
  mutating func writePlaceholderKeys(
    _ change: Change,
    givingUp attributes: Set<String>,
    wanted: [String: Set<Value>]
  ) throws(StoreError) -> Bool
  /// Whether the transaction goes on after a change that failed.
  var isAlive: Bool { get }
}

extension DeferringTransaction {
  package var followsRows: Bool { false }

  package var formerIDs: [RecordID: RecordID] { result.formerIDs }

  /// Writes a change, or keeps it for later.
  /// - Returns: why a unique value keeps it back.
  package mutating func postponing(_ change: Change) throws(StoreError) -> StoreError? {
    if change.refers(toInsertsAmong: postponed) {
      postponed.append(change)
      return nil
    }
    if change.write == .update, isTaken(change.id) { throw .notFound(change.id) }
    do throws(StoreError) {
      try write(change)
    } catch {
      guard case .uniqueViolated = error, isAlive else { throw error }
      postponed.append(change)
      return error
    }
    if let id = change.writtenID(in: result), id != change.storedID {
      taken.insert(model.tableID(id))
    }
    return nil
  }

  /// Whether a row has an identity from this save: then the row that was meant is gone, and the database has given its
  /// number to a new one, or another has moved there.
  private func isTaken(_ id: RecordID) -> Bool {
    !followsRows && !taken.isEmpty && taken.contains(model.tableID(id))
  }

  /// No row to be deleted is one that this save has put in the place of the one that was meant.
  package func checkDeletions() throws(StoreError) {
    if let gone = deletions.first(where: { isTaken($0.id) }) { throw .notFound(gone.id) }
  }

  /// Writes what had to wait, as long as each round gets on; rows that want each other's values get them.
  ///
  /// - Throws: ``StoreError/uniqueViolated(entityName:attributes:)`` when nothing gives the value up,
  ///   ``StoreError/refused(_:)`` when rows want each other's keys.
  package mutating func applyPostponed() throws(StoreError) {
    // A delete of the same save may have taken a row along: another must not get its key first and be changed for it.
    for change in postponed where change.write == .update { try check(change) }
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
      guard try makeWay(failures, isStuck: isStuck) || !isStuck else { throw keyExchange ?? first }
    }
  }

  /// Rows in a circle wait for each other for ever: all that can give their values up before they get others.
  /// - Returns: whether one did.
  private mutating func makeWay(
    _ failures: [StoreError],
    isStuck: Bool
  ) throws(StoreError) -> Bool {
    var wanted: Set<String> = []
    for case .uniqueViolated(_, let attributes) in failures { wanted.formUnion(attributes) }
    // A row that stood aside where another wants to go would only make another circle.
    var values: [String: Set<Value>] = [:]
    for change in postponed where change.write == .update {
      for (name, value) in change.values where wanted.contains(name) {
        values[name, default: []].insert(value)
      }
    }
    var hasMoved = false
    for (index, change) in postponed.enumerated() {
      guard change.write == .update, let entity = model.entity(named: change.entityName) else {
        continue
      }
      // What a row gave up before it does not hold any more. A row without its key for a while is one that others
      // refer to and that is not there.
      let given = wanted.intersection(change.values.keys).subtracting(aside[change.id] ?? [])
        .subtracting(entity.identity)
      guard !given.isEmpty, !entity.isReferred(to: given) else { continue }
      guard try writePlaceholderKeys(change, givingUp: given, wanted: values) else {
        // Where there is no room left, looking for it costs more than another round.
        if hasMoved || !isStuck { break }
        continue
      }
      aside[change.id, default: []].formUnion(given)
      postponed[index].original = [:]
      stepCount += 1
      hasMoved = true
    }
    return hasMoved
  }

  /// The error for postponed rows that exchange their keys in a circle; `nil` when there is no circle.
  private var keyExchange: StoreError? {
    var wanted: [RecordID: RecordID] = [:]
    for change in postponed where change.write == .update {
      guard let entity = model.entity(named: change.entityName) else { continue }
      let key = zip(entity.identity, change.id.values).map { change.values[$0] ?? $1 }
      wanted[change.id] = RecordID(entityName: change.entityName, values: key)
    }
    // Each row is passed once: a way that comes to one that was passed before on it has gone in a circle.
    var passed: [RecordID: RecordID] = [:]
    for start in wanted.keys where passed[start] == nil {
      var id = start
      while let next = wanted[id], next != id, passed[id] == nil {
        (passed[id], id) = (start, next)
      }
      guard passed[id] == start else { continue }
      let names = model.entity(named: start.entityName)?.identity.joined(separator: ", ") ?? "key"
      return .refused(
        "\(entityNamed: start.entityName): objects cannot exchange their \(names) in one save;"
          + " give one of them a free value and save, then change the others"
      )
    }
    return nil
  }

  /// How many rows may wait for each other without any stepping aside.
  private static var shortChain: Int { 16 }
}

extension Entity {
  /// Whether rows of the entity's own table refer to it by one of the attributes.
  ///
  /// While keys of such a table move, an engine may lose count of the references that lead nowhere, and would commit a
  /// broken one.
  fileprivate func isReferred(to names: Set<String>) -> Bool {
    relationships.contains { relationship in
      relationship.destination?.definition.table == definition.table
        && relationship.definition.joins.contains {
          names.contains(relationship.isToMany ? $0.source : $0.destination)
        }
    }
  }
}
