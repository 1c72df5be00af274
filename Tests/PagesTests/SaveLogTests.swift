import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import RuleFiles
import SQLite
import SQLiteStore
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Saves are kept beyond the session: who starts the program again takes them back.
@MainActor
struct SaveLogTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, length INT, price NUMERIC, seen DATE, picture BLOB,
      score REAL);
    CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id) ON DELETE CASCADE, name TEXT);
    CREATE TABLE member(id INTEGER PRIMARY KEY, name TEXT, password TEXT);
    INSERT INTO film VALUES (1, 'ALIEN', 'R', 117, 1.50, '1979-05-25', x'00ff', 0.1),
      (2, 'BRAZIL', 'PG', 132, NULL, NULL, NULL, 1e300);
    INSERT INTO role VALUES (1, 1, 'Ripley'), (2, 1, 'Ash');
    INSERT INTO member VALUES (1, 'Ann', 'x');
    """
  private let temporary = TemporaryFolder()
  private var logPath: String { temporary.path + "/log.db" }

  private func begin(_ scene: Scene) async throws {
    await scene.session.work.saves.begin(
      with: try SQLiteSaveLog(path: logPath),
      in: scene.session.work
    )
  }

  /// Another session on the same rows.
  private func again(_ scene: Scene, _ arguments: String, rules: String = "") async throws -> Scene
  {
    let next = try await Scene(copyOf: scene.path, rules: rules, arguments, width: 160)
    try await begin(next)
    return next
  }

  private func logged() throws -> [String] {
    try Connection(path: logPath, mode: .readOnly).rows(
      """
      SELECT state || ' ' || user || ' ' || summary || ' ' || (rows IS NULL)
      FROM save LEFT JOIN saved_rows USING (number) GROUP BY number ORDER BY number
      """
    ) { $0.text(0) }
  }

  @Test func `A save of an earlier session is taken back, and only by whoever made it`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    let before = try scene.dump()
    try await begin(scene)
    try await scene.send("d y")
    #expect(try logged() == ["1 ann Film “ALIEN” deleted 0"])
    await scene.end()
    let other = try await again(scene, "--entity Film --user bob")
    try await other.send("u")
    #expect(!other.text.contains("Take back"), "\(other.text)")
    let next = try await again(scene, "--entity Film --user ann")
    try await next.send("u")
    #expect(next.text.contains("Take back the save of "), "\(next.text)")
    try await next.send("y")
    #expect(next.status.contains("taken back: the save of "), "\(next.text)")
    #expect(try next.dump() == before)
    #expect(try logged() == ["2 ann Film “ALIEN” deleted 0"])
    try await next.send("U y")
    #expect(try next.rows("SELECT count(*) FROM role") == ["0"])
    #expect(try logged() == ["1 ann Film “ALIEN” deleted 0"])
  }

  @Test func `The question whether to take a save back tells nothing that is hidden now`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y")
    await scene.end()
    let hidden = "*true* => visibleEntityNames = ['Member']"
    let blind = try await again(scene, "--entity Member --user ann", rules: hidden)
    try await blind.send("u")
    #expect(blind.status.contains("has only rows hidden from you"), "\(blind.text)")
    #expect(!blind.text.contains("ALIEN") && !blind.text.contains("Film"), "\(blind.text)")
    await blind.end()
    let nameless = "entity.name = 'Film' and propertyKey = 'title' => isPropertyVisible = false"
    let next = try await again(scene, "--entity Film --user ann", rules: nameless)
    try await next.send("u")
    #expect(next.text.contains("Take back the save of "), "\(next.text)")
    #expect(!next.text.contains("ALIEN"), "\(next.text)")
  }

  @Test func `A save that is damaged in the log is said, and leaves the others`() async throws {
    let scene = try await Scene(Self.script, "--entity Role --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y d y")
    await scene.end()
    try Connection(path: logPath, mode: .readWrite).execute(
      "UPDATE saved_rows SET rows = x'7b' WHERE number = 2"
    )
    let next = try await again(scene, "--entity Role --user ann")
    try await next.send("H")
    #expect(next.text.contains("the record of a save is damaged in the log"), "\(next.text)")
    #expect(next.text.contains("Ripley"), "\(next.text)")
    try await next.send("esc u")
    #expect(next.text.contains("the record of a save is damaged in the log"), "\(next.text)")
    #expect(try next.rows("SELECT count(*) FROM role") == ["0"])
  }

  @Test func `A file that gets the place of another on the disk is another`() throws {
    let texts = try (0..<20).map { number in
      let path = temporary.path + "/file"
      try "\(number)".write(toFile: path, atomically: false, encoding: .utf8)
      defer { unlink(path) }
      return try #require(FileIdentity(path)).text
    }
    #expect(Set(texts).count == texts.count)
  }

  @Test func `Only the owner can read the log, and it keeps as many saves as rules say`()
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => keepsSaves = 2",
      "--entity Role --user ann"
    )
    try await begin(scene)
    for key in ["d y", "d y", "u y"] { try await scene.send(key) }
    var status = stat()
    #expect(stat(logPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try await scene.send("U y")
    let film = try #require(
      try await scene.session.work.store.record(
        RecordID(entityName: "Film", key: 2),
        paths: nil
      )
    )
    let object = scene.session.work.editing.object(for: film)
    for title in ["a", "b"] {
      object.set(.string(title), forAttribute: "title")
      try await scene.session.work.save([object])
    }
    #expect(try logged().count == 2)
    let none = try await Scene(Self.script, rules: "*true* => keepsSaves = 0", "--entity Role")
    let folder = TemporaryFolder()
    none.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path]
    await none.session.work.keepSaves { path throws(StoreError) in try SQLiteSaveLog(path: path) }
    try await none.send("d y")
    #expect(access(folder.path + "/d2t/saves", F_OK) != 0)
  }

  @Test func `That a library tells of no changed rows is said once`() async throws {
    let scene = try await Scene(Self.script, "--entity Role")
    let losses = UndoBlockers()
    let sentence = losses.takeAll()?.sentence(in: scene.session.work)
    #expect(sentence?.contains("no save can be taken back; save again") == true)
    #expect(losses.takeAll() == nil)
  }

  @Test(arguments: [
    ("Member", "", "it holds a password"),
    ("Role", "propertyKey = 'name' => component = 'EditPassword'", "it holds a password"),
    ("Role", "*true* => loginEntity = 'Role', loginPasswordKey = 'name'", "it holds a password"),
    (
      "Film", "propertyKey = 'length' => isPropertyVisible = false",
      "it holds values hidden from you"
    ),
    (
      "Film", "entity.name = 'Role' => restrictingQualifier = where (id > 0)",
      "it holds values hidden from you"
    ),
  ])
  func `What the person may not see, and passwords, do not stand in the log`(
    entity: String,
    rules: String,
    reason: String
  ) async throws {
    let scene = try await Scene(
      Self.script,
      rules: rules,
      "--entity \(entity) --user ann",
      width: 160
    )
    let before = try scene.dump()
    try await begin(scene)
    try await scene.send("d y")
    #expect(try logged().map { $0.suffix(2) } == [" 1"])
    let next = try await again(scene, "--entity \(entity) --user ann", rules: rules)
    try await next.send("u")
    #expect(
      next.status.contains("cannot be taken back: \(reason), and was kept until"),
      "\(next.text)"
    )
    try await scene.send("u y")
    let after = try scene.dump()
    #expect(entity == "Film" || after == before, "in the session it can be: \(scene.text)")
  }

  @Test func `What was left open is settled by what its rows are now`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    let before = try scene.dump()
    try await begin(scene)
    try await scene.send("d y")
    let log = try Connection(path: logPath, mode: .readWrite)
    // Between COMMIT and the mark.
    try log.execute("UPDATE save SET state = 0")
    let committed = try await again(scene, "--entity Film --user ann")
    #expect(try logged() == ["1 ann Film “ALIEN” deleted 0"])
    try await committed.send("u y")
    #expect(try committed.dump() == before)
    // Between the log and COMMIT.
    try log.execute("UPDATE save SET state = 0")
    let lost = try await again(committed, "--entity Film --user ann")
    #expect(try logged() == [])
    try await lost.send("u")
    #expect(!lost.text.contains("Take back"))
  }

  @Test func `What another program is about to save stays open until that is done`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y")
    try Connection(path: logPath, mode: .readWrite).execute("UPDATE save SET state = 0")
    let next = try await Scene(copyOf: scene.path, "--entity Film --user ann", width: 160)
    let writer = try Connection(path: next.path, mode: .readWrite)
    try writer.begin(.immediate)
    // As if it was not committed yet.
    try writer.execute("INSERT INTO film(id, title) VALUES (1, 'ALIEN')")
    try await begin(next)
    #expect(try logged() == ["0 ann Film “ALIEN” deleted 0"])
    writer.rollBack()
    try await begin(next)
    #expect(try logged() == ["1 ann Film “ALIEN” deleted 0"])
  }

  @Test func `A save of rows that are too large for the log leaves those before it there`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Role --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y")
    try scene.execute("UPDATE film SET picture = zeroblob(17000000) WHERE id = 2")
    let key = RecordID(entityName: "Film", key: 2)
    let film = try #require(try await scene.session.work.store.record(key, paths: nil))
    let object = scene.session.work.editing.object(for: film)
    object.set(.string("X"), forAttribute: "rating")
    try await scene.session.work.save([object])
    #expect(try logged().map { $0.suffix(2) } == [" 0", " 1"])
    try await scene.send("u y")
    #expect(try scene.rows("SELECT rating FROM film WHERE id = 2") == ["PG"], "\(scene.text)")
  }

  @Test func `A log of an earlier program is read and goes on`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    let before = try scene.dump()
    try await begin(scene)
    try await scene.send("d y")
    await scene.end()
    // As it was when the rows stood beside the state.
    let rows = try #require(try SQLiteSaveLog(path: logPath).rows(of: 1))
    let connection = try Connection(path: logPath, mode: .readWrite)
    try connection.execute("ALTER TABLE save ADD COLUMN rows BLOB")
    try connection.run("UPDATE save SET rows = ?", [.blob([UInt8](rows))])
    try connection.execute(
      """
      DROP TRIGGER forgotten; DROP TABLE saved_rows; ALTER TABLE save DROP COLUMN size;
      PRAGMA user_version = 0
      """
    )
    let next = try await again(scene, "--entity Film --user ann")
    #expect(try logged() == ["1 ann Film “ALIEN” deleted 0"])
    try await next.send("u y")
    #expect(try next.dump() == before, "\(next.text)")
  }

  @Test func `The rows of a save go with it`() throws {
    let log = try SQLiteSaveLog(path: logPath)
    for time in 1...3 {
      let save = LoggedSave(time: Double(time), userName: "ann", summary: "\(time)")
      _ = try log.begin(save, rows: [Data([UInt8(time)]), Data([0])], keeping: 2)
    }
    try log.drop(3)
    let connection = try Connection(path: logPath, mode: .readOnly)
    #expect(try connection.rows("SELECT number FROM saved_rows") { $0.int(0) } == [2, 2])
    #expect(try log.rows(of: 2) == Data([2, 0]))
    // The size of all counts, too, and the last one stays.
    let save = LoggedSave(time: 4, userName: "ann", summary: "4")
    _ = try log.begin(save, rows: [Data(count: 65 << 20)], keeping: 9)
    #expect(try connection.rows("SELECT number, size FROM save") { $0.int(1) } == [65 << 20])
  }

  @Test func `A log that was deleted meanwhile is begun anew`() async throws {
    let scene = try await Scene(Self.script, "--entity Role --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y")
    unlink(logPath)
    try await scene.send("d y")
    #expect(!scene.text.contains("not in the log"), "\(scene.text)")
    #expect(try logged() == ["1 ann Role “Ash” deleted 0"])
  }

  @Test func `A save that was passed over stays so after a restart`() async throws {
    let scene = try await Scene(Self.script, "--entity Role --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y d y")
    try scene.execute("INSERT INTO role VALUES (2, 2, 'theirs')")
    try await scene.send("u y")
    #expect(scene.text.contains("Role 2 exists again"), "\(scene.text)")
    #expect(scene.text.contains("not taken back"), "\(scene.text)")
    try await scene.send("y esc")
    #expect(try logged().map { $0.prefix(1) } == ["1", "4"])
    await scene.end()
    let next = try await again(scene, "--entity Role --user ann")
    try await next.send("u y")
    #expect(try next.rows("SELECT name FROM role ORDER BY id") == ["Ripley", "theirs"])
  }

  @Test(arguments: [true, false])
  func `A reversal that was left open is settled too`(isCommitted: Bool) async throws {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    try await begin(scene)
    try await scene.send("d y")
    if isCommitted { try await scene.send("u y") }
    try Connection(path: logPath, mode: .readWrite).execute("UPDATE save SET state = 3")
    _ = try await again(scene, "--entity Film --user ann")
    #expect(try logged() == ["\(isCommitted ? 2 : 1) ann Film “ALIEN” deleted 0"])
  }

  @Test func `A log that cannot be written is told, and the save is made`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --task edit --id 1", width: 160)
    try await begin(scene)
    unlink(logPath)
    mkdir(logPath, 0o700)
    try await scene.go(to: "rating")
    try await scene.retype("X")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: the log of saves failed"))
    #expect(try scene.rows("SELECT rating FROM film WHERE id = 1") == ["R"], "it asks first")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved, but not in the log of saves: "), "\(scene.text)")
    #expect(try scene.rows("SELECT rating FROM film WHERE id = 1") == ["X"])
    try await scene.send("u y")
    #expect(try scene.rows("SELECT rating FROM film WHERE id = 1") == ["R"])
  }

  @Test func `A save that is refused leaves nothing in the log`() async throws {
    let scene = try await Scene(
      Self.script
        + "CREATE TABLE t(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id) DEFERRABLE INITIALLY DEFERRED); INSERT INTO t VALUES(1, 1);",
      "--entity T --task edit --id 1"
    )
    try await begin(scene)
    let object = try #require(scene.session.navigator.current.object)
    object.set(.int(99), forAttribute: "filmId")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(try logged() == [])
  }

  @Test func `Every value comes back from the log as it was`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --user ann", width: 160)
    let film = try #require(scene.session.work.model.entity(named: "Film"))
    let values: [Value] = [
      .null, .bool(true), .int(.min), .double(0.1), .double(.infinity), .string("a\u{0}“\n"),
      .date(Date(timeIntervalSinceReferenceDate: 1.25)), .data([0, 255]), .list([.data([254])]),
    ]
    for value in values {
      let layout = RecordLayout(entity: film, paths: [PropertyPath("id"), PropertyPath("title")])
      let id = RecordID(entityName: "Film", rowNumber: 7, values: [.null])
      let row = SaveRecord.Row(
        before: Record(layout: layout, id: id, values: [.null, value]),
        after: nil,
        cause: .cascade
      )
      let record = SaveRecord(rows: [row], unrecorded: [], derived: [TableName("w", in: "main")])
      let data = record.encoded()
      let read = try #require(try SaveRecord(coded: data, in: scene.session.work.model))
      #expect(read.rows.first?.before?.values.last == value && read.derived == record.derived)
      #expect(read.rows.first?.id == id && read.rows.first?.cause == .cascade)
    }
  }

  @Test
  func
    `A record that is cut anywhere, or of which a byte is another, is told as damaged or read as another`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film --user ann")
    let film = try #require(scene.session.work.model.entity(named: "Film"))
    let layout = RecordLayout(entity: film, paths: [PropertyPath("id"), PropertyPath("title")])
    let id = RecordID(entityName: "Film", values: [.int(7)])
    func image(_ title: String) -> Record {
      Record(layout: layout, id: id, values: [.int(7), .string(title)])
    }
    let rows = [("e\u{301}", "\u{e9}"), ("a", "a")].map {
      SaveRecord.Row(before: image($0.0), after: image($0.1), cause: .direct)
    }
    let record = SaveRecord(rows: rows, unrecorded: [], derived: [])
    let data = record.encoded()
    let read = try #require(try SaveRecord(coded: data, in: scene.session.work.model))
    for (row, own) in zip(read.rows, rows) {
      for (image, known) in [(row.before, own.before), (row.after, own.after)] {
        let (text, expected) = (image?.values.last?.string, known?.values.last?.string)
        #expect(try #require(text).utf8.elementsEqual(try #require(expected).utf8))
      }
    }
    for count in 0..<data.count {
      #expect(throws: StoreError.self) {
        try SaveRecord(coded: data.prefix(count), in: scene.session.work.model)
      }
    }
    for place in data.indices {
      var other = data
      other[place] ^= 0x55
      let changed = Result { try SaveRecord(coded: other, in: scene.session.work.model) }
      if case .success(let made?) = changed { #expect(made != record) }
    }
  }
}
