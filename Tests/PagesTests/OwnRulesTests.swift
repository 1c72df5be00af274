import SceneSupport
import CommandLineTool
import SQLite
import TestSupport
import Testing

/// Rules of the user's own, typed or behind `--set`: what they set needs that user's permission, what they read is what that
/// user may read, and what the application demands they do not undo.
@MainActor
struct OwnRulesTests {
  private static let script = """
    CREATE TABLE media(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, note TEXT, credit INTEGER, pin DATETIME,
      changed DATETIME);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
      media_id INTEGER REFERENCES media(id), total INTEGER);
    INSERT INTO media VALUES(1, 'Qmedia');
    INSERT INTO customer VALUES(1, 'Ada', 'first', 711, NULL, NULL), (2, 'Leonie', 'second', 722, NULL, NULL);
    INSERT INTO invoice VALUES(1, 1, 1, 777), (2, 2, 1, 888);
    """

  private static let rules = """
    when role = 'clerk' {
      propertyKey = 'credit' => isPropertyVisible = false
      propertyKey = 'pin' => isPropertyEditable = false
      *true* => visibleEntityNames = ['Customer', 'Invoice']
      entity.name = 'Customer' => restrictingQualifier = where (id != 2)
    }
    entity.name = 'Customer' => updateTimestampPropertyKey = 'changed'
    """

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/own.db" }

  private func makeFile(_ script: String = Self.script) throws {
    try Connection(path: path, mode: .create).execute(script)
  }

  /// Runs a subcommand on the database with `rules`; the path is inserted after the first word.
  private func run(_ words: [String], rules: String = Self.rules) async throws -> Program.Outcome {
    let file = folder.write(Array(rules.utf8), to: "my.rules")
    let all = [words[0], path] + words.dropFirst() + ["--rules", file]
    return await Program(try Invocation(arguments: all)).run()
  }

  private func rows(_ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  // MARK: What they set

  @Test func `G1: a rule of the user's own sets no property that he may not write`() async throws {
    let scene = try await Scene(Self.script, rules: Self.rules, "--role clerk --entity Customer")
    let rule =
      "rule *true* => updateTimestampPropertyKey = 'pin', initialPropertyValues = {credit: 31337, note: 'own'}"
    #expect(try await scene.apply(rule))
    try await scene.send("e")
    try await scene.go(to: "note")
    try await scene.retype("changed")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let stored = "SELECT id, note, credit, pin IS NULL, changed IS NULL FROM customer"
    #expect(try scene.rows(stored + " WHERE id = 1") == ["1|changed|711|1|0"])
    try await scene.send("o")
    try await scene.go(to: "firstName")
    try await scene.type("Eve")
    try await scene.send("ctrl-s")
    // What the user may write his rules may set.
    #expect(try scene.rows(stored + " WHERE first_name = 'Eve'") == ["3|own||1|0"])
  }

  @Test(arguments: ["updateTimestampPropertyKey=pin", "creationTimestampPropertyKey=pin"])
  func `G1: what --set sets is a rule of the user's own`(setting: String) async throws {
    try makeFile()
    let role = ["--role", "clerk", "--set", setting]
    #expect(try await run(["insert", "Customer", "firstName=Eve"] + role).code == 0)
    #expect(try await run(["set", "Customer#1", "note=new"] + role).code == 0)
    let unwritten = "SELECT count(*) FROM customer WHERE pin IS NOT NULL OR changed IS NULL"
    #expect(try rows(unwritten + " AND id != 2") == ["0"])
    #expect(try await run(["set", "Customer#1", "note=free", "--set", setting]).code == 0)
    let isUpdated = setting.hasPrefix("update") ? "1" : "0"
    #expect(try rows("SELECT count(pin) FROM customer WHERE id = 1") == [isUpdated])
  }

  @Test func `G1: what an object begins with is not taken out where nobody may enter it`()
    async throws
  {
    try makeFile()
    let rules =
      Self.rules
      + "\nentity.name = 'Customer' => initialPropertyValues = {pin: @2020-01-01, note: 'given'}"
    let words = ["insert", "Customer", "firstName=Eve", "--role", "clerk"]
    #expect(try await run(words + ["--null", "pin"], rules: rules).code != 0)
    #expect(try await run(words, rules: rules).code == 0)
    #expect(try rows("SELECT note, pin IS NULL FROM customer WHERE id > 2") == ["given|0"])
  }

  // MARK: What they read

  @Test func `G1: a restriction of the user's own tells nothing of rows that he may not see`()
    async throws
  {
    var screens: [String] = []
    for name in ["Leo*", "Zoe*"] {
      let scene = try await Scene(Self.script, rules: Self.rules, "--role clerk --entity Invoice")
      #expect(scene.line(with: "888") != nil)
      let rule =
        "rule entity.name = 'Invoice' => restrictingQualifier = where (customer.firstName like '\(name)')"
      #expect(try await scene.apply(rule))
      screens.append(scene.text)
    }
    #expect(screens[0] == screens[1])
    #expect(!screens[0].contains("888"))
  }

  @Test(arguments: [
    "set title = object.media.name", "set title = `about {object.media.name}`",
    "rule object.media.name = 'Qmedia' => title = 'Qmedia it is'",
    "set displayPropertyKeys = ['total', 'media.name']", "set labelKey = 'media.name total'",
    "set sortOrderings = ['media.name']",
  ])
  func `G1: a rule of the user's own reads nothing of an entity that is left out`(rule: String)
    async throws
  {
    // In a form `:` is a letter: what was set before counts there, too.
    for (task, key) in [("--task inspect --id 1", ""), ("--task inspect --id 1", "e"), ("", "")] {
      let clerk = try await Scene(
        Self.script,
        rules: Self.rules,
        "--role clerk --entity Invoice " + task,
        width: 120
      )
      _ = try await clerk.apply(rule)
      if !key.isEmpty {
        try await clerk.send(key)
        #expect(clerk.lines.last?.contains("^S save") == true, "\(clerk.text)")
      }
      let own = clerk.text.split(separator: "\n").filter {
        !$0.contains("=>") && !$0.contains(":set")
      }
      #expect(!own.joined().contains("Qmedia"), "\(task): \(clerk.text)")
    }
  }

  // MARK: What is demanded

  private static let demands = """
    task in ['edit', 'create'] and entity.name = 'Customer' => displayPropertyKeys = ['note']
    propertyKey = 'firstName' and object.firstName = 'bad' => validation = 'not this one'
    propertyKey = 'firstName' => length = 6
    propertyKey = 'note' => choices = ['first', 'second'], isMandatory = true
    """

  @Test(arguments: [
    [], ["validation=null"], ["isMandatory=false"], ["allowsOtherValues=true"], ["length=null"],
    ["displayPropertyKeys=['id']"],
    ["choices=[]", "validation=null", "isMandatory=false", "length=99"],
  ])
  func `G7: what the application demands holds whatever the user sets`(settings: [String])
    async throws
  {
    try makeFile()
    let before = try rows("SELECT * FROM customer")
    let own = settings.flatMap { ["--set", $0] }
    for (assignment, piece) in [
      ("firstName=bad", "not this one"), ("firstName=abcdefg", "at most 6"), ("note=zz", "one of"),
      ("note", "needs a value"),
    ] {
      let words = assignment == "note" ? ["--null", assignment] : [assignment]
      let outcome = try await run(["set", "Customer#1"] + words + own, rules: Self.demands)
      #expect(outcome.code != 0 && outcome.messages.contains(piece), "\(words) \(outcome)")
    }
    #expect(try rows("SELECT * FROM customer") == before)
    #expect(
      try await run(["set", "Customer#1", "note=second"] + own, rules: Self.demands).code == 0
    )
  }

