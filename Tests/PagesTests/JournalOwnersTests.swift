import CommandLineTool
import Editing
import Glibc
import RuleFiles
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Journals are of those who typed: who is offered one, and who discards it.
@MainActor
struct JournalOwnersTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE staff(id INTEGER PRIMARY KEY, login TEXT, password TEXT);
    INSERT INTO artist VALUES(1, 'Accept'), (2, 'Aerosmith');
    INSERT INTO staff VALUES(1, 'ann', 'one'), (2, 'bob', 'two');
    """
  private let state = TemporaryFolder()

  private var journals: [String] { TemporaryFolder.names(in: state.path + "/d2t/journals") }

  /// Begins to keep what is typed in `scene`, and looks for what was left.
  private func begin(_ scene: Scene) async throws -> Scene {
    scene.session.work.settings.surroundings.variables = ["XDG_STATE_HOME": state.path]
    await scene.session.keepJournal()
    scene.draw()
    try await scene.settle()
    return scene
  }

  /// Types a name that is not saved.
  private func type(_ name: String, in scene: Scene) async throws {
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype(name)
    #expect(journals.count == 1, "\(scene.text)")
  }

  private func run(
    _ words: String...,
    asking confirm: @escaping @MainActor (String) -> Bool? = { _ in nil }
  ) async throws -> Program.Outcome {
    var invocation = try Invocation(arguments: ["journals"] + words)
    invocation.surroundings.variables = ["XDG_STATE_HOME": state.path]
    var program = Program(invocation)
    program.confirm = confirm
    return await program.run()
  }

  @Test func `Journals are listed and discarded, and none that a living program holds`()
    async throws
  {
    #expect(try await run("purge", "--yes").messages == "0 journals left\n")
    let scene = try await begin(Scene(Self.script, "--entity Artist --user ann"))
    try await type("Abba", in: scene)
    #expect(try await run("list").output == "")
    #expect(try await run("purge", "--yes").messages == "0 journals left\n")
    #expect(journals.count == 1)
    scene.session.work.journal.release()
    let list = try await run("list")
    #expect(list.messages == "1 journal left\n" && list.code == 0)
    #expect(list.output.hasPrefix("\(journals[0])  \(scene.path)  since 20"), "\(list.output)")
    #expect(list.output.hasSuffix(" UTC by ann: 1 change of 1 object\n"), "\(list.output)")
    let json = try await run("list", "--format", "json").output
    #expect(json.contains(#""user": "ann""#) && json.contains(#""changes": 1"#), "\(json)")
    let asked = try await run("purge")
    #expect(asked.code == 2 && asked.messages.contains("--yes discards 1 journal"), "\(asked)")
    let other = try await run("purge", "nothing", "--yes")
    #expect(other.code == 2 && other.messages.contains("no journal 'nothing'"), "\(other)")
    let refused = try await run("purge") { question in
      #expect(question.contains("1 change of 1 object\nDiscard 1 journal? [y/N] "))
      return false
    }
    #expect(refused.code == 2 && refused.messages == "d2t: nothing was discarded\n", "\(refused)")
    #expect(journals.count == 1)
    let purged = try await run("purge", journals[0]) { _ in true }
    #expect(purged.messages == "1 journal discarded\n" && purged.code == 0, "\(purged)")
    #expect(journals.isEmpty)
  }

  @Test func `Whoever logs in is offered what they have left, and nobody else is`() async throws {
    let rules = "*true* => allowsPlainPasswords = true"
    func say(_ words: String, in scene: Scene) async throws {
      try await scene.send(":")
      try await scene.type(words)
      try await scene.send("enter")
    }
    func logIn(_ name: String, _ password: String, in scene: Scene) async throws {
      try await say("login", in: scene)
      for text in [name, password] {
        try await scene.type(text)
        try await scene.send("enter")
      }
    }
    let scene = try await begin(Scene(Self.script, rules: rules, "--entity Artist", width: 120))
    try await logIn("ann", "one", in: scene)
    try await say("Artist", in: scene)
    try await type("Abba", in: scene)
    scene.session.work.journal.release()
    let next = try await begin(Scene(beside: scene, rules: rules, "--entity Artist", width: 120))
    #expect(next.session.work.journal.offered == nil, "\(next.text)")
    try await logIn("bob", "two", in: next)
    #expect(next.session.work.userName == "bob", "\(next.text)")
    #expect(next.session.work.journal.offered == nil && !next.text.contains("Abba"), "\(next.text)")
    try await say("logout", in: next)
    #expect(next.session.work.journal.offered == nil, "\(next.text)")
    try await logIn("ann", "one", in: next)
    #expect(next.text.contains("Name: Accept → Abba"), "\(next.text)")
  }

  @Test func `Locked mode keeps no journal, and offers none`() async throws {
    let site = try LockedSite()
    let session = try await site.program([site.database]).session()
    session.work.settings.surroundings.variables = ["XDG_STATE_HOME": state.path]
    await session.keepJournal()
    #expect(!session.work.journal.isKept && TemporaryFolder.names(in: state.path).isEmpty)
    await session.close()
    session.release()
  }
}
