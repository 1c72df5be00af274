import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  var capabilities: AdaptorCapabilities {
    Connection.tellsRowChanges
      ? [.recordsSaves, .recordsEffects, .groupsRows] : [.groupsRows]
  }

  func isDone(_ record: SaveRecord) throws(StoreError) -> Bool? {
    let reversal = try SaveReversal(record, adaptor: self)
    // Who is about to commit it holds the lock: the rows tell nothing before that is done.
    try beginWriting(to: reversal.schemaNames)
    defer { connection.rollBack() }
    return try reversal.isSaveDone()
  }

  func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>],
    restrictions: [String: Qualifier],
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveRecord {
    guard insertion == nil else { throw .busy }
    let asked: (SaveRecord) throws(StoreError) -> Void = { record throws(StoreError) in
      try self.revert(record, restrictions: restrictions, witness: witness)
    }
    do throws(StoreError) {
      try asked(record)
      return record
    } catch {
      // Most rows are as the save has left them: others are read only where that fails.
      guard case .changedByOther = error,
        let merged = try SaveReversal(record, adaptor: self).merged(besides: stamps)
      else { throw error }
      try asked(merged)
      return merged
    }
  }

  /// Undoes a save whose rows are as its record says.
  private func revert(
    _ record: SaveRecord,
    restrictions: [String: Qualifier],
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) {
    let way = record.inverted
    // Of use for those alone who may not see all, and where something fails.
    let changes = restrictions.isEmpty ? [] : way.changes
    let reach = SaveScopeCheck(adaptor: self, restrictions: restrictions)
    var reversal = try SaveReversal(record, adaptor: self)
    try beginWriting(to: reversal.schemaNames)
    do throws(StoreError) {
      try deferReferences()
      try reach.checkRows(of: changes)
      let broken = try reversal.brokenReferences()
      if reversal.restoresBrokenReferences {
        try connection.withoutReferences { () throws(StoreError) in try write(&reversal) }
      } else {
        try write(&reversal)
      }
      try reversal.checkDone()
      if let broken, try reversal.breaksReferences(besides: broken) {
        var finder = BrokenReference(adaptor: self, restrictions: restrictions)
        finder.absent = Set(record.absent)
        throw finder.error(for: way.changes) ?? BrokenReference.unnamed
      }
      if !changes.isEmpty { try reach.check(changes, written: way.result) }
      if let witness {
        var result = way.result
        result.record = way
        try write(along: try witness(result))
      }
      try commit(way.changes, restrictions)
    } catch {
      connection.rollBack()
      // What another program has changed is told before what comes of that.
      switch error {
      case .cancelled, .busy, .changedByOther, .notFound: break
      default: try reversal.check()
      }
      throw TriggerErrorAttributes(adaptor: self).naming(checkConstraints.naming(error))
    }
  }

  private func write(_ reversal: inout SaveReversal) throws(StoreError) {
    try reversal.withOwnTriggers { (reversal) throws(StoreError) in
      try connection.observingRowChanges(by: reversal.recorder.note) { () throws(StoreError) in
        try reversal.write()
      }
    }
    try connection.withoutTriggers { () throws(StoreError) in
      try connection.observingRowChanges(by: reversal.recorder.note) { () throws(StoreError) in
        try reversal.putBack()
      }
    }
  }
}
