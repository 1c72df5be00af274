import CommandLineTool
import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import RuleFiles
import SQLiteStore
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Tests that unsaved changes survive a crash: the next start offers to restore, discard or keep them.
@MainActor
struct JournalTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, since INT, password TEXT, secret TEXT);
    CREATE TABLE label(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER REFERENCES artist);
    INSERT INTO artist VALUES(1, 'Accept', 1976, 'old word', 's1'), (2, 'Aerosmith', 1970, NULL, 's2'),
      (3, 'Abba', 1972, NULL, 's3');
    INSERT INTO label VALUES(1, 'Polar', 3), (2, 'Sony', 1);
    """
  private let state = TemporaryFolder()

  private var journals: [String] { TemporaryFolder.names(in: state.path + "/d2t/journals") }

  private func kept() -> String {
    journals.map { state.text(of: "d2t/journals/\($0)") }.joined()
  }

  private func begin(_ scene: Scene) async throws {
    scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": state.path]
    await scene.session.keepJournal()
    scene.draw()
    try await scene.settle()
  }

  private func start(_ arguments: String = "--entity Artist", rules: String = "") async throws
    -> Scene
  {
    let scene = try await Scene(Self.script, rules: rules, arguments, width: 120)
    try await begin(scene)
    return scene
  }

  /// Ends the program as `kill -9` does, and starts it again on the same rows, which are another file: found by its path.
  private func again(
    _ scene: Scene,
    _ arguments: String = "--entity Artist",
    rules: String = ""
  ) async throws -> Scene {
    scene.session.work.journal.release()
    let next = try await Scene(copyOf: scene.path, rules: rules, arguments, width: 120)
    for name in journals { adopt(name, for: next.path) }
    try await begin(next)
    return next
  }

  /// A copy is another file: the journal gets its name.
  private func adopt(_ name: String, for path: String) {
    let folder = state.path + "/d2t/journals/"
    guard let identity = FileIdentity(path)?.text, let end = name.lastIndex(of: ".") else { return }
    rename(folder + name, folder + identity + name[end...])
  }

  @Test func `What was typed is offered, taken and saved`() async throws {
    let scene = try await start()
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("Größe 東京")
    #expect(kept().contains("Größe 東京"))
    let next = try await again(scene)
    #expect(next.lines[0].contains("left unsaved"), "\(next.text)")
    #expect(next.text.contains("Unsaved changes of the program started at "))
    #expect(next.text.contains("Name: Accept → Größe 東京"), "\(next.text)")
    try await next.send("a")
    next.expectStatus("restored: 1 object, not saved yet")
    #expect(next.text.contains("Name: Accept → Größe 東京"), "\(next.text)")
    #expect(journals.count == 1)
    try await next.send("u")
    #expect(next.text.contains("No unsaved changes"), "\(next.text)")
    #expect(journals.isEmpty)
    try await next.send("U ctrl-s")
    next.expectSaved()
    #expect(try next.rows("SELECT name FROM artist WHERE id = 1") == ["Größe 東京"])
    #expect(journals.isEmpty)
  }

  @Test func `What is given up in a form opened from a form leaves what is kept as it was`()
    async throws
  {
    let scene = try await start("--entity Artist --task edit --id 3")
    func contents() throws -> [Int: PendingState] {
      let path = try #require(journals.first.map { state.path + "/d2t/journals/" + $0 })
      return JournalContents([UInt8](try Data(contentsOf: URL(filePath: path)))).states
    }
    try await scene.go(to: "since")
    try await scene.retype("long ago")
    let before = try contents()
    #expect(before.count == 1)
    try await scene.go(to: "labels")
    try await scene.send("enter")
    try await scene.go(to: "title")
    try await scene.retype("Epic")
    #expect(try contents().count == 2)
    try await scene.send("esc down down enter")
    #expect(try contents() == before)
    try await scene.go(to: "labels")
    try await scene.send("o")
    try await scene.go(to: "title")
    try await scene.type("Arista")
    #expect(try contents().count == 2)
    try await scene.send("esc down down enter")
    #expect(try contents() == before && scene.text.contains("long ago"), "\(scene.text)")
  }

  @Test func `New objects come back with what they refer to, and deletions as deletions`()
    async throws
  {
    let rules = "*true* => savesDeletesAtOnce = false"
    let scene = try await start("--entity Label", rules: rules)
    let (editing, model) = (scene.session.work.editing, scene.session.work.model)
    try await scene.send("d y")
    let artist = NewObjects.make(
      try #require(model.entity(named: "Artist")),
      in: scene.session.work
    )
    artist.set(.string("Zappa"), forAttribute: "name")
    let label = NewObjects.make(try #require(model.entity(named: "Label")), in: scene.session.work)
    label.set(.string("Bizarre"), forAttribute: "title")
    label.setToOne(try #require(label.entity.relationship(named: "artist")), toNew: artist)
    _ = NewObjects.make(try #require(model.entity(named: "Label")), in: scene.session.work)
    try await scene.settle()
    #expect(editing.pendingCount == 4)
    let next = try await again(scene, "--entity Label", rules: rules)
    for piece in ["+ Artist “Zappa”", "+ Label “Bizarre”", "Artist: Zappa", "- Label “Polar”"] {
      #expect(next.text.contains(piece), "\(piece)\n\(next.text)")
    }
    try await next.send("a")
    next.expectStatus("restored: 3 objects, not saved yet")
    try await next.send("ctrl-s")
    next.expectStatus("saved 3 objects")
    let sql = "SELECT title, name FROM label JOIN artist ON artist.id = artist_id ORDER BY label.id"
    #expect(try next.rows(sql) == ["Sony|Accept", "Bizarre|Zappa"])
  }

  @Test func `What reads as no value is in its field again`() async throws {
    let scene = try await start("--entity Artist --task edit --id 2")
    try await scene.go(to: "since")
    try await scene.retype("19x")
    let next = try await again(scene)
    #expect(next.text.contains("• Artist “Aerosmith”"), "\(next.text)")
    try await next.send("a enter")
    #expect(next.line(with: "Since")?.contains("19x") == true, "\(next.text)")
    #expect(kept().contains("19x"))
  }

  @Test func `What was left is kept for later, offered by a key, and discarded after asking`()
    async throws
  {
    let scene = try await start()
    try await scene.send("e end")
    try await scene.append("!")
    let next = try await again(scene)
    try await next.send("esc")
    #expect(next.lines[0].contains("Artist") && !next.text.contains("left unsaved:"))
    #expect(journals.count == 1)
    try await next.send("R")
    #expect(next.text.contains("Accept → Accept!"), "\(next.text)")
    next.session.work.journal.release()
    let third = try await again(next)
    #expect(third.text.contains("Accept → Accept!"), "\(third.text)")
    try await third.send("x")
    #expect(third.text.contains("Discard the unsaved changes?"), "\(third.text)")
    #expect(journals.count == 1)
    try await third.send("y")
    third.expectStatus("discarded")
    #expect(journals.isEmpty)
    #expect(!third.lines[0].contains("left unsaved"), "\(third.text)")
  }

  @Test func `What a living program holds, or another user has typed, is not offered`()
    async throws
  {
    let scene = try await start("--entity Artist --user ann")
    try await scene.send("e end")
    try await scene.append("!")
    let held = try await Scene(copyOf: scene.path, "--entity Artist --user ann")
    for name in journals { adopt(name, for: held.path) }
    try await begin(held)
    #expect(!held.text.contains("left unsaved"), "\(held.text)")
    let other = try await again(scene, "--entity Artist --user bob")
    #expect(!other.text.contains("left unsaved"), "\(other.text)")
    let own = try await again(other, "--entity Artist --user ann")
    #expect(own.text.contains("left unsaved"), "\(own.text)")
  }

  @Test func `Rows that others have changed or deleted since are never written over unasked`()
    async throws
  {
    let scene = try await start()
    for keys in ["e end", "esc end enter j e end", "esc end enter j e end"] {
      try await scene.send(keys)
      try await scene.append("!")
    }
    try await scene.settle()
    try scene.execute(
      "UPDATE artist SET name = 'Theirs' WHERE id = 1; DELETE FROM label; DELETE FROM artist WHERE id = 3"
    )
    let next = try await again(scene)
    #expect(next.text.contains("changed elsewhere: saving asks"), "\(next.text)")
    #expect(next.text.contains("1 object left out: deleted or hidden"), "\(next.text)")
    try await next.send("a ctrl-s")
    #expect(next.lines[0].contains("changed elsewhere"), "\(next.text)")
    try await next.send("m")
    #expect(
      try next.rows("SELECT name FROM artist ORDER BY id") == ["Accept!", "Aerosmith!"],
      "\(next.text)"
    )
  }

  @Test func `What may not be edited any more is left out and told, and what is hidden not shown`()
    async throws
  {
    let scene = try await start("--entity Artist --task edit --id 1")
    for (name, text) in [("name", "Mine"), ("since", "1999"), ("secret", "hush")] {
      try await scene.go(to: name)
      try await scene.retype(text)
    }
    let rules = """
      propertyKey = 'since' => isPropertyEditable = false
      propertyKey = 'secret' => isPropertyVisible = false
      """
    let next = try await again(scene, rules: rules)
    #expect(next.text.contains("Name: Accept → Mine"), "\(next.text)")
    #expect(!next.text.contains("1999") && !next.text.contains("hush"), "\(next.text)")
    #expect(next.text.contains("Since is left out: "), "\(next.text)")
    #expect(next.text.contains("hidden from you is left out"), "\(next.text)")
    #expect(!next.text.contains("ecret"), "\(next.text)")
    try await next.send("a ctrl-s")
    #expect(
      try next.rows("SELECT name, since, secret FROM artist WHERE id = 1") == ["Mine|1976|s1"]
    )
    let hidden = try await start("--entity Artist --task edit --id 1")
    try await hidden.send("end")
    try await hidden.append("?")
    let blind = try await again(
      hidden,
      "--entity Label",
      rules: "*true* => visibleEntityNames = ['Label']"
    )
    #expect(!blind.text.contains("Accept"), "\(blind.text)")
    #expect(blind.text.contains("1 object left out: now hidden from you"), "\(blind.text)")
  }

  @Test func `A password stands nowhere, and it is said that it is to be typed again`()
    async throws
  {
    let scene = try await start("--entity Artist --task edit --id 1")
    try await scene.go(to: "password")
    try await scene.retype("geheim")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    #expect(kept().contains("Mine") && !kept().contains("geheim") && !kept().contains("old word"))
    let next = try await again(scene)
    #expect(next.text.contains("Password was not kept; type it again"), "\(next.text)")
    try await next.send("a ctrl-s")
    #expect(try next.rows("SELECT name, password FROM artist WHERE id = 1") == ["Mine|old word"])
  }

  @Test func `What rules give new objects and hide is not written`() async throws {
    let rules = """
      entity.name = 'Artist' => initialPropertyValues = {'secret': 'given'}
      propertyKey = 'secret' => isPropertyVisible = false
      """
    let scene = try await start(rules: rules)
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Zappa")
    #expect(kept().contains("Zappa") && !kept().contains("given"))
    let next = try await again(scene, rules: rules)
    try await next.send("a ctrl-s")
    #expect(try next.rows("SELECT name, secret FROM artist WHERE id > 3") == ["Zappa|given"])
  }

  @Test func `Saving and giving up leave no journal, and rules can do without one`() async throws {
    let scene = try await start()
    try await scene.send("e end")
    try await scene.append("!")
    #expect(journals.count == 1)
    try await scene.send("ctrl-s")
    #expect(journals.isEmpty)
    try await scene.send("e end")
    try await scene.append("?")
    #expect(journals.count == 1, "\(scene.text)")
    try await scene.send("ctrl-q end enter")
    #expect(scene.isFinished && journals.isEmpty)
    let none = try await start(rules: "*true* => keepsJournal = false")
    try await none.send("e end")
    try await none.append("!")
    #expect(journals.isEmpty)
  }

  @Test func `A journal that is damaged in its middle is offered as far as it can be read`()
    async throws
  {
    let scene = try await start()
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("Abba")
    let path = try #require(journals.first.map { state.path + "/d2t/journals/" + $0 })
    let size = try Data(contentsOf: URL(filePath: path)).count
    try await scene.send("c u s")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[size + 20] ^= 0x20
    scene.session.work.journal.release()
    try bytes.write(to: URL(filePath: path))
    let next = try await again(scene)
    #expect(next.text.contains("cannot be read from byte \(size) on"), "\(next.text)")
    #expect(next.text.contains("Name: Accept → Abba"), "\(next.text)")
    try await next.send("a")
    #expect(next.status.contains("cannot be read from byte"), "\(next.text)")
    #expect(journals.count == 1)
  }

  @Test func `A journal that cannot be taken away is told`() async throws {
    let scene = try await start()
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.append("x")
    let name = try #require(journals.first)
    let path = state.path + "/d2t/journals/" + name
    rename(path, path + ".away")
    mkdir(path, 0o700)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("cannot be removed (Is a directory)"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Acceptx"])
  }

  @Test func `Tables and columns that are others by now are told`() async throws {
    let scene = try await start("--entity Artist --task edit --id 1")
    for (name, text) in [("name", "Mine"), ("since", "1999")] {
      try await scene.go(to: name)
      try await scene.retype(text)
    }
    let label = try #require(
      try await scene.session.work.store.record(RecordID(entityName: "Label", key: 1), paths: nil)
    )
    scene.session.work.editing.object(for: label).set(.string("Ours"), forAttribute: "title")
    try await scene.settle()
    try scene.execute("ALTER TABLE artist DROP COLUMN since; DROP TABLE label")
    let next = try await again(scene)
    #expect(next.text.contains("changes to Artist.since are left out: it no"), "\(next.text)")
    #expect(next.text.contains("of 'Label', which no longer exists"), "\(next.text)")
    #expect(next.text.contains("Name: Accept → Mine"), "\(next.text)")
  }

  @Test func `A journal that cannot be written is told once, and editing goes on`() async throws {
    let scene = try await start()
    rmdir(state.path + "/d2t/journals")
    try await scene.send("e end")
    try await scene.append("!")
    #expect(scene.status.contains("unsaved changes are not in the journal: "), "\(scene.text)")
    try await scene.append("?")
    #expect(!scene.status.contains("journal"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Accept!?"])
  }

  @Test func `A journal is of its file whatever that is called, and of the one in its place`()
    async throws
  {
    let folder = TemporaryFolder()
    let scene = try await start()
    try await scene.send("e end")
    try await scene.append("!")
    scene.session.work.journal.release()
    try scene.execute("VACUUM")
    await scene.session.keepJournal()
    #expect(scene.session.work.journal.offered?.objects.count == 1)
    scene.session.work.journal.release()
    // A backup comes into its place, which is another file.
    let backup = try folder.copy(scene.path, to: "backup.db")
    rename(backup, scene.path)
    let next = try await Scene("", "--entity Artist", adjusting: { $0.database = scene.path })
    try await begin(next)
    #expect(next.text.contains("Accept → Accept!"), "\(next.text)")
  }

  @Test func `A save whose end nobody heard of is settled by the log`() async throws {
    for outcome in [LoggedSave.State.begun, .done, .left] {
      let isDone = outcome != .begun
      let logPath = state.path + "/log\(outcome).db"
      let scene = try await start("--entity Label")
      await scene.session.work.saves.begin(
        with: try SQLiteSaveLog(path: logPath),
        in: scene.session.work
      )
      let label = NewObjects.make(
        try #require(scene.session.work.model.entity(named: "Label")),
        in: scene.session.work
      )
      label.set(.string("Zappa"), forAttribute: "title")
      try await scene.settle()
      let name = try #require(journals.first)
      let typed = state.text(of: "d2t/journals/\(name)")
      let journal = scene.session.work.journal
      if isDone {
        let writer = JournalWriter(
          path: state.path + "/d2t/journals/\(name)",
          JournalHeader(path: scene.path, userName: "", time: 1)
        )
        let state = label.pendingState(drafts: [:]) { _ in true }
        try await scene.session.work.save([label])
        let log = try SQLiteSaveLog(path: logPath)
        let save = try #require(try log.saves(before: nil, count: 1).first)
        try log.note(save.number, as: outcome)
        try writer.write([(9, state)])
        try await writer.beginSave([9], time: save.time)
      } else {
        await journal.beginSave([label], time: 1, in: scene.session.work)
        #expect(state.text(of: "d2t/journals/\(name)").hasPrefix(typed))
      }
      journal.release()
      let next = try await Scene(copyOf: scene.path, "--entity Label", width: 120)
      for name in journals { adopt(name, for: next.path) }
      await next.session.work.saves.begin(
        with: try SQLiteSaveLog(path: logPath),
        in: next.session.work
      )
      try await begin(next)
      #expect(next.text.contains("Zappa") == true, "\(next.text)")
      #expect(next.text.contains("left unsaved") == !isDone, "\(next.text)")
      next.session.work.journal.end(in: next.session.work)
      for name in journals { unlink(state.path + "/d2t/journals/\(name)") }
    }
  }

  @Test func `What was left is taken once, however often the key is hit`() async throws {
    let scene = try await start()
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Zappa")
    let next = try await again(scene)
    next.press("a a")
    try await next.settle()
    #expect(next.session.work.editing.pendingObjects.count == 1, "\(next.text)")
    #expect(next.text.contains("Zappa"), "\(next.text)")
  }

  @Test func `What is kept for later is not shown again with tables that are others`() async throws
  {
    let scene = try await start()
    try await scene.send("e end")
    try await scene.append("!")
    let next = try await again(scene)
    let reopen = try #require(next.session.reopen)
    next.session.reopen = { [state] live in
      let other = try await reopen(live)
      other.work.settings.surroundings.variables = ["XDG_STATE_HOME": state.path]
      return other
    }
    try await next.send("esc")
    try next.execute("CREATE TABLE more(id INTEGER PRIMARY KEY)")
    try await next.send("ctrl-r")
    #expect(next.text.contains("More is new"), "\(next.text)")
    #expect(!next.lines[0].contains("left unsaved"), "\(next.text)")
    try await next.send("R")
    #expect(next.text.contains("Accept → Accept!"), "\(next.text)")
  }
}
