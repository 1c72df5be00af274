import Editing
import EntityStore
import FoundationEssentials
import Qualifiers
import Testing

@testable import DirectToTerminal

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
    let trail = AuditTrail(of: [object], in: scene.session)
    #expect(trail.write(environment: ["XDG_STATE_HOME": folder.path]) == nil)
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
    let trail = AuditTrail(of: [object], in: scene.session)
    #expect(trail.write(environment: [:])?.contains("XDG_STATE_HOME") == true)
    #expect(trail.write(environment: ["HOME": "/dev/null"])?.contains("audit.jsonl") == true)
  }
}
