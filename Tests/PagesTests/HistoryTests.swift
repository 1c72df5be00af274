import Editing
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import SceneSupport
import TestSupport
import Widgets
import Workspace
import Testing

@testable import Pages

/// The history page: what was saved, by whom and when; to look at it, to go there, to take a save back, also from the middle.
@MainActor
struct HistoryTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, length INT, secret TEXT, owner TEXT);
    CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id) ON DELETE CASCADE, name TEXT);
    CREATE TABLE member(id INTEGER PRIMARY KEY, name TEXT, password TEXT);
    INSERT INTO film VALUES (1, 'ALIEN', 'R', 117, 's1', 'ann'), (2, 'BRAZIL', 'PG', 132, 's2', 'bob'), (3, 'CUBE', 'R', 90, 's3', 'ann');
    INSERT INTO role VALUES (1, 1, 'Ripley'), (2, 1, 'Ash');
    INSERT INTO member VALUES (1, 'Ann', 'old word');
    """
  private let temporary = TemporaryFolder()
  private var logPath: String { temporary.path + "/log.db" }

  private func opened(
    _ arguments: String = "--entity Film",
    rules: String = "",
    copyOf original: String? = nil,
    isLogged: Bool = true
  ) async throws -> Scene {
    let scene =
      try await original == nil
      ? Scene(Self.script, rules: rules, arguments, width: 119)
      : Scene(copyOf: original, rules: rules, arguments, width: 119)
    if isLogged {
      await scene.session.work.saves.begin(
        with: try SQLiteSaveLog(path: logPath),
        in: scene.session.work
      )
      scene.draw()
      try await scene.settle()
    }
    return scene
  }

  /// Saves values of an object, as a form would.
  private func save(
    _ scene: Scene,
    _ id: Int64,
    _ values: [String: Value],
    of entity: String = "Film"
  ) async throws {
    let key = RecordID(entityName: entity, values: [.int(id)])
    let record = try #require(try await scene.session.work.store.record(key, paths: nil))
    let object = scene.session.work.editing.object(for: record)
    for (name, value) in values { object.set(value, forAttribute: name) }
    try await scene.session.work.save([object])
    try await scene.settle()
  }

  /// The lines about saves, top to bottom.
  private func saves(_ scene: Scene) -> [String] {
    scene.lines.filter { line in
      !line.contains("the save of")
        && ["Film “", "Role “", "Member “"].contains { line.contains($0) }
    }
  }

  @Test(arguments: [true, false])
  func `Saves are listed newest first, and Enter shows old and new of one`(isLogged: Bool)
    async throws
  {
    let scene = try await opened("--entity Film --user ann", isLogged: isLogged)
    try await scene.send("H")
    #expect(scene.text.contains("No save to show yet."), "\(scene.text)")
    try await scene.send("esc")
    try await save(scene, 1, ["rating": .string("X"), "length": .int(99)])
    try await save(scene, 2, ["title": .string("BRASIL")])
    try await scene.send("ctrl-r d y H")
    let lines = saves(scene)
    try #require(lines.count == 3, "\(scene.text)")
    #expect(lines[0].contains("  ann  Film “ALIEN” deleted"), "\(scene.text)")
    #expect(lines[1].contains("1 change of Film “BRASIL”"), "\(scene.text)")
    #expect(lines[2].contains("2 changes of Film “ALIEN”"), "\(scene.text)")
    try await scene.send("j j enter")
    for piece in ["(2 changes of Film “ALIEN”) by ann", "── Film ──", "• Film “ALIEN”"] {
      #expect(scene.text.contains(piece), "\(piece)\n\(scene.text)")
    }
    #expect(scene.text.contains("Rating: R → X") && scene.text.contains("Length: 117 → 99"))
    #expect(!scene.text.contains("Title: "), "\(scene.text)")
    try await scene.send("esc g enter")
    #expect(scene.text.contains("- Film “ALIEN”  deleted"), "\(scene.text)")
    #expect(scene.text.contains("Rating: X"), "what was deleted\n\(scene.text)")
    #expect(
      scene.text.contains("- Role  deleted  by a trigger") || scene.text.contains("by a cascade")
    )
  }

  @Test func `Enter on a row goes to the object, unless it is gone`() async throws {
    let scene = try await opened()
    try await save(scene, 2, ["rating": .string("X")])
    try await scene.send("ctrl-r d y H j enter enter")
    #expect(scene.session.navigator.current.object?.id?.values == [.int(2)], "\(scene.text)")
    try await scene.send("esc esc g enter enter")
    #expect(scene.status.contains("Film “ALIEN” was deleted or is hidden from you"))
  }

  @Test func `A save is taken back from the middle, after asking, and marked`() async throws {
    let scene = try await opened()
    try await save(scene, 1, ["rating": .string("X")])
    try await save(scene, 2, ["rating": .string("Y")])
    try await save(scene, 3, ["rating": .string("Z")])
    try await scene.send("H j u")
    #expect(scene.text.contains("Take back the save of "), "\(scene.text)")
    #expect(scene.text.contains("(1 change of Film “BRAZIL”)?"), "\(scene.text)")
    try await scene.send("esc")
    #expect(try scene.rows("SELECT rating FROM film") == ["X", "Y", "Z"])
    try await scene.send("u y")
    #expect(scene.status.contains("taken back: the save of "), "\(scene.text)")
    #expect(try scene.rows("SELECT rating FROM film") == ["X", "PG", "Z"])
    #expect(saves(scene).map { $0.contains("taken back") } == [false, true, false])
    try await scene.send("u")
    #expect(scene.status.contains("it was taken back"), "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.line(with: "the save of ")?.contains("taken back") == true, "\(scene.text)")
    try await scene.send("esc U y")
    #expect(try scene.rows("SELECT rating FROM film") == ["X", "Y", "Z"])
    #expect(!saves(scene).contains { $0.contains("taken back") }, "\(scene.text)")
    // The other two are the next that `u` takes back elsewhere.
    try await scene.send("j enter u y")
    #expect(scene.line(with: "the save of ")?.contains("taken back") == true, "\(scene.text)")
  }

  @Test func `A save of rows that were saved since is refused by the name of the later one`()
    async throws
  {
    let scene = try await opened()
    try await save(scene, 1, ["rating": .string("X")])
    try await save(scene, 1, ["rating": .string("Y"), "length": .int(1)])
    try await save(scene, 2, ["rating": .string("Z")])
    let before = try scene.dump()
    try await scene.send("H j j u y")
    let sentence = scene.status
    #expect(sentence.contains("Film “ALIEN” was changed since: Rating;"), "\(scene.text)")
    #expect(sentence.contains("take back the save of "), "\(scene.text)")
    #expect(sentence.contains("(2 changes of Film “ALIEN”) first"), "\(scene.text)")
    #expect(try scene.dump() == before)
    try await scene.send("k u y j u y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["R|117"])
  }

  @Test func `What was saved is known after a restart, and of everybody`() async throws {
    let scene = try await opened("--entity Film --user ann")
    try await save(scene, 1, ["rating": .string("X")])
    try await save(scene, 2, ["rating": .string("Y")])
    try await scene.send("u y")
    let next = try await opened("--task history --user bob", copyOf: scene.path)
    let lines = saves(next)
    try #require(lines.count == 2, "\(next.text)")
    #expect(lines[0].contains("ann  1 change of Film “BRAZIL”  taken back"), "\(next.text)")
    #expect(lines[1].contains("ann  1 change of Film “ALIEN”"), "\(next.text)")
    try await next.send("j enter")
    #expect(next.text.contains("Rating: R → X"), "\(next.text)")
    try await next.send("u y")
    #expect(try next.rows("SELECT rating FROM film WHERE id = 1") == ["R"], "\(next.text)")
    try await next.send("U y")
    #expect(try next.rows("SELECT rating FROM film WHERE id = 1") == ["X"], "\(next.text)")
  }

  @Test func `The history of an object has its saves alone, from its row and its pages`()
    async throws
  {
    for keys in ["", "enter", "e"] {
      let scene = try await opened(isLogged: false)
      try await save(scene, 1, ["rating": .string("X")])
      try await save(scene, 2, ["rating": .string("Y")])
      try await save(scene, 1, ["name": .string("Ellen")], of: "Role")
      try await scene.send(keys)
      try await scene.send("alt-h")
      #expect(saves(scene).filter { $0.contains("1 change") }.count == 1, "\(keys)\n\(scene.text)")
      #expect(scene.text.contains("1 change of Film “ALIEN”"), "\(keys)\n\(scene.text)")
      #expect(scene.lines.first?.contains("history") == true, "\(scene.text)")
    }
  }

  @Test func `A row is followed to the keys that it had before`() async throws {
    let scene = try await opened("--entity Film")
    try await save(scene, 2, ["rating": .string("X")])
    let key = RecordID(entityName: "Film", values: [.int(2)])
    let record = try #require(try await scene.session.work.store.record(key, paths: nil))
    let object = scene.session.work.editing.object(for: record)
    object.set(.int(9), forAttribute: "id")
    try await scene.session.work.save([object])
    let reader = SaveReader(
      work: scene.session.work,
      of: .row(RecordID(entityName: "Film", values: [.int(9)]))
    )
    var found: [SaveHistory.Entry] = []
    while let some = try await reader.next() { found += some }
    #expect(found.count == 2)
  }

  @Test func `What a rule hides by where an object leads is hidden in its history too`()
    async throws
  {
    let scene = try await opened("--entity Role --user ann")
    try await save(scene, 1, ["name": .string("Ellen")], of: "Role")
    let hiding = """
      role = 'clerk' and entity.name = 'Role' and propertyKey = 'name' and object.film.rating = 'R' => isPropertyVisible = false
      """
    for (role, isShown) in [("boss", true), ("clerk", false)] {
      let next = try await opened(
        "--task history --user bob --role \(role)",
        rules: hiding,
        copyOf: scene.path
      )
      var text = next.text
      for keys in ["enter", "esc u", "n"] {
        try await next.send(keys)
        text += next.text
      }
      #expect(text.contains("Ellen") == isShown && text.contains("Ripley") == isShown, "\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `A history without saves says what is true of hidden ones, and not whether there are any`(
    isSaved: Bool
  ) async throws {
    let rules = "role = 'clerk' and entity.name = 'Role' => restrictingQualifier = where (id < 0)"
    let boss = try await opened("--entity Role --role boss", rules: rules)
    if isSaved { try await save(boss, 1, ["name": .string("Hidden")], of: "Role") }
    for (entity, text) in [
      ("", "No save that you may see."), ("--entity Role", "No save that you may see."),
      ("--entity Member", "No save to show yet."),
    ] {
      let clerk = try await opened(
        "--task history \(entity) --role clerk",
        rules: rules,
        copyOf: boss.path
      )
      #expect(clerk.text.contains(text), "\(entity)\n\(clerk.text)")
    }
  }

  @Test func `What a clerk may not see is neither shown nor counted nor named`() async throws {
    let rules = """
      role = 'clerk' => visibleEntityNames = ('Film', 'Member')
      role = 'clerk' and entity.name = 'Film' => restrictingQualifier = where (owner = 'ann')
      role = 'clerk' and propertyKey = 'secret' => isPropertyVisible = false
      role = 'clerk' and propertyKey = 'length' and object.title = 'CUBE' => isPropertyVisible = false
      """
    let boss = try await opened("--entity Film --role boss", rules: rules)
    try await save(boss, 1, ["name": .string("Hidden")], of: "Role")
    try await save(boss, 1, ["secret": .string("told")])
    try await save(boss, 2, ["rating": .string("Y")])
    try await save(boss, 3, ["length": .int(5)])
    try await save(boss, 3, ["length": .int(6), "rating": .string("Z")])
    try await save(boss, 1, ["secret": .string("twice"), "rating": .string("X")])
    try await save(boss, 3, ["owner": .string("bob")])
    try await save(boss, 3, ["owner": .string("ann")])
    try await boss.send("H")
    #expect(saves(boss).count == 8, "\(boss.text)")
    let clerk = try await opened("--task history --role clerk", rules: rules, copyOf: boss.path)
    let lines = saves(clerk)
    #expect(lines.count == 2, "\(clerk.text)")
    #expect(lines.first?.contains("1 change of Film “ALIEN”") == true, "\(clerk.text)")
    #expect(lines.last?.contains("1 change of Film “CUBE”") == true, "\(clerk.text)")
    try await clerk.send("enter")
    #expect(clerk.text.contains("Rating: R → X"), "\(clerk.text)")
    #expect(!clerk.text.contains("ecret") && !clerk.text.contains("twice"), "\(clerk.text)")
    let before = try clerk.dump()
    try await clerk.send("u y")
    #expect(clerk.status.contains("it would write values hidden from you"), "\(clerk.text)")
    #expect(try clerk.dump() == before)
    try await clerk.send("esc G enter")
    #expect(clerk.text.contains("Rating: R → Z") && !clerk.text.contains("Length"), "\(clerk.text)")
  }

  @Test
  func
    `3-15: A later save of what is hidden keeps nothing from being taken back, and is not named`()
    async throws
  {
    let rules = """
      role = 'clerk' and propertyKey = 'secret' => isPropertyVisible = false
      """
    let boss = try await opened("--entity Film --role boss", rules: rules)
    try await save(boss, 1, ["rating": .string("X")])
    try await save(boss, 1, ["secret": .string("told")])
    let clerk = try await opened("--task history --role clerk", rules: rules, copyOf: boss.path)
    try await clerk.send("u y")
    #expect(clerk.status.contains("taken back: the save of "), "\(clerk.text)")
    #expect(try clerk.rows("SELECT rating, secret FROM film WHERE id = 1") == ["R|told"])
    #expect(!clerk.status.contains("first") && !clerk.status.contains("Secret"), "\(clerk.text)")
  }

  @Test func `Passwords are dots, and of a save that is not in the log only its maker knows`()
    async throws
  {
    let scene = try await opened("--entity Film --user ann")
    try await save(scene, 1, ["password": .string("new word")], of: "Member")
    try await scene.send("H enter")
    #expect(scene.text.contains("Password: •••••• → ••••••"), "\(scene.text)")
    #expect(!scene.text.contains("word →") && !scene.text.contains("new word"), "\(scene.text)")
    let next = try await opened("--task history --user ann", copyOf: scene.path)
    #expect(next.text.contains("ann  changes not in the log"), "\(next.text)")
    for keys in ["enter", "u"] {
      try await next.send(keys)
      #expect(next.status.contains("it holds a password"), "\(next.text)")
    }
    let other = try await opened("--task history --user bob", copyOf: scene.path)
    #expect(other.text.contains("No save to show yet."), "\(other.text)")
  }

  @Test func `Ten thousand saves are read as far as one looks`() async throws {
    let scene = try await opened("--entity Film --user ann", rules: "*true* => keepsSaves = 20000")
    try await save(scene, 1, ["rating": .string("X")])
    await scene.end()
    try Connection(path: logPath, mode: .readWrite).execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO save SELECT i, 1, time + i, user, summary, omission, size FROM save, n;
      INSERT INTO saved_rows(number, rows) SELECT save.number, rows FROM saved_rows, save WHERE save.number > 1
      ORDER BY save.number, saved_rows.part;
      """
    )
    let next = try await opened("--task history --user ann", copyOf: scene.path)
    let model = try #require(next.session.navigator.current[HistoryModel.self])
    #expect(model.rows.bounds.positions.count < 300 && !model.rows.bounds.reachesEnd)
    #expect(next.text.contains("1 change of Film “ALIEN”"), "\(next.text)")
    try await next.send("pgdn pgdn pgdn")
    #expect(model.rows.bounds.positions.count < 600)
    try await next.send("G")
    #expect(model.rows.bounds == RowBounds(0..<10_000), "\(model.rows.bounds)")
  }
}
