/// The tables of a database, as an adaptor reads them from its catalogue, with names unchanged.
///
/// ``Model/init(name:schema:)`` derives a model from it.
package struct Schema: Sendable {
  /// In the order of the catalogue.
  package var tables: [Table]
  /// The entities that the database itself lists; empty for most.
  package var listedEntities: [ListedEntity] = []
  /// The databases whose undeclared references are already guessed.
  var guessedSchemas: Set<String> = []

  /// A schema of `tables`.
  package init(tables: [Table] = []) { self.tables = tables }

  /// A table, view or virtual table: what is known of its entity, and what the rest follows from.
  @dynamicMemberLookup
  package struct Table: Sendable {
    /// The entity, as far as the catalogue tells; its name and its properties are not made yet.
    package var entity: Entity.Definition
    /// The entity's name, where something better than the table's name is known.
    package var entityName: String?
    /// Columns that tell one row of a view from another.
    package var viewKey: [String] = []
    /// In their order.
    package var columns: [Column] = []
    /// The columns of the primary key, in the key's order; empty for none.
    package var primaryKey: [String] = []
    /// Whether the only primary key column is the number of the row.
    package var keyIsRowNumber = false
    /// A name under which the number of a row can be reached; `nil` when rows have none or columns took all its names.
    package var rowNumberName: String?
    /// The columns of each unique constraint or whole unique index, the primary key's excepted.
    package var uniqueKeys: [[String]] = []
    /// In the order of their declaration.
    package var foreignKeys: [ForeignKey] = []
    /// References that a convention suggests, the likeliest of each column first.
    package var guesses: [ReferenceGuess] = []

    /// A table without columns yet, whose rows have no numbers unless the catalogue says so.
    package init(name: String, kind: Entity.Kind = .table) {
      entity = Entity.Definition(name: name, tableName: name)
      entity.kind = kind
      entity.isWithoutRowNumbers = true
    }

    /// Its name, exactly.
    package var name: String { entity.tableName }

    /// Accesses a value of the entity's definition.
    package subscript<Known>(
      dynamicMember path: WritableKeyPath<Entity.Definition, Known>
    ) -> Known {
      get { entity[keyPath: path] }
      set { entity[keyPath: path] = newValue }
    }
  }

  /// A column: what is known of its attribute, and what it holds.
  @dynamicMemberLookup
  package struct Column: Sendable {
    /// The attribute, as far as the catalogue and rows tell; its name and its type are not made yet.
    package var attribute: Attribute.Definition
    /// The property's name, where something better than the column's name is known.
    package var propertyName: String?
    /// The type, determined from the declaration and sampled values.
    package var type: ColumnType

    /// A nullable column; what it holds is read from its declaration and name, or from the declaration already.
    package init(name: String, declaredType: String, type: ColumnType? = nil) {
      attribute = Attribute.Definition(name: name, columnName: name)
      attribute.declaredType = declaredType
      self.type = (type ?? ColumnType(declared: declaredType)).refined(byName: name)
    }

    /// Its name, exactly.
    package var name: String { attribute.columnName }

    /// Accesses a value of the attribute's definition.
    package subscript<Known>(
      dynamicMember path: WritableKeyPath<Attribute.Definition, Known>
    ) -> Known {
      get { attribute[keyPath: path] }
      set { attribute[keyPath: path] = newValue }
    }

    /// Gives the property a name that says more than the column's, and reads the type again in its light.
    package mutating func rename(to propertyName: String) {
      self.propertyName = propertyName
      type = declaredColumn
    }

    /// The type according to the declaration and the name.
    var declaredColumn: ColumnType {
      ColumnType(declared: attribute.declaredType, columnName: propertyName ?? name)
    }
  }

  /// A reference from some columns to a key of a table, declared or inferred.
  package struct ForeignKey: Sendable {
    /// The columns that refer.
    package var columns: [String]
    /// The table referred to, in any letter case; it may not exist.
    package var table: String
    /// The columns referred to; empty for the table's primary key.
    package var targetColumns: [String]
    /// The effect of deleting the referenced row.
    package var deleteRule = DeleteRule.deny
    /// Guessed from names, not declared.
    package var isInferred = false

    /// A reference.
    package init(columns: [String], table: String, targetColumns: [String] = []) {
      (self.columns, self.table, self.targetColumns) = (columns, table, targetColumns)
    }
  }
}

extension Schema.Table {
  /// Whether a column names the rows, or is a part of their key.
  package func namesRows(by index: Int) -> Bool {
    let name = columns[index].name
    return PropertyNameHints(name).isName || primaryKey.contains { $0.folded == name.folded }
  }

  /// The position of the column called `name`, in any letter case.
  package func columnIndex(_ name: String) -> Int? {
    columns.firstIndex { $0.name.isExactly(name) }
      ?? columns.firstIndex { $0.name.folded == name.folded }
  }

  /// Whether the columns are the primary key or some unique key, in any order: whether they find one row at most.
  package func hasKey(on columns: [String]) -> Bool {
    func isSame(_ key: [String]) -> Bool {
      guard key.count == columns.count, !key.isEmpty else { return false }
      return Set(key.map(\.folded)) == Set(columns.map(\.folded))
    }
    return isSame(primaryKey) || uniqueKeys.contains(where: isSame)
  }
}
