import EntityModel
import EntityStore
import FoundationEssentials
import Insight
import Pages
import Qualifiers
import RuleEnvironment
import SceneSupport
import StandardKeys
import TestSupport
import Testing

import Workspace

/// The values of columns and their ranges, beside the rows that their filters find.
@MainActor
struct ColumnValuesTests {
  /// A table of random rows, and the requests of its columns.
  @MainActor
  private struct World {
    let scene: Scene
    let scope: EnvironmentValues
    var work: WorkContext { scene.session.work }
    var fetch: FetchSpecification { FetchSpecification(entityName: "Thing") }

    init(_ script: String, rules: String = "") async throws {
      scene = try await Scene(script, rules: rules, "--entity Thing")
      let entity = try #require(scene.session.work.model.entity(named: "Thing"))
      scope = scene.session.work.root.scoped(toTask: .list).scoped(to: entity)
    }

    func values(_ request: ValuesRequest) async throws -> ColumnValues {
      var found: ColumnValues?
      try await work.countValues(request, in: fetch, scope: scope) { found = $0 }
      return try #require(found)
    }

    func count(_ qualifier: Qualifier) async throws -> Int {
      var rows = fetch
      rows.qualifier = qualifier
      return try await work.store.count(rows)
    }
  }

  private static func request(
    _ property: String,
    _ division: ValuesRequest.Division = .automatic,
    total: String? = nil
  ) -> ValuesRequest {
    var request = ValuesRequest(of: property)
    (request.division, request.total) = (division, total)
    return request
  }

  private static func table(_ random: inout SeededGenerator) -> String {
    let words = ["'ada'", "'Ada'", "'ÄRA'", "'ära'", "''", "'zoe'", "'Bea'", "'ßa'", "'éa'", "'7'"]
    let rows = (1...80).map { id in
      let seconds = 1_700_000_000 + random.below(90_000_000) - 45_000_000
      func orNull(_ text: String) -> String { random.chance(12) ? "NULL" : text }
      let moment = "datetime(\(seconds), 'unixepoch')"
      return """
        (\(id), \(orNull("\(random.below(200) - 100)")), \(orNull("\(Double(random.below(400) - 200) / 10)")),
          \(orNull("date(\(seconds), 'unixepoch')")), \(orNull(moment)), \(orNull("\(seconds)")),
          \(orNull("\(seconds) / 86400.0 + 2440587.5")), \(orNull(words[random.below(words.count)])))
        """
    }
    return """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, amount INTEGER, weight REAL, day DATE, held_at DATETIME,
        created_at TIMESTAMP, julian DATETIME, name TEXT);
      INSERT INTO thing VALUES \(rows.joined(separator: ",\n"));
      """
  }

  private static let steps: [(String, [String])] = [
    ("amount", ["1", "7", "10", "50", "auto"]), ("weight", ["0.1", "0.25", "3", "auto"]),
    ("day", ["day", "week", "month", "quarter", "decade", "auto"]),
    ("heldAt", ["hour", "day", "week", "month", "auto", "off"]),
    ("createdAt", ["hour", "week", "year", "auto", "off"]), ("julian", ["hour", "month", "auto"]),
    ("name", ["letter", "auto", "off"]),
  ]