  @Test func `G7: the user's own rules may demand more`() async throws {
    try makeFile()
    let own = ["--set", "length=3"]
    let long = try await run(["set", "Customer#1", "firstName=Eveline"] + own, rules: "")
    #expect(long.code != 0 && long.messages.contains("at most 3"), "\(long)")
    #expect(try await run(["set", "Customer#1", "firstName=Eve"] + own, rules: "").code == 0)
  }

  // MARK: What is not seen

  @Test(arguments: [
    "", "entity.name = 'Track' and task = 'edit' => displayPropertyKeys = ['name', 'price']",
    "propertyKey = 'price' => isMandatory = true",
    "propertyKey = 'price' => validation = 'never right'",
  ])
  func `G2: what is hidden and was not entered keeps no row from being saved`(rule: String)
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE track(id INTEGER PRIMARY KEY, name TEXT, price NUMERIC(10,2) NOT NULL);
      INSERT INTO track VALUES(1, 'Song', 7);
      """,
      rules: "role = 'clerk' and propertyKey = 'price' => isPropertyVisible = false\n" + rule,
      "--role clerk --entity Track --task edit --id 1"
    )
    try await scene.go(to: "name")
    try await scene.retype("Tune")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT name, price FROM track") == ["Tune|7"])
  }

  // MARK: Without a screen

  @Test func `A16: choices hold in every command that writes`() async throws {
    try makeFile()
    let rules = "propertyKey = 'note' => choices = ['x', 'y'], allowsOtherValues = false"
    func refused(_ words: [String]) async throws -> Bool {
      let outcome = try await run(words, rules: rules)
      return outcome.code != 0 && outcome.messages.contains("one of x, y")
    }
    #expect(try await refused(["set", "Customer#1", "note=zz"]))
    #expect(try await refused(["set", "Customer", "note=zz", "--all"]))
    #expect(try await refused(["insert", "Customer", "firstName=Eve", "note=zz"]))
    let bad = folder.write(Array("firstName,note\nEve,x\nEva,zz\n".utf8), to: "bad.csv")
    #expect(try await refused(["import", "Customer", bad]))
    #expect(try rows("SELECT count(*) FROM customer WHERE note IN ('x', 'zz')") == ["0"])
    // What is there already and is not touched keeps nothing from being saved.
    #expect(try await run(["set", "Customer#1", "firstName=Eda"], rules: rules).code == 0)
    let good = folder.write(Array("firstName,note\nEve,x\nEva,\n".utf8), to: "good.csv")
    #expect(try await run(["import", "Customer", good], rules: rules).code == 0)
    #expect(try await run(["set", "Customer#1", "note=y"], rules: rules).code == 0)
    let open = rules.replacing("false", with: "true")
    #expect(try await run(["set", "Customer#2", "note=zz"], rules: open).code == 0)
  }

  @Test func `A16: the time of the update is set in new objects too`() async throws {
    try makeFile()
    #expect(try await run(["insert", "Customer", "firstName=Eve"]).code == 0)
    let file = folder.write(Array("firstName\nEva\n".utf8), to: "new.csv")
    #expect(try await run(["import", "Customer", file]).code == 0)
    #expect(try rows("SELECT count(changed) FROM customer WHERE id > 2") == ["2"])
  }
}
