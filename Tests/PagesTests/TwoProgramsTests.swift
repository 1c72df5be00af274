import Editing
import EntityStore
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Two people with the program open on one file, on the same record: whatever the one has done to it before the other saves,
/// the other is asked or told, in either order, and nothing of either is lost without a word.
@MainActor
struct TwoProgramsTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, city TEXT, version INT NOT NULL DEFAULT 1);
    INSERT INTO customer VALUES(1, 'Ada', '1', 'Paris', 1), (2, 'Bob', '2', 'Rome', 1), (3, 'Cleo', '3', 'Oslo', 1);
    """

  private enum Person { case ann, bob }

  /// Two programs that have the same file open.
  private struct Pair {
    let ann: Scene
    let bob: Scene

    func scene(of person: Person) -> Scene { person == .ann ? ann : bob }
    func other(than person: Person) -> Scene { person == .ann ? bob : ann }
  }

  private static let waiting = "*true* => savesDeletesAtOnce = false\n"

  private func open(_ rules: String = waiting, _ place: String = "--task list") async throws -> Pair
  {
    let start = "--entity Customer \(place)"
    let ann = try await Scene(Self.script, rules: rules, start + " --user ann", width: 120)
    let bob = try await Scene(beside: ann, rules: rules, start + " --user bob", width: 120)
    return Pair(ann: ann, bob: bob)
  }

  private func rows(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT id, name, phone, city FROM customer ORDER BY id")
  }

  /// Opens the form of the record under the cursor, enters values, and stays in it.
  private func enter(_ values: [(String, String)], in scene: Scene) async throws {
    try await scene.send("e")
    for (name, text) in values {
      try await scene.go(to: name)
      try await scene.retype(text)
    }
  }

  private func isAsking(_ scene: Scene) -> Bool {
    scene.session.navigator.current.conflict != nil
  }

  // MARK: The same property

  @Test(arguments: [false, true], [("m", 0), ("t", 1), ("M", 0), ("T", 1)])
  func `Of the same property the one who saves later chooses whose value stands`(
    isAnnFirst: Bool,
    answer: (key: String, winner: Int)
  ) async throws {
    let pair = try await open()
    let first = pair.scene(of: isAnnFirst ? .ann : .bob)
    let later = pair.other(than: isAnnFirst ? .ann : .bob)
    try await enter([("phone", "later"), ("city", "Ghent")], in: later)
    try await enter([("phone", "first")], in: first)
    try await first.send("ctrl-s")
    first.expectSaved()
    try await later.send("ctrl-s")
    #expect(isAsking(later) && later.text.contains("was 1"), "\(later.text)")
    #expect(try rows(first)[0] == "1|Ada|first|Paris", "nothing is written before the answer")
    try await later.send(answer.key)
    let phone = ["later", "first"][answer.winner]
    #expect(try rows(first)[0] == "1|Ada|\(phone)|Ghent", "\(later.text)")
    #expect(!later.session.work.editing.hasChanges)
    // Who saved first is told of it as soon as something is to be changed again.
    try await first.send("ctrl-r")
    try await enter([("phone", "again")], in: first)
    try await first.send("ctrl-s")
    #expect(try rows(first)[0] == "1|Ada|again|Ghent", "\(first.text)")
  }

  @Test func `Who answers while the other goes on writing is asked again until it is still`()
    async throws
  {
    let pair = try await open()
    try await enter([("phone", "ann")], in: pair.ann)
    for text in ["x", "y", "z"] {
      try await enter([("phone", text)], in: pair.bob)
      try await pair.bob.send("ctrl-s ctrl-r")
      try await pair.ann.send(text == "x" ? "ctrl-s" : "m")
      #expect(isAsking(pair.ann) && pair.ann.text.contains("theirs \(text)"), "\(pair.ann.text)")
      #expect(try rows(pair.ann)[0] == "1|Ada|\(text)|Paris")
    }
    try await pair.ann.send("m")
    #expect(try rows(pair.ann)[0] == "1|Ada|ann|Paris", "\(pair.ann.text)")
  }

  // MARK: Other properties

  @Test(arguments: [false, true])
  func `What each has changed of another property stands beside, and that is said`(isAnnFirst: Bool)
    async throws
  {
    let pair = try await open()
    let first = pair.scene(of: isAnnFirst ? .ann : .bob)
    let later = pair.other(than: isAnnFirst ? .ann : .bob)
    try await enter([("phone", "later")], in: later)
    try await enter([("city", "Bonn")], in: first)
    try await first.send("ctrl-s")
    first.expectSaved()
    try await later.send("ctrl-s")
    later.expectStatus("saved; merged with changes made elsewhere: City is now Bonn")
    #expect(try rows(first)[0] == "1|Ada|later|Bonn")
  }

  @Test(arguments: [("m", "later|Bonn"), ("t", "1|Bonn")])
  func `Where all that was read is locked the other property is asked about too`(
    key: String,
    stored: String
  ) async throws {
    let pair = try await open(Self.waiting + "*true* => lockingPolicy = 'all'")
    try await enter([("phone", "later")], in: pair.ann)
    try await enter([("city", "Bonn")], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    try await pair.ann.send("ctrl-s")
    #expect(isAsking(pair.ann), "\(pair.ann.text)")
    #expect(try rows(pair.ann)[0] == "1|Ada|1|Bonn")
    try await pair.ann.send(key)
    #expect(try rows(pair.ann)[0] == "1|Ada|\(stored)", "\(pair.ann.text)")
    #expect(!pair.ann.session.work.editing.hasChanges, "\(pair.ann.text)")
  }

  // MARK: Rows that go

  @Test(arguments: [("end enter", 0), ("down enter ctrl-s", 1)])
  func `A row that the other has deleted is dropped or inserted again`(
    answer: String,
    count: Int
  ) async throws {
    let pair = try await open()
    try await enter([("phone", "ann")], in: pair.ann)
    try await pair.bob.send("d ctrl-s")
    #expect(try rows(pair.bob).count == 2, "\(pair.bob.text)")
    try await pair.ann.send("ctrl-s")
    #expect(
      pair.ann.text.contains("Ada” is gone: somebody else has deleted it"),
      "\(pair.ann.text)"
    )
    try await pair.ann.send(answer)
    #expect(try rows(pair.ann).count == 2 + count, "\(pair.ann.text)")
    #expect(try rows(pair.ann).contains { $0.hasSuffix("|Ada|ann|Paris") } == (count == 1))
    #expect(!pair.ann.session.work.editing.hasChanges, "\(pair.ann.text)")
  }

  @Test(arguments: [("m", ["1|Ada|ann1|Paris", "2|Bob|ann2|Rome"]), ("t", ["2|Bob|ann2|Rome"])])
  func `Of two records of which one is gone each is decided on one page`(
    key: String,
    stored: [String]
  ) async throws {
    let pair = try await open()
    for (number, keys) in ["", "j"].enumerated() {
      try await pair.ann.send(keys)
      try await enter([("phone", "ann\(number + 1)")], in: pair.ann)
      try await pair.ann.send("esc end enter")
    }
    try await pair.bob.send("d")
    try await pair.bob.send("j")
    try await enter([("phone", "bob")], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    #expect(try rows(pair.bob) == ["2|Bob|bob|Rome", "3|Cleo|3|Oslo"], "\(pair.bob.text)")
    try await pair.ann.send("ctrl-s")
    #expect(pair.ann.session.navigator.current.conflict?.openCount == 2, "\(pair.ann.text)")
    try await pair.ann.send("\(key) m")
    #expect(try rows(pair.ann) == stored + ["3|Cleo|3|Oslo"], "\(pair.ann.text)")
    #expect(!pair.ann.session.work.editing.hasChanges)
  }

  @Test(arguments: [("m", 2, "bob"), ("t", 3, "bob")])
  func `What is to be deleted and was changed by the other is deleted or stays with it`(
    key: String,
    count: Int,
    phone: String
  ) async throws {
    let pair = try await open()
    try await pair.ann.send("d")
    try await enter([("phone", phone)], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    try await pair.ann.send("ctrl-s")
    #expect(isAsking(pair.ann), "\(pair.ann.text)")
    #expect(try rows(pair.ann)[0] == "1|Ada|bob|Paris")
    try await pair.ann.send("home \(key)")
    #expect(try rows(pair.ann).count == count, "\(pair.ann.text)")
    #expect(!pair.ann.session.work.editing.hasChanges, "\(pair.ann.text)")
    #expect(pair.ann.text.contains("Ada") == (key == "t"), "\(pair.ann.text)")
  }

  @Test func `What both delete is gone, and the later one is told`() async throws {
    let pair = try await open()
    try await pair.ann.send("d")
    try await pair.bob.send("d ctrl-s")
    try await pair.ann.send("ctrl-s")
    #expect(try rows(pair.ann).count == 2)
    #expect(pair.ann.text.contains("somebody else has deleted it"), "\(pair.ann.text)")
    #expect(!isAsking(pair.ann) && !pair.ann.session.work.editing.hasChanges, "\(pair.ann.text)")
    #expect(!pair.ann.text.contains("Ada  "), "\(pair.ann.text)")
  }

  // MARK: Other keys

  @Test(arguments: [("end enter", 0), ("down enter ctrl-s", 1)])
  func `A record that has another key by now is gone for who knows the old one`(
    answer: String,
    count: Int
  ) async throws {
    let pair = try await open()
    try await enter([("phone", "ann")], in: pair.ann)
    try pair.bob.execute("UPDATE customer SET id = 9 WHERE id = 1")
    try await pair.ann.send("ctrl-s")
    #expect(pair.ann.text.contains("is gone: somebody else has deleted it"), "\(pair.ann.text)")
    try await pair.ann.send(answer)
    #expect(try rows(pair.ann).contains("9|Ada|1|Paris"))
    #expect(try rows(pair.ann).count == 3 + count, "\(pair.ann.text)")
  }

  @Test func `Who gives another key to what the other has changed keeps that`() async throws {
    let pair = try await open()
    let object = try #require(try await object(1, in: pair.ann))
    object.set(.int(9), forAttribute: "id")
    try await enter([("phone", "bob")], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    try await pair.ann.send("ctrl-s")
    #expect(try rows(pair.ann).contains("9|Ada|bob|Paris"), "\(pair.ann.text)")
    #expect(try rows(pair.ann).count == 3)
  }

  @Test(arguments: [("m", "1|Eve|ann|Lyon"), ("t", "1|Eve|e|Lyon")])
  func `A record whose key another one has by now is asked about by both names`(
    key: String,
    stored: String
  ) async throws {
    let pair = try await open()
    try await enter([("phone", "ann")], in: pair.ann)
    try pair.bob.execute(
      "DELETE FROM customer WHERE id = 1; INSERT INTO customer VALUES(1, 'Eve', 'e', 'Lyon', 1)"
    )
    try await pair.ann.send("ctrl-s")
    #expect(isAsking(pair.ann), "\(pair.ann.text)")
    #expect(pair.ann.text.contains("Ada") && pair.ann.text.contains("Eve"), "\(pair.ann.text)")
    #expect(try rows(pair.ann)[0] == "1|Eve|e|Lyon")
    try await pair.ann.send(key)
    #expect(try rows(pair.ann)[0] == stored, "\(pair.ann.text)")
    #expect(!pair.ann.session.work.editing.hasChanges)
  }

  private func object(_ key: Int64, in scene: Scene) async throws -> ManagedObject? {
    let id = RecordID(entityName: "Customer", key: key)
    return try await scene.session.work.store.record(id, paths: nil).map {
      scene.session.work.editing.object(for: $0)
    }
  }

  // MARK: Undo of what the other has changed

  @Test(arguments: [false, true])
  func `A save is taken back only where the other has not written the same since`(isSame: Bool)
    async throws
  {
    let pair = try await open()
    let first = try rows(pair.ann)[0]
    try await enter([("phone", "ann")], in: pair.ann)
    try await pair.ann.send("ctrl-s")
    try await enter([(isSame ? "phone" : "city", "bob")], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    if isAsking(pair.bob) { try await pair.bob.send("m") }
    let before = try rows(pair.bob)
    try await pair.ann.send("u y")
    guard isSame else {
      #expect(pair.ann.status.contains("taken back: "), "\(pair.ann.text)")
      #expect(try rows(pair.ann)[0] == first.replacing("Paris", with: "bob"), "\(pair.ann.text)")
      return
    }
    #expect(try rows(pair.ann) == before, "\(pair.ann.text)")
    #expect(pair.ann.status.contains("was changed since: Phone"), "\(pair.ann.text)")
  }

  // MARK: Locks

  @Test func `An open form, and the page that asks, keep nobody from writing`() async throws {
    let pair = try await open()
    try await enter([("phone", "ann")], in: pair.ann)
    try pair.bob.execute("PRAGMA busy_timeout = 0; UPDATE customer SET phone = 'x'")
    try await pair.ann.send("ctrl-s")
    #expect(isAsking(pair.ann), "\(pair.ann.text)")
    try pair.bob.execute("PRAGMA busy_timeout = 0; UPDATE customer SET city = 'x'")
    try await pair.bob.send("ctrl-r")
    try await enter([("city", "bob")], in: pair.bob)
    try await pair.bob.send("ctrl-s")
    #expect(try rows(pair.bob)[0] == "1|Ada|x|bob", "\(pair.bob.text)")
  }
}
