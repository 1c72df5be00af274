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

/// Tests the conditions of the query page on random values against a simple evaluator.
@MainActor
struct RandomQueryTests {
  private struct Row {
    let text: String?
    let number: Int?
    /// The day, counted from 25 February 2024, and the second of it.
    let day: Int?
    let second: Int
  }

  private struct Question {
    let key: String
    let text: String
    let holds: (Row) -> Bool
  }

  @Test func `Every operator finds what a plain reading finds`() async throws {
    var random = SeededGenerator(seed: UInt64(TestLength.of("D2T_SEED", 11)))
    let rows = (0..<150).map { _ in Self.row(&random) }
    let values = rows.enumerated().map { index, row in
      let text = row.text.map { "'\($0)'" } ?? "NULL"
      let day = row.day.map { "'\(Self.date($0))'" } ?? "NULL"
      let moment = row.day.map { "'\(Self.date($0)) \(Self.time(row.second))'" } ?? "NULL"
      return "(\(index), \(text), \(row.number.map(String.init) ?? "NULL"), \(day), \(moment))"
    }
    let scene = try await Scene(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, word TEXT, amount INTEGER, day DATE, seen DATETIME);
      INSERT INTO thing VALUES \(values.joined(separator: ", "));
      """,
      "--entity Thing"
    )
    let entity = try #require(scene.session.work.model.entity(named: "Thing"))
    let scope = scene.session.work.root.scoped(toTask: .query).scoped(to: entity)
    func found(_ qualifier: Qualifier) async throws -> [Int] {
      let window = try await scene.session.work.store.window(
        FetchSpecification(
          entityName: "Thing",
          auxiliaryQualifier: qualifier,
          paths: [PropertyPath("id")]
        ),
        from: .start,
        count: 1_000
      )
      return window.records.compactMap { $0.value(forKey: "id")?.double }.map { Int($0) }.sorted()
    }
    func keys(_ holds: (Row) -> Bool) -> [Int] { rows.indices.filter { holds(rows[$0]) } }
    var some = 0
    for _ in 0..<(TestLength.isLong ? 200 : 12) {
      for question in Self.questions(&random) {
        let property = try #require(QueryProperty(question.key, in: scope))
        let qualifier = try #require(try property.qualifier(question.text))
        let wanted = keys(question.holds)
        some += wanted.isEmpty || wanted.count == rows.count ? 0 : 1
        #expect(try await found(qualifier) == wanted, "\(question.key) \(question.text)")
        let left = keys { !question.holds($0) }
        #expect(try await found(qualifier.omitted) == left, "omit \(question.text)")
      }
    }
    #expect(some > 200, "questions that find some rows and not all")
  }

  /// Compares the rows found for `=` with those that SQLite finds, by the collation of the column.
  @Test(arguments: ["nocase_text", "trimmed", "plain", "coded"])
  func `What is the same a column's collation says`(column: String) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE word(id INTEGER PRIMARY KEY, nocase_text TEXT COLLATE NOCASE, trimmed TEXT COLLATE RTRIM, plain TEXT,
        coded TEXT COLLATE NOCASE CHECK (coded IN ('ab', 'AB  ', 'Éa', 'éa', 'a.b', 'axb', 'straße', 'STRASSE', 'K', 'k', 'ab ')));
      WITH texts(t) AS (VALUES ('ab'), ('AB'), ('Ab'), ('ab '), ('AB  '), ('Éa'), ('éa'), ('ÉA'), ('a.b'), ('axb'), ('A.B'),
        ('straße'), ('STRASSE'), ('K'), ('k'), ('K'))
      INSERT INTO word(nocase_text, trimmed, plain, coded)
      SELECT t, t, t, CASE WHEN t COLLATE NOCASE IN ('ab', 'AB  ', 'Éa', 'éa', 'a.b', 'axb') THEN t END FROM texts;
      """,
      rules: "task = 'query' => component = 'QueryString'",
      "--entity Word"
    )
    let entity = try #require(scene.session.work.model.entity(named: "Word"))
    let key = try #require(entity.attributes.first { $0.columnName == column }?.name)
    for text in ["ab", "AB", "ab ", "Éa", "éA", "a.b", "strasse", "STRASSE", "k", "K"] {
      let wanted = try scene.rows(
        "SELECT id FROM word WHERE \(column) = '\(text)' ORDER BY id"
      )
      try await scene.send("Q alt-x")
      try await scene.go(to: key)
      try await scene.type("='\(text)'")
      try await scene.send("ctrl-s")
      let list = try #require(scene.session.navigator.current.list)
      let found = (0..<20).compactMap { list.record(at: $0)?.value(forKey: "id")?.description }
      #expect(found.sorted() == wanted.sorted(), "\(column) = \(text)\n\(scene.text)")
    }
  }

  private static func row(_ random: inout SeededGenerator) -> Row {
    Row(
      text: random.chance(15) ? nil : word(&random, upTo: 4),
      number: random.chance(15) ? nil : random.below(12) - 4,
      day: random.chance(15) ? nil : random.below(12),
      second: random.chance(30) ? 0 : random.below(86_400)
    )
  }

  private static func word(_ random: inout SeededGenerator, upTo length: Int) -> String {
    String((0..<random.below(length + 1)).map { _ in Array("abAB*?%_")[random.below(8)] })
  }

  private static func date(_ day: Int) -> String {
    day < 5 ? "2024-02-\(25 + day)" : "2024-03-0\(day - 4)"
  }

  private static func time(_ second: Int) -> String {
    [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }

  // MARK: Questions

  /// One of each kind, and its opposite.
  private static func questions(_ random: inout SeededGenerator) -> [Question] {
    let plain = ofTexts(&random) + ofNumbers(&random) + ofDays(&random)
    let nulls: [Question] = ["word", "amount", "day", "seen"].map { key in
      Question(key: key, text: "∅") { isNull($0, key) }
    }
    let opposites = (plain + nulls).map { question in
      let isOfNull = ["∅", "="].contains(question.text)
      return Question(key: question.key, text: "!" + question.text) {
        (isOfNull || !isNull($0, question.key)) && !question.holds($0)
      }
    }
    return plain + nulls + opposites
  }

  private static func isNull(_ row: Row, _ key: String) -> Bool {
    switch key {
    case "word": row.text == nil
    case "amount": row.number == nil
    default: row.day == nil
    }
  }

  private static func ofTexts(_ random: inout SeededGenerator) -> [Question] {
    func text(_ text: String, _ holds: @escaping (String) -> Bool) -> Question {
      Question(key: "word", text: text) { $0.text.map(holds) ?? false }
    }
    func order(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    let x = word(&random, upTo: 2) + "a", y = "b" + word(&random, upTo: 2)
    let (small, other) = (x.lowercased(), y.lowercased())
    let (low, high) = order(x, y) ? (x, y) : (y, x)
    return [
      text(x) { $0.lowercased().contains(small) }, text("=" + x) { $0 == x },
      text(">" + x) { order(x, $0) }, text(">=" + x) { !order($0, x) },
      text("<" + x) { order($0, x) }, text("<=" + x) { !order(x, $0) },
      text("\(low)..\(high)") { !order($0, low) && !order(high, $0) },
      text("\(x),\(y)") { $0.lowercased().contains(small) || $0.lowercased().contains(other) },
      text("=\(x),\(y)") { $0 == x || $0 == y }, text("^" + x) { $0.lowercased().hasPrefix(small) },
      text(x + "$") { $0.lowercased().hasSuffix(small) },
      text("^\(x)$") { $0.lowercased() == small },
      text("/[aB]b/") { $0.contains("ab") || $0.contains("Bb") },
      Question(key: "word", text: "=") { $0.text?.isEmpty != false },
    ]
  }

  private static func ofNumbers(_ random: inout SeededGenerator) -> [Question] {
    func number(_ text: String, _ holds: @escaping (Int) -> Bool) -> Question {
      Question(key: "amount", text: text) { $0.number.map(holds) ?? false }
    }
    let x = random.below(10) - 3, y = x + random.below(4)
    return [
      number("\(x)") { $0 == x }, number("=\(x)") { $0 == x }, number(">\(x)") { $0 > x },
      number(">= \(x)") { $0 >= x }, number("<\(x)") { $0 < x },
      number("<=\(x).5") { x < 0 ? $0 < x : $0 <= x },
      number("\(x)..\(y)") { (x...y).contains($0) }, number("..\(y)") { $0 <= y },
      number("\(x)..") { $0 >= x }, number("\(x),\(y)") { $0 == x || $0 == y },
      number("\(x), >\(y)") { $0 == x || $0 > y },
      Question(key: "amount", text: "=") { $0.number == nil },
    ]
  }

  private static func ofDays(_ random: inout SeededGenerator) -> [Question] {
    let x = random.below(12), y = x + random.below(12 - x)
    let second = random.below(1440) * 60
    let (first, last) = (date(x), date(y))
    return ["day", "seen"].flatMap { key in
      func day(_ text: String, _ holds: @escaping (Int) -> Bool) -> Question {
        Question(key: key, text: text) { $0.day.map(holds) ?? false }
      }
      return [
        day(first) { $0 == x }, day(">\(first)") { $0 > x }, day(">=\(first)") { $0 >= x },
        day("<\(first)") { $0 < x }, day("<=\(first)") { $0 <= x },
        day("\(first)..\(last)") { (x...y).contains($0) }, day("2024-02") { $0 < 5 },
        day(">2024-02") { $0 >= 5 }, day("\(first),\(last)") { $0 == x || $0 == y },
        day("2024") { _ in true }, day("2023,2024-02..2024-03") { _ in true },
      ]
    } + [
      Question(key: "seen", text: ">\(first) \(time(second))") { row in
        row.day.map { $0 > x || $0 == x && row.second > second } ?? false
      }
    ]
  }
}
