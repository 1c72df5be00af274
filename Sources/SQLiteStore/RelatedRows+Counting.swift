import EntityStore
import SQL
import SQLite

extension RelatedRows {
  /// The identity in the first columns, and what stands behind it.
  func count(_ statement: Statement) -> (id: RecordID?, count: Int) {
    let isNumbered = sourceColumns.count > source.count
    let id = RecordID.of(
      source.enumerated().map { $1.coding.decodeKey(statement[$0]) },
      isNumbered ? statement.int(source.count) : nil,
      in: scope.root.entity
    )
    return (id, Int(statement.int(sourceColumns.count)))
  }
}
