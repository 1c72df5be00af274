import SceneSupport
import EntityModel
import Qualifiers
import SQLite
import TestSupport
import Testing

import CommandLineTool
import Pages
import Workspace

/// Tests that two files which differ only in hidden data give a role the same labels, columns, widths and formats.
@MainActor
struct EvidenceRightsTests {
  private let folder = TemporaryFolder()

  /// A right, and the SQL of what it leaves out, row by row: each gives another file.
  nonisolated struct Case: CustomTestStringConvertible {
    let name: String
    let rule: String
    /// The hidden column, whose values could show through labels, order, widths or formats.
    var column = "safe"
    var type = "TEXT"
    /// The row from which on it differs in each file.
    var first = 1
    let contents: [String]

    var testDescription: String { name }
  }

  nonisolated private static let texts = [
    "NULL", "'Grand Hotel ' || i",
    "'It was a dark and stormy night; the rain fell in torrents, but at times it stopped ' || i",
  ]
  nonisolated private static let values = [
    "NULL", "date('2024-01-01', '+' || i || ' days')", "'Hotel ' || i",
  ]
  nonisolated private static let numbers = ["3", "i * 1.125", "'unknown'"]
  nonisolated private static let restriction = "=> restrictingQualifier = where (id <= 6)"

  nonisolated private static func hiding(_ column: String, _ condition: String = "") -> String {
    "and propertyKey = '\(column)' \(condition) => isPropertyVisible = false"
  }

  nonisolated static let cases = [
    Case(name: "a text", rule: hiding("safe"), contents: texts),
    Case(name: "a name", rule: hiding("name"), column: "name", contents: texts),
    Case(name: "of no type", rule: hiding("name"), column: "name", type: "", contents: values),
    Case(name: "a day", rule: hiding("day"), column: "day", type: "DATE", contents: values),
    Case(name: "a total", rule: hiding("total"), column: "total", type: "REAL", contents: numbers),
    Case(
      name: "numbers of some",
      rule: hiding("price", "and object.id > 6"),
      column: "price",
      type: "REAL",
      first: 7,
      contents: numbers
    ),
    Case(
      name: "texts of some",
      rule: hiding("title", "and object.id > 6"),
      column: "title",
      first: 7,
      contents: texts
    ),
    Case(
      name: "numbers of rows",
      rule: restriction,
      column: "price",
      type: "REAL",
      first: 7,
      contents: numbers
    ),
    Case(name: "texts of rows", rule: restriction, column: "title", first: 7, contents: texts),
  ]

