import DirectToTerminal
import DirectToTerminalTesting
import Testing

/// A page that asks the database for numbers and shows the answers, or why there is none.
private struct FiguresPage: View {
  @Environment(\.pageContext) private var page
  @State private var lines: [String] = []

  var body: some View {
    VStack { ForEach(lines, id: \.self) { Text($0) } }
      .focusable()
      .task { page.load { await read() } }
  }

  private func read() async {
    guard let database = page.database else { return }
    await add("all") { () async throws(StoreError) in try await database.count(entity: "Ticket") }
    await add("open") { () async throws(StoreError) in
      try await database.count(
        entity: "Ticket",
        where: "state = $state",
        with: ["state": .string("open")]
      )
    }
    await add("by state") { () async throws(StoreError) in
      text(try await database.counts(entity: "Ticket", by: "state"))
    }
    await add("by owner") { () async throws(StoreError) in
      text(try await database.counts(entity: "Ticket", by: "owner.name", where: "id <= 4"))
    }
    await add("minutes") { () async throws(StoreError) in
      try await database.sum(entity: "Ticket", of: "minutes")
    }
    await add("hours") { () async throws(StoreError) in
      try await database.sum(entity: "Ticket", of: "hours", where: "id <= 1000")
    }
    await add("hours by state") { () async throws(StoreError) in
      text(try await database.sums(entity: "Ticket", of: "hours", by: "state", where: "id <= 30"))
    }
    await add("nothing") { () async throws(StoreError) in
      try await database.sum(entity: "Ticket", of: "hours", where: "id < 0")
    }
    await add("secrets") { () async throws(StoreError) in
      text(try await database.counts(entity: "Ticket", by: "secret", where: "id <= 2"))
    }
    await add("sum of secrets") { () async throws(StoreError) in
      try await database.sum(entity: "Ticket", of: "secret", where: "id <= 2")
    }
    await add("secrets of others") { () async throws(StoreError) in
      try await database.count(entity: "Ticket", where: "secret = 1")
    }
    await add("busiest") { () async throws(StoreError) in
      let busiest = try await database.group(
        entity: "Ticket",
        by: ["owner.name"],
        computing: ["count", "sum(minutes)", "max(id)"],
        where: "id <= 6",
        sort: ["-count"],
        limit: 2
      )
      return busiest.map { text($0) }.joined(separator: "; ")
    }
    await add("profile") { () async throws(StoreError) in
      let minutes = try await database.profile(entity: "Ticket", of: "minutes", where: "id <= 5")
      return "\(minutes.rows) \(minutes.nulls) \(minutes.min) \(minutes.median) \(minutes.max)"
    }
    await add("hidden profile") { () async throws(StoreError) in
      try await database.profile(entity: "Ticket", of: "secret")
    }
    await add("no aggregate") { () async throws(StoreError) in
      try await database.group(entity: "Ticket", by: [], computing: ["total(minutes)"])
    }
    await add("no order") { () async throws(StoreError) in
      try await database.group(entity: "Ticket", by: ["state"], sort: ["-cuont"])
    }
    await add("states") { () async throws(StoreError) in
      try await database.sum(entity: "Ticket", of: "state")
    }
    await add("owners") { () async throws(StoreError) in
      text(try await database.counts(entity: "Ticket", by: "owner"))
    }
    await add("no such") { () async throws(StoreError) in
      text(try await database.counts(entity: "Ticket", by: "stat"))
    }
    await add("fetched") { () async throws(StoreError) in
      try await database.fetch(entity: "Ticket").count
    }
  }

  private func text<Key, Number>(_ numbers: [Key: Number]) -> String {
    numbers.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
  }

  private func add<Answer>(
    _ name: String,
    _ ask: () async throws(StoreError) -> Answer
  ) async {
    do throws(StoreError) { lines.append("\(name): \(try await ask())") } catch {
      lines.append("\(name): no, \(error.sentence)")
    }
  }
}

