import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import TestSupport
import Testing

/// Quotes with brackets, has `FETCH FIRST`, puts null last, knows truths, and cannot call the evaluator.
final class BracketsDialect: SQLDialect {
  func identifier(_ name: String) -> String { "[\(name)]" }
  func table(_ name: TableName) -> String { "[\(name.schemaName)].[\(name.name)]" }
  func temporaryTable(_ name: String) -> String { "#\(name)" }
  func rowNumber(of entity: Entity) -> String? { nil }
  func kind(of attribute: Attribute, in entity: Entity) -> StoredKind {
    attribute.type == .integer ? .numeric : .text
  }
  func collation(_ comparison: SortOrdering.Comparison, _ coding: ColumnCoding) -> String? {
    comparison == .caseInsensitive ? "caseless" : nil
  }
  func part(
    of column: SelectScope.Column,
    _ table: SelectScope.Table,
    named name: String,
    upTo maximumLength: Int?,
    maximumByteCount: Int,
    from firstByte: Int?
  ) -> SelectedPart {
    .beginning(
      sql: "left(\(column.sql), \(maximumByteCount))",
      size: "octet_length(\(column.sql))"
    )
  }
  func literal(_ value: Value) -> String { value.literal }
  func literal(_ truth: Bool?) -> String { truth.map { $0 ? "TRUE" : "FALSE" } ?? "UNKNOWN" }
  func isTrue(_ sql: String) -> String { sql }
  func isNotZero(_ fragment: SQLFragment) -> SQLFragment { fragment }
  func isSame(_ left: String, _ right: String) -> String {
    "\(left) IS NOT DISTINCT FROM \(right)"
  }
  func holdsInteger(_ column: String) -> String { literal(true) }
  func holdsReal(_ column: String) -> String { literal(true) }
  func holdsNumber(_ column: String) -> String { literal(true) }
  let byteOrder = " COLLATE \"C\""
  func hasPrefix(_ column: String, _ text: String) -> SQLFragment {
    SQLFragment("starts_with(\(column), ?)", [.string(text)])
  }
  func contains(_ column: String, _ text: String) -> SQLFragment {
    SQLFragment("position(? IN \(column)) > 0", [.string(text)])
  }
  let putsNullsFirst = false
  let joinInOrder = "JOIN"
  func limit(_ count: Int, from position: Int?) -> SQLFragment {
    SQLFragment(" FETCH FIRST \(count) ROWS ONLY")
  }
  func test(_ test: RowTest, _ arguments: [SQLFragment]) throws(StoreError) -> SQLFragment {
    throw .unsupported("This engine cannot ask the evaluator.")
  }
  func value(_ value: DerivedValue, _ columns: [String]) throws(StoreError) -> String {
    throw .unsupported("This engine cannot compute '\(value.content)'.")
  }
  func aggregate(_ aggregate: ComputedAggregate, _ column: String) throws(StoreError) -> String {
    throw .unsupported("This engine cannot call the evaluator.")
  }
  func search(_ search: TextSearch, in scope: SelectScope) throws(StoreError) -> SQLFragment {
    throw .unsupported("This engine cannot search.")
  }

  /// The entity of the table that tests fetch from.
  static func part() throws -> Entity { try made.get() }

  private static let made = Result {
    let json = """
      {"entities": [{"name": "Part", "table": "part", "schema": "stock", "attributes": [
        {"name": "id", "type": "integer", "primaryKey": true, "nullable": false},
        {"name": "name", "type": "string"}, {"name": "weight", "type": "integer"}]}]}
      """
    let file = TemporaryFolder()
    let declaration = try #require(ModelReader().read(file.write(json, to: "stock.json")).model)
    let model = ModelOverlay.model(name: "stock", declarations: [declaration], over: nil).model
    return try #require(model.entity(named: "Part"))
  }
}
