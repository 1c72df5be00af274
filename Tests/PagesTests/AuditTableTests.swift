import Editing
import EntityStore
import Qualifiers
import RuleFiles
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Saved changes told in a table of the database, in the transaction of the save.
@MainActor
struct AuditTableTests {
  private nonisolated static let columns =
    "changed_at TEXT, user TEXT, role TEXT, entity TEXT, record TEXT, "
    + "action TEXT, changes TEXT, link TEXT, save INTEGER"
  private static func script(_ columns: String = columns) -> String {
    """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, password TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist ON DELETE CASCADE);
    CREATE TABLE audit_log(id INTEGER PRIMARY KEY, \(columns));
    INSERT INTO artist VALUES(1, 'Accept', 'secret'), (2, 'Aerosmith', NULL);
    INSERT INTO album VALUES(1, 'Restless', 1);
    """
  }
  private static let rules = "*true* => auditsChanges = true, auditEntity = 'AuditLog'\n"

  private func lines(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT user, role, entity, record, action, changes, link FROM audit_log")
  }

  private func rename(_ name: String, in scene: Scene) async throws {
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype(name)
    try await scene.send("ctrl-s")
  }

  @Test func `A save tells who, when, what and the link in the table`() async throws {
    let scene = try await Scene(
      Self.script(),
      rules: Self.rules,
      "--entity Artist --user ann --role clerk"
    )
    try await rename("Abba", in: scene)
    scene.expectSaved()
    #expect(
      try lines(scene) == [
        #"ann|clerk|Artist|[1]|update|{"name":["Accept","Abba"]}|Artist#1"#
      ]
    )
    let times = try scene.rows("SELECT length(changed_at) > 15 FROM audit_log")
    #expect(times == ["1"])
  }

  @Test func `New rows have their link there, and what goes along with a deleted one is told`()
    async throws
  {
    let scene = try await Scene(Self.script(), rules: Self.rules, "--entity Artist")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Abba")
    try await scene.send("ctrl-s esc")
    #expect(
      try lines(scene) == [#"||Artist|[3]|insert|{"name":[null,"Abba"]}|Artist#3"#]
    )
    try await scene.send("g d y")
    let deleted = try scene.rows(
      "SELECT entity, action, link FROM audit_log WHERE id > 1 ORDER BY 1"
    )
    #expect(deleted == ["Album|delete|Album#1", "Artist|delete|Artist#1"], "\(scene.text)")
  }

  @Test func `Taking a save back writes a line and takes none away`() async throws {
    let scene = try await Scene(Self.script(), rules: Self.rules, "--entity Artist")
    try await rename("Abba", in: scene)
    try await scene.send("esc u y")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Accept"], "\(scene.text)")
    let told = try scene.rows("SELECT changes FROM audit_log ORDER BY id")
    #expect(told.count == 2 && told[0] == #"{"name":["Accept","Abba"]}"#, "\(told)")
    #expect(told.last?.hasPrefix(#"{"name":["Abba","Accept"],"takesBack":{"#) == true, "\(told)")
    try await scene.send("U y")
    let again = try scene.rows("SELECT changes FROM audit_log ORDER BY id")
    #expect(
      Array(again.prefix(2)) == told && again.last?.contains("savesAgain") == true,
      "\(again)"
    )
  }

  @Test func `Of passwords, and of what the person may not see, it is told that they changed`()
    async throws
  {
    let hiding = "propertyKey = 'name' => isPropertyVisible = false"
    let scene = try await Scene(
      Self.script(),
      rules: Self.rules + hiding,
      "--entity Artist --task inspect --id 1"
    )
    let object = try #require(scene.session.navigator.current.object)
    object.set(.string("hidden"), forAttribute: "password")
    object.set(.string("Abba"), forAttribute: "name")
    let trail = AuditTrail(of: [object], in: scene.session.work)
    let table = try #require(try trail.prepare())
    let changes = try await Task.detached {
      try table(SaveResult(inserted: [:], changedIDs: [:]), nil)
    }.value
    #expect(
      changes.map { $0.values["changes"] } == [.string(#"{"name":"changed","password":"changed"}"#)]
    )
  }

  @Test(arguments: [
    ("auditEntity = 'AuditLogs'", columns, "there is no such entity; did you mean 'AuditLog'?"),
    ("title = ''", "changed_at TEXT, user TEXT, link TEXT", "it needs a column called fields or"),
    ("title = ''", columns + ", more TEXT NOT NULL", "AuditLog: more needs a value"),
    ("title = ''", columns + " CHECK (link IS NULL)", "the database allows only"),
  ])
  func `What cannot be told in the table is not saved`(
    rule: String,
    columns: String,
    reason: String
  ) async throws {
    let scene = try await Scene(
      Self.script(columns),
      rules: Self.rules + "1000: *true* => \(rule)",
      "--entity Artist --user ann",
      width: 160
    )
    try await rename("Abba", in: scene)
    #expect(scene.status.contains(reason), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Accept"])
    #expect(try scene.rows("SELECT count(*) FROM audit_log") == ["0"])
    try await scene.send("esc")
    #expect(scene.text.contains("The changes are not saved"), "\(scene.text)")
  }

  @Test func `Nobody writes the table by hand, and no rule of the user's own goes round it`()
    async throws
  {
    let scene = try await Scene(Self.script(), rules: Self.rules, "--entity AuditLog", width: 140)
    try await scene.send("o")
    #expect(scene.status.contains("my.rules:1"), "\(scene.text)")
    let other = try await Scene(Self.script(), rules: Self.rules, "--entity Artist", width: 140)
    #expect(try await !other.apply("set auditEntity = ''"), "\(other.text)")
    try await rename("Abba", in: other)
    #expect(try lines(other).count == 1, "\(other.text)")
  }

  @Test func `The file has the link too, and beside a table it is written where a rule says`()
    async throws
  {
    for rules in ["*true* => auditsChanges = true", Self.rules] {
      let folder = TemporaryFolder()
      let scene = try await Scene(
        Self.script(),
        rules: rules,
        "--entity Artist",
        before: { $0.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path] }
      )
      try await rename("Abba", in: scene)
      let text = folder.text(of: "d2t/audit.jsonl")
      #expect(text.contains(#""link":"Artist#1""#) == (rules != Self.rules), "\(text)")
    }
  }

  @Test func `A key of several values is told whole, also in a column of numbers`() async throws {
    let columns = Self.columns.replacing("record TEXT", with: "record INTEGER")
    let scene = try await Scene(
      Self.script(columns) + """
        CREATE TABLE pair(a INT, b TEXT, name TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID;
        INSERT INTO pair VALUES(1, 'x', 'one');
        """,
      rules: Self.rules,
      "--entity Pair"
    )
    try await rename("two", in: scene)
    scene.expectSaved()
    #expect(try scene.rows("SELECT record FROM audit_log") == [#"[1,"x"]"#])
  }

  @Test func `That nothing is saved is said once`() async throws {
    let scene = try await Scene(
      Self.script("changed_at TEXT"),
      rules: Self.rules,
      "--entity Artist"
    )
    try await rename("Abba", in: scene)
    #expect(
      scene.status.contains("✗ not saved: it cannot be written to 'AuditLog' (auditEntity): it"),
      "\(scene.text)"
    )
  }
}
