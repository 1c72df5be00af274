import EntityModel
import EntityStore
import SQLite

/// The statements that make the tables of a model.
struct SchemaScript {
  private let model: Model

  init(_ model: Model) { self.model = model }

  /// One statement for each table, and one for each index.
  ///
  /// - Throws: ``StoreError/refused(_:)`` for a default, choice or bound that its column cannot hold.
  func statements() throws(StoreError) -> [String] {
    var tables: [(name: String, entities: [Entity])] = []
    for entity in model.entities
    where entity.definition.kind == .table && entity.schemaName == TableName.mainSchema {
      if let index = tables.firstIndex(where: { $0.name.folded == entity.tableName.folded }) {
        tables[index].entities.append(entity)
      } else {
        tables.append((entity.tableName, [entity]))
      }
    }
    var statements: [String] = []
    for table in tables { statements += try self.table(named: table.name, of: table.entities) }
    return statements
  }

  private func table(
    named name: String,
    of entities: [Entity]
  ) throws(StoreError) -> [String] {
    var columns: [(attribute: Attribute, isShared: Bool)] = []
    for entity in entities {
      for attribute in entity.attributes where attribute.definition.derivation == nil {
        let isKnown = columns.contains {
          $0.attribute.columnName.folded == attribute.columnName.folded
        }
        // What only some of the entities have is empty in the rows of the others.
        let isShared = entities.allSatisfy { other in
          other.attributes.contains { $0.columnName.folded == attribute.columnName.folded }
        }
        if !isKnown { columns.append((attribute, isShared)) }
      }
    }
    guard let first = entities.first, !columns.isEmpty else { return [] }
    let key = first.identity.compactMap { first.attribute(named: $0)?.columnName }
    let hasRowIDKey = key.count == 1 && first.identityAliasesRowID
    var lines: [String] = []
    for (attribute, isShared) in columns {
      let script = ColumnDefinitionSQL(table: name, attribute: attribute)
      let isRowID = hasRowIDKey && key == [attribute.columnName]
      lines.append(isRowID ? script.rowIDKey : try script.text(isShared: isShared))
    }
    if !hasRowIDKey, !key.isEmpty { lines.append("PRIMARY KEY (\(Self.list(key)))") }
    let references = self.references(of: entities)
    lines += references.compactMap(\.clause)
    var options = first.definition.isWithoutRowNumbers && !key.isEmpty ? [" WITHOUT ROWID"] : []
    if first.definition.isStrict { options.append(" STRICT") }
    let table =
      "CREATE TABLE \(SQLText.identifier(name)) (\n  "
      + lines.joined(separator: ",\n  ") + "\n)" + options.joined(separator: ",")
    // A search along a reference from its far end should not read the whole table.
    let indexes = references.filter { !key.starts(with: $0.columns) }.map { reference in
      "CREATE INDEX \(SQLText.identifier("\(name)_\(reference.columns.joined(separator: "_"))"))"
        + " ON \(SQLText.identifier(name)) (\(Self.list(reference.columns)))"
    }
    return [table] + indexes
  }

  // MARK: References

  private struct Reference {
    var columns: [String]
    /// The constraint without what it does on a delete; `nil` where the entities of the table refer to different ones.
    var constraint: String?
    /// The `ON DELETE` clause; empty if the entities of the table disagree.
    var action: String

    var clause: String? { constraint.map { $0 + action } }
  }

  /// The foreign keys: to-ones whose far end is a key.
  ///
  /// The columns that several entities of the table share refer once.
  private func references(of entities: [Entity]) -> [Reference] {
    var references: [Reference] = []
    for entity in entities {
      for relationship in entity.relationships where !relationship.isToMany {
        guard let reference = reference(relationship, of: entity) else { continue }
        let columns = reference.columns.map(\.folded)
        guard let place = references.firstIndex(where: { $0.columns.map(\.folded) == columns })
        else {
          references.append(reference)
          continue
        }
        if references[place].constraint?.folded != reference.constraint?.folded {
          references[place].constraint = nil
        }
        if references[place].action != reference.action { references[place].action = "" }
      }
    }
    return references
  }

  private func reference(_ relationship: Relationship, of entity: Entity) -> Reference? {
    let joins = relationship.definition.joins
    let sources = joins.compactMap { entity.attribute(named: $0.source) }
    guard let destination = relationship.destination, destination.definition.kind == .table,
      destination.schemaName == entity.schemaName,
      !joins.isEmpty, sources.count == joins.count,
      sources.allSatisfy(\.definition.isForeignKey)
    else { return nil }
    let targets = joins.compactMap { destination.attribute(named: $0.destination)?.columnName }
    let names = Set(joins.map(\.destination))
    let isUnique =
      joins.count == 1
      && destination.attribute(named: joins[0].destination)?.definition.isUnique == true
    guard targets.count == joins.count, names == Set(destination.identity) || isUnique else {
      return nil
    }
    let columns = sources.map(\.columnName)
    let constraint =
      "FOREIGN KEY (\(Self.list(columns))) REFERENCES "
      + "\(SQLText.identifier(destination.tableName)) (\(Self.list(targets)))"
    let back = relationship.definition.inverseName.flatMap { destination.relationship(named: $0) }
    let action =
      switch back?.definition.deleteRule {
      case .cascade: " ON DELETE CASCADE"
      case .nullify where sources.allSatisfy(\.isNullable): " ON DELETE SET NULL"
      case .deny: " ON DELETE RESTRICT"
      case .setDefault: " ON DELETE SET DEFAULT"
      default: ""
      }
    return Reference(columns: columns, constraint: constraint, action: action)
  }

  private static func list(_ names: [String]) -> String {
    names.map(SQLText.identifier).joined(separator: ", ")
  }
}
