import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  var capabilities: AdaptorCapabilities {
    Connection.tellsRowChanges
      ? [.recordsSaves, .recordsEffects, .fetchesDistinctValues] : [.fetchesDistinctValues]
  }

  func isDone(_ record: SaveRecord) throws(StoreError) -> Bool? {
    try SaveReversal(record, adaptor: self).isSaveDone()
  }

  func revert(
    _ record: SaveRecord,
    restrictions: [String: Qualifier],
    witness: SaveRecord.Witness?
  ) throws(StoreError) {
    guard insertion == nil else { throw .busy }
    let way = record.inverted
    let changes = way.changes
    let reach = SaveScopeCheck(adaptor: self, restrictions: restrictions)
    var reversal = try SaveReversal(record, adaptor: self)
    try beginWriting(to: reversal.schemaNames)
    do throws(StoreError) {
      try deferReferences()
      try reach.checkRows(of: changes)
      try reversal.check()
      let recorder = SaveRecorder(self)
      try reversal.withOwnTriggers { (reversal) throws(StoreError) in
        try connection.observingRowChanges(by: { recorder.note($0) }) { () throws(StoreError) in
          try reversal.write()
        }
      }
      try reversal.checkDone(recorder.record())
      try reach.check(changes, written: way.result)
      try witness?(way)
      try commit(changes, restrictions)
    } catch {
      connection.rollBack()
      throw TriggerRefusal(adaptor: self).naming(checkConstraints.naming(error))
    }
  }
}
