import Charts
import EntityModel
import EntityStore
import Insight
@testable import Pages
import Qualifiers
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Widgets
import Workspace

/// Groups as tables, compared with the same rows grouped one by one.
@MainActor
struct GroupTableTests {
  /// A row of the table.
  private struct Ticket {
    let state: Value, owner: Value, minutes: Value

    subscript(name: String) -> Value {
      ["state": state, "owner": owner, "minutes": minutes][name] ?? .null
    }
  }

  private static let keys = ["state", "owner", "minutes"]
  private static let aggregates: [WrittenAggregate] = [
    .count, .init(.sum, of: "minutes"), .init(.avg, of: "minutes"), .init(.min, of: "owner"),
    .init(.max, of: "minutes"), .init(.distinct, of: "state"),
  ]

  private func tickets(_ random: inout SeededGenerator) -> [Ticket] {
    (0..<random.below(40)).map { _ in
      func some(_ texts: [String]) -> Value {
        random.chance(20) ? .null : .string(texts[random.below(texts.count)])
      }
      return Ticket(
        state: some(["open", "closed", "new"]),
        owner: some(["Ada", "Bea"]),
        minutes: random.chance(20) ? .null : .int(Int64(random.below(4)))
      )
    }
  }

  private func scene(_ rows: [Ticket], rules: String = "") async throws -> Scene {
    let values = rows.enumerated().map { index, row in
      "INSERT INTO ticket VALUES (\(index + 1), \(row.state.literal), \(row.owner.literal), \(row.minutes.literal));"
    }
    return try await Scene(
      "CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, owner TEXT, minutes INTEGER);\n"
        + values.joined(separator: "\n"),
      rules: rules,
      "--entity Ticket --task list"
    )
  }

  /// The last table that is handed over for a request.
  private func table(_ request: GroupRequest, in scene: Scene) async throws -> GroupTable {
    let work = scene.session.work
    let entity = try #require(work.model.entity(named: "Ticket"))
    var table: GroupTable?
    try await work.groupTable(
      request,
      of: FetchSpecification(entityName: "Ticket"),
      scope: work.root.scoped(toTask: .list).scoped(to: entity)
    ) { table = $0 }
    return try #require(table)
  }

  /// An aggregate of rows, computed one by one.
  private func naive(_ aggregate: WrittenAggregate, of rows: [Ticket]) -> Value {
    guard let name = aggregate.operand else { return .int(Int64(rows.count)) }
    let values = rows.map { $0[name] }.filter { !$0.isNull }
    let numbers = values.compactMap(\.double)
    switch aggregate.function {
    case .distinct: return .int(Int64(Set(values).count))
    case .sum: return .int(Int64(numbers.reduce(0, +)))
    case _ where values.isEmpty: return .null
    case .avg: return .double(numbers.reduce(0, +) / Double(numbers.count))
    case .min: return values.min { $0.isOrdered(before: $1) } ?? .null
    case .max: return values.max { $0.isOrdered(before: $1) } ?? .null
    default: return .null
    }
  }

  /// Whether two values are the same; a mean may have more digits.
  private func areSame(_ one: Value?, _ other: Value?) -> Bool {
    guard let first = one?.double, let second = other?.double else { return one == other }
    return abs(first - second) < 1e-9
  }

  private func request(_ random: inout SeededGenerator) -> GroupRequest {
    var request = GroupRequest()
    let keys = Self.keys.shuffled(using: &random)
    request.keys = Array(keys.prefix(1 + random.below(3)))
    if request.keys.count < 3, random.chance(40) { request.across = keys.last }
    request.aggregates = Array(
      Self.aggregates.shuffled(using: &random).prefix(1 + random.below(3))
    )
    let names = request.keys + request.aggregates.map(\.name)
    if random.chance(50) {
      request.order = [(random.chance(50) ? "-" : "") + names[random.below(names.count)]]
    }
    return request
  }

