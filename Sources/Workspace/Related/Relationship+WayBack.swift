package import EntityModel

extension Relationship {
  /// The to-one relationship by which the objects at the other end refer back.
  package var wayBack: Relationship? {
    if let inverse = definition.inverseName.flatMap({ destination?.relationship(named: $0) }) {
      return inverse.isToMany ? nil : inverse
    }
    let flipped = definition.joins.map { Join(source: $0.destination, destination: $0.source) }
    return destination?.relationships.first {
      !$0.isToMany && !flipped.isEmpty && Set($0.definition.joins) == Set(flipped)
    }
  }
}
