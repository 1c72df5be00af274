import SceneSupport
import CommandLineTool
import Pages
import EntityStore
import Glibc
import Qualifiers
import RuleEngine
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests that messages, panels and the user's own rules reveal nothing that is hidden from the user.
@MainActor
struct HiddenPropertiesTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, credit INTEGER, kind TEXT);
    CREATE TABLE secret(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), word TEXT);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), open INTEGER);
    INSERT INTO customer VALUES (1, 'Ada', 'ada@x.org', 7117, 'gold'), (2, 'Bob', 'bob@x.org', 8228, 'tin'),
      (3, 'Cyd', 'cyd@x.org', 9339, 'tin'), (4, 'Qhid', 'hid@x.org', 1441, 'gold');
    INSERT INTO secret VALUES (1, 1, 'Qxyzzy');
    INSERT INTO invoice VALUES (1, 2, 0), (2, 3, 1);
    """

  private static let rules = """
    role = 'clerk' => visibleEntityNames = ['Customer', 'Invoice']
    role = 'clerk' and entity.name = 'Customer' => restrictingQualifier = where (id != 4)
    role = 'clerk' and entity.name = 'Invoice' => restrictingQualifier = where (open = 1)
    role = 'clerk' and propertyKey = 'credit' => isPropertyVisible = false
    entity.name = 'Customer' => auditsChanges = true
    """

  private static func clerk(_ arguments: String) async throws -> Scene {
    try await Scene(script, rules: rules, "--role clerk " + arguments, width: 130)
  }

  private static func sentence(_ change: Change, _ scene: Scene) async -> String {
    do {
      _ = try await scene.session.work.store.save([change])
      return "saved"
    } catch { return error.sentence }
  }

  /// Whether a credit is on the screen, with or without something between its digits.
  private static func shows7117(_ scene: Scene) -> Bool {
    scene.text.filter { !$0.isWhitespace && $0 != "," }.contains("7117")
  }

  // MARK: Relationships

  @Test(arguments: ["enter", "e", "enter e"])
  func `A relationship to many objects of what may not be seen is no row of a page`(keys: String)
    async throws
  {
    let scene = try await Self.clerk("--entity Customer")
    try await scene.send(keys)
    #expect(scene.line(with: "Invoice") != nil, "\(scene.text)")
    #expect(!scene.text.contains("Secret"), "\(scene.text)")
  }

  // MARK: Sentences

  @Test(arguments: [
    (1, "an object that you may not see"), (2, "an object that you may not see"), (3, "Invoice"),
  ])
  func `Who holds an object is named only where it may be seen`(id: Int64, holder: String)
    async throws
  {
    let scene = try await Self.clerk("--entity Customer")
    let customer = RecordID(entityName: "Customer", key: id)
    let sentence = await Self.sentence(.delete(customer, original: [:]), scene)
    #expect(sentence == "Customer \(id) cannot be deleted: \(holder) still refers to it.")
  }

  @Test func `What is taken by something unseen and what is free are refused alike`() async throws {
    let script = """
      CREATE TABLE album(tenant INT, id INT, owner TEXT, PRIMARY KEY (tenant, id));
      CREATE TABLE track(id INTEGER PRIMARY KEY, owner TEXT, tenant INT, album_id INT, UNIQUE (tenant, album_id),
        FOREIGN KEY (tenant, album_id) REFERENCES album (tenant, id));
      INSERT INTO album VALUES (1, 1, 'me'), (1, 7, 'you'), (1, 8, 'you');
      INSERT INTO track VALUES (1, 'me', 1, 1), (2, 'you', 1, 7);
      """
    let rules = "role = 'clerk' => restrictingQualifier = where (owner = 'me')"
    let scene = try await Scene(script, rules: rules, "--role clerk --entity Track", width: 130)
    let track = RecordID(entityName: "Track", key: 1)
    var answers: Set<String> = []
    for album in 7...9 {
      let part = ["albumId": Value.int(Int64(album))]
      let partly = await Self.sentence(.update(track, values: part, original: [:]), scene)
      let whole = part.merging(["tenant": .int(1), "owner": .string("you")]) { $1 }
      let insertion = Change.insert(entityName: "Track", values: whole, references: [:], token: 1)
      for sentence in [partly, await Self.sentence(insertion, scene)] {
        answers.insert(sentence.replacing("\(album)", with: "N"))
      }
    }
    #expect(
      answers.count == 1 && answers.first?.contains("not among the objects") == true,
      "\(answers)"
    )
  }

  @Test func `A value that is taken tells neither by whom nor what else stands there`()
    async throws
  {
    let scene = try await Self.clerk("--entity Customer")
    func insert(_ email: String) -> Change {
      .insert(
        entityName: "Customer",
        values: ["name": .string("New"), "email": .string(email)],
        references: [:],
        token: 1
      )
    }
    let seen = await Self.sentence(insert("bob@x.org"), scene)
    #expect(seen == "Customer: another row has the same email")
    #expect(await Self.sentence(insert("hid@x.org"), scene) == seen)
  }

  @Test func `A conflict tells what others wrote, but not where it is hidden`() async throws {
    let scene = try await Self.clerk("--entity Customer --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Rob")
    try scene.execute("UPDATE customer SET name = 'Bert', credit = 5665 WHERE id = 2")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Bert"), "\(scene.text)")
    for secret in ["5665", "5,665", "5 665"] { #expect(!scene.text.contains(secret)) }
  }

  @Test(arguments: [
    "--entity Customer --task edit --id 1", "--entity Customer --task inspect --id 1",
    "--entity Customer",
  ])
  func `A table that is left out stands on no page of what it refers to`(place: String) async throws
  {
    let scene = try await Self.clerk(place)
    for _ in 0..<2 {
      #expect(scene.text.contains("Ada") && scene.text.contains("Invoices"), "\(scene.text)")
      #expect(!scene.text.contains("Secret"), "\(scene.text)")
      try await scene.send("enter")
    }
  }

  // MARK: Rules of the user's own

  @Test(arguments: [
    ("set title = object.credit", true), ("set title = `x{object.credit}x`", true),
    ("set title = `{objectLabel} {object.credit}`", true),
    ("rule object.credit > 7000 => title = '7117'", true),
    ("rule object.credit = 7117 => title = '7117'", true),
    ("rule not (object.credit < 7000) => title = '7117'", true),
    ("rule entity.name = 'Invoice' => title = object.customer.credit", true),
    ("rule propertyKey = 'credit' => isPropertyVisible = true", false),
    ("rule 5000: *true* => isPropertyVisible = not false", true),
  ])
  func `They show nothing that is hidden`(line: String, counts: Bool) async throws {
    let scene = try await Self.clerk("--entity Customer --task inspect --id 1")
    #expect(try await scene.apply(line) == counts, "\(scene.text)")
    try await scene.send("esc ctrl-r")
    func expectNothing() {
      #expect(!Self.shows7117(scene), "\(scene.text)")
    }
    expectNothing()
    try await scene.send("q enter")
    expectNothing()
  }

  @Test(arguments: [
    "rule entity.name = 'Customer' => restrictingQualifier = where (credit > 8000)",
    "rule entity.name = 'Customer' => auxiliaryQualifier = where (credit > 8000)",
    "set sortOrderings = ['-credit']",
  ])
  func `They pick and order nothing by what is hidden`(line: String) async throws {
    var pages: [String] = []
    for credits in [[1, 2, 9_000], [9_000, 1, 2]] {
      let script =
        Self.script
        + zip(1...3, credits).map { "UPDATE customer SET credit = \($1) WHERE id = \($0);" }
        .joined()
      let scene = try await Scene(script, rules: Self.rules, "--role clerk --entity Customer")
      #expect(try await scene.apply(line), "\(scene.text)")
      try await scene.send("ctrl-r")
      // The sentence names the rule; the file is another one each time.
      pages.append(scene.text.replacing(scene.rulesPath, with: "my.rules"))
    }
    #expect(pages[0] == pages[1])
  }

  // MARK: The first object

  @Test func `An object that the program begins with is judged by all that rules read of it`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let hiding = """
      role = 'clerk' and propertyKey = 'open' and object.customer.kind = 'tin' => isPropertyVisible = false
      role = 'clerk' and entity.name = 'Invoice' and object.customer.kind = 'tin' => isObjectEditable = false

      """
    let rules = folder.write(Array(hiding.utf8), to: "my.rules")
    func explained(_ key: String, _ role: String) async throws -> String {
      let words = [
        "rules", "explain", key, path, "--entity", "Invoice", "--id", "2", "--property", "open",
      ]
      let arguments = words + ["--rules", rules, "--role", role]
      return await Program(try Invocation(arguments: arguments)).run().output
    }
    #expect(try await explained("propertyValue", "boss").contains("propertyValue is 1"))
    #expect(try await explained("propertyValue", "clerk").contains("not shown"))
    #expect(try await explained("isPropertyVisible", "clerk").contains("is false"))
    #expect(try await explained("isObjectEditable", "clerk").contains("is false"))
  }

  @Test(arguments: ["credit", "customerId"])
  func `Who guesses what is hidden of an object learns nothing by setting it`(key: String)
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let hiding = """
      role = 'clerk' and propertyKey = 'credit' and object.id = 1 => isPropertyVisible = false
      role = 'clerk' and entity.name = 'Invoice' and propertyKey in ['customer', 'customerId'] => isPropertyVisible = false
      object.customerId = 77 => color = 'warning'

      """
    let rules = folder.write(Array(hiding.utf8), to: "my.rules")
    var said: Set<String> = []
    for value in ["7117", "2", "9"] {
      let link = key == "credit" ? "Customer#1" : "Invoice#1"
      let words = ["set", path, link, "\(key)=\(value)", "--rules", rules, "--role", "clerk"]
      let outcome = await Program(try Invocation(arguments: words)).run()
      #expect(outcome.code != 0)
      said.insert(outcome.messages)
    }
    #expect(said.count == 1 && said.contains { $0.contains("cannot be changed") }, "\(said)")
  }

  // MARK: Rules with faults

  @Test func `A column stays hidden when the rule that hides it has a fault`() async throws {
    let faulty = """
      role = 'clerk' and entity.name = 'Custmer' and propertyKey = 'credit' => isPropertyVisible = false
      role = 'clerk' and entity.name = 'Invoice' => isEntityReadOnly = 'yes'
      """
    let scene = try await Scene(
      Self.script,
      rules: faulty,
      "--role clerk --entity Customer",
      width: 130
    )
    #expect(scene.text.contains("Ada"), "the program starts")
    #expect(scene.text.contains("⚠ 2 rule faults"), "\(scene.text)")
    #expect(!Self.shows7117(scene), "\(scene.text)")
    try await scene.send("F")
    try await scene.paste("credit > 1")
    try await scene.send("enter")
    #expect(
      scene.status.contains("my.rules:1: isPropertyVisible;"),
      "\(scene.status)"
    )
    let invoices = try await Scene(
      Self.script,
      rules: faulty,
      "--role clerk --entity Invoice",
      width: 130
    )
    try await invoices.send("e")
    #expect(
      invoices.status.contains("my.rules:2: isEntityReadOnly;"),
      "\(invoices.status)"
    )
    let boss = try await Scene(
      Self.script,
      rules: faulty,
      "--role boss --entity Customer",
      width: 130
    )
    #expect(Self.shows7117(boss), "\(boss.text)")
  }

  // MARK: What rows showed

  @Test func `The values of hidden columns and rows are not offered as choices`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, grade TEXT, owner TEXT);"
        + (1...60).map {
          "INSERT INTO item VALUES (\($0), 'n\($0)', 'Qgrade\($0 % 2)', 'o\($0 % 3)');"
        }.joined()
    )
    let hiding = "role = 'clerk' and propertyKey = 'grade' => isPropertyVisible = false\n"
    let rules = folder.write(Array(hiding.utf8), to: "my.rules")
    func output(_ role: String, _ words: [String]) async throws -> String {
      let arguments = words + ["--rules", rules, "--role", role]
      return await Program(try Invocation(arguments: arguments)).run().output
    }
    let explain = [
      "rules", "explain", "choices", path, "--entity", "Item", "--task", "edit", "--id", "1",
      "--property", "grade",
    ]
    for words in [explain, ["rules", "init", path]] {
      #expect(try await output("boss", words).contains("Qgrade1"), "\(words)")
      #expect(try await !output("clerk", words).contains("Qgrade1"), "\(words)")
    }
  }
}

extension Scene {
  /// Types a rule of the user's own and waits until it counts.
  ///
  /// - Returns: Whether it does; one that is refused stays to be mended, and is given up.
  func apply(_ rule: String) async throws -> Bool {
    session.work.followRules()
    let generation = session.work.resolver.generation
    if lines.last?.contains("esc leave") != true {
      try await send(":")
    } else {
      // In a form that is a letter.
      try await send("ctrl-p")
      try await paste("command")
      try await send("enter")
    }
    try await paste(rule)
    try await send("enter")
    // What is refused stays at its prompt, whose beginning may be out of sight.
    guard !lines.suffix(3).contains(where: { $0.hasPrefix(":") }) else {
      try await send("esc")
      return false
    }
    try await wait { session.work.resolver.generation != generation }
    return true
  }
}
