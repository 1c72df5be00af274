package import EntityModel
import Qualifiers
package import SQLite

/// Reads what a SQLite database says of itself and makes a model of it.
///
/// A few statements over the catalogue answer for all tables together, so that a schema of 500 tables costs tens
/// of milliseconds; no row is counted, and of each table only a few rows are looked at. A broken view, or a virtual table whose module is missing, becomes an entity that says so; of a damaged
/// schema what SQLite could read is used.
/// Needs SQLite 3.37 (`PRAGMA table_list` of damaged files).
package struct SchemaReflection {
  let connection: Connection
  /// The database that is read: `main`, or the name of an attached file.
  let schemaName: String
  /// The schema name as an SQL literal.
  let schemaLiteral: String
  /// Its catalogue.
  let schemaTable: String
  var schema = Schema()
  /// Positions in the schema by the table's name.
  var indexes: [FoldedName: Int] = [:]
  /// The column types already parsed, by declaration: a schema has many columns and few declarations.
  private var types: [String: ColumnType] = [:]
  /// The `CREATE` statements, in the order of the schema.
  var statements: [String] = []
  /// How much SQLite would plan for to read its views.
  private(set) var viewSizes = ViewComplexity([])
  /// Whether parts of the schema could not be read.
  let isDamaged: Bool

  /// The model of the main database and of what is attached to it by these names.
  ///
  /// All of it is read from one state of the file, which also spares SQLite a lock for every statement.
  /// `readOnlyReasons` say, by the names of databases, why nothing can be written to their files; `conventions` know
  /// databases of other programs.
  /// - Throws: when SQLite cannot read a schema at all: a damaged file, a locked one.
  package static func reflect(
    _ connection: Connection,
    name: String,
    attached: [String] = [],
    readOnlyReasons: [String: String] = [:],
    conventions: [any SchemaConvention] = [],
    isDamaged: Bool = false
  ) throws(SQLiteError) -> Model {
    // A script may have begun a transaction of its own, which is kept.
    let isOneState = !isDamaged && !connection.isInTransaction
    if isOneState { try connection.begin(.deferred) }
    defer { if isOneState { connection.rollBack() } }
    var schema = try schema(of: connection, conventions: conventions, isDamaged: isDamaged)
    for name in attached {
      schema.tables +=
        try self.schema(of: connection, named: name, conventions: conventions).tables
    }
    for index in schema.tables.indices where schema.tables[index].readOnlyReason == nil {
      schema.tables[index].readOnlyReason = readOnlyReasons[schema.tables[index].schemaName]
    }
    return Model(name: name, schema: schema)
  }

  /// Reads the schema of one database: its tables, views and columns.
  package static func schema(
    of connection: Connection,
    named schemaName: String = TableName.mainSchema,
    conventions: [any SchemaConvention] = [],
    isDamaged: Bool = false
  ) throws(SQLiteError) -> Schema {
    var reflection = SchemaReflection(connection, schemaName, isDamaged: isDamaged)
    if isDamaged {
      try reflection.readDamagedTables()
    } else {
      try reflection.readTables()
    }
    reflection.measureViews()
    try reflection.settleTrust()
    try reflection.readColumns()
    try reflection.readKeys()
    try reflection.readForeignKeys()
    reflection.leaveOutUnnamableColumns()
    reflection.finishTables()
    reflection.readTriggers()
    reflection.findWriteRefusals()
    for convention in conventions { reflection.complete(by: convention) }
    let columnCount = reflection.schema.tables.reduce(0) {
      $0 + ($1.isHidden ? 0 : $1.columns.count)
    }
    var sampling = Sampling(connection: connection, columnCount: columnCount)
    for index in reflection.schema.tables.indices {
      sampling.refine(&reflection.schema.tables[index], at: index)
    }
    sampling.guessReferences(of: schemaName, in: &reflection.schema)
    reflection.addReferencesOfViews()
    reflection.refineViews()
    return reflection.schema
  }

  private init(_ connection: Connection, _ schemaName: String, isDamaged: Bool) {
    (self.connection, self.schemaName, self.isDamaged) = (connection, schemaName, isDamaged)
    schemaLiteral = SQLText.literal(schemaName)
    schemaTable = SQLText.table("sqlite_schema", in: schemaName)
  }

  /// Says what the program that made the database knows of it; nothing where its rows cannot be read.
  private mutating func complete(by convention: any SchemaConvention) {
    let requests = convention.requests(for: schema)
    guard !requests.isEmpty, let rows = try? requests.map(rows) else { return }
    convention.complete(&schema, with: rows)
  }

  private func rows(of request: Schema.RowRequest) throws(SQLiteError) -> [[Value]] {
    // A name in quotes that is no column would be a text.
    let names = request.columns.map {
      SQLText.identifier(request.tableName) + "." + SQLText.identifier($0.name)
    }
    let table = SQLText.table(request.tableName, in: schemaName)
    return try connection.rows("SELECT \(names.joined(separator: ", ")) FROM \(table)") {
      row throws(SQLiteError) in
      request.columns.enumerated().map { index, column -> Value in
        switch column {
        case .integer: .int(row.int(index))
        case .text: .string(row.text(index))
        }
      }
    }
  }

  private mutating func readTables() throws(SQLiteError) {
    // SQLite's own list of tables plans for all views before it gives the first row.
    let rows = try connection.rows(
      """
      SELECT name, CASE WHEN type = 'view' THEN 'view' WHEN rootpage = 0 THEN 'virtual' ELSE 'table' END, sql
      FROM \(schemaTable) WHERE type IN ('table', 'view') ORDER BY rowid
      """
    ) { row throws(SQLiteError) in
      let options = row.text(1) == "table" ? TableOptions(of: row.text(2)) : TableOptions()
      return (table: listed(row, options), sql: row.text(2))
    }
    for row in rows { add(row.table, statement: row.sql) }
    hideShadowTables()
  }

  private mutating func measureViews() {
    let views = schema.tables.indices.filter { schema.tables[$0].kind == .view }
    viewSizes = ViewComplexity(views.map { (schema.tables[$0].name.folded, statements[$0]) })
    for view in views {
      let named = viewSizes.tables[schema.tables[view].name.folded] ?? []
      schema.tables[view].namedTables = schema.tables.map(\.name).filter {
        named.contains($0.folded)
      }
    }
  }

  /// Finds the tables that virtual tables keep their contents in.
  private mutating func hideShadowTables() {
    for index in schema.tables.indices where schema.tables[index].kind == .virtual {
      let module = Self.module(in: statements[index]).name
      for suffix in Self.shadowSuffixes[module] ?? [] {
        let name = "\(schema.tables[index].name)_\(suffix)".folded
        guard let shadow = schema.tables.firstIndex(where: { $0.name.folded == name }) else {
          continue
        }
        schema.tables[shadow].isHidden = true
        schema.tables[shadow].readOnlyReason = Self.shadowReason
      }
    }
  }

  private static let shadowReason = "kept by a virtual table"
  private static let shadowSuffixes = [
    "fts3": ["content", "segments", "segdir", "docsize", "stat"],
    "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts5": ["data", "idx", "content", "docsize", "config"],
    "rtree": ["node", "parent", "rowid"], "rtree_i32": ["node", "parent", "rowid"],
    "geopoly": ["node", "parent", "rowid"],
  ]

  /// A row of a list: name and kind.
  func listed(_ row: Statement, _ options: TableOptions) -> Schema.Table {
    var table = Schema.Table(name: row.text(0))
    table.schemaName = schemaName
    (table.isWithoutRowNumbers, table.isStrict) = (options.isWithoutRowID, options.isStrict)
    switch row.text(1) {
    case "view":
      table.kind = .view
      table.readOnlyReason = "a view: no key identifies a row"
    case "virtual": table.kind = .virtual
    case "shadow":
      table.isHidden = true
      table.readOnlyReason = Self.shadowReason
    default: break
    }
    if table.name.lowercased().hasPrefix("sqlite_") {
      table.isHidden = true
      table.readOnlyReason = "SQLite's own bookkeeping"
    }
    return table
  }

  mutating func add(_ table: Schema.Table, statement: String) {
    guard indexes[table.name.folded] == nil else { return }
    indexes[table.name.folded] = schema.tables.count
    schema.tables.append(table)
    statements.append(statement)
  }

  private static let tooLargeReason =
    "cannot be read: it nests too many views for SQLite to plan"

  private static let columnsOf = """
    x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden
    """

  /// Returns the ordinary tables whose `CREATE` statement meets a condition: `name` and their order in `rowid`.
  ///
  /// The filter saves time: a pragma for each table by name takes time quadratic in the number of tables.
  private func catalogue(of condition: String) -> String {
    isDamaged
      ? listedTables
      : "(SELECT rowid, name FROM \(schemaTable) t WHERE type = 'table' AND rootpage > 0 AND \(condition))"
  }

  private mutating func readColumns() throws(SQLiteError) {
    // Ordinary tables in one go; they cannot fail one by one.
    try readColumns(
      """
      SELECT m.name, \(Self.columnsOf) FROM \(catalogue(of: "1")) m, pragma_table_xinfo(m.name, \(schemaLiteral)) x
      ORDER BY m.rowid, x.cid
      """,
      []
    )
    let tooLarge = viewSizes.tooLarge
    for (index, table) in schema.tables.enumerated() where table.kind != .table {
      // A table of which the definition is damaged has no columns to ask for.
      guard !isMissing(table) else { continue }
      guard !tooLarge.contains(table.name.folded) else {
        schema.tables[index].readOnlyReason = Self.tooLargeReason
        continue
      }
      do throws(SQLiteError) {
        try readColumns(
          "SELECT ?1, \(Self.columnsOf) FROM pragma_table_xinfo(?1, \(schemaLiteral)) x ORDER BY x.cid",
          [.text(table.name)]
        )
      } catch {
        schema.tables[index].columns = []
        schema.tables[index].readOnlyReason =
          error.unsafeUse.map { "cannot be read: it uses \($0), unsafe in untrusted files" }
          ?? "cannot be read: \(error.message)"
        if error.reason == .interrupted { throw error }
      }
    }
  }

  private mutating func readColumns(
    _ sql: String,
    _ parameters: [SQLiteValue]
  ) throws(SQLiteError) {
    var types = types
    defer { self.types = types }
    let rows = try connection.rows(sql, parameters) { row throws(SQLiteError) in
      let declaration = row.text(2)
      let type = types[declaration] ?? ColumnType(declared: declaration)
      types[declaration] = type
      var column = Schema.Column(name: row.text(1), declaredType: declaration, type: type)
      column.storesBinaryFractions = Affinity(declaration) == .numeric
      column.storesOnlyBinaryFractions = Affinity.isReal(declaration)
      column.storesNumbersAsText = Affinity(declaration) == .text
      column.isNullable = row.int(3) == 0
      column.defaultExpression = row.optionalText(4)
      column.isHidden = row.int(6) == 1
      column.isGenerated = row.int(6) > 1
      return (table: row.text(0), column: column, keyPosition: Int(row.int(5)))
    }
    var keys: [Int: [(position: Int, name: String)]] = [:]
    for row in rows {
      guard let index = indexes[row.table.folded] else { continue }
      schema.tables[index].columns.append(row.column)
      guard row.keyPosition > 0 else { continue }
      keys[index, default: []].append((row.keyPosition, row.column.name))
    }
    for (index, key) in keys {
      schema.tables[index].primaryKey = key.sorted { $0.position < $1.position }.map(\.name)
    }
  }

  /// Finds unique keys, and which primary keys are only another name of the rowid: those without an index.
  private mutating func readKeys() throws(SQLiteError) {
    let indexed = catalogue(
      of: "name IN (SELECT tbl_name FROM \(schemaTable) WHERE type = 'index')"
    )
    let rows = try connection.rows(
      """
      SELECT m.name, i.name, i.origin, i.partial, c.name
      FROM \(indexed) m, pragma_index_list(m.name, \(schemaLiteral)) i,
        pragma_index_info(i.name, \(schemaLiteral)) c
      WHERE i."unique" ORDER BY m.rowid, i.seq DESC, c.seqno
      """
    ) { row throws(SQLiteError) in
      let isPrimary = row.text(2) == "pk"
      return (
        table: row.text(0), index: row.text(1), isPrimary: isPrimary, isPartial: row.int(3) != 0,
        column: row.optionalText(4)
      )
    }
    var withKeyIndex: Set<Int> = []
    var keys: [(table: Int, index: String, columns: [String?])] = []
    for row in rows {
      guard let table = indexes[row.table.folded] else { continue }
      if row.isPrimary { withKeyIndex.insert(table) }
      guard !row.isPrimary, !row.isPartial else { continue }
      if keys.last?.table != table || keys.last?.index != row.index {
        keys.append((table, row.index, []))
      }
      keys[keys.count - 1].columns.append(row.column)
    }
    for key in keys {
      // An index over an expression, or over the rowid, has columns without names.
      let columns = key.columns.compactMap { $0 }
      if columns.count == key.columns.count { schema.tables[key.table].uniqueKeys.append(columns) }
    }
    for (index, table) in schema.tables.enumerated() where table.primaryKey.count == 1 {
      schema.tables[index].keyIsRowNumber =
        table.kind == .table && !table.isWithoutRowNumbers && !withKeyIndex.contains(index)
    }
  }

  private mutating func readForeignKeys() throws(SQLiteError) {
    let referring = catalogue(of: "sql LIKE '%references%'")
    let rows = try connection.rows(
      """
      SELECT m.name, f.id, f."table", f."from", f."to", f.on_delete
      FROM \(referring) m, pragma_foreign_key_list(m.name, \(schemaLiteral)) f
      ORDER BY m.rowid, f.id DESC, f.seq
      """
    ) { row throws(SQLiteError) in
      (
        table: row.text(0), id: row.int(1), target: row.text(2), from: row.text(3),
        to: row.optionalText(4), onDelete: row.text(5)
      )
    }
    var last: (table: Int, id: Int64)?
    for row in rows {
      guard let table = indexes[row.table.folded] else { continue }
      if last == nil || last?.table != table || last?.id != row.id {
        var key = Schema.ForeignKey(columns: [], table: row.target)
        key.deleteRule = Self.deleteRule(row.onDelete)
        schema.tables[table].foreignKeys.append(key)
        last = (table, row.id)
      }
      let position = schema.tables[table].foreignKeys.count - 1
      schema.tables[table].foreignKeys[position].columns.append(row.from)
      if let to = row.to { schema.tables[table].foreignKeys[position].targetColumns.append(to) }
    }
  }

  private static func deleteRule(_ action: String) -> DeleteRule {
    switch action {
    case "CASCADE": .cascade
    case "SET NULL": .nullify
    case "SET DEFAULT": .setDefault
    default: .deny
    }
  }
}
