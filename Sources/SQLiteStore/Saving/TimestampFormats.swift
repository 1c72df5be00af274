import EntityModel
import EntityStore
import Formatting
import SQL
import SQLite

/// A cache of the timestamp formats of columns, so that new rows of a transaction write times like the table's last rows.
final class TimestampFormats {
  private let adaptor: SQLiteAdaptor
  private var known: [Place: TimestampText?] = [:]

  /// A column of a table, the key for the timestamp format found there.
  private struct Place: Hashable {
    let table: TableName
    let column: String
  }

  init(_ adaptor: SQLiteAdaptor) { self.adaptor = adaptor }

  /// The form of the last moment in a column; `nil` where its last rows hold none.
  ///
  /// The first finding holds for the whole transaction.
  func form(of attribute: Attribute, in entity: Entity) throws(StoreError) -> TimestampText? {
    let place = Place(table: entity.definition.table, column: attribute.columnName)
    if let form = known[place] { return form }
    let form = try lastForm(of: attribute, in: entity)
    known[place] = .some(form)
    return form
  }

  private func lastForm(of attribute: Attribute, in entity: Entity) throws(StoreError)
    -> TimestampText?
  {
    let column = SQLText.identifier(attribute.columnName)
    return try adaptor.first(
      SQLFragment(
        "SELECT \(column) FROM (SELECT \(column) FROM \(entity.sqlName)\(order(of: entity)) "
          + "LIMIT \(Self.rowLimit)) WHERE typeof(\(column)) = 'text'"
      )
    ) { TimestampText($0.text(0)) }
  }

  private static let rowLimit = 50

  /// From the end of the table's b-tree; a view has none, and would be sorted as a whole.
  private func order(of entity: Entity) -> String {
    if let rowID = entity.rowIDName { return " ORDER BY \(rowID) DESC" }
    guard entity.definition.isWithoutRowNumbers else { return "" }
    let key = entity.identity.compactMap { entity.attribute(named: $0)?.columnName }
      .map { SQLText.identifier($0) + " DESC" }
    return key.isEmpty ? "" : " ORDER BY " + key.joined(separator: ", ")
  }
}
