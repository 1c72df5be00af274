import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Saves of two stores and statements of another program on one file, whatever its tables declare: a save does what
/// plain statements in some order do, or nothing, and nothing only where those in the order given fail too.
struct WideEditsTests {
  /// The number of saves by outcome, so that a run in which all are refused fails.
  private struct Tally: CustomStringConvertible {
    var outcomes: [String: Int] = [:]
    var (reordered, foreign) = (0, 0)

    var total: Int { outcomes.values.reduce(0, +) }

    /// How many of a thousand saves ended so.
    func share(_ outcome: String) -> Int { (outcomes[outcome] ?? 0) * 1_000 / max(total, 1) }

    var description: String {
      let counts = outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
      return "\(total) saves: \(counts.joined(separator: ", ")); \(reordered) in another order,"
        + " \(foreign) statements of another program"
    }
  }

  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let cases = getenv("D2T_PROPERTY_CASES").flatMap { Int(String(cString: $0)) }
  /// How many schemas are tried, with twenty saves each.
  private static let schemas = cases.map { max(1, $0 / 20) } ?? 25
  private static let firstSeed =
    getenv("D2T_PROPERTY_SEED").flatMap { Int(String(cString: $0)) } ?? 0

  @Test func `Saves of two stores do what plain statements do, whatever the tables declare`()
    async throws
  {
    var tally = Tally()
    for seed in Self.firstSeed..<Self.firstSeed + Self.schemas {
      guard try await isSame(UInt64(seed), &tally) else { return }
    }
    if Self.cases != nil { print(tally) }
    guard Self.cases.map({ $0 >= 500 }) ?? true else { return }
    let leasts = [
      "saved": 250, "unique": 20, "reference": 50, "null": 10, "check": 5, "trigger": 2,
      "stale": 20,
    ]
    for (outcome, least) in leasts {
      #expect(tally.share(outcome) >= least, "\(outcome): \(tally)")
    }
    #expect(tally.reordered > 0 && tally.foreign > tally.total / 20, "\(tally)")
  }

  /// Twenty saves on one schema.
  private func isSame(_ seed: UInt64, _ tally: inout Tally) async throws -> Bool {
    let schema = WideSchema(seed: seed)
    let other = try file(schema.script, seed)
    let stores = [
      try await EntityStore.open(.file(path)), try await EntityStore.open(.file(path)),
    ]
    let model = stores[0].model
    var naive = try NaiveDatabase(script: schema.script, model: model)
    var edits = WideEdits(seed: seed &+ 7_777_777, schema: schema, model: model)
    var known: [[RecordID: [String: Value]]] = [[:], [:]]
    var isSame = true
    for step in 0..<20 where isSame {
      let turn = edits.random.below(2)
      if edits.random.chance(45) { known[turn] = try await stores[turn].allRows() }
      if edits.random.chance(25), let (sql, parameters) = edits.statement(known[turn]) {
        let isDone = [other, naive.connection].map { connection in
          (try? connection.run(sql, parameters)) != nil
        }
        #expect(isDone[0] == isDone[1], "seed \(seed) step \(step): \(sql)")
        tally.foreign += 1
      }
      let changes = edits.changes(known[turn])
      guard !changes.isEmpty else { continue }
      let before = try naive.connection.serialized()
      let outcome = await stores[turn].outcome(of: changes)
      tally.outcomes[outcome, default: 0] += 1
      let place = "seed \(seed) step \(step): \(changes)\n\(schema.script)"
      let after = try NaiveDatabase.contents(of: other)
      // Statements carry out what may mean two rows; the store asks for one thing at a time.
      if outcome.hasSuffix("save the new keys first") {
        naive = try NaiveDatabase(bytes: before, model: model)
        #expect(try NaiveDatabase.contents(of: naive.connection) == after, "\(place)")
        continue
      }
      let order = try order(outcome == "saved", of: changes, &naive, before, after, model)
      if order == .another { tally.reordered += 1 }
      #expect(order != .none, "\(outcome), but plain statements differ: \(place)")
      let broken = try other.rows("PRAGMA foreign_key_check")
      #expect(broken.isEmpty, "\(broken) lead nowhere after \(place)")
      isSame = order != .none && broken.isEmpty
    }
    for store in stores { await store.close() }
    return isSame
  }

  private func file(_ script: String, _ seed: UInt64) throws -> Connection {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    let connection = try Connection(path: path, mode: .create)
    let mode = ["DELETE", "WAL", "TRUNCATE", "PERSIST"][Int(seed % 4)]
    try connection.execute("PRAGMA page_size=1024; PRAGMA journal_mode=\(mode)")
    try connection.execute("PRAGMA synchronous=OFF; " + script)
    return connection
  }

  private enum Order { case given, another, none }

  /// The order in which plain statements do what the store has done; `naive` is left as the file is.
  private func order(
    _ isSaved: Bool,
    of changes: [Change],
    _ naive: inout NaiveDatabase,
    _ before: [UInt8],
    _ after: [String],
    _ model: Model
  ) throws -> Order {
    let isDelete = { (change: Change) in change.write == .delete }
    let given = changes.filter { !isDelete($0) } + changes.filter(isDelete)
    let isDone = naive.carryOut(given) == nil
    if isDone == isSaved, try NaiveDatabase.contents(of: naive.connection) == after {
      return .given
    }
    guard isSaved else { return .none }
    for order in Self.permutations(of: given) {
      naive = try NaiveDatabase(bytes: before, model: model)
      if naive.carryOut(order) == nil,
        try NaiveDatabase.contents(of: naive.connection) == after
      {
        return .another
      }
    }
    return .none
  }

  private static func permutations(of changes: [Change]) -> [[Change]] {
    guard changes.count > 1 else { return [changes] }
    return changes.indices.flatMap { index in
      var others = changes
      let first = others.remove(at: index)
      return permutations(of: others).map { [first] + $0 }
    }
  }
}

extension EntityStore {
  /// Every row of every entity by its identity.
  func allRows() async throws -> [RecordID: [String: Value]] {
    var rows: [RecordID: [String: Value]] = [:]
    for entity in model.entities {
      let fetch = FetchSpecification(entityName: entity.name)
      for record in try await window(fetch, from: .start, count: 10_000).records {
        guard let id = record.id else { continue }
        rows[id] = Dictionary(
          uniqueKeysWithValues: zip(record.layout.paths.map(\.first), record.values)
        )
      }
    }
    return rows
  }

  /// Returns the outcome of a save as a word, for comparing two adaptors.
  func outcome(of changes: [Change]) async -> String {
    do throws(StoreError) {
      _ = try await save(changes)
      return "saved"
    } catch {
      return switch error {
      case .uniqueViolated: "unique"
      case .nullViolated: "null"
      case .checkViolated: "check"
      case .referenceViolated: "reference"
      case .notFound, .changedByOther: "stale"
      case .refused(let sentence):
        sentence.description.contains("ignored the change")
          ? "kept"
          : sentence.description.contains("cannot exchange") ? "exchange" : "\(sentence)"
      case .refusedByTrigger: "trigger"
      default: "\(error)"
      }
    }
  }
}
