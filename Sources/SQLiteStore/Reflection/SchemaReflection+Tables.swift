import EntityModel
import Qualifiers
import SQLite

extension SchemaReflection {
  /// Adds details from the `CREATE` statements that the pragmas do not report.
  mutating func finishTables() {
    for index in schema.tables.indices {
      switch schema.tables[index].kind {
      case .view: break
      case .virtual: finishVirtualTable(index)
      case .table: finishTable(index)
      }
    }
  }

  private mutating func finishTable(_ index: Int) {
    let table = schema.tables[index]
    guard !isMissing(table) else { return }
    if !table.isWithoutRowNumbers {
      let name = rowIDName(of: table)
      schema.tables[index].rowNumberName = name
      schema.tables[index].hidesRowNumbers = name == nil && !table.keyIsRowNumber
    }
    let statement = statements[index]
    guard statement.utf8.count < 200_000 else { return }
    let checks = CheckConstraints(statement: statement, columnNames: table.columns.map(\.name))
    for position in table.columns.indices {
      guard let check = checks.columns[table.columns[position].name.folded] else { continue }
      schema.tables[index].columns[position].apply(check)
    }
    let comments = ColumnComments(statement: statement, columnNames: table.columns.map(\.name))
    for position in table.columns.indices where !comments.texts.isEmpty {
      let text = comments.texts[table.columns[position].name.folded]
      schema.tables[index].columns[position].documentation = text
    }
    if statement.contains(caseInsensitive: "collate") { readCollations(of: index) }
  }

  private mutating func readCollations(of index: Int) {
    let table = schema.tables[index]
    for position in table.columns.indices {
      let name = connection.collation(
        of: table.columns[position].name,
        in: table.name,
        of: schemaName
      )
      guard let name, name.folded != "binary" else { continue }
      schema.tables[index].columns[position].collation = name
    }
  }

  /// Reads which views can be written.
  mutating func readTriggers() {
    let views = Dictionary(
      schema.tables.indices.filter { schema.tables[$0].kind == .view }
        .map { (schema.tables[$0].name.folded, $0) }
    ) { first, _ in first }
    guard !views.isEmpty, !isDamaged else { return }
    let rows = try? connection.rows(
      "SELECT tbl_name, sql FROM \(schemaTable) WHERE type = 'trigger' ORDER BY rowid"
    ) { row throws(SQLiteError) in (view: views[row.text(0).folded], sql: row.text(1)) }
    var statements: [Int: [String]] = [:]
    for row in rows ?? [] {
      if let view = row.view { statements[view, default: []].append(row.sql) }
    }
    for (view, statements) in statements {
      ViewTriggers(statements: statements).apply(to: &schema.tables[view])
    }
  }

  /// Gives the columns of views the types that columns of the same name and declaration have in tables.
  ///
  /// A view's own rows are not looked at: it may compute for minutes before the first.
  mutating func refineViews() {
    guard schema.tables.contains(where: { $0.kind == .view }) else { return }
    var types: [[String]: ColumnType?] = [:]
    for table in schema.tables where table.kind == .table && !table.isHidden {
      for column in table.columns {
        let key = [column.name.lowercased(), column.declaredType]
        // Tables that disagree tell nothing.
        types[key] = types[key, default: column.type] == column.type ? column.type : .some(nil)
      }
    }
    for index in schema.tables.indices where schema.tables[index].kind == .view {
      for position in schema.tables[index].columns.indices {
        let column = schema.tables[index].columns[position]
        guard column.type.needsSample, !column.declaredType.isEmpty else { continue }
        let known = types[[column.name.lowercased(), column.declaredType]] ?? nil
        if let known { schema.tables[index].columns[position].type = known }
      }
    }
  }

  private func rowIDName(of table: Schema.Table) -> String? {
    SQLText.rowIDName(besides: table.columns.map(\.name))
  }

