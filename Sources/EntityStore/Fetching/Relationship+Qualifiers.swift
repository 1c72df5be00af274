package import EntityModel
package import Qualifiers

extension Relationship {
  /// The condition that holds for the objects at the other end from `object`; `nil` when its keys are not known.
  ///
  /// Is a further one of a fetch (``FetchSpecification/auxiliaryQualifier``).
  package func qualifier(from object: Record) -> Qualifier? {
    // Only the database tells what it takes for the same key, and which of several keys belong together.
    if isForDatabase(from: object) { return RelationshipEnd(of: self, from: object).condition }
    guard definition.throughName != nil else {
      let values = definition.joins.map { object.technicalValue(forPath: [$0.source]) }
      // Of a row that refers to nothing yet only what it will refer to can be looked for.
      return isToMany
        ? qualifier(joining: values) : qualifier(referringBy: values, of: object.entity)
    }
    // The way back leads to the object.
    guard let back = definition.inverseName else { return nil }
    return Self.equality(
      object.entity.identity.map { ([back, $0], object.technicalValue(forPath: [$0])) }
    )
  }

  /// The condition that holds for the objects at the other end that hold these values, in the order of the joins; `nil` when
  /// one is not known.
  package func qualifier(joining values: [Value?]) -> Qualifier? {
    Self.equality(zip(definition.joins, values).map { ([$0.destination], $1) })
  }

  /// The condition that holds for the objects to which a row with these values refers; `nil` when one is null or not known.
  ///
  /// The values are in the order of the joins; what the database takes for the same key is the same.
  /// Is a further one of a fetch (``FetchSpecification/auxiliaryQualifier``).
  package func qualifier(referringBy values: [Value?], of entity: Entity) -> Qualifier? {
    if isExact(from: entity) { return qualifier(joining: values) }
    return ReferencedKey.condition(
      zip(definition.joins, values).map { join, value in
        (join.destination, value, entity.attribute(named: join.source))
      }
    )
  }

  /// Whether a comparison of values finds what the database's own join does.
  private func isExact(from entity: Entity) -> Bool {
    definition.joins.allSatisfy { join in
      guard let source = entity.attribute(named: join.source),
        let attribute = destination?.attribute(named: join.destination)
      else { return false }
      return source.comparesLike(attribute)
    }
  }

  /// Whether texts and numbers can meet in a join: its columns are declared otherwise, or keep whatever they are given.
  package func joinsUnlikeColumns(from entity: Entity) -> Bool {
    definition.joins.contains { join in
      guard let source = entity.attribute(named: join.source),
        let attribute = destination?.attribute(named: join.destination)
      else { return true }
      return !source.keepsLike(attribute)
    }
  }

  /// Whether the database has to say what is at the other end of a stored object: a comparison of values may find others.
  private func isForDatabase(from object: Record) -> Bool {
    guard object.id != nil, !object.isNew, let destination, !destination.identity.isEmpty,
      object.entity.relationship(named: name) === self,
      definition.joins.allSatisfy({ !object.changedKeys.contains($0.source) })
    else { return false }
    guard definition.throughName != nil else { return !isExact(from: object.entity) }
    let isOneValue = object.entity.identity.count == 1 && object.id?.rowNumber == nil
    return !isOneValue || definition.inverseName == nil
  }

  private static func equality(_ parts: [(path: [String], value: Value?)]) -> Qualifier? {
    let conditions = parts.compactMap { path, value -> Qualifier? in
      guard let value, !value.isNull else { return nil }
      return .equal(PropertyPath(components: path), value)
    }
    return conditions.count == parts.count && !conditions.isEmpty ? .all(conditions) : nil
  }
}

extension Attribute {
  /// Whether values of both that are joined are the same values: neither makes another of what the other stores.
  fileprivate func comparesLike(_ other: Attribute) -> Bool {
    let (left, right) = (definition, other.definition)
    guard left.collation == nil, right.collation == nil else { return false }
    let types = [left, right].map { $0.declaredType.uppercased() }
    // What is read as something else than it is stored, a day or an amount, is the same in more than one writing.
    if left.type.kind == .integer, right.type.kind == .integer {
      return types.allSatisfy { $0.contains("INT") }
    }
    return left.type.isWrittenText && right.type.isWrittenText && keepsLike(other)
  }

  /// Whether both columns are declared alike, and make the same of what they are given: one that keeps whatever it is given
  /// keeps texts and numbers apart, which a condition does not.
  fileprivate func keepsLike(_ other: Attribute) -> Bool {
    let types = [self, other].map { $0.definition.declaredType.uppercased() }
    return types[0] == types[1] && !["", "ANY"].contains(types[0]) && !types[0].contains("BLOB")
  }
}

extension AttributeType {
  /// Whether values are the texts that are stored, letter by letter.
  fileprivate var isWrittenText: Bool {
    kind == .text && !traits.mayBeBytes
  }
}
