package import EntityModel
package import Qualifiers

extension StoreError {
  /// A name in a path that leads nowhere.
  package static func unknownProperty(_ name: String, of entity: Entity) -> Self {
    .unsupported("\(entity: entity) has no property '\(name)'.")
  }
}

extension Entity {
  /// All attributes but the hidden columns of virtual tables.
  package var visibleAttributePaths: [PropertyPath] {
    let isVirtual = definition.kind == .virtual
    return attributes.filter { !isVirtual || !$0.definition.isHidden }.map {
      PropertyPath(components: [$0.name])
    }
  }

  /// One name for the table, in whichever database it is, whatever entities are made of it.
  package var tableKey: String { "\(schemaName).\(tableName)" }

  /// Whether the database numbers the rows, so that each is found by its number.
  package var hasRowNumbers: Bool {
    definition.kind != .view && !definition.isWithoutRowNumbers && !definition.hidesRowNumbers
  }

  /// Whether null can stand in a column; a key may take it unless it is the number of the row.
  package func canBeNull(_ attribute: Attribute) -> Bool {
    attribute.definition.isNullable && !attribute.definition.isRowNumber
  }

  /// The values of a new row with the mark of its entity.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when there can be no row of the entity alone, or the model does not say what
  ///   marks one.
  package func marked(_ values: [String: Value]) throws(StoreError) -> [String: Value] {
    if definition.isAbstract {
      throw .refused(
        "\(entity: self) is abstract; "
          + (subentityNames.isEmpty ? "it can have no objects" : kindsSentence)
      )
    }
    guard let marks else {
      throw .refused(
        "\(entity: self) cannot be created: its condition "
          + "'\(definition.discriminator?.description ?? "")' does not fix a new row's values"
      )
    }
    return values.merging(marks) { given, mark in given.isNull ? mark : given }
  }

  /// The entities of which an object can be made.
  private var kindsSentence: NamedSentence {
    subentityNames.enumerated().reduce("make one of ") { sentence, kind in
      sentence + (kind.offset > 0 ? ", " : "") + "\(entityNamed: kind.element)"
    }
  }
}
