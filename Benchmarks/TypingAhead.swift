import CommandLineTool
import Editing
import EntityModel
import EntityStore
import Glibc
import Pages
import Qualifiers
import Workspace

extension Benchmark {
  static let typeAhead = Self(
    "typeahead",
    "what is typed into a to-one field with 1 M targets: first hits and misses, beside prepared statements"
  ) { context in
    let path = "\(context.folder)/typeahead.sqlite"
    try makeFolder(context.folder)
    unlink(path)
    defer { unlink(path) }
    try RawDatabase(creating: path).run(script)
    return try await TypingAhead(path: path).figures()
  }

  /// Customers among whose names an index finds one, and the same without.
  private static let script = """
    CREATE TABLE plain(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
      INSERT INTO plain SELECT i, 'Customer ' || (i * 7919 % 1000003) || ' and sons', 'City ' || i % 997 FROM n;
    CREATE TABLE listed(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
    INSERT INTO listed SELECT * FROM plain;
    CREATE INDEX listed_name ON listed(name);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, plain_id INT REFERENCES plain, listed_id INT REFERENCES listed);
    INSERT INTO invoice VALUES(1, 1, 1);
    """
}

@MainActor
private struct TypingAhead {
  let path: String

  func figures() async throws -> [Figure] {
    let session = try await Program(try Invocation(arguments: [path])).session()
    guard
      let record = try await session.work.store.record(
        RecordID(entityName: "Invoice", key: 1),
        paths: nil
      )
    else { throw UsageError("the row is not found") }
    let invoice = session.work.editing.object(for: record)
    func search(_ name: String) throws -> ToOneSearch {
      guard let relationship = invoice.entity.relationship(named: name),
        let search = ToOneSearch(relationship, of: invoice, from: nil, in: session.work)
      else { throw UsageError("there is no \(name)") }
      return search
    }
    let columns = "SELECT id, name, city FROM"
    let figures =
      try await compare(
        "begins so, by an index",
        { try search("listed") },
        "customer 77",
        "\(columns) listed WHERE name >= 'Customer 77' AND name < 'Customer 78' ORDER BY name LIMIT 12"
      )
      + compare(
        "holds it early, no index",
        { try search("plain") },
        "98 and",
        "\(columns) plain WHERE name LIKE '%98 and%' LIMIT 12"
      )
      + compare(
        "one of the last, no index",
        { try search("plain") },
        "r \(999_990 * 7919 % 1_000_003) and",
        "\(columns) plain WHERE name LIKE '%r \(999_990 * 7919 % 1_000_003) and%'",
        budget: nil
      )
    let misses =
      try await miss(
        "miss, no index",
        search("plain"),
        "\(columns) plain WHERE name LIKE '%nowhere%'"
      )
      + miss(
        "miss, with an index",
        search("listed"),
        "\(columns) listed WHERE name LIKE '%nowhere%'"
      )
    await session.close()
    return figures + misses
  }

  /// How long it takes to the first hit and to the last that is shown.
  private func compare(
    _ name: String,
    _ begin: () throws -> ToOneSearch,
    _ text: String,
    _ sql: String,
    budget: Double? = 0.1
  ) async throws -> [Figure] {
    let statement = try RawDatabase(path).prepare(sql)
    var (first, all, plain): ([Duration], [Effort], [Effort]) = ([], [], [])
    for _ in 0..<9 {
      // One that has found something shows it until it begins anew.
      let search = try begin()
      var isOver = false
      let start = ContinuousClock.now
      let task = Task {
        await search.find(text)
        isOver = true
      }
      while search.hits.isEmpty, !isOver { try await Task.sleep(for: .microseconds(100)) }
      first.append(ContinuousClock.now - start)
      await task.value
      guard !search.hits.isEmpty else { throw UsageError("'\(text)' was not found") }
      all.append(await Effort.measure { await search.find(text) })
      plain.append(try await Effort.measure { try statement.run() })
    }
    return [
      Figure("\(name): first hit", first, budget: budget),
      Figure("\(name): all that is shown", all.map(\.duration)),
      all.ratio(to: plain, "\(name): processor time to SQL"),
    ]
  }

  private func miss(_ name: String, _ search: ToOneSearch, _ sql: String) async throws -> [Figure] {
    let statement = try RawDatabase(path).prepare(sql)
    var (ours, plain): ([Effort], [Effort]) = ([], [])
    for _ in 0..<9 {
      ours.append(await Effort.measure { await search.find("nowhere") })
      guard search.hits.isEmpty else { throw UsageError("something was found that is not there") }
      plain.append(try await Effort.measure { try statement.run() })
    }
    return [
      Figure("\(name)", ours.map(\.duration)),
      ours.ratio(to: plain, "\(name): processor time to LIKE", budget: 1.5),
    ]
  }
}
