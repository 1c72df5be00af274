import EntityModel
import EntityStore
import Qualifiers
import SceneSupport
import StandardKeys
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Tests filters on date columns that also hold other values.
@MainActor
struct MixedDaysTests {
  private static let others = [
    "1967", "20240301", "'1967'", "'1967-05'", "'1971-00-00'", "'2001-02-30'", "'21.10.1950'",
    "'10/05/1911'", "'soon'", "5",
  ]

  /// Each of the values once; of a column of texts some, so that it is one of days.
  private static var rows: String {
    others.enumerated().map { id, value in
      let noted = [3, 4, 6].contains(id) ? value : "NULL"
      return "INSERT INTO book VALUES (\(id), \(value), \(value), \(noted));"
    }.joined(separator: "\n")
  }

  /// The values among days.
  private static let script = """
    CREATE TABLE book(id INTEGER PRIMARY KEY, published DATE, seen DATETIME, noted_at TEXT);
    WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 230)
    INSERT INTO book SELECT i, date('1930-06-01', (i * 217) || ' days'), datetime('1930-06-01', (i * 211) || ' days'),
      date('1930-06-01', (i * 199) || ' days') FROM n;
    \(rows)
    """

  private func ids(_ scene: Scene, _ qualifier: Qualifier?) async throws -> [Int64] {
    let fetch = FetchSpecification(entityName: "Book", qualifier: qualifier)
    let window = try await scene.session.work.store.window(fetch, from: .start, count: 999)
    return window.records.compactMap {
      guard case .int(let id) = $0.value(forKey: "id") else { return nil }
      return id
    }
  }

  @Test func `33/3-2: what a list shows in a column of days finds its row`() async throws {
    let scene = try await Scene(Self.script, "--entity Book")
    let model = try #require(scene.session.navigator.current.list)
    let page = scene.session.work.root.scoped(toTask: .query).scoped(to: model.entity)
    let all = try await scene.session.work.store.window(
      FetchSpecification(entityName: "Book"),
      from: .start,
      count: 999
    )
    for key in ["published", "seen", "notedAt"] {
      let type = model.entity.attribute(named: key)?.type
      #expect(type == .date || type == .timestamp, "\(key)")
      for record in all.records {
        let value = record.value(forKey: key) ?? .null
        guard case .int(let id) = record.value(forKey: "id"), id < 102 else { continue }
        guard !value.isNull else { continue }
        let shown = value.description
        let property = try #require(QueryProperty(key, in: page))
        #expect(try await ids(scene, try property.qualifier(shown)).contains(id), "\(key) \(shown)")
        let typed = ["\(key) = '\(shown)'", "\(key) in ('\(shown)', '1800-01-01')"]
        let bare =
          shown.allSatisfy(\.isNumber)
          ? ["\(key) = \(shown)", "\(key) between \(shown) and \(shown)"] : []
        for text in typed + bare {
          guard case .condition(let condition, _) = try FilterText(text, of: model) else {
            Issue.record("‘\(text)’ is no condition")
            continue
          }
          #expect(try await ids(scene, condition).contains(id), "\(text)")
        }
      }
    }
  }

  @Test
  func `33/3-2: years and the like are before and behind days, and rows left out are counted`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Book", width: 110)
    let model = try #require(scene.session.navigator.current.list)
    for (text, holds, misses) in [
      ("published < '1970-01-01'", [0, 2, 3], [1, 4, 5]),
      ("published < '1950-01-01'", [], [0, 1, 2, 3, 4, 5]),
      ("published >= 1967 and published < 1972", [0, 2, 3, 4], [1, 5]),
      ("published > '2001-01-01'", [1, 5], [0, 2, 3, 4]),
      ("published between 1960 and 2001", [0, 2, 3, 4, 5], [1]),
    ] as [(String, [Int64], [Int64])] {
      guard case .condition(let condition, _) = try FilterText(text, of: model) else {
        Issue.record("‘\(text)’ is no condition")
        continue
      }
      let found = try await ids(scene, condition)
      #expect(holds.allSatisfy(found.contains), "\(text): \(found)")
      #expect(!misses.contains(where: found.contains), "\(text): \(found)")
      // Nothing says of these where they belong.
      #expect(![6, 7, 8].contains(where: found.contains), "\(text): \(found)")
      let told = await scene.session.work.store.sentenceAboutUnplacedDays(
        condition,
        of: model.entity
      )
      #expect(
        told == "Published: 4 rows hold a text or number that is no day, and < and > leave them out"
      )
    }
    try await scene.send("F")
    try await scene.type("published < '1970-01-01'")
    try await scene.send("enter")
    #expect(
      scene.text.contains("Published: 4 rows hold a text or number that is no day"),
      "\(scene.text)"
    )
  }
}
