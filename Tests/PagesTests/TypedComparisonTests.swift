import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import SceneSupport
import StandardKeys
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Conditions typed into the line of a filter, beside what a query page makes of the same words.
@MainActor
struct TypedComparisonTests {
  private static let script = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, email TEXT, day DATE, seen DATETIME, born INTEGER);
    WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 120)
    INSERT INTO thing SELECT i, 'p' || i || '@lee.org',
      CASE WHEN i % 9 THEN date('2023-06-01', (i * 13) || ' days') END,
      datetime('2023-06-01', (i * 11) || ' days', (i * 97) || ' minutes'),
      unixepoch(date('2023-06-01', (i * 13) || ' days')) FROM n;
    """

  private func list(_ scene: Scene) throws -> ListModel {
    try #require(scene.session.navigator.current.list)
  }

  private func found(_ qualifier: Qualifier?, _ scene: Scene) async throws -> [String] {
    let window = try await scene.session.work.store.window(
      FetchSpecification(entityName: "Thing", auxiliaryQualifier: qualifier),
      from: .start,
      count: 1_000
    )
    return window.records.compactMap { $0.value(forKey: "id")?.description }
  }

  @Test func `J6: the filter line finds of years and months what the query page finds`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Thing")
    let model = try list(scene)
    let page = scene.session.work.root.scoped(toTask: .query).scoped(to: model.entity)
    var random = SeededGenerator(seed: 2024)
    let texts = [
      "2023", "2024", "2025", "2026", "2031", "2024-02", "2024-12", "2023-06", "2027-10",
    ]
    var some = 0
    for _ in 0..<60 {
      let key = ["day", "seen", "born"][random.below(3)]
      let text = texts[random.below(texts.count)]
      let sign = [">", ">=", "<", "<=", "="][random.below(5)]
      let property = try #require(QueryProperty(key, in: page))
      let wanted = try await found(try property.qualifier(sign + text), scene)
      some += wanted.isEmpty || wanted.count == 121 ? 0 : 1
      for typed in ["\(key) \(sign) \(text)", "\(key) \(sign) '\(text)'"] {
        guard case .condition(let condition, let understood) = try FilterText(typed, of: model)
        else {
          Issue.record("‘\(typed)’ is no condition")
          continue
        }
        #expect(try await found(condition, scene) == wanted, "\(typed)")
        #expect(understood.isEmpty, "\(understood)")
      }
    }
    #expect(some > 30)
  }

  @Test(arguments: [
    ("day > 17", "'day' is a date and never equals 17; write day > '2024-12-31'"),
    (
      "born > 1700000000", "'born' is a date and never equals 1700000000; write born > '2023-11-14'"
    ),
    ("day != 'never'", "never equals 'never'"),
    ("id = 'x'", "'id' is a number and never equals 'x'"),
    ("email like '%lee%'", "email like '*lee*'"),
    ("email like '_1@lee.org'", "email like '?1@lee.org'"),
  ])
  func `J6: the filter line refuses what never holds, with the spelling that works`(
    text: String,
    sentence: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity Thing")
    try await scene.send("F")
    try await scene.type(text)
    try await scene.send("enter")
    #expect(scene.text.replacing("\n", with: " ").contains(sentence), "\(scene.text)")
    #expect(try list(scene).query.filters.isEmpty)
  }
}
