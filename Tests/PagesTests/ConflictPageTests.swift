import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Tests the conflict page, which asks whose values to keep when two programs changed the same rows.
@MainActor
struct ConflictPageTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, city TEXT, secret TEXT);
    INSERT INTO customer VALUES(1, 'Ada', '1', 'Paris', 'a'), (2, 'Bob', '2', 'Rome', 'b'),
      (3, 'Cleo', '3', 'Oslo', 'c');
    """

  private func rows(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT id, name, phone, city FROM customer ORDER BY id")
  }

  private func start(_ rules: String = "", _ place: String = "--task edit --id 1") async throws
    -> Scene
  {
    try await Scene(Self.script, rules: rules, "--entity Customer \(place)", width: 120)
  }

  private func enter(_ values: [(String, String)], in scene: Scene) async throws {
    for (name, text) in values {
      try await scene.go(to: name)
      try await scene.retype(text)
    }
  }

  /// Changes the phone of customers in a list, and leaves all of it pending.
  private func enterPhones(_ count: Int, in scene: Scene) async throws {
    for index in 1...count {
      try await scene.send(index == 1 ? "e" : "j e")
      try await enter([("phone", "mine\(index)")], in: scene)
      try await scene.send("esc end enter")
    }
    #expect(scene.session.work.editing.pendingCount == count, "\(scene.text)")
  }

  @Test(arguments: [false, true])
  func `Of a property that both have changed one is chosen, whoever was first`(isLater: Bool)
    async throws
  {
    for (key, phone, city) in [("m", "mine", "Ghent"), ("t", "theirs", "Ghent")] {
      let scene = try await start()
      let theirs = "UPDATE customer SET phone = 'theirs' WHERE id = 1"
      if !isLater { try scene.execute(theirs) }
      try await enter([("phone", "mine"), ("city", "Ghent")], in: scene)
      if isLater { try scene.execute(theirs) }
      try await scene.send("ctrl-s")
      #expect(scene.status.contains("not saved: Ada was changed elsewhere"), "\(scene.text)")
      #expect(
        scene.text.contains("Phone: was 1  ·  theirs theirs  ·  mine mine"),
        "\(scene.text)"
      )
      #expect(!scene.text.contains("City:"), "of that nobody has to decide\n\(scene.text)")
      #expect(try rows(scene)[0] == "1|Ada|theirs|Paris")
      try await scene.send(key)
      #expect(try rows(scene)[0] == "1|Ada|\(phone)|\(city)", "\(scene.text)")
      #expect(scene.says("saved") && scene.session.work.editing.pendingCount == 0, "\(scene.text)")
    }
  }

  @Test func `What is only read anew is not asked about anew, what is stored since is`()
    async throws
  {
    let scene = try await start()
    try await enter([("phone", "mine")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs' WHERE id = 1")
    try await scene.send("ctrl-s")
    let object = try #require(scene.session.work.editing.pendingObjects.first)
    try scene.execute("UPDATE customer SET phone = 'newer' WHERE id = 1")
    await scene.session.work.reader.refresh(object)
    try await scene.send("m")
    #expect(scene.text.contains("theirs newer"), "\(scene.text)")
    #expect(try rows(scene)[0] == "1|Ada|newer|Paris")
    await scene.session.work.reader.refresh(object)
    try await scene.send("m")
    #expect(try rows(scene)[0] == "1|Ada|mine|Paris", "\(scene.text)")
  }

  @Test func `Each property is chosen by itself and nothing is saved before the last`() async throws
  {
    let scene = try await start()
    try await enter([("phone", "mine"), ("city", "Ghent")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs', city = 'Bonn' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.session.navigator.current.conflict?.openCount == 2, "\(scene.text)")
    try await scene.send("m")
    #expect(try rows(scene)[0] == "1|Ada|theirs|Bonn")
    #expect(scene.text.contains("1 record changed elsewhere, 1 to decide"), "\(scene.text)")
    try await scene.send("t")
    #expect(try rows(scene)[0] == "1|Ada|mine|Bonn", "\(scene.text)")
  }

  @Test func `A page that is left has decided nothing`() async throws {
    let scene = try await start()
    try await enter([("phone", "mine"), ("city", "Ghent")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs', city = 'Bonn' WHERE id = 1")
    try await scene.send("ctrl-s t esc")
    #expect(scene.line(with: "Phone ")?.contains("mine") == true, "\(scene.text)")
    #expect(try rows(scene)[0] == "1|Ada|theirs|Bonn")
    try await scene.send("ctrl-s")
    #expect(scene.session.navigator.current.conflict?.openCount == 2, "\(scene.text)")
  }

  @Test func `Choosing on the line of a record is choosing for all its properties`() async throws {
    let scene = try await start()
    try await enter([("phone", "mine"), ("city", "Ghent")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs', city = 'Bonn' WHERE id = 1")
    try await scene.send("ctrl-s home t")
    #expect(try rows(scene)[0] == "1|Ada|theirs|Bonn")
    #expect(scene.status.contains("nothing is left to save"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test(arguments: [("M", "mine"), ("T", "theirs")])
  func `One decision is for all records that are left`(key: String, rest: String) async throws {
    let scene = try await start("", "--task list")
    try await enterPhones(3, in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs' || id WHERE id < 3")
    try await scene.send("ctrl-s")
    #expect(scene.status.hasSuffix("; and 1 more"), "\(scene.text)")
    #expect(scene.session.navigator.current.conflict?.openCount == 2, "\(scene.text)")
    #expect(!scene.text.contains("Cleo"), "what nobody has changed is not asked\n\(scene.text)")
    try await scene.send("J K J m")
    #expect(scene.text.contains("1 to decide"), "\(scene.text)")
    #expect(try scene.rows("SELECT phone FROM customer") == ["theirs1", "theirs2", "3"])
    try await scene.send(key)
    #expect(
      try scene.rows("SELECT phone FROM customer") == ["\(rest)1", "mine2", "mine3"],
      "\(scene.text)"
    )
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test(arguments: [("m", true), ("t", false)])
  func `A row that is gone among others is inserted again or dropped`(key: String, isBack: Bool)
    async throws
  {
    let scene = try await start("", "--task list")
    try await enterPhones(2, in: scene)
    try scene.execute(
      "DELETE FROM customer WHERE id = 1; UPDATE customer SET phone = 'x' WHERE id = 2"
    )
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("deleted elsewhere; mine inserts it again"), "\(scene.text)")
    try await scene.send("\(key) m")
    let back = isBack ? ["1|Ada|mine1|Paris"] : []
    #expect(try rows(scene) == back + ["2|Bob|mine2|Rome", "3|Cleo|3|Oslo"], "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test(arguments: [("m", 2), ("t", 3)])
  func `What is to be deleted and was changed elsewhere goes or stays`(key: String, count: Int)
    async throws
  {
    let scene = try await start("*true* => savesDeletesAtOnce = false", "--task list")
    try await scene.send("d")
    try scene.execute("UPDATE customer SET phone = 'theirs' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("mine deletes it, theirs keeps it"), "\(scene.text)")
    #expect(
      scene.text.contains("Phone: was 1  ·  theirs theirs  ·  merged"),
      "\(scene.text)"
    )
    #expect(try rows(scene).count == 3)
    try await scene.send("home \(key)")
    #expect(try rows(scene).count == count, "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test func `A deletion that is brought back after it was asked about is not asked about again`()
    async throws
  {
    let scene = try await start("*true* => savesDeletesAtOnce = false", "--task list")
    try await scene.send("d")
    try scene.execute("UPDATE customer SET name = 'Eve', phone = 'theirs' WHERE id = 1")
    try await scene.send("ctrl-s home t u")
    #expect(scene.session.work.editing.pendingCount == 1, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try rows(scene).count == 2, "\(scene.text)")
  }

  @Test func `What others have changed while the page is shown is asked about anew`() async throws {
    let scene = try await start()
    try await enter([("phone", "mine")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'theirs' WHERE id = 1")
    try await scene.send("ctrl-s")
    try scene.execute("UPDATE customer SET phone = 'again' WHERE id = 1")
    try await scene.send("m")
    #expect(scene.text.contains("theirs again"), "\(scene.text)")
    #expect(try rows(scene)[0] == "1|Ada|again|Paris")
    try await scene.send("m")
    #expect(try rows(scene)[0] == "1|Ada|mine|Paris")
  }

  @Test func `What both have made the same is no conflict`() async throws {
    let scene = try await start()
    try await enter([("phone", "same"), ("city", "Ghent")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'same' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(try rows(scene)[0] == "1|Ada|same|Ghent", "\(scene.text)")
  }

  @Test func `Other properties are merged and named, but for what may not be seen`() async throws {
    let scene = try await start("propertyKey = 'secret' => isPropertyVisible = false")
    try await enter([("phone", "mine")], in: scene)
    try scene.execute("UPDATE customer SET city = 'Bonn', secret = 'hush' WHERE id = 1")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved; merged with changes made elsewhere: City is now Bonn")
    #expect(
      try scene.rows("SELECT phone, city, secret FROM customer WHERE id = 1") == ["mine|Bonn|hush"]
    )
  }

  @Test func `The time of the update, which both have set, is no conflict`() async throws {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, a TEXT, b TEXT, at TIMESTAMP); INSERT INTO t VALUES(1, 'n', 'a', 'b', '2001-01-01 00:00:00');",
      rules: "*true* => updateTimestampPropertyKey = 'at'",
      "--entity T --task edit --id 1",
      width: 120
    )
    try await enter([("a", "mine")], in: scene)
    try scene.execute("UPDATE t SET b = 'theirs', at = '2002-02-02 00:00:00'")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved; merged"), "\(scene.text)")
    #expect(scene.status.contains("B is now theirs"), "\(scene.text)")
    #expect(try scene.rows("SELECT a, b, at > '2020' FROM t") == ["mine|theirs|1"])
  }

  @Test func `What a trigger has changed along is not taken for somebody else's`() async throws {
    let scene = try await Scene(
      Self.script
        + "CREATE TRIGGER t AFTER UPDATE OF phone ON customer BEGIN UPDATE customer SET city = 'T' WHERE id = new.id; END;",
      "--entity Customer --task edit --id 1"
    )
    try await enter([("phone", "mine")], in: scene)
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try rows(scene)[0] == "1|Ada|mine|T")
  }

  @Test func `Theirs of what may not be seen by then is not shown`() async throws {
    let scene = try await start(
      "object.name = 'Eve' and propertyKey = 'phone' => isPropertyVisible = false"
    )
    try await enter([("phone", "mine")], in: scene)
    try scene.execute("UPDATE customer SET phone = 'hush', name = 'Eve' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(!scene.text.contains("hush"), "\(scene.text)")
    #expect(try rows(scene)[0] == "1|Eve|hush|Paris")
  }
}
