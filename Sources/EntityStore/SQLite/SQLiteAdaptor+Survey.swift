import EntityModel

extension SQLiteAdaptor {
  func survey(_ entity: Entity) {
    guard !entity.findings.isKnown else { return }
    entity.findings.set(Survey(connection: connection, entity: entity).findings())
  }
}
