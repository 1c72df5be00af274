import EntityModel
import Qualifiers

extension SchemaReflection {
  /// What the statements that made the tables tell beyond the pragmas.
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
    if !table.isWithoutRowID { schema.tables[index].rowIDName = rowIDName(of: table) }
    let statement = statements[index]
    guard statement.utf8.count < 200_000 else { return }
    for (name, choices) in CheckConstraints(statement: statement).choices {
      guard let column = table.columnIndex(name) else { continue }
      schema.tables[index].columns[column].type.choices = choices
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

  /// The first of the rowid's three names that no column has taken.
  private func rowIDName(of table: Schema.Table) -> String? {
    let taken = Set(table.columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
  }

  private mutating func finishVirtualTable(_ index: Int) {
    let table = schema.tables[index]
    guard table.readOnlyReason == nil else { return }
    let (module, arguments) = Self.module(in: statements[index])
    switch module {
    case "fts3", "fts4", "fts5":
      schema.tables[index].rowIDName = rowIDName(of: table)
      let content = arguments.first { $0.lowercased().hasPrefix("content=") }
      guard let content else { break }
      let source = content.dropFirst("content=".count).filter { !"'\"".contains($0) }
      schema.tables[index].readOnlyReason =
        source.isEmpty
        ? "a search index without content"
        : "a search index: change “\(source)” instead"
    case "rtree", "rtree_i32":
      // The first column of an R-tree is its rowid.
      schema.tables[index].rowIDName = rowIDName(of: table)
      schema.tables[index].primaryKey = table.columns.prefix(1).map(\.name)
      schema.tables[index].isRowIDAliased = true
    case "geopoly": schema.tables[index].rowIDName = rowIDName(of: table)
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