  @Test
  func `Behind each range are as many rows as it counts, and behind its complement all others`()
    async throws
  {
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 3)) {
      var random = SeededGenerator(seed: seed)
      let world = try await World(Self.table(&random))
      for (property, steps) in Self.steps {
        let kind = try #require(world.work.dividedKind(of: property, in: world.scope))
        for step in steps {
          var request = Self.request(property)
          try request.setDivision(step, of: kind)
          let values = try await world.values(request)
          #expect(values.entries.reduce(0) { $0 + $1.rows } == 80 && values.rows == 80)
          for entry in values.entries {
            let path = PropertyPath(property)
            let inside = try await world.count(entry.qualifier(of: path))
            #expect(inside == entry.rows, "\(seed) \(property) \(step) \(entry)")
            let outside = try await world.count([entry].qualifier(of: path, excludes: true))
            #expect(inside + outside == 80, "\(seed) \(property) \(step) \(entry)")
          }
        }
      }
    }
  }

  @Test func `A place in the values is that of the range around a value`() async throws {
    var random = SeededGenerator(seed: 5)
    let world = try await World(Self.table(&random))
    for (property, text) in [("amount", "10"), ("heldAt", "month"), ("name", "letter")] {
      var request = Self.request(property)
      try request.setDivision(
        text,
        of: try #require(world.work.dividedKind(of: property, in: world.scope))
      )
      let values = try await world.values(request)
      let singles = try await world.values(Self.request(property, .off))
      for single in singles.entries where !single.isRange {
        let place = try #require(values.place(of: single.value, in: values.entries))
        let range = values.entries[place]
        let inside = try await world.count(
          .and([
            range.qualifier(of: PropertyPath(property)),
            single.qualifier(of: PropertyPath(property)),
          ])
        )
        #expect(inside == single.rows, "\(single) \(range)")
      }
    }
  }

  @Test func `Numbers have ranges where there are more of them than ranges`() async throws {
    func script(_ count: Int) -> String {
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, amount INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count * 3))
      INSERT INTO thing SELECT i, i % \(count) FROM n;
      """
    }
    let few = try await World(script(20)).values(Self.request("amount"))
    #expect(few.step == nil && few.entries.count == 20 && few.distinct == 20)
    let world = try await World(script(21))
    let many = try await world.values(Self.request("amount"))
    #expect(many.step == .number(1) && many.entries.count == 21 && many.distinct == 21)
    let single = try await world.values(Self.request("amount", .off))
    #expect(single.step == nil && single.entries.count == 21)
    let forced = try await World(script(20)).values(Self.request("amount", .ranges))
    #expect(forced.step == .number(1))
  }

  @Test func `Totals are those of the rows`() async throws {
    var random = SeededGenerator(seed: 9)
    let world = try await World(Self.table(&random))
    for request in [
      Self.request("amount", total: "weight"), Self.request("name", total: "amount"),
      Self.request("heldAt", total: "amount"),
    ] {
      let total = Expression(.path(PropertyPath(request.total ?? "")))
      for entry in try await world.values(request).entries {
        var rows = world.fetch
        rows.qualifier = entry.qualifier(of: PropertyPath(request.property))
        let sum = Grouping(by: [], [.init(.sum, of: total)])
        let groups: [Group] = try await world.work.store.groups(sum, of: rows)
        let expected = groups[0].aggregates[0].double ?? 0
        #expect(abs((entry.total.double ?? 0) - expected) < 1e-9, "\(entry)")
      }
    }
  }

  @Test func `Values with one label are one row`() async throws {
    let script = """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, state TEXT, amount INTEGER);
      INSERT INTO thing VALUES (1, 'o', 1), (2, 'w', 2), (3, 'c', 4), (4, NULL, 8), (5, 'o', 16), (6, 'c', 32);
      """
    let rules =
      "propertyKey = 'state' => choices = {'o': 'open', 'w': 'open', 'c': 'closed'}"
    let world = try await World(script, rules: rules)
    let values = try await world.values(Self.request("state", total: "amount"))
    #expect(values.entries.map(\.label) == ["open", "closed", nil])
    #expect(values.entries.map(\.rows) == [3, 2, 1])
    #expect(values.entries.map(\.total) == [.int(19), .int(36), .int(8)])
    #expect(values.distinct == 3 && !values.isCut)
    #expect(try await world.count(values.entries[0].qualifier(of: PropertyPath("state"))) == 3)
    #expect(world.work.dividedKind(of: "state", in: world.scope) == nil)
  }

  @Test(arguments: [
    ("fortnight", "step takes auto, off, a positive number or "),
    ("month", "step month divides dates, but 'amount' is a number"),
    ("letter", "step letter divides texts, but 'amount' is a number"),
  ])
  func `A step that divides nothing is refused`(text: String, sentence: String) {
    var request = ValuesRequest(of: "amount")
    let fault = #expect(throws: UsageError.self) { try request.setDivision(text, of: .whole) }
    #expect(fault?.message.hasPrefix(sentence) == true, "\(fault?.message ?? "")")
  }

  @Test func `Only numbers that are shown are added up`() async throws {
    let script = """
      CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT, amount INTEGER, secret INTEGER,
        owner_id INT REFERENCES owner);
      """
    let world = try await World(
      script,
      rules: "propertyKey = 'secret' => isPropertyVisible = false"
    )
    #expect(
      try world.scope.total(writtenByUser: "Amount", in: world.work.store).path?.description
        == "amount"
    )
    for name in ["name", "secret", "owner", "nothing"] {
      #expect(throws: (any Error).self) {
        try world.scope.total(writtenByUser: name, in: world.work.store)
      }
    }
  }

  @Test func `Titles of filters tell values, ranges and their complement`() async throws {
    var random = SeededGenerator(seed: 1)
    let world = try await World(Self.table(&random))
    let ranges = try await world.values(Self.request("amount", .step(.number(50)))).entries
    let values = try await world.values(Self.request("name")).entries
    #expect(
      Array(ranges.prefix(1)).title(of: "Amount", texts: ["∅"], excludes: false) == "Amount = ∅"
    )
    #expect(
      [ranges[1]].title(of: "Amount", texts: ["0 – 50"], excludes: false) == "Amount 0 – 50"
    )
    #expect([ranges[1]].title(of: "Amount", texts: ["0 – 50"], excludes: true) == "Amount ≠ 0 – 50")
    #expect([values[0]].title(of: "Name", texts: ["a", "b"], excludes: false) == "Name = a, b")
  }

  @Test func `Profiles tell what the database finds`()
    async throws
  {
    var random = SeededGenerator(seed: 3)
    let world = try await World(Self.table(&random))
    let names = ["amount", "weight", "name"]
    let columns = try names.map { try world.scope.profiledColumn(writtenByUser: $0) }
    var counted = 0
    try await world.work.profiles(of: columns, in: world.fetch) { index, progress in
      let name = names[index]
      switch progress {
      case .counted(let profile):
        counted += 1
        #expect(profile.rows == 80 && profile.distinct == nil)
      case .completed(let profile):
        let sql =
          "SELECT 80 - count(\(name)), count(DISTINCT \(name)), total(\(name)) / count(\(name)) FROM thing"
        let found = try #require(try world.scene.rows(sql).first).split(separator: "|")
        #expect("\(profile.nulls)" == found[0] && "\(profile.distinct ?? -1)" == found[1])
        if name != "name" {
          #expect(abs((profile.mean.double ?? 0) - (Double(found[2]) ?? 1)) < 1e-9, "\(found)")
          #expect(profile.distribution.reduce(0, +) == 80 - profile.nulls)
        }
      case .failed(let error): Issue.record("\(error)")
      }
    }
    #expect(counted == 3)
  }

  @Test func `What is read for a page that was left is not shown`() async throws {
    var random = SeededGenerator(seed: 4)
    let world = try await World(Self.table(&random))
    let read = BackgroundRead(in: world.work)
    var (shown, begun, faults) = (0, 0, 0)
    func follow() {
      read.follow(1) {
        begun += 1
        let request = ValuesRequest(of: "amount")
        try await world.work.countValues(request, in: world.fetch, scope: world.scope) { _ in
          if !Task.isCancelled { shown += 1 }
        }
      } onFault: { _ in
        faults += 1
      }
    }
    follow()
    read.end()
    try await world.scene.settle()
    #expect((shown, faults) == (0, 0))
    follow()
    follow()
    try await world.scene.settle()
    #expect(shown == 1 && faults == 0)
  }

  /// Rows that a sample stands for, of owners with hidden keys, of whom one is not there.
  private static let many = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO owner VALUES (1007, 'Ada'), (2007, 'Bea');
    CREATE TABLE thing(id INTEGER PRIMARY KEY, owner_id INT REFERENCES owner);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO thing
    SELECT i, CASE i % 8 WHEN 0 THEN 3007 WHEN 1 THEN 2007 WHEN 2 THEN 2007 ELSE 1007 END FROM n;
    """
  private static let hidden = "propertyKey in ['id', 'ownerId'] => isPropertyVisible = false"

  @Test func `Hidden keys are not shown, neither in an estimate nor without a label`() async throws
  {
    let world = try await World(Self.many, rules: Self.hidden)
    var found: [ColumnValues] = []
    try await world.work.countValues(Self.request("owner"), in: world.fetch, scope: world.scope) {
      found.append($0)
    }
    #expect(found.map(\.isEstimate) == [true, false])
    for values in found {
      #expect(values.entries.map(\.label) == ["Ada", "Bea", "(no label)"])
    }
  }

  @Test func `A key that is shown stands for an object that is not there`() async throws {
    let world = try await World(Self.many)
    var found: [ColumnValues] = []
    try await world.work.countValues(Self.request("owner"), in: world.fetch, scope: world.scope) {
      found.append($0)
    }
    #expect(found.map { $0.entries.map(\.label) } == [["Ada", "Bea", nil], ["Ada", "Bea", nil]])
  }

  @Test func `Ranges of long tables are those of all rows, whether few values or many`()
    async throws
  {
    for number in ["i % 300", "(i * 7919) % 100003"] {
      let world = try await World(
        """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, n INTEGER);
        WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 200000)
        INSERT INTO thing SELECT i, CASE WHEN i % 10 = 0 THEN NULL ELSE \(number) - 50 END FROM s;
        """
      )
      var found: [ColumnValues] = []
      try await world.work.countValues(Self.request("n"), in: world.fetch, scope: world.scope) {
        found.append($0)
      }
      #expect(found.map(\.isEstimate) == [true, false])
      let values = try #require(found.last)
      #expect(values.nulls == 20_000 && values.rows == 200_000)
      #expect(values.entries.reduce(0) { $0 + $1.rows } == 200_000)
      for entry in values.entries.prefix(4) {
        #expect(try await world.count(entry.qualifier(of: PropertyPath("n"))) == entry.rows)
      }
    }
  }

  @Test func `Leaving a page during its estimate ends what else would be read`() async throws {
    let world = try await World(Self.many)
    let read = BackgroundRead(in: world.work)
    var (exact, error): (Int, StoreError?) = (0, nil)
    read.follow {
      do {
        let request = Self.request("owner")
        try await world.work.countValues(request, in: world.fetch, scope: world.scope) { values in
          if values.isEstimate { read.end() } else { exact += 1 }
        }
      } catch let fault as StoreError { error = fault }
    } onFault: { _ in
    }
    try await world.scene.settle()
    #expect(exact == 0)
    if case .cancelled? = error { return }
    Issue.record("\(String(describing: error))")
  }

  @Test func `Days stored in several forms are one value, and what is no day is one of its own`()
    async throws
  {
    let script = """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, day DATE);
      INSERT INTO thing VALUES (1, '2026-05-01'), (2, '2026-05-01'), (3, '2026-05-02'), (4, NULL), (5, 'soon'),
        (6, '2026-05-01T00:00:00'), (7, '2026-06-01'), (8, '2026-05-02'), (9, 'soon'), (10, '2026-04-30');
      """
    let world = try await World(script)
    for division in [ValuesRequest.Division.off, .step(.time(DateOffset(1, .months)))] {
      let values = try await world.values(Self.request("day", division))
      #expect(values.rows == 10 && values.entries.reduce(0) { $0 + $1.rows } == 10)
      for entry in values.entries {
        let found = try await world.count(entry.qualifier(of: PropertyPath("day")))
        #expect(found == entry.rows, "\(entry)")
      }
    }
    let single = try await world.values(Self.request("day", .off))
    #expect(single.entries.filter { !$0.value.isNull }.map(\.rows).sorted() == [1, 1, 2, 2, 3])
  }
}
