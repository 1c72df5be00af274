/// What a database says of its tables, before it is made into a model: names as they stand, nothing humane yet.
///
/// An adaptor fills it from its catalogue; ``Model/init(name:schema:)`` derives the rest.
package struct Schema: Sendable {
  /// In the order of the catalogue.
  package var tables: [Table]
  /// The entities that the database itself lists; empty for most.
  package var listedEntities: [ListedEntity] = []

  /// A schema of `tables`.
  package init(tables: [Table] = []) { self.tables = tables }

  /// A table, view or virtual table.
  package struct Table: Sendable {
    /// Its name, exactly.
    package var name: String
    /// The database that has it: `main`, or the name of an attached file.
    package var schemaName = TableName.mainSchema
    /// What it is.
    package var kind: Entity.Kind
    /// The entity's name, where something better than the table's name is known.
    package var entityName: String?
    /// Not shown unless asked for.
    package var isHidden = false
    /// What another program that writes to the table manages in it; `nil` where there is none.
    package var managedColumns: ManagedColumns?
    /// Why nothing can be written; `nil` when it can.
    package var readOnlyReason: String?
    /// In which ways rows can be written, where nothing keeps all of them from it.
    package var writes = Set(Entity.Write.allCases)
    /// Why rows cannot be written in a way, where what a trigger needs is not here.
    package var writeRefusals: [Entity.Write: String] = [:]
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
    /// Whether rows have numbers and columns took all names of them, so that a key which holds null finds no row.
    package var hidesRowNumbers = false
    /// Whether rows are found by their key alone and have no numbers.
    package var isWithoutRowNumbers = false
    /// Whether each column holds values of its type only.
    package var isStrict = false
    /// The columns of each unique constraint or whole unique index, the primary key's excepted.
    package var uniqueKeys: [[String]] = []
    /// In the order of their declaration.
    package var foreignKeys: [ForeignKey] = []

    /// A table without columns yet.
    package init(name: String, kind: Entity.Kind = .table) {
      (self.name, self.kind) = (name, kind)
    }
  }

  /// A column.
  package struct Column: Sendable {
    /// Its name, exactly.
    package var name: String
    /// The property's name, where something better than the column's name is known.
    package var propertyName: String?
    /// As declared; empty when it says nothing.
    package var declaredType: String
    /// What it holds, values looked at.
    package var type: ColumnType
    /// Whether null is allowed.
    package var isNullable = true
    /// Computed by the database.
    package var isGenerated = false
    /// Left out of `select *`, or bookkeeping.
    package var isHidden = false
    /// The default as SQL.
    package var defaultExpression: String?
    /// The least value that the table's checks allow.
    package var minimum: Bound?
    /// The greatest value that the table's checks allow.
    package var maximum: Bound?
    /// Shortest text that the table's checks allow.
    package var minimumLength: Int?
    /// How texts are compared, when not byte by byte.
    package var collation: String?
    /// Whether a number with a fraction becomes a binary one, which keeps some 15 digits.
    package var storesBinaryFractions = false
    /// Whether whole numbers are kept so too.
    package var storesOnlyBinaryFractions = false
    /// Whether the value of a stored row can be changed.
    package var isUpdatable = true
    /// What a comment beside it says.
    package var documentation: String?
    /// What some rows showed; `nil` when nobody has looked.
    package var evidence: ColumnEvidence?

    /// A nullable column; what it holds is read from its declaration and name.
    package init(name: String, declaredType: String) {
      self.init(name: name, declaredType: declaredType, type: ColumnType(declared: declaredType))
    }

    /// The same, where `type` was read from the declaration already.
    package init(name: String, declaredType: String, type: ColumnType) {
      (self.name, self.declaredType) = (name, declaredType)
      self.type = type.refined(byName: name)
    }

    /// Gives the property a name that says more than the column's, and reads the type again in its light.
    package mutating func rename(to propertyName: String) {
      self.propertyName = propertyName
      type = declaredColumn
    }

    /// What it holds as far as its declaration and name say.
    var declaredColumn: ColumnType {
      ColumnType(declared: declaredType, columnName: propertyName ?? name)
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
    /// What a delete of the row referred to does.
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