  private mutating func finishVirtualTable(_ index: Int) {
    let table = schema.tables[index]
    guard table.readOnlyReason == nil else { return }
    let (module, arguments) = Self.module(in: statements[index])
    switch module {
    case "fts3", "fts4", "fts5":
      schema.tables[index].rowNumberName = rowIDName(of: table)
      let content = arguments.first { $0.lowercased().hasPrefix("content=") }
      guard let content else { break }
      let source = content.dropFirst("content=".count).filter { !"'\"".contains($0) }
      schema.tables[index].readOnlyReason =
        source.isEmpty
        ? "a search index without content"
        : "a search index: change “\(source)” instead"
    case "rtree", "rtree_i32":
      // The first column of an R-tree is its rowid.
      schema.tables[index].rowNumberName = rowIDName(of: table)
      schema.tables[index].primaryKey = table.columns.prefix(1).map(\.name)
      schema.tables[index].keyIsRowNumber = true
    case "geopoly": schema.tables[index].rowNumberName = rowIDName(of: table)
    default:
      schema.tables[index].readOnlyReason = "a virtual table of the module “\(module)”"
    }
    for column in table.columns.indices where module.hasPrefix("fts") {
      schema.tables[index].columns[column].type = ColumnType(.text)
    }
  }

  /// The module of a `CREATE VIRTUAL TABLE … USING module(arguments)`, and its arguments without blanks.
  static func module(in statement: String) -> (name: String, arguments: [String]) {
    let tokens = SQLTokens(statement).tokens
    guard let using = tokens.firstIndex(where: { $0.isWord("using") }), using + 1 < tokens.count
    else { return ("", []) }
    let inner = tokens[(using + 2)...].dropFirst()
      .dropLast(tokens.last?.text == ")" ? 1 : 0)
    let arguments = inner.split { $0.kind == .symbol && $0.text == "," }
      .map { $0.map(\.text).joined() }
    return (tokens[using + 1].text.lowercased(), arguments)
  }
}

extension Schema.Column {
  /// Takes over what the checks of the table say of the column.
  fileprivate mutating func apply(_ check: ColumnCheck) {
    let affinity = Affinity(attribute.declaredType)
    attribute.minimum = check.minimum.flatMap { $0.stored(with: affinity) }
    attribute.maximum = check.maximum.flatMap { $0.stored(with: affinity) }
    attribute.minimumLength = check.minimumLength
    if let length = check.maximumLength { type.width = min(type.width ?? length, length) }
    if check.isJSON, [.string, .text].contains(type.type) {
      type = ColumnType(.json, width: type.width)
    }
    guard let choices = check.choices, !choices.isEmpty else { return }
    // A column of 0 and 1 only is a boolean, whatever it is declared as.
    if Set(choices) == [.int(0), .int(1)], [.integer, .bool, .any].contains(type.type) {
      type = ColumnType(.bool, storage: .zeroOne)
    } else {
      type.choices = choices.map { $0.stored(as: type.type) }
    }
  }
}

extension Bound {
  /// The bound as a column compares with it: as a text where it holds texts; `nil` where that cannot be told.
  fileprivate func stored(with affinity: Affinity) -> Bound? {
    guard affinity == .text else { return self }
    switch value {
    case .string: return self
    case .int(let number): return Bound(.string(String(number)), isIncluded: isIncluded)
    default: return nil
    }
  }
}

extension Value {
  /// A literal of a check as a column of the type stores it: SQLite compares in the column's way.
  fileprivate func stored(as type: AttributeType) -> Value {
    switch (type.kind, self) {
    case (.integer, .string(let text)), (.number, .string(let text)), (.decimal, .string(let text)):
      Int64(text).map { .int($0) } ?? Double(text).map { .double($0) } ?? self
    case (.text, .int(let number)): .string(String(number))
    case (.number, .int(let number)): .double(Double(number))
    default: self
    }
  }
}