/// Applications count and add up, and see no more by it than by looking.
@MainActor
struct CountingTests {
  private static let script = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE ticket (
      id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER NOT NULL, hours DECIMAL(8,2), secret INTEGER,
      owner_id INTEGER REFERENCES person (id));
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Bea');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO ticket
    SELECT i, CASE i % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'closed' END, i % 7, 0.1, i % 5,
      CASE WHEN i % 4 > 0 THEN 1 + i % 2 END
    FROM n;
    """

  private func desk(_ arguments: String...) async throws -> ApplicationTester {
    let application = Application("desk") {
      Database(script: Self.script, title: "Desk")
      Page("figures", about: .entity) { FiguresPage() }
      Rules {
        \.task == "list" => \.page <= "figures"
        \.task == "list" => \.navigationBarTitle <= { values in
          guard let database = values.database,
            let all = database.fetch(entity: "Ticket"),
            let open = database.count(entity: "Ticket", where: "state = 'open'"),
            let states = database.counts(entity: "Ticket", by: "state"),
            let minutes = database.sum(entity: "Ticket", of: "minutes"),
            let hours = database.sums(entity: "Ticket", of: "hours", by: "state")
          else { return nil }
          return "\(all.count) \(open) \(states.count) \(minutes) \(hours[.null] ?? .null)"
        }
        when(\.role == "clerk") {
          \.entity.name == "Ticket" => \.restrictingQualifier <= .where("id <= 100")
          \.propertyKey == "secret" => \.isPropertyVisible <= false
        }
      }
    }
    return try await ApplicationTester(
      application,
      ["--entity", "Ticket"] + arguments,
      width: 120,
      height: 40
    )
  }

  @Test func `P1: an application counts and adds up, and fetches all there are`() async throws {
    let desk = try await desk()
    let minutes = (1...2500).reduce(0) { $0 + $1 % 7 }
    for line in [
      "all: 2500", "open: 833", "by state: closed=834 null=833 open=833",
      "by owner: Ada=1 Bea=2 null=1", "minutes: \(minutes)", "hours: 100",
      "hours by state: closed=1 null=1 open=1", "nothing: 0", "secrets: 1=1 2=1",
      "sum of secrets: 3", "fetched: 2500",
      "busiest: count=3 max(id)=5 owner.name=Bea sum(minutes)=9; count=2 max(id)=6 owner.name=Ada sum(minutes)=8",
      "profile: 5 0 1 3 5",
    ] { #expect(desk.lines.contains(line), "\(line)\n\(desk.text)") }
    #expect(desk.lines[0].contains("2500 833 3 \(minutes) 83.3"), "\(desk.text)")
    await desk.close()
  }

  @Test func `P1: what cannot be counted by or added up is told in a sentence`() async throws {
    let desk = try await desk()
    for piece in [
      "states: no, 'sum(state)': only numbers can be added up",
      "owners: no, 'owner' of Ticket is not a single value",
      "no such: no, Ticket has no property 'stat'",
      "no aggregate: no, 'total(minutes)' is not an aggregate; write count",
      "no order: no, the groups have no 'cuont'; did you mean 'count'?",
    ] { #expect(desk.text.contains(piece), "\(piece)\n\(desk.text)") }
    await desk.close()
  }

  @Test func `P1: nobody counts or adds up what they may not see`() async throws {
    let desk = try await desk("--role", "clerk")
    for line in ["all: 100", "open: 33", "by state: closed=34 null=33 open=33", "fetched: 100"] {
      #expect(desk.lines.contains(line), "\(line)\n\(desk.text)")
    }
    for name in ["secrets", "sum of secrets", "secrets of others", "hidden profile"] {
      #expect(desk.text.contains("\(name): no, 'secret' is not shown"), "\(name)\n\(desk.text)")
    }
    #expect(desk.lines[0].contains("100 33 3"), "\(desk.text)")
    await desk.close()
  }
}
