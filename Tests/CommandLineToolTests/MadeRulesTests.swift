import CommandLineTool
import Pages
import EntityModel
import FoundationEssentials
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests `d2t rules check` on generated rules, right and wrong, over many kinds of databases.
@MainActor
struct MadeRulesTests {
  private struct Fault: Decodable {
    let id, message: String
    let line: Int
  }

  @Test func `D1: over a shop each mistake is found, and nothing else`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(RecordShop.script)
    let found = try await check(path)
    // Of a database that has everything every kind of finding is made.
    let kinds = MadeRules.findings.subtracting([
      "syntax", "wrong-type", "unknown-tab", "key-binding", "unfit-first-task", "far-attribute",
      "idle-binding",
    ])
    #expect(found == kinds)
  }

  @Test(arguments: ForeignSchemas.all.indices)
  func `D1: so it is over databases that nobody has looked at`(index: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/work.db"
    try Connection(path: path, mode: .create).execute(ForeignSchemas.all[index].1)
    _ = try await check(path)
  }

  @Test(arguments: Corpus.databases(in: ["sample", "apps"]))
  func `D1: so it is over databases of other programs`(name: String) async throws {
    let folder = TemporaryFolder()
    _ = try await check(try folder.copyDatabase(Corpus.path(name)))
  }

  /// Makes rules over a database and compares what is found.
  ///
  /// - Returns: The kinds of what was found.
  private func check(_ path: String) async throws -> Set<String> {
    let session = try await Program(Invocation(arguments: [path])).session()
    let model = session.work.model
    await session.close()
    let entities = model.entities.enumerated()
      .filter { $0.offset < 6 || $0.offset % 16 == 0 || TestLength.isLong }.map(\.element)
    let made = entities.filter { !$0.definition.isHidden }
      .flatMap { MadeRules(over: $0, of: model).rules }
    let folder = TemporaryFolder()
    let text = made.map(\.text).joined(separator: "\n")
    let rules = folder.write(Array(text.utf8), to: "made.rules")
    let words = ["rules", "check", rules, path, "--format", "json"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    let faults = try JSONDecoder().decode([Fault].self, from: Data(outcome.output.utf8))
    var found: [Int: Set<String>] = [:]
    for fault in faults where MadeRules.findings.contains(fault.id) {
      found[fault.line, default: []].insert(fault.id)
    }
    for (index, rule) in made.enumerated() {
      let due = rule.finding.map { Set([$0]) } ?? []
      let messages = faults.filter { $0.line == index + 1 }.map(\.message)
      #expect(found[index + 1] ?? [] == due, "\(rule.text): \(messages)")
    }
    return found.values.reduce(into: []) { $0.formUnion($1) }
  }
}
