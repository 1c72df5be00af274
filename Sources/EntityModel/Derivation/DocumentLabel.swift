/// The derivation of labels for documents without a name, such as orders and invoices, from their party and their date.
///
/// Example: `customer.firstName customer.lastName invoiceDate`, instead of the invoice's street. An entity with only a
/// technical key, or with the key of another object and no name, takes the label of the object that it belongs to.
enum DocumentLabel {
  /// Replaces labels that only stand in for a name, where rows showed whose the objects are, and of when.
  static func refine(_ entities: inout [Entity.Definition]) {
    let known = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for index in entities.indices where entities[index].labelKey == nil {
      entities[index].labelKey = labelOfWhole(entities[index], known)
    }
    for index in entities.indices where entities[index].labelIsMakeshift {
      let entity = entities[index]
      guard let party = party(of: entity, known) else { continue }
      if party.isOwn, entity.labelKey.map({ PropertyNameHints($0).isKey }) == true {
        entities[index].labelKey = party.label
      } else if let day = day(of: entity) {
        entities[index].labelKey = "\(party.label) \(day)"
      } else {
        continue
      }
      entities[index].labelIsMakeshift = false
    }
  }

  /// The label of the object that has the same key: of the film whose votes these are.
  private static func labelOfWhole(
    _ entity: Entity.Definition,
    _ known: [String: Entity.Definition]
  ) -> String? {
    let whole = entity.relationships.first { relationship in
      !relationship.isToMany && !relationship.isHidden && relationship.path.isEmpty
        && Set(relationship.joins.map(\.source)) == Set(entity.identity)
    }
    return whole.flatMap { label(behind: $0, of: entity, known) }
  }

  /// The label of what a relationship leads to, as paths; `nil` where that has no name of its own.
  private static func label(
    behind relationship: Relationship.Definition,
    of entity: Entity.Definition,
    _ known: [String: Entity.Definition]
  ) -> String? {
    guard let target = known[relationship.destinationName], !target.isHidden,
      target.name != entity.name, !target.labelIsMakeshift,
      let label = target.labelKey?.split(separator: "|").first, !label.contains(".")
    else { return nil }
    return label.split(separator: " ").map { "\(relationship.name).\($0)" }
      .joined(separator: " ")
  }

  /// The label of the first object referred to that has a name of its own, as paths, and whether each row has another one.
  private static func party(
    of entity: Entity.Definition,
    _ known: [String: Entity.Definition]
  ) -> (label: String, isOwn: Bool)? {
    for relationship in entity.relationships where !relationship.isToMany && !relationship.isHidden
    {
      guard relationship.path.isEmpty, let source = relationship.joins.first?.source,
        let evidence = entity.attributes.first(where: { $0.name == source })?.evidence,
        tellsRowsApart(evidence), let label = label(behind: relationship, of: entity, known)
      else { continue }
      return (label, evidence.distinctCount == evidence.filledCount)
    }
    return nil
  }

  /// The first day or moment that is told of the object itself.
  private static func day(of entity: Entity.Definition) -> String? {
    entity.attributes.first { attribute in
      guard attribute.type.kind.isDay, !attribute.isHidden,
        let evidence = attribute.evidence
      else { return false }
      return tellsRowsApart(evidence) && !Naming.isBookkeeping(attribute.name)
    }?.name
  }

  private static func tellsRowsApart(_ evidence: ColumnStatistics) -> Bool {
    evidence.filledCount * 10 >= evidence.rowCount * 9
      && (evidence.distinctCount > 1 || evidence.rowCount == 1)
  }
}
