import CommandLineTool
import Editing
import EntityModel
import EntityStore
import Glibc
import RuleFiles
import SQLite
import SQLiteStore
import SceneSupport
import Terminal
import TestSupport
import Testing

@testable import Pages  // what is typed in fields and is no value
import Workspace
import StandardKeys

/// The program is killed while somebody edits: what the next start offers is what a program that was not disturbed has
/// pending after the last key that was taken.
@MainActor
@Suite(.serialized)
struct KilledEditingTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, since INT, remark TEXT);
    CREATE TABLE label(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER REFERENCES artist);
    INSERT INTO artist VALUES(1, 'Accept', 1976, NULL), (2, 'Größe', 1970, 'long long remark'), (3, 'Abba', NULL, ''),
      (4, 'Björk', 1985, NULL);
    INSERT INTO label VALUES(1, 'Polar', 3), (2, 'Sony', 1);
    """
  private static let rules = """
    *true* => savesDeletesAtOnce = false
    entity.name = 'Artist' => displayPropertyKeys = ('name', 'since', 'remark')
    """

  /// Returns a description of the unsaved changes, including typed texts that are no valid value.
  ///
  /// The value below an invalid text is left out, because it depends on which keys arrived together.
  private static func pending(_ session: Session) -> [String] {
    UnsavedChanges(work: session.work).entered.map { object in
      let drafts = session.work.forms[object]?.valuelessDrafts ?? [:]
      let values = object.changedKeys.subtracting(drafts.keys).sorted().map {
        "\($0)=\(object.snapshot.value(forKey: $0).map { "\($0)" } ?? "?")"
      }
      return "\(object.entity.name) \(object.id.map { "\($0.values)" } ?? "new") \(object.state) "
        + "\(values) \(drafts.map { "\($0.key):\($0.value)" }.sorted())"
    }.sorted()
  }

  /// All that is stored.
  private static func rows(in path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try ["artist", "label"].flatMap { table in
      try connection.rows("SELECT * FROM \(table)") { row in
        (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
      }
    }
  }

  /// The program over the file at `path`, without a terminal.
  private static func scene(over path: String) async throws -> Scene {
    try await Scene(
      "CREATE TABLE x(a)",
      rules: rules,
      "--entity Artist",
      width: 80,
      height: 24,
      adjusting: { $0.database = path }
    )
  }

  /// Somebody who edits at random, undisturbed; keys, and what is pending after each.
  @MainActor private final class Twin {
    let scene: Scene
    private var random: SeededGenerator
    private(set) var keys: [String] = []
    private(set) var states: [[String]] = [[]]

    init(_ path: String, seed: UInt64) async throws {
      scene = try await KilledEditingTests.scene(over: path)
      random = SeededGenerator(seed: seed)
    }

    private var page: PageState { scene.session.navigator.current }

    func press(_ words: String) async throws {
      for word in words.split(separator: " ").map(String.init) {
        try await scene.send(word)
        keys.append(word)
        states.append(KilledEditingTests.pending(scene.session))
      }
    }

    /// Edits, makes, deletes, takes back or saves; begins and ends with the list.
    func step() async throws {
      let editing = scene.session.work.editing
      switch random.below(11) {
      case 0...5:
        if try await enter() { try await type() }
      case 6:
        try await press("g" + String(repeating: " j", count: random.below(4)) + " d")
        if scene.text.contains("Delete ") { try await press("y") }
      case 7...8: if editing.canUndo { try await press("u") }
      case 9: if editing.canRedo { try await press("U") }
      default: if editing.pendingCount > 0 { try await press("ctrl-s") }
      }
      try await leave()
    }

    /// Goes into a field.
    func enter() async throws -> Bool {
      try await press("g" + String(repeating: " j", count: random.below(4)))
      try await press(random.chance(80) ? "e" : "o")
      guard page.form != nil else { return false }
      try await press(String(repeating: "tab ", count: random.below(3)))
      return true
    }

    func type() async throws {
      let words = ["a", "ä", "space", "1", "9", "z", "backspace", "ctrl-u", "end", "home"]
      for _ in 0...random.below(8) { try await press(words[random.below(words.count)]) }
    }

    private func leave() async throws {
      for _ in 0..<4 where page.task != .list || scene.text.contains("The changes are not saved") {
        try await press("esc")
        if scene.text.contains("The changes are not saved") { try await press("end enter") }
      }
    }
  }

  @Test(arguments: 0..<TestLength.of("D2T_JOURNAL_CASES", 10))
  func `What was typed before a kill is what the next start offers`(number: Int) async throws {
    let seed = UInt64(TestLength.of("D2T_SEED", 0) &* 10_000 &+ number)
    var random = SeededGenerator(seed: seed &+ 1 << 32)
    let folder = TemporaryFolder()
    let (path, twinPath) = (folder.path + "/real.db", folder.path + "/twin.db")
    for path in [path, twinPath] { try Connection(path: path, mode: .create).execute(Self.script) }
    let twin = try await Twin(twinPath, seed: seed)
    for _ in 0..<(1 + random.below(6)) { try await twin.step() }
    let endsInSave = number % 5 == 4 && twin.scene.session.work.editing.pendingCount > 0
    if !endsInSave {
      _ = try await twin.enter()
      try await twin.press("a b")
    }
    let count = twin.keys.count
    let before = try Self.rows(in: twinPath)
    if endsInSave { try await twin.press("ctrl-s") } else { try await twin.type() }

    let terminal = try PseudoTerminal(
      ProgramRun.path,
      ["--entity", "Artist", "--rules", folder.write(Self.rules, to: "my.rules"), path],
      environment: [
        "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
        "XDG_STATE_HOME": folder.path + "/state",
      ]
    )
    try terminal.settle()
    let bytes = twin.keys.map { KeyEvent($0)?.bytes ?? "" }
    for key in bytes[..<count] { try terminal.send(key) }
    try terminal.write(bytes[count...].joined())
    usleep(UInt32(random.below(endsInSave ? 40_000 : 15_000)))
    let signals = endsInSave ? [SIGKILL] : [SIGKILL, SIGKILL, SIGTERM, SIGHUP]
    kill(terminal.processIdentifier, signals[number % signals.count])
    _ = try terminal.waitForExit()

    let next = try await Self.scene(over: path)
    let session = next.session
    session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path + "/state"]
    await session.work.keepSaves { path throws(StoreError) in try SQLiteSaveLog(path: path) }
    await session.keepJournal()
    next.draw()
    try await next.settle()
    if session.work.journal.offered != nil { try await next.send("a") }
    let (found, rows) = (Self.pending(session), try Self.rows(in: path))
    let place = "seed \(seed), keys \(twin.keys), \(count) of them shown\n\(next.text)"
    if endsInSave, rows != before {
      #expect(try rows == Self.rows(in: twinPath) && found == twin.states.last, "\(found) \(place)")
    } else {
      #expect(rows == before, "\(place)")
      let wanted = endsInSave ? [twin.states[count]] : Array(twin.states[count...])
      #expect(wanted.contains(found), "\(found)\nwanted \(wanted)\n\(place)")
    }
    await twin.scene.end()
    await next.end()
  }
}
