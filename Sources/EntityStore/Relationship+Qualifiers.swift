package import EntityModel
package import Qualifiers

extension Relationship {
  /// The condition that holds for the objects at the other end from `object`; `nil` when its keys are not known.
  ///
  /// It is a further one of a fetch (``FetchSpecification/auxiliaryQualifier``).
  package func qualifier(from object: Record) -> Qualifier? {
    if let back = wayBack(from: object) {
      // Only the database tells what it takes for the same key, and which of several keys belong together.
      return .comparison(
        Expression(.path(PropertyPath(components: [back]))),
        .equal,
        Expression(.literal(.object(object)))
      )
    }
    guard definition.throughName != nil else {
      return qualifier(joining: definition.joins.map { object.value(forKey: $0.source) })
    }
    // The way back leads to the object.
    guard let back = definition.inverseName else { return nil }
    return Self.equality(object.entity.identity.map { ([back, $0], object.value(forKey: $0)) })
  }

  /// The condition that holds for the objects at the other end that hold these values, in the order of the joins; `nil` when
  /// one is not known.
  package func qualifier(joining values: [Value?]) -> Qualifier? {
    Self.equality(zip(definition.joins, values).map { ([$0.destination], $1) })
  }

  /// The relationship by which the objects at the other end lead back to a stored object; `nil` where a comparison of values
  /// finds the same, or what is not stored yet.
  private func wayBack(from object: Record) -> String? {
    guard object.id != nil, !object.isNew, let back = definition.inverseName,
      let destination, !destination.identity.isEmpty,
      destination.relationship(named: back)?.definition.inverseName == name,
      definition.joins.allSatisfy({ !object.changedKeys.contains($0.source) })
    else { return nil }
    if definition.throughName != nil {
      let isOneValue = object.entity.identity.count == 1 && object.id?.rowNumber == nil
      return isOneValue ? nil : back
    }
    let isExact = definition.joins.allSatisfy { join in
      guard let source = object.entity.attribute(named: join.source),
        let attribute = destination.attribute(named: join.destination)
      else { return false }
      return source.comparesLike(attribute)
    }
    return isExact ? nil : back
  }

  private static func equality(_ parts: [(path: [String], value: Value?)]) -> Qualifier? {
    let conditions = parts.compactMap { path, value -> Qualifier? in
      guard let value, !value.isNull else { return nil }
      return .comparison(
        Expression(.path(PropertyPath(components: path))),
        .equal,
        Expression(.literal(value))
      )
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
    if types.allSatisfy({ $0.contains("INT") }) { return true }
    // A column that keeps whatever it is given keeps texts and numbers apart, which a condition does not.
    return types[0] == types[1] && !["", "ANY"].contains(types[0]) && !types[0].contains("BLOB")
  }
}
