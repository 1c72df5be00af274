import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import Testing

/// Tests the SQL of fetches in the dialect of an engine other than SQLite.
struct DialectTests {
  private func plan(_ fetch: FetchSpecification) throws -> FetchPlan {
    try FetchPlan(fetch, entity: try BracketsDialect.part(), dialect: BracketsDialect())
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
