import EntityModel
import EntityStore
import Qualifiers
import TestSupport
import Testing

@testable import SQLiteStore

/// Conditions and searches that statements leave to the program.
struct KeptConditionsTests {
  private static let script = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
      INSERT INTO t SELECT i, 'name ' || i FROM n;
    """

  @Test func `M4: texts that were looked for are not kept for ever`() throws {
    let adaptor = try SQLiteAdaptor(
      opening: .script(Self.script, title: "Kept"),
      OpeningOptions()
    )
    let column = SearchColumn.value(
      at: PropertyPath("name"),
      SearchColumn.Writing(keepsText: true) { $0.description }
    )
    var most = 0
    for round in 0..<3 * SQLiteAdaptor.functionLimit {
      adaptor.isCancelled = { false }
      var fetch = FetchSpecification(entityName: "T")
      // Each text is another one; every other is there.
      let number = round % 2 == 0 ? round / 2 % 10 + 1 : round + 1000
      fetch.search = TextSearch(["ame \(number)"], in: [column])
      let hit = try adaptor.find(fetch, from: nil, backwards: false)
      #expect((hit != nil) == (round % 2 == 0), "\(number)")
      let qualifier = try #require(Qualifier.parse("name like '*e \(number)?'").qualifier)
      let filtered = FetchSpecification(entityName: "T", auxiliaryQualifier: qualifier)
      let window = try adaptor.window(filtered, from: .start, count: 9)
      #expect(window.records.count == (number == 1 ? 1 : 0))
      most = max(most, adaptor.functionCount)
    }
    #expect(most <= SQLiteAdaptor.functionLimit + 2)
  }

  @Test func `M4: a number that was forgotten names nothing else`() {
    var numbered = Numbered<String, String>()
    let first = numbered.add("a")
    numbered.removeAll()
    #expect(numbered[first] == nil && numbered.count == 0)
    let second = numbered.add("b")
    #expect(second != first && numbered[second] == "b" && numbered[first] == nil)
    #expect(numbered[Int(Int64.min)] == nil && numbered[.max] == nil)
  }
}
