import EntityModel
import EntityStore
import SQLite

extension SQLiteAdaptor {
  func survey(_ entity: Entity) throws(StoreError) {
    guard !entity.findings.isKnown else { return }
    let survey = ValueSampling(connection: connection, entity: entity)
    entity.findings.set(try mapped { () throws(SQLiteError) in try survey.findings() })
  }
}
