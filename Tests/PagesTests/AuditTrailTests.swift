import RuleFiles
import SceneSupport
import Editing
import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Saved changes told in the audit log.
@MainActor
struct AuditTrailTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, password TEXT);
    INSERT INTO artist VALUES(1, 'Accept', 'secret'), (2, 'Aerosmith', NULL);
    """

  private func log(_ rules: String, change: String) async throws -> String {
    let scene = try await Scene(
      Self.script,
      rules: rules,
      "--entity Artist --task inspect --id 1 --user ann --role clerk"
    )
    let object = try #require(scene.session.navigator.current.object)
    object.set(.string(change), forAttribute: "name")
    object.set(.string("hidden"), forAttribute: "password")
    let folder = TemporaryFolder()
    let trail = AuditTrail(of: [object], in: scene.session.work)
    scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path]
    #expect(trail.write() == nil)
    let data = try? Data(contentsOf: URL(filePath: "\(folder.path)/d2t/audit.jsonl"))
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `A change is told with user, old and new value where rules want it`() async throws {
    let text = try await log("entity.name = 'Artist' => auditsChanges = true", change: "Abba")
    #expect(text.hasSuffix("\n"))
    #expect(text.contains(#""user":"ann","role":"clerk""#), "\(text)")
    #expect(text.contains(#""entity":"Artist","id":[1],"action":"update""#), "\(text)")
    #expect(text.contains(#""name":["Accept","Abba"]"#), "\(text)")
    #expect(text.contains(#""password":"changed""#) && !text.contains("hidden"), "\(text)")
    let rules = "*true* => auditsChanges = true\npropertyKey = 'name' => component = 'EditPassword'"
    let masked = try await log(rules, change: "Abba")
    #expect(masked.contains(#""name":"changed""#) && !masked.contains("Abba"), "\(masked)")
  }

  @Test(arguments: [("Artist", "Band"), ("Band", "Artist")])
  func `A change is told whichever of its entities is to be told of`(told: String, changed: String)
    async throws
  {
    let folder = TemporaryFolder()
    let model = folder.write(
      Array(
        """
        {"entities": [{"name": "Artist", "table": "artist"},
          {"name": "Band", "parent": "Artist", "discriminator": "name like 'Acc*'"}]}
        """.utf8
      ),
      to: "model.json"
    )
    for (id, isTold) in [(1, true), (2, told == "Artist")] where changed == "Artist" || id == 1 {
      let state = TemporaryFolder()
      let scene = try await Scene(
        Self.script,
        rules: "entity.name = '\(told)' => auditsChanges = true",
        "--model \(model) --entity \(changed) --task inspect --id \(id)"
      )
      let object = try #require(scene.session.navigator.current.object)
      object.set(.string("other"), forAttribute: "password")
      scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": state.path]
      #expect(AuditTrail(of: [object], in: scene.session.work).write() == nil)
      let data = try? Data(contentsOf: URL(filePath: "\(state.path)/d2t/audit.jsonl"))
      #expect((data != nil) == isTold, "\(id)")
    }
  }

  @Test(arguments: ["", "and object.id = 1", "and object.name like 'A*'"])
  func `Of what the user may not see it is told that it changed and no more`(condition: String)
    async throws
  {
    let text = try await log(
      """
      entity.name = 'Artist' => auditsChanges = true
      role = 'clerk' and propertyKey = 'name' \(condition) => isPropertyVisible = false
      """,
      change: "Abba"
    )
    #expect(text.contains(#""name":"changed""#), "\(text)")
    #expect(!text.contains("Abba") && !text.contains("Accept"), "\(text)")
  }

  @Test(arguments: [
    "entity.name in ('Employee', 'Task') => auditsChanges = true",
    "entity.name in ('Employee', 'Task') and object.id > 0 => auditsChanges = true",
  ])
  func `What goes with a deleted object is told, and what refers to it no more`(rule: String)
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE department(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT, pay INT,
        department_id INT REFERENCES department ON DELETE CASCADE);
      CREATE TABLE task(id INTEGER PRIMARY KEY, employee_id INT REFERENCES employee ON DELETE SET NULL);
      INSERT INTO department VALUES (1, 'Sales'), (2, 'Other');
      INSERT INTO employee VALUES (1, 'Anna', 500, 1), (2, 'Bert', 300, 2);
      INSERT INTO task VALUES (7, 1), (8, 2);
      """,
      rules: rule
        + "\nentity.name = 'Employee' and propertyKey = 'pay' => isPropertyVisible = false",
      "--entity Department"
    )
    let folder = TemporaryFolder()
    scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path]
    try await scene.send("d y")
    #expect(scene.status.contains("deleted Sales"), "\(scene.text)")
    let data = try Data(contentsOf: URL(filePath: "\(folder.path)/d2t/audit.jsonl"))
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    let gone = try #require(lines.first { $0.contains(#""entity":"Employee""#) })
    #expect(
      gone.contains(#""id":[1],"action":"delete""#) && gone.contains(#""name":["Anna",null]"#)
    )
    #expect(gone.contains(#""pay":"changed""#) && !gone.contains("500"), "\(gone)")
    let left = try #require(lines.first { $0.contains(#""entity":"Task""#) })
    #expect(left.contains(#""id":[7],"action":"update""#) && left.contains(#"[1,null]"#), "\(left)")
  }

  @Test func `Nothing is told where rules say nothing`() async throws {
    #expect(try await log("", change: "Abba") == "")
  }

  @Test func `A log that cannot be written is a sentence and loses no save`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => auditsChanges = true",
      "--entity Artist --task inspect --id 1"
    )
    let object = try #require(scene.session.navigator.current.object)
    object.set(.string("Abba"), forAttribute: "name")
    let trail = AuditTrail(of: [object], in: scene.session.work)
    scene.session.work.settings.surroundings.variables = [:]
    #expect(trail.write()?.contains("XDG_STATE_HOME") == true)
    scene.session.work.settings.surroundings.variables = ["HOME": "/dev/null"]
    #expect(trail.write()?.contains("audit.jsonl") == true)
    let folder = TemporaryFolder()
    #expect(mkdir("\(folder.path)/d2t", 0o700) == 0)
    #expect(symlink("/dev/full", "\(folder.path)/d2t/audit.jsonl") == 0)
    scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path]
    let full = trail.write()
    #expect(full?.hasSuffix("audit.jsonl: No space left on device") == true, "\(full ?? "")")
  }

  @Test func `L2: what tests write as a person's state stays in the folder of the run`() throws {
    let variables = HostEnvironment().variables
    let log = try #require(StateDirectory.path(variables))
    for path in [log, variables["XDG_CONFIG_HOME"] ?? "none"] {
      #expect(path.hasPrefix("/tmp/d2t-home-"), "Tests/XCTMain.swift makes that folder: \(path)")
    }
  }

  @Test(arguments: [1, 7, 64, 100_000])
  func `Whole lines are written at once, however they come and however little is taken`(
    length: Int
  ) throws {
    let text = (0..<60).map { String(repeating: "\($0) ", count: $0 * 17 % 50) + "\n" }.joined()
    let bytes = Array(text.utf8)
    for limit in [3, Int.max] {
      var (pieces, calls): ([[UInt8]], Int) = ([], 0)
      var lines = LineAppender { rest in
        calls += 1
        guard calls % 3 != 0 else {
          errno = EINTR
          return -1
        }
        pieces.append(Array(rest.prefix(limit)))
        return min(limit, rest.count)
      }
      for start in stride(from: 0, to: bytes.count, by: length) {
        try lines.append(bytes[start..<min(bytes.count, start + length)])
      }
      #expect(String(decoding: pieces.joined(), as: UTF8.self) == text)
      guard limit == .max else { continue }
      #expect(pieces.allSatisfy { $0.last == 0x0A })
      #expect(length < bytes.count || pieces.count == 1)
    }
  }

  @Test func `Lines after which no more can be written are told`() {
    var lines = LineAppender { _ in
      errno = ENOSPC
      return -1
    }
    let fault = #expect(throws: LineAppender.Fault.self) { try lines.append("a\nb".utf8) }
    #expect(fault?.code == ENOSPC)
  }
}
