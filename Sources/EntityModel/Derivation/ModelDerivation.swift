extension Model {
  /// The model derived from a schema: humane unique names, relationships both ways, join tables seen through.
  package convenience init(name: String, schema: Schema) {
    self.init(
      name: name,
      entities: ModelDerivation(schema).entities(),
      listedEntities: schema.listedEntities
    )
  }
}

/// The builder of a reflected model's entities, which makes and names properties and relationships from a schema.
struct ModelDerivation {
  let tables: [Schema.Table]
  /// The entity's name for each table.
  let entityNames: [String]
  /// The entity name of each table, unique within its own database only; relationships are named after it.
  let plainNames: [String]
  /// The to-one relationships of each table.
  let references: [[Reference]]
  /// The property's name for each column of each table.
  let propertyNames: [[String]]

  /// A foreign key resolved to its target table and column positions, from which a to-one relationship is made.
  ///
  /// Only foreign keys that lead to a key of an existing table are kept.
  struct Reference {
    var key: Schema.ForeignKey
    /// The table referred to.
    var target: Int
    /// Positions of the columns that refer.
    var sources: [Int]
    /// Positions of the columns referred to.
    var destinations: [Int]
    /// The name of the to-one relationship.
    var name = ""
  }

  init(_ schema: Schema) {
    var schema = schema
    for name in Set(schema.tables.map(\.schemaName)).sorted() {
      schema.addGuessedReferences(of: name) { _ in nil }
    }
    let tables = schema.tables
    let indexes = Dictionary(
      tables.enumerated().map { (TableName($1.name.folded.text, in: $1.schemaName), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    (plainNames, entityNames) = Self.names(of: tables)
    let found = tables.map { table in
      // A foreign key never leads out of its file.
      table.foreignKeys.compactMap { Self.reference($0, from: table, in: tables, indexes) }
    }
    var references: [[Reference]] = []
    var propertyNames: [[String]] = []
    for (table, found) in zip(tables, found) {
      let naming = ToOneNaming(table: table, tables: tables, entityNames: plainNames)
      let (named, columns) = naming.names(of: found)
      references.append(named)
      propertyNames.append(columns)
    }
    (self.references, self.propertyNames) = (references, propertyNames)
    self.tables = Self.withSharedForms(Self.withTextKeys(tables, references), references)
  }

  /// The tables, with moments that refer to others written as those are: another form is another key.
  private static func withSharedForms(
    _ tables: [Schema.Table],
    _ references: [[Reference]]
  ) -> [Schema.Table] {
    var tables = tables
    for index in tables.indices {
      for reference in references[index] {
        for (source, destination) in zip(reference.sources, reference.destinations) {
          let form = tables[reference.target].columns[destination].type
          guard !form.type.hasOneWriting, tables[index].columns[source].type.type == form.type
          else { continue }
          tables[index].columns[source].type.storage = form.storage
          tables[index].columns[source].type.omissions = form.omissions
        }
      }
    }
    return tables
  }

  /// The tables, with moments as the texts that they are where those tell rows apart.
  ///
  /// A row is found by the very text of its key: the same time, written otherwise, is the key of another.
  private static func withTextKeys(
    _ tables: [Schema.Table],
    _ references: [[Reference]]
  ) -> [Schema.Table] {
    // Most schemas have none.
    let isOpen = tables.contains { $0.columns.contains(where: \.type.storage.hasOffset) }
    guard isOpen else { return tables }
    let found = tables
    var tables = tables
    for index in tables.indices {
      let table = tables[index]
      var keys = (table.primaryKey + table.viewKey).compactMap(table.columnIndex)
      if table.primaryKey.isEmpty && table.rowNumberName == nil || table.hidesRowNumbers {
        keys += table.uniqueKeys.joined().compactMap(table.columnIndex)
      }
      for column in keys { tables[index].columns[column].type.keepOffsetsAsText() }
    }
    keepJoinedTexts(of: found, references, in: &tables)
    return tables
  }

  /// Keeps timestamps as text in columns that are joined to such a column, directly or through others.
  ///
  /// Keys are compared as text, so both ends of a reference must be stored alike.
  private static func keepJoinedTexts(
    of found: [Schema.Table],
    _ references: [[Reference]],
    in tables: inout [Schema.Table]
  ) {
    var isText = found.map { $0.columns.map(\.type.storage.hasOffset) }
    var goesOn = true
    while goesOn {
      goesOn = false
      for index in tables.indices {
        for reference in references[index] {
          for (source, destination) in zip(reference.sources, reference.destinations) {
            let ends = (isText[index][source], isText[reference.target][destination])
            goesOn = goesOn || ends.0 != ends.1
            guard ends.0 || ends.1 else { continue }
            (isText[index][source], isText[reference.target][destination]) = (true, true)
            tables[index].columns[source].type.keepMomentsAsText()
            tables[reference.target].columns[destination].type.keepMomentsAsText()
          }
        }
      }
    }
  }

  /// The names of entities: unique in each database, and unique in all.
  ///
  /// A taken name of an attached database gets the database's name before it: `ArchiveAlbum`.
  private static func names(of tables: [Schema.Table]) -> (plain: [String], unique: [String]) {
    var plain = Array(repeating: "", count: tables.count)
    for indexes in Dictionary(grouping: tables.indices, by: { tables[$0].schemaName }).values {
      let names = uniqueNames(
        of: indexes.map { index in
          let table = tables[index]
          return (table.name, table.entityName ?? Naming.entityName(for: table.name))
        }
      )
      for (index, name) in zip(indexes, names) { plain[index] = name }
    }
    var taken: Set<String> = []
    let unique = zip(tables, plain).map { table, name in
      let isTaken = taken.contains(name.lowercased())
      let prefix = isTaken ? Naming.entityName(for: table.schemaName) : ""
      return Naming.unique(prefix + name, taken: &taken)
    }
    return (plain, unique)
  }

  /// The names made unique; one that the schema spells just so keeps it against those that were changed.
  static func uniqueNames(of names: [(original: String, name: String)]) -> [String] {
    var taken: Set<String> = []
    var result = names.map(\.name)
    let (exact, changed) = (
      names.indices.filter { names[$0].original == names[$0].name },
      names.indices.filter { names[$0].original != names[$0].name }
    )
    for index in exact + changed { result[index] = Naming.unique(result[index], taken: &taken) }
    return result
  }

  /// The reference that a foreign key makes; `nil` when its target is missing or not a key.
  private static func reference(
    _ key: Schema.ForeignKey,
    from table: Schema.Table,
    in tables: [Schema.Table],
    _ indexes: [TableName: Int]
  ) -> Reference? {
    guard let target = indexes[TableName(key.table.folded.text, in: table.schemaName)],
      tables[target].kind == .table
    else { return nil }
    let columns = key.targetColumns.isEmpty ? tables[target].primaryKey : key.targetColumns
    let sources = key.columns.compactMap(table.columnIndex)
    let destinations = columns.compactMap(tables[target].columnIndex)
    guard !sources.isEmpty, sources.count == key.columns.count,
      destinations.count == columns.count, sources.count == destinations.count,
      tables[target].hasKey(on: columns)
    else { return nil }
    return Reference(key: key, target: target, sources: sources, destinations: destinations)
  }

  /// All entities, in the order of the tables.
  func entities() -> [Entity.Definition] {
    var entities = tables.indices.map(entity)
    DocumentLabel.refine(&entities)
    addToManyRelationships(to: &entities)
    LabelDisambiguation.refine(&entities)
    return entities
  }

  private func entity(at index: Int) -> Entity.Definition {
    let table = tables[index]
    var entity = table.entity
    entity.name = entityNames[index]
    entity.attributes = table.columns.indices.map { attribute(at: $0, of: index) }
    identify(&entity, table: table, names: propertyNames[index])
    entity.relationships = references[index].map { toOne($0, from: index) }
    entity.findLabel()
    return entity
  }

  /// Sets what identifies an object: the primary key, else the row's number, else a unique key without nulls; for a view
  /// what its triggers go by.
  ///
  /// A primary key that may hold null identifies the rows without null; the others have their row number.
  private func identify(_ entity: inout Entity.Definition, table: Schema.Table, names: [String]) {
    func attributes(_ columns: [String]) -> [String] {
      columns.compactMap(table.columnIndex).map { names[$0] }
    }
    entity.uniqueKeys = table.uniqueKeys.map(attributes)
    let isKnown = !table.hidesRowNumbers || isNeverNull(table.primaryKey, in: table)
    if !table.primaryKey.isEmpty, isKnown {
      entity.identity = attributes(table.primaryKey)
    } else if let number = table.rowNumberName {
      entity.identity = [number]
      entity.identityIsRowNumber = true
    } else if let key = table.uniqueKeys.first(where: { isNeverNull($0, in: table) }) {
      entity.identity = attributes(key)
    } else if !table.viewKey.isEmpty {
      entity.identity = attributes(table.viewKey)
    } else if entity.readOnlyReason == nil, entity.writes != [.insert] {
      entity.readOnlyReason = "no key identifies a row"
    }
  }

  private func isNeverNull(_ columns: [String], in table: Schema.Table) -> Bool {
    columns.allSatisfy { name in
      table.columnIndex(name).map { !table.columns[$0].isNullable } ?? false
    }
  }

  private func attribute(at index: Int, of tableIndex: Int) -> Attribute.Definition {
    let table = tables[tableIndex]
    let column = table.columns[index]
    var attribute = column.attribute
    attribute.name = propertyNames[tableIndex][index]
    attribute.take(column.type)
    attribute.declaredColumn = column.declaredColumn
    attribute.isPrimaryKey = table.primaryKey.contains { $0.folded == column.name.folded }
    attribute.isRowNumber = attribute.isPrimaryKey && table.keyIsRowNumber
    attribute.isNullable = column.isNullable && !attribute.isRowNumber
    attribute.isForeignKey = references[tableIndex].contains { $0.sources.contains(index) }
    attribute.isUnique = table.hasKey(on: [column.name])
    let givesValue = column.defaultExpression.map { $0.folded != "null" } ?? false
    attribute.hasDefault = attribute.isRowNumber || givesValue
    return attribute
  }

  private func toOne(_ reference: Reference, from table: Int) -> Relationship.Definition {
    var relationship = Relationship.Definition(
      name: reference.name,
      destinationName: entityNames[reference.target],
      isToMany: false,
      joins: zip(reference.sources, reference.destinations).map { source, destination in
        .init(
          source: propertyNames[table][source],
          destination: propertyNames[reference.target][destination]
        )
      }
    )
    relationship.isMandatory = reference.sources.allSatisfy { index in
      let column = tables[table].columns[index]
      let isAlias = tables[table].keyIsRowNumber && tables[table].primaryKey == [column.name]
      return !column.isNullable || isAlias
    }
    relationship.isInferred = reference.key.isInferred
    if reference.sources.count == 1 {
      relationship.documentation = tables[table].columns[reference.sources[0]].documentation
    }
    return relationship
  }
}

extension Attribute.Definition {
  /// Takes over what its column holds.
  fileprivate mutating func take(_ column: ColumnType) {
    (type, storage, isTypeFound) = (column.type, column.storage, column.isFound)
    (width, scale, choices) = (column.width, column.scale, column.choices)
    (isWholeDay, zeroIsNever, omissions) = (column.isWholeDay, column.zeroIsNever, column.omissions)
  }
}
