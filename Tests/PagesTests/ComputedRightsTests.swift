import SceneSupport
import CommandLineTool
import EntityStore
import Qualifiers
import SQLite
import TestSupport
import Testing

/// Tests that attributes computed from hidden data are hidden too.
@MainActor
struct ComputedRightsTests {
  private static let model = """
    {"entities": [
      {"name": "Customer", "table": "customer", "labelKey": "name", "attributes": [
        {"name": "raw", "hidden": true}, {"name": "loud", "type": "string", "expression": "`{raw}!`"},
        {"name": "worth", "type": "string", "expression": "`c{credit}c`"}]},
      {"name": "Invoice", "table": "invoice", "attributes": [
        {"name": "limit", "type": "integer", "path": "customer.credit"}],
       "relationships": [
        {"name": "customer", "destination": "Customer", "joins": [{"source": "customerId", "destination": "id"}]},
        {"name": "shop", "path": ["customer", "store"]}]},
      {"name": "Store", "table": "store", "labelKey": "city"}]}
    """

  private static func script(credit: Int, store: Int, raw: String = "quiet") -> String {
    """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, credit INTEGER, raw TEXT, is_vip BOOLEAN NOT NULL,
      store_id INTEGER REFERENCES store(id));
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), memo TEXT);
    INSERT INTO store VALUES (1, 'Oslo'), (2, 'Rome');
    INSERT INTO customer VALUES (1, 'Ada', \(credit), '\(raw)', 1, \(store)), (2, 'Bob', 22, 'meek', 0, 1);
    INSERT INTO invoice VALUES (1, 1, 'first'), (2, 2, 'second');
    """
  }

  private static let twins = [script(credit: 7117, store: 1), script(credit: 8228, store: 2)]

  /// Rules that read what is computed, so that it is fetched.
  private static let readers = """
    object.worth = 'nothing' => color = 'warning'
    object.limit = 0 => color = 'warning'
    object.shop.city = 'Nowhere' => color = 'warning'

    """

  private nonisolated static let hidden = """
    role = 'clerk' and entity.name = 'Customer' and propertyKey in ['credit', 'store', 'storeId'] => isPropertyVisible = false

    """

  private nonisolated static let partlyHidden = """
    role = 'clerk' and entity.name = 'Customer' and propertyKey in ['credit', 'store', 'storeId'] and object.isVip = true => isPropertyVisible = false

    """

  private static func pages(
    _ rules: String,
    _ arguments: String,
    typing line: String? = nil
  ) async throws -> [String] {
    let folder = TemporaryFolder()
    let path = folder.write(Array(model.utf8), to: "model.json")
    var pages: [String] = []
    for twin in twins {
      let scene = try await Scene(
        twin,
        rules: rules,
        "--model \(path) " + arguments,
        width: 150
      )
      if let line {
        #expect(try await scene.apply(line), "\(scene.text)")
        try await scene.send("ctrl-r")
      }
      // Where the rules lie is another place for each.
      let folder = scene.rulesPath.dropLast("/my.rules".count)
      pages.append(scene.text.replacing(folder, with: "here"))
    }
    return pages
  }

  @Test(
    arguments: [hidden, partlyHidden],
    [
      "--entity Customer", "--entity Customer --task inspect --id 1", "--entity Invoice",
      "--entity Invoice --task inspect --id 1", "--entity Customer --task edit --id 1",
    ]
  )
  func `No page shows what is computed of it, also where rules read that`(
    rules: String,
    page: String
  ) async throws {
    let clerk = try await Self.pages(rules + Self.readers, "--role clerk \(page)")
    #expect(clerk[0] == clerk[1], "\(clerk.joined(separator: "\n"))")
    let boss = try await Self.pages(rules + Self.readers, "--role boss \(page)")
    #expect(boss[0] != boss[1])
  }

  @Test(
    arguments: [hidden, partlyHidden],
    [
      "set title = object.worth", "set title = object.limit",
      "rule object.worth = 'c7117c' => color = 'warning', title = 'rich'",
      "rule entity.name = 'Customer' => restrictingQualifier = where (worth = 'c7117c')",
      "rule entity.name = 'Invoice' => restrictingQualifier = where (limit = 7117)",
      "set displayPropertyKeys = ['name', 'worth', 'memo', 'limit', 'shop']",
      "set labelKey = 'worth'", "set sortOrderings = ['-worth']",
    ]
  )
  func `No rule of the user's own reads what is computed of it`(rules: String, line: String)
    async throws
  {
    for page in ["--entity Customer", "--entity Invoice --task inspect --id 1"] {
      let clerk = try await Self.pages(rules, "--role clerk \(page)", typing: line)
      #expect(clerk[0] == clerk[1], "\(page): \(clerk.joined(separator: "\n"))")
    }
  }

