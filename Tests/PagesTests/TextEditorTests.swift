import Editing
import Glibc
import RuleFiles
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Texts of a form in an editor of one's own, and days that are counted up and down; the editors here are scripts.
@MainActor
struct TextEditorTests {
  private let folder = TemporaryFolder()

  private func scene(editing script: String, rules: String = "") async throws -> Scene {
    let scene = try await Scene(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, body CLOB, secret_password TEXT, n INT, day DATE, at TIMESTAMP,
        data JSON);
      INSERT INTO note VALUES (1, 'One', 'first' || char(10) || 'second', 'hush', 5, '2024-01-31', '2024-02-28 23:59:30', '{}');
      """,
      rules: rules,
      "--entity Note --task edit --id 1"
    )
    let path = folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "editor")
    chmod(path, 0o755)
    scene.session.ui.screen.editor = ExternalEditor(command: path)
    return scene
  }

  @Test(arguments: ["title", "body"])
  func `A text comes back as the editor has left it, and its file is nobody else's and goes`(
    field: String
  ) async throws {
    let log = folder.path + "/log"
    let scene = try await scene(
      editing:
        "stat -c '%a %F' \"$1\" > \(log); echo \"$1\" >> \(log); printf 'new\\ntext\\n' >> \"$1\""
    )
    try await scene.go(to: field)
    try await scene.append("!")
    try await scene.send("alt-t ctrl-s")
    scene.expectSaved()
    let old = field == "title" ? "One!" : "first\nsecond!"
    #expect(try scene.rows("SELECT \(field) FROM note") == [old + "new\ntext"])
    let lines = try #require(
      DirectoryEntryPath.bytes(of: log).map { String(decoding: $0, as: UTF8.self) }
    )
    .split(separator: "\n")
    #expect(lines.first == "600 regular file")
    #expect(access(String(lines.last ?? ""), F_OK) != 0, "the file is still there")
  }

  @Test(arguments: [
    ("exit 1", "nothing was changed: the editor ended with 1"), ("true", "nothing was changed"),
    ("printf 'x\\n' >> \"$1\"; exit 3", "nothing was changed: the editor ended with 3"),
    ("printf '\\377' > \"$1\"", "nothing was changed: the file is not in UTF-8"),
  ])
  func `An editor that fails or changes nothing changes nothing`(script: String, sentence: String)
    async throws
  {
    let scene = try await scene(editing: script)
    try await scene.go(to: "body")
    try await scene.send("alt-t")
    #expect(scene.status.contains(sentence), "\(scene.text)")
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
  }

  @Test(arguments: ["secretPassword", "n"])
  func `What is no text is not given to an editor`(field: String) async throws {
    let scene = try await scene(editing: "printf 7 > \"$1\"")
    try await scene.go(to: field)
    try await scene.send("alt-t")
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
  }

  @Test func `JSON is checked while it is typed`() async throws {
    let scene = try await scene(editing: "printf '[1,' > \"$1\"")
    try await scene.go(to: "data")
    try await scene.send("alt-t")
    #expect(scene.text.contains("✗"), "\(scene.text)")
    try await scene.send("end")
    try await scene.type("2]")
    #expect(!scene.text.contains("✗"), "\(scene.text)")
  }

  @Test(arguments: [
    ("day", "alt-up", "2024-02-01"), ("day", "alt-down", "2024-01-30"),
    ("day", "home alt-up", "2025-01-31"),
    ("day", "home right right right right right alt-up", "2024-02-29"),
    ("day", "ctrl-u alt-up alt-up alt-down", "today"), ("at", "alt-up", "2024-02-28 23:59:31"),
    ("at", "left left left alt-up", "2024-02-29 00:00:30"), ("day", "ctrl-u x alt-up", "x"),
  ])
  func `A day or time is counted by the part under the cursor`(
    field: String,
    keys: String,
    result: String
  ) async throws {
    let scene = try await scene(editing: "true")
    try await scene.go(to: field)
    try await scene.send("end")
    try await scene.send(keys)
    let today = try scene.rows("SELECT date('now', 'localtime')")[0]
    let line = scene.lines.first { $0.dropFirst(2).lowercased().hasPrefix(field + " ") }
    #expect(line?.contains(" " + (result == "today" ? today : result)) == true, "\(scene.text)")
  }

  @Test(arguments: [
    ("en_US", "3/4", "-03-04"), ("en_GB", "3/4", "-04-03"), ("de_DE", "3.4.", "-04-03"),
  ])
  func `A day of this year is written as the language does`(
    locale: String,
    text: String,
    meant: String
  ) async throws {
    let scene = try await scene(editing: "true", rules: "*true* => locale = '\(locale)'")
    let year = try scene.rows("SELECT strftime('%Y', 'now', 'localtime')")[0]
    try await scene.go(to: "day")
    try await scene.retype(text)
    #expect(scene.line(with: "Day ")?.contains(year + meant) == true, "\(scene.text)")
  }

  @Test func `Copies that an editor leaves beside the text go with it`() async throws {
    let log = folder.path + "/log"
    let scene = try await scene(editing: "cp \"$1\" \"$1~\"; echo \"$1\" > \(log)")
    try await scene.go(to: "body")
    try await scene.send("alt-t")
    let path = try #require(
      DirectoryEntryPath.bytes(of: log).map { String(decoding: $0, as: UTF8.self) }
    )
    #expect(access(path.filter { $0 != "\n" } + "~", F_OK) != 0, "the copy is still there")
  }
}
