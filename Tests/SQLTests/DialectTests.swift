import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import Testing
import TestSupport

/// What a fetch is in the SQL of an engine that is not SQLite.
struct DialectTests {
  /// Quotes with brackets, has `FETCH FIRST`, puts null last, knows truths, and cannot call the evaluator.
  private final class Brackets: SQLDialect {
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
    func literal(_ truth: Bool?) -> String { truth.map { $0 ? "TRUE" : "FALSE" } ?? "UNKNOWN" }
    func isTrue(_ sql: String) -> String { sql }
    func isNotZero(_ fragment: SQLFragment) -> SQLFragment { fragment }
    func isSame(_ left: String, _ right: String) -> String {
      "\(left) IS NOT DISTINCT FROM \(right)"
    }
    func holdsInteger(_ column: String) -> String { literal(true) }
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
      throw .unsupported("This engine cannot compute '\(value.expression)'.")
    }
    func search(_ search: TextSearch, in scope: SelectScope) throws(StoreError) -> SQLFragment {
      throw .unsupported("This engine cannot search.")
    }
  }

  private func plan(_ fetch: FetchSpecification) throws -> FetchPlan {
    let json = """
      {"entities": [{"name": "Part", "table": "part", "schema": "stock", "attributes": [
        {"name": "id", "type": "integer", "primaryKey": true, "nullable": false},
        {"name": "name", "type": "string"}, {"name": "weight", "type": "integer"}]}]}
      """
    let file = TemporaryFolder()
    let declaration = try #require(ModelReader().read(file.write(json, to: "stock.json")).model)
    let model = ModelOverlay.model(name: "stock", declarations: [declaration], over: nil).model
    return try FetchPlan(
      fetch,
      entity: try #require(model.entity(named: "Part")),
      dialect: Brackets()
    )
  }

  private func fetch(_ condition: String?, _ order: String?) -> FetchSpecification {
    FetchSpecification(
      entityName: "Part",
      qualifier: condition.flatMap { Qualifier.parse($0).qualifier },
      sortOrderings: order.flatMap { SortOrdering.parse($0).orderings } ?? [],
      paths: [PropertyPath("name")]
    )
  }

  @Test func `Names, limits, orders and truths are those of the dialect`() throws {
    let statement = try plan(fetch("weight < 3", "-weight")).statement(
      where: nil,
      backwards: false,
      limit: 5
    )
    #expect(
      statement.sql
        == "SELECT t0.[id], t0.[weight], t0.[name] FROM [stock].[part] AS t0 WHERE t0.[weight] < ?"
        + " ORDER BY t0.[weight] DESC NULLS LAST, t0.[id] FETCH FIRST 5 ROWS ONLY"
    )
    #expect(statement.parameters == [.int(3)])
  }

  @Test func `Null that stands last by itself is not asked for there`() throws {
    let statement = try plan(fetch(nil, "weight")).ordering
    #expect(statement.sql.hasSuffix("ORDER BY t0.[weight] NULLS FIRST, t0.[id]"))
  }

  @Test func `What only the evaluator can tell is refused where an engine cannot ask it`() throws {
    #expect(throws: StoreError.self) { try plan(fetch("name matches '[a-c]+'", nil)) }
  }

  @Test func `Parameters are values as they are stored`() throws {
    #expect(try ColumnCoding(.bool).encode(.bool(true)) == .int(1))
    #expect(throws: StoreError.self) { try ColumnCoding(.text).encode(.list([.int(1)])) }
  }
}