  @Test(
    arguments: [hidden, partlyHidden],
    [
      ["export", "Customer"], ["export", "Invoice", "--format", "json"], ["get", "Customer#1"],
      ["get", "Customer#1", "worth"], ["get", "Invoice#1", "limit"], ["get", "Invoice#1", "shop"],
      ["list", "Customer", "--columns", "worth", "--distinct"],
      ["list", "Customer?worth like '*7*'"],
      ["list", "Invoice", "--columns", "limit", "--distinct"],
      ["list", "Invoice?shop.city = 'Oslo'"],
      ["list", "Invoice?sort=-limit"],
      [
        "rules", "explain", "--all", "--entity", "Customer", "--id", "1", "--property", "worth",
      ],
      ["rules", "explain", "color", "--entity", "Invoice", "--id", "1"],
    ]
  )
  func `No subcommand tells it`(rules: String, words: [String]) async throws {
    let clerk = try await Self.outputs(words, rules + Self.readers, "clerk", Self.twins)
    #expect(clerk[0] == clerk[1])
    let boss = try await Self.outputs(words, rules + Self.readers, "boss", Self.twins)
    #expect(boss[0] != boss[1])
  }

  private static func outputs(
    _ words: [String],
    _ rules: String,
    _ role: String,
    _ twins: [String]
  ) async throws -> [String] {
    let folder = TemporaryFolder()
    let files = [
      "--model", folder.write(Array(model.utf8), to: "model.json"), "--rules",
      folder.write(Array(rules.utf8), to: "my.rules"), "--role", role,
    ]
    var outputs: [String] = []
    for (number, twin) in twins.enumerated() {
      let path = folder.path + "/\(number).db"
      try Connection(path: path, mode: .create).execute(twin)
      let place = words[0] == "rules" ? words[2] == "--all" ? 2 : 3 : 1
      let arguments = Array(words[..<place]) + [path] + words[place...] + files
      let outcome = await Program(try Invocation(arguments: arguments)).run()
      let lines = (outcome.output + outcome.messages).split(separator: "\n")
      outputs.append(lines.filter { !$0.hasPrefix("database ") }.joined(separator: "\n"))
    }
    return outputs
  }

  @Test(arguments: [
    ["export", "Customer"], ["get", "Customer#1"], ["get", "Customer#1", "loud"],
    ["list", "Customer", "--columns", "name,loud"], ["list", "Customer?loud like 'q*'"],
    ["list", "Customer?sort=loud", "--columns", "name"],
  ])
  func
    `What only the model leaves out hides what is computed of it for those for whom rules hide it`(
      words: [String]
    ) async throws
  {
    let rules = """
      role = 'clerk' and entity.name = 'Customer' and propertyKey = 'raw' and object.isVip = true => isPropertyVisible = false
      """
    let twins = ["quiet", "able"].map { Self.script(credit: 1, store: 1, raw: $0) }
    let clerk = try await Self.outputs(words, rules, "clerk", twins)
    #expect(clerk[0] == clerk[1])
    let boss = try await Self.outputs(words, rules, "boss", twins)
    #expect(boss[0] != boss[1])
  }

  // Following each way through them took as good as for ever. The limit is far above what waiting for other tests takes.
  @Test(.timeLimit(.minutes(10)))
  func `Attributes computed from each other end with a sentence`() async throws {
    let names = ["a", "b", "c", "d"]
    let attributes = names.map { name in
      let others = names.filter { $0 != name }.map { "{\($0)}" }.joined()
      return "{\"name\": \"\(name)\", \"type\": \"string\", \"expression\": \"`\(others)`\"}"
    }
    let folder = TemporaryFolder()
    let model = folder.write(
      Array(
        "{\"entities\": [{\"name\": \"Batch\", \"table\": \"batch\", \"attributes\": [\(attributes.joined(separator: ", "))]}]}"
          .utf8
      ),
      to: "model.json"
    )
    let path = folder.path + "/batch.db"
    try Connection(path: path, mode: .create)
      .execute("CREATE TABLE batch(id INTEGER PRIMARY KEY); INSERT INTO batch VALUES (1)")
    let words = ["model", "check", model, path]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.code != 0)
    let told = outcome.output + outcome.messages
    #expect(told.contains("computed from itself"), "\(told)")
  }

  @Test func `What the model only leaves out does not hide what is computed of it`() async throws {
    for rules in ["", Self.hidden] {
      let pages = try await Self.pages(rules, "--role clerk --entity Customer")
      #expect(pages[0].contains("quiet!"), "\(pages[0])")
    }
    let own = "role = 'clerk' and propertyKey = 'raw' => isPropertyVisible = false\n"
    let pages = try await Self.pages(own, "--role clerk --entity Customer")
    #expect(pages[0].contains("Ada") && !pages[0].contains("quiet!"), "\(pages[0])")
  }
}
