import SceneSupport
import CommandLineTool
import SQLite
import Terminal
import TestSupport
import Testing

/// Long texts, JSON and passwords, from the file to the screen and back.
@MainActor
struct LongTextSceneTests {
  private static let notes = """
    CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, body TEXT);
    INSERT INTO note VALUES(1, 'short', 'abc'),
      (2, 'long', 'first ' || replace(hex(zeroblob(200000)), '00', 'word ') || 'last');
    """

  @Test func `B2: the object beside a list reads the beginning of a long text`() async throws {
    let scene = try await Scene(Self.notes, "--entity Note", width: 140)
    try await scene.send("j")
    #expect(scene.text.contains("first word word"))
    try await scene.send("tab")
    for _ in 0..<4 where scene.terminal.clipboard?.hasSuffix("last") != true {
      try await scene.send("j y")
    }
    #expect(scene.terminal.clipboard?.hasSuffix("last") == true, "all of it is copied")
    try await scene.send("V")
    try await scene.send("G")
    #expect(scene.lines.contains { $0.hasSuffix("last") }, "\(scene.text)")
  }

  @Test(arguments: ["l V", "enter j j V", "e tab alt-v"])
  func `E8: a long text is a page of its own from list, object and form`(keys: String) async throws
  {
    let scene = try await Scene(Self.notes, "--entity Note")
    try await scene.send("j")
    try await scene.send(keys)
    #expect(scene.lines[0].contains("Body"), "\(scene.text)")
    #expect(scene.lines[0].contains("line 1 of 1  ·  0 %"))
    #expect(scene.lines[1].hasPrefix("first word word"))
    try await scene.send("G")
    #expect(scene.lines.contains { $0.hasSuffix("last") })
    try await scene.send("g / L A S T enter")
    #expect(scene.lines.contains { $0.hasSuffix("last") })
    try await scene.send("q")
    #expect(!scene.lines[0].contains("line 1"))
  }

