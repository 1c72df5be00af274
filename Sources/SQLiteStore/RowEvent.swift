import EntityModel
import EntityStore
import SQL
import SQLite

/// What triggers are tied to: a kind of change of the rows of a table.
struct RowEvent: Hashable {
  private enum Kind: String {
    case insert, update, delete
  }

  private let table: String
  private let kind: Kind

  private init(table: String, kind: Kind) {
    (self.table, self.kind) = (table.lowercased(), kind)
  }

  /// What became of a row.
  init(_ row: SaveRecord.Row) {
    let table = (row.before ?? row.after)?.entity.tableName ?? ""
    let kind: Kind = row.before == nil ? .insert : row.after == nil ? .delete : .update
    self.init(table: table, kind: kind)
  }

  /// What a trigger of a table is tied to, by the statement that made it.
  fileprivate init?(table: String, trigger: SQLTokens) {
    // CREATE TRIGGER name AFTER UPDATE OF column ON table
    let words = trigger.tokens.lazy.filter { $0.kind == .word }.map { $0.text.lowercased() }
    guard let kind = words.compactMap(Kind.init(rawValue:)).first else { return nil }
    self.init(table: table, kind: kind)
  }

  /// The way back.
  var opposite: RowEvent {
    let kind: Kind =
      switch kind {
      case .insert: .delete
      case .update: .update
      case .delete: .insert
      }
    return RowEvent(table: table, kind: kind)
  }
}

extension SQLiteAdaptor {
  /// The changes of rows of which triggers tell a virtual table.
  func events(feeding table: TableName) throws(SQLiteError) -> Set<RowEvent> {
    let catalogue = SQLText.table("sqlite_schema", in: table.schemaName)
    let triggers = try connection.rows(
      "SELECT tbl_name, sql FROM \(catalogue) WHERE type = 'trigger'"
    ) { (table: $0.text(0), tokens: SQLTokens($0.text(1))) }
    return Set(
      triggers.filter { $0.tokens.names(table.name) }
        .compactMap { RowEvent(table: $0.table, trigger: $0.tokens) }
    )
  }
}
