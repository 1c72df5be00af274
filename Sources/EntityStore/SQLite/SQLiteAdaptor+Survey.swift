import EntityModel

extension SQLiteAdaptor {
  func survey(_ entity: Entity, besides hidden: Set<String>) {
    guard !entity.findings.isKnown else { return }
    let survey = Survey(connection: connection, entity: entity, hidden: hidden)
    entity.findings.set(survey.findings())
  }
}