  @Test func `E12: what is no JSON is not saved, and the place of the fault is told`() async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE setting(id INTEGER PRIMARY KEY, options JSON);
      INSERT INTO setting VALUES(1, '{"a": 1}'), (2, 'not yet');
      """,
      "--entity Setting --id 1 --task edit"
    )
    let before = try scene.dump()
    try await scene.go(to: "options")
    try await scene.retype("{\"a\": 1,")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not JSON"), "\(scene.text)")
    #expect(try scene.dump() == before)
    try await scene.retype("[1, 2]")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }

  @Test func `E12: where no JSON stands in such a column, other text may take its place`()
    async throws
  {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, options JSON); INSERT INTO t VALUES(1, 'not yet');",
      "--entity T --id 1 --task edit"
    )
    try await scene.go(to: "options")
    try await scene.retype("never")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }
}

/// Passwords without a screen.
@MainActor
struct PasswordTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try Connection(path: path, mode: .create).execute(Self.members)
  }

  private static let members = """
    CREATE TABLE member(
      id INTEGER PRIMARY KEY, name TEXT, password TEXT, user_pwd VARCHAR(20), password_hash TEXT);
    INSERT INTO member VALUES(1, 'Ada', 'geheim', 'x', 'deadbeef'), (2, 'Bob', NULL, NULL, NULL);
    """

  @Test(arguments: ["text", "json", "csv", "tsv"])
  func `E12: passwords are dots unless they are asked for`(format: String) async throws {
    for words in [["get", "Member#1"], ["list", "Member"]] {
      let output = try await run(words[0], words[1], "--format", format).output
      #expect(output.contains("Ada"))
      for secret in ["geheim", "deadbeef"] { #expect(!output.contains(secret), "\(output)") }
    }
    let asked = try await run(
      "get",
      "Member#1",
      "--columns",
      "name,passwordHash",
      "--format",
      "json"
    )
    #expect(asked.output.contains("deadbeef"))
    #expect(
      try await run("export", "Member").output.contains("geheim"),
      "what is exported is read again"
    )
  }

  @Test(arguments: [
    ("password = 'it\\'s 9:30'", false), ("PASSWORD = 'it\\'s 9:30' and name = 'Ada'", false),
    ("name = 'it\\'s 9:30' and password = 'x'", false),
    ("name = 'x' 9 and password = 'geheim'", false), ("password = 'open", false),
    ("user_pwd like secret more", false),
    ("name = 'it\\'s 9:30'", true), ("name = 'open", true), ("word", true),
    ("(password = 'geheim", false), ("name = ‘x’ and password = ‘geheim’", false),
    ("select * where password = 'geheim'", false),
  ])
  func `E12: a filter by a password is not remembered, right or wrong`(
    text: String,
    isKept: Bool
  ) async throws {
    let scene = try await Scene(Self.members, "--entity Member --task list")
    try await scene.send("F")
    try await scene.type(text)
    try await scene.send("enter")
    if scene.lines.last?.hasPrefix("filter:") == true { try await scene.send("esc") }
    try await scene.send("F up")
    #expect(scene.lines.last == "filter:" + (isKept ? " \(text)" : ""), "\(scene.text)")
  }

  @Test(arguments: [
    "propertyKey = 'pin' and task = 'edit' => component = 'EditPassword'",
    "propertyKey = 'pin' => component = 'DisplayPassword'",
    "*true* => loginEntity = 'Member', loginPasswordKey = 'pin'",
  ])
  func `What rules call a password is one to filters, searches, the query page and the review`(
    rule: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE member(id INTEGER PRIMARY KEY, name TEXT, pin TEXT);
      INSERT INTO member VALUES(1, 'Ada', '4711'), (2, 'Bob', '0815');
      """,
      rules: rule,
      "--entity Member --task list"
    )
    for text in ["(pin = '4711'", "pin = '4711'"] {
      try await scene.send("F")
      try await scene.type(text)
      try await scene.send("enter")
      if scene.lines.last?.hasPrefix("filter:") == true { try await scene.send("esc") }
      try await scene.send("F up")
      #expect(scene.lines.last == "filter:", "\(text)\n\(scene.text)")
      try await scene.send("esc")
    }
    #expect(scene.lines[0].contains("•••••• ✕"), "\(scene.text)")
    #expect(scene.text.contains("Ada") && !scene.text.contains("Bob"), "\(scene.text)")
    try await scene.send("Q")
    #expect(scene.text.contains("Name") && !scene.text.contains("Pin"), "\(scene.text)")
    try await scene.send("esc x")
    #expect(
      rule.contains("task") || !scene.text.contains("4711") && !scene.text.contains("0815"),
      "\(scene.text)"
    )
    guard !rule.contains("Display") else {
      try await scene.send("/ 0 8 1 5 enter")
      return #expect(scene.status.contains("not found"), "\(scene.text)")
    }
    try await scene.send("e")
    try await scene.go(to: "pin")
    try await scene.retype("9999")
    try await scene.send("esc G enter P")
    #expect(scene.text.contains("Member") && scene.text.contains("••••••"), "\(scene.text)")
    #expect(!scene.text.contains("9999") && !scene.text.contains("4711"), "\(scene.text)")
  }

  @Test(arguments: ["l =", "F password = 'geheim'", "F passwordHash like 'dead*' and name = 'Ada'"])
  func `E12: a filter by a password shows none, now or later`(way: String) async throws {
    let scene = try await Scene(
      Self.members,
      rules: "*true* => displayPropertyKeys = ['name', 'password', 'userPwd', 'passwordHash']",
      "--entity Member --task list",
      height: 200
    )
    if way.hasPrefix("F ") {
      try await scene.send("F")
      try await scene.type(String(way.dropFirst(2)))
      try await scene.send("enter")
    } else {
      try await scene.send(way)
    }
    #expect(scene.text.contains("Ada") && !scene.text.contains("Bob"), "\(scene.text)")
    #expect(scene.lines[0].contains("•••••• ✕"), "\(scene.text)")
    func expectNothing() {
      for secret in ["geheim", "dead"] { #expect(!scene.text.contains(secret), "\(scene.text)") }
    }
    expectNothing()
    try await scene.send("l !")
    expectNothing()
    try await scene.send("c")
    expectNothing()
    try await scene.send("esc F up")
    expectNothing()
  }

  @Test func `E12: rules that read a password are explained without it`() async throws {
    let scene = try await Scene(
      Self.members,
      rules: """
        *true* => displayPropertyKeys = ['name', 'password']
        object.password = 'geheim' => color = 'red'
        propertyValue = 'geheim' => look = 'light'
        """,
      "--entity Member --id 1 --task inspect",
      height: 250
    )
    for keys in ["!", "c"] {
      try await scene.send(keys)
      let lines = scene.lines.filter { $0.contains("geheim") && !$0.contains("=>") }
      #expect(lines.isEmpty, "\(lines)")
      #expect(scene.text.contains("because of a hidden value"), "\(scene.text)")
    }
  }

  @Test func `E12: what another program has made of a password is not told`() async throws {
    let scene = try await Scene(
      Self.members,
      rules: "*true* => displayPropertyKeys = ['name', 'password']",
      "--entity Member --id 1 --task edit"
    )
    try await scene.go(to: "password")
    try await scene.retype("mine")
    try scene.execute("UPDATE member SET password = 'foreign' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("was changed elsewhere"), "\(scene.text)")
    #expect(scene.status.contains("••••••") && !scene.text.contains("foreign"), "\(scene.text)")
  }

  @Test(arguments: ["--task list", "--task inspect --id 1"])
  func `E12: passwords are dots in lists and objects, of one length`(place: String) async throws {
    let scene = try await Scene(
      Self.members,
      rules: "*true* => displayPropertyKeys = ['name', 'password', 'userPwd', 'passwordHash']",
      "--entity Member " + place
    )
    #expect(scene.text.contains("Ada") && scene.text.contains("••••••"))
    for secret in ["geheim", "deadbeef", "•••••••"] { #expect(!scene.text.contains(secret)) }
  }
}