  @Test(arguments: UInt64(0)..<12)
  func `A table has the groups, subtotals and the total of the rows`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let rows = tickets(&random)
    let scene = try await scene(rows)
    for _ in 0..<8 {
      let request = request(&random)
      let table = try await table(request, in: scene)
      let kept = Set(rows.map { row in request.keys.map { row[$0] } })
      #expect(table.groupCount == kept.count, "\(request.written)")
      #expect(Set(table.rows.filter(table.isGroup).map(\.keys)) == kept, "\(request.written)")
      let isByKey =
        request.order.isEmpty
        || request.order[0].hasSuffix(request.keys[0])
          && !request.order[0].hasSuffix(")")
      let subtotals = table.rows.filter { !table.isGroup($0) && !table.isTotal($0) }
      let wanted = request.keys.count > 1 && isByKey ? Set(kept.map { $0[0] }).count : 0
      #expect(subtotals.count == wanted, "\(request.written)")
      #expect(table.rows.last.map(table.isTotal) == true)
      for row in table.rows {
        let own = rows.filter { ticket in
          zip(request.keys, row.keys).allSatisfy { ticket[$0] == $1 }
        }
        let all = request.columns.map { naive($0, of: own) }
        #expect(
          zip(row.aggregates, all).allSatisfy(areSame),
          "\(request.written) \(row.keys) \(row.aggregates) \(all)"
        )
        for (place, value) in table.across.enumerated() {
          let part = own.filter { $0[request.across ?? ""] == value }
          for (index, aggregate) in request.columns.enumerated() {
            let cell = table.value(.cell(place, aggregate: index), of: row)
            let wanted = part.isEmpty ? nil : naive(aggregate, of: part)
            #expect(areSame(cell, wanted), "\(request.written)")
          }
        }
      }
    }
    await scene.end()
  }

  @Test func `The conditions of a group and of a cell pick its rows`() async throws {
    var random = SeededGenerator(seed: 7)
    let rows = tickets(&random)
    let scene = try await scene(rows)
    for text in ["state, owner", "state across minutes", "(length(owner) + 1), (minutes > 1)"] {
      let table = try await table(try GroupRequest(written: text), in: scene)
      for row in table.rows {
        for column in table.columns {
          let conditions = table.conditions(of: row, in: column).map(\.condition)
          let fetch = FetchSpecification(
            entityName: "Ticket",
            qualifier: conditions.isEmpty ? nil : .all(conditions)
          )
          let count = try await scene.session.work.store.count(fetch)
          if case .key = column { continue }
          guard column != .share else { continue }
          let value = table.value(column, of: row)?.double
          #expect(count == Int(value ?? 0), "\(text) \(row) \(column)")
        }
      }
    }
  }

  /// A table that is large enough for a sample, with references of which one leads nowhere.
  private static let large = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, agent_id INT REFERENCES agent);
    INSERT INTO agent VALUES (1007, 'Ada'), (2007, 'Bea');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
    INSERT INTO ticket SELECT i, (1 + i % 3) * 1000 + 7 FROM n;
    """

  @Test(arguments: [true, false])
  func `Nothing but a label stands for a hidden key, in estimates as well`(isHidden: Bool)
    async throws
  {
    let rule = "propertyKey = 'agentId' or propertyKey = 'id' => isPropertyVisible = false"
    let scene = try await Scene(
      Self.large,
      rules: isHidden ? rule : "",
      "--entity Ticket --task list"
    )
    let work = scene.session.work
    let scope = work.root.scoped(toTask: .list)
      .scoped(to: try #require(work.model.entity(named: "Ticket")))
    var tables: [GroupTable] = []
    try await work.groupTable(
      try GroupRequest(written: "agent count"),
      of: FetchSpecification(entityName: "Ticket"),
      scope: scope
    ) { tables.append($0) }
    #expect(tables.contains(where: \.isEstimate) == !isHidden)
    for table in tables {
      let chart = try #require(table.chart(nil, in: scope))
      #expect(chart.isEstimate == table.isEstimate)
      #expect(chart.kind == .bar && chart.possibleKinds == [.bar, .column, .line])
      let column = GroupColumn(.key(0), of: table, in: scope)
      let texts = table.rows.filter(table.isGroup).flatMap { row in
        row.keys.flatMap { [column.text(of: $0), column.exactText(of: $0)] }
      }
      #expect(texts.contains { $0.contains("7") } == !isHidden, "\(texts)")
      #expect(chart.svg().contains("007") == !isHidden)
      guard isHidden else { continue }
      #expect(Set(texts) == ["Ada", "Bea", "(no label)"])
    }
  }

  @Test func `Nothing leaves the page before the numbers are exact`() async throws {
    let scene = try await Scene(Self.large, "--entity Ticket --task list")
    try await scene.run("group agent count")
    let page = PageContext(scene.session.ui.navigator.current, in: scene.session.ui)
    let model = try #require(page.state.groups)
    func disabled() -> Set<String> {
      var names: Set<String> = []
      for command in GroupCommands(page: page, model: model).all
      where command.disabledReason == "still counting" {
        names.insert(command.definition.name.rawValue)
      }
      let chart = model.table?.chart(nil, in: model.list.scope)
      let commands = ChartCommands(page: page, model: ChartModel(source: { chart }), chart: chart)
      for command in commands.all where command.disabledReason == "still counting" {
        names.insert(command.definition.name.rawValue)
      }
      return names
    }
    #expect(disabled() == [])
    model.request = try GroupRequest(written: "agent count max(id)")
    model.follow()
    while model.table?.isEstimate != true, model.table?.request != model.request {
      await Task.yield()
    }
    #expect(model.table?.isEstimate == true)
    #expect(disabled() == ["copy", "exportGroups", "chartToFile"])
    try await scene.settle()
    #expect(model.table?.isEstimate == false)
    #expect(disabled() == [])
  }

  @Test(arguments: [
    ("state, owner, minutes, id", "at most three keys"),
    ("owner across id", "more than 200 columns"),
    ("stato count", "did you mean 'state'?"), ("state sum(owner)", "only numbers"),
  ])
  func `A table that cannot be made is refused with the reason`(text: String, reason: String)
    async throws
  {
    let rows = (0..<250).map { Ticket(state: .null, owner: .string("o"), minutes: .int($0)) }
    let scene = try await scene(rows)
    do {
      _ = try await table(try GroupRequest(written: text), in: scene)
      Issue.record("\(text) is no table")
    } catch { #expect(typedSentence(of: error).contains(reason), "\(typedSentence(of: error))") }
  }
}