  /// A visit with the column at its beginning, a host whom it is to, and a bill that is called after it.
  private func makeFile(_ column: String, _ type: String, _ content: String, from first: Int) throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      DROP TABLE IF EXISTS bill;
      DROP TABLE IF EXISTS visit;
      DROP TABLE IF EXISTS host;
      CREATE TABLE host(id INTEGER PRIMARY KEY, city TEXT);
      INSERT INTO host VALUES (1, 'Oslo'), (2, 'Rome');
      CREATE TABLE visit(id INTEGER PRIMARY KEY, \(column) \(type), guest_city TEXT, street TEXT, host_id INTEGER
        REFERENCES host(id), rate REAL, beds INTEGER, made DATE, amount REAL);
      CREATE TABLE bill(id INTEGER PRIMARY KEY, visit_id INTEGER REFERENCES visit(id), street TEXT, sent DATE);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 16)
      INSERT INTO visit SELECT i, iif(i >= \(first), \(content), 7), iif(i % 2, 'Bern', 'Ulm'), 'Lane ' || i, i % 2 + 1, i / 2.0,
        i, date('2024-02-01', '+' || i || ' days'), i * 2.5 FROM n;
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 16)
      INSERT INTO bill SELECT i, i, 'Road ' || i % 2, date('2024-03-01', '+' || i || ' days') FROM n;
      """
    )
  }

  private var path: String { folder.path + "/twin.db" }

  private static func commands(_ column: String) -> [[String]] {
    [
      ["list", "Visit", "--format", "csv"], ["list", "Bill"],
      ["render", "--entity", "Visit", "--size", "150x30"],
      ["render", "--entity", "Visit", "--task", "inspect", "--id", "2"],
      ["render", "--entity", "Visit", "--task", "edit", "--id", "2"],
      ["rules", "explain", "--all", "--entity", "Visit", "--id", "2", "--property", column],
      ["rules", "init"],
    ]
  }

  private func outputs(_ role: String, _ item: Case, _ content: String) async throws -> [String] {
    try makeFile(item.column, item.type, content, from: item.first)
    let rule = "role = 'clerk' and entity.name = 'Visit' " + item.rule
    let rules = folder.write(Array(rule.utf8), to: "my.rules")
    var outputs: [String] = []
    for words in Self.commands(item.column) {
      var arguments = words
      arguments.insert(path, at: words[0] == "rules" ? (words.count > 2 ? 2 : words.count) : 1)
      let invocation = try Invocation(arguments: arguments + ["--role", role, "--rules", rules])
      guard words[0] == "render" else {
        let outcome = await Program(invocation).run()
        outputs.append("\(words):\n\(outcome.code)\n\(outcome.output)\n\(outcome.messages)")
        continue
      }
      let session = try await Program(invocation).session()
      let page = try RenderedPage(session: session, invocation: invocation)
      while !page.advance() { await Task.yield() }
      outputs.append("\(words):\n\(page.text)")
      await session.close()
      session.release()
    }
    return outputs
  }

  @Test(arguments: cases)
  func `G1: what rows show of the hidden decides nothing that is shown`(item: Case) async throws {
    let first = try await outputs("clerk", item, item.contents[0])
    for content in item.contents.dropFirst() {
      let other = try await outputs("clerk", item, content)
      for (one, two) in zip(first, other) where one != two {
        Issue.record("\(item.rule) with \(content):\n\(one)\n\(two)")
      }
    }
  }

  @Test func `G1: what rows show of the visible decides as ever`() async throws {
    let item = Self.cases[0]
    let some = try await outputs("boss", item, item.contents[0])
    let others = try await outputs("boss", item, item.contents[1])
    #expect(zip(some, others).filter { $0 != $1 }.count > some.count / 2, "\(some)")
    // What is not hidden goes on as before where something else is: what tells rows apart names them.
    let clerk = try await outputs("clerk", item, item.contents[0])
    #expect(clerk.last?.contains("labelKey = 'street'") == true, "\(clerk)")
  }

  @Test func `G1: rules that are typed hide what rows show from then on`() async throws {
    var screens: [String] = []
    for content in Self.texts.prefix(2) {
      try makeFile("name", "TEXT", content, from: 1)
      let scene = try await Scene(copyOf: path, "--entity Visit --task inspect --id 2", width: 130)
      #expect(try await scene.apply("rule propertyKey = 'name' => isPropertyVisible = false"))
      try await scene.send("esc ctrl-r")
      screens.append(scene.text)
    }
    #expect(screens[0] == screens[1])
    #expect(!screens[0].contains("Grand Hotel"))
  }

  @Test func `G1: what rows show is told from when rules show the rows`() async throws {
    let rows = (1...40).map { "(\($0), '\($0 % 2 == 0 ? "gone" : "here")')" }
    let restriction = "entity.name = 'Job' => restrictingQualifier = where (id < 9)"
    let hiding = "entity.name = 'Job' and propertyKey = 'status' => isPropertyVisible = false"
    for rule in [restriction, hiding] {
      let scene = try await Scene(
        """
        CREATE TABLE job(id INTEGER PRIMARY KEY, status TEXT, name TEXT);
        INSERT INTO job(id, status) VALUES \(rows.joined(separator: ", "));
        """,
        rules: rule,
        "--entity Job --task edit --id 1"
      )
      scene.session.work.followRules()
      let findings = try #require(scene.session.work.model.entity(named: "Job")).findings
      #expect(findings["status"] == nil, "\(rule)")
      scene.save(rules: "*true* => title = 'all'")
      try await scene.wait { scene.text.contains("all") }
      #expect(findings["status"]?.values == [.string("gone"), .string("here")], "\(rule)")
      scene.save(rules: rule)
      try await scene.wait { !scene.text.contains("all") }
      #expect(findings["status"] == nil, "\(rule)")
    }
  }

  @Test(arguments: ["list", "inspect --id 2"])
  func `G1: rights that go by the screen hide what rows show from then on`(task: String)
    async throws
  {
    var screens: [[String]] = [[], []]
    for (index, content) in Self.texts.prefix(2).enumerated() {
      try makeFile("name", "TEXT", content, from: 1)
      let scene = try await Scene(
        copyOf: path,
        rules: "screen.width < 120 and propertyKey = 'name' => isPropertyVisible = false",
        "--entity Visit --task \(task)",
        width: 130
      )
      try await scene.resize(width: 110, height: 30)
      screens[index].append(scene.text)
      try await scene.send(":")
      try await scene.type("Bill")
      try await scene.send("enter")
      screens[index].append(scene.text)
    }
    #expect(screens[0] == screens[1])
    #expect(!screens[1][0].contains("Grand Hotel"), "\(screens[1][0])")
  }

  @Test(arguments: ["list", "inspect --id 2", "edit --id 2"])
  func `G1: rights that go by what names the objects come to rest`(task: String) async throws {
    try makeFile("name", "TEXT", Self.texts[1], from: 1)
    let scene = try await Scene(
      copyOf: path,
      rules: "screen.width > 20 and propertyKey = labelKey => isPropertyVisible = false",
      "--entity Visit --task \(task)",
      width: 130
    )
    let first = scene.text
    for width in [110, 130] { try await scene.resize(width: width, height: 30) }
    #expect(scene.text == first)
  }
}
