import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  var capabilities: AdaptorCapabilities {
    Connection.tellsRowChanges
      ? [.recordsSaves, .recordsEffects, .fetchesDistinctValues] : [.fetchesDistinctValues]
  }

  func revert(_ record: SaveRecord) throws(StoreError) {
    guard insertion == nil else { throw .busy }
    var reversal = try SaveReversal(record, adaptor: self)
    try beginWriting(to: reversal.schemaNames)
    do throws(StoreError) {
      try deferReferences()
      try reversal.check()
      let recorder = SaveRecorder(self)
      try connection.withoutTriggers { () throws(StoreError) in
        try connection.observingRowChanges(by: { recorder.note($0) }) { () throws(StoreError) in
          try reversal.write()
        }
      }
      try reversal.checkDone(try recorder.record())
      try commit(record.inverted.rows.map { $0.change(token: 0) }, [:])
    } catch {
      connection.rollBack()
      throw checkConstraints.naming(error)
    }
  }
}
