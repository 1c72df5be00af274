import Editing
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The right by which an application writes, where it does not count.
@MainActor
struct ApplicationRightTests {
  private static let rules = "propertyKey = 'name' => isPropertyEditable = false\n"

  /// Renames the object that the page is about.
  private func rename(in scene: Scene, as right: WriteRight) async throws -> WriteResult {
    let page = PageContext(scene.session.navigator.current, in: scene.session.ui)
    let object = try #require(page.selection).judged
    return await page.write(as: right) {
      $0.object(for: object).set(.string("renamed"), forAttribute: "name")
    }
  }

  @Test(arguments: [true, false])
  func `P5: In locked mode the application's own right is the user's`(isLocked: Bool) async throws {
    let site = try LockedSite(isLocked ? LockedSite.usual : "", applicationRules: Self.rules)
    let scene = try await site.scene("--entity Track --id 1 --task inspect")
    #expect((scene.session.work.lockedSession != nil) == isLocked)
    #expect(try await rename(in: scene, as: .user).isSaved == false)
    #expect(try await rename(in: scene, as: .application).isSaved == !isLocked)
  }

  @Test func `P5: The application's own right does not reach the table of the audit log`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY, time TEXT, user TEXT, changes TEXT, link TEXT, name TEXT);
      INSERT INTO item VALUES (1, 'one');
      INSERT INTO audit_log VALUES (1, 't', 'u', 'c', 'l', 'n');
      """,
      rules: Self.rules + "*true* => auditsChanges = true, auditEntity = 'AuditLog'\n",
      "--entity AuditLog --id 1 --task inspect"
    )
    #expect(try await rename(in: scene, as: .application).isSaved == false)
    #expect(try scene.rows("SELECT name FROM audit_log") == ["n"])
    try await scene.send("esc")
    let other = try await Scene(
      beside: scene,
      rules: Self.rules + "*true* => auditsChanges = true, auditEntity = 'AuditLog'\n",
      "--entity Item --id 1 --task inspect"
    )
    #expect(try await rename(in: other, as: .application).isSaved)
    #expect(try scene.rows("SELECT count(*) FROM audit_log") == ["2"])
  }
}
