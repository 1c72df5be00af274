import AccessControl
import SceneSupport
import StandardKeys
import Terminal
import Testing
import Widgets
import Workspace

@testable import Pages

/// Ways to what the program has no command for, where people look for a command.
@MainActor
struct MissingCommandTests {
  private static let script = """
    CREATE TABLE track(id INTEGER PRIMARY KEY, title TEXT, price INT);
    INSERT INTO track VALUES(1, 'One', 1), (2, 'Two', NULL);
    """

  private func scene(
    _ arguments: String = "--entity Track",
    isLocked: Bool = false
  ) async throws -> Scene {
    try await Scene(
      Self.script,
      arguments,
      width: 160,
      before: {
        guard isLocked else { return }
        $0.work.settings.lockedSession = LockedSession(
          user: "a",
          role: "b",
          database: "/c",
          modelFiles: []
        )
      }
    )
  }

  /// What palette, help and the `:` line say of a word.
  private func answers(to word: String, in scene: Scene) async throws -> [String] {
    var texts: [String] = []
    for key in ["ctrl-p", "f1"] {
      try await scene.send(key)
      try await scene.type(word)
      texts.append(scene.text)
      try await scene.send("esc")
    }
    try await scene.run(word)
    return texts + [scene.status]
  }

  @Test(arguments: [
    ("export", "Export: in a shell: d2t export "), ("print", "Export: in a shell: d2t export "),
    ("upload", "d2t import "), ("plot", "B groups by a column"), ("sql", ":review, then :showSQL"),
    ("settings", ":set look = 'light'"), ("year", "F filters: day >= "),
  ])
  func `Palette, help and command line alike say the way to what there is no command for`(
    word: String,
    way: String
  ) async throws {
    let scene = try await scene()
    let answers = try await answers(to: word, in: scene)
    // The palette shows title and way in two columns.
    #expect(answers[0].contains(way.split(separator: "Export: ").last ?? ""), "\(answers[0])")
    #expect(answers[1].contains(way) && answers[2].contains(way), "\(answers)")
  }

  @Test(arguments: ["total", "sum", "average", "count by", "month", "pivot"])
  func `In a list the words for sums lead to groups`(word: String) async throws {
    let scene = try await scene()
    try await scene.run(word)
    #expect(scene.lines[0].contains("groups"), "\(scene.text)")
  }

  @Test(arguments: ["histogram", "distribution"])
  func `In a list the words for distributions lead to the values of the column`(
    word: String
  ) async throws {
    let scene = try await scene()
    try await scene.run(word)
    #expect(scene.lines[0].contains("Title: values"), "\(scene.text)")
  }

  @Test(arguments: ["total", "average", "month", "pivot", "chart"])
  func `Elsewhere the words for sums tell the way`(word: String) async throws {
    let scene = try await scene("")
    try await scene.run(word)
    #expect(scene.status.contains("in a list B groups by a column"), "\(scene.text)")
  }

  @Test func `A word for several ways tells all of them, and no word for one none`() async throws {
    let scene = try await scene()
    try await scene.run("csv")
    let said = scene.lines.suffix(4).joined(separator: " ")
    #expect(said.contains("Export: ") && said.contains("Import: "), "\(scene.text)")
    try await scene.run("tot")
    #expect(scene.status.contains("no command or entity 'tot'"), "\(scene.text)")
    try await scene.send("esc ?")
    #expect(scene.text.contains("Help"), "\(scene.text)")
    #expect(!scene.text.contains("Other ways"), "only where it is looked for")
    try await scene.type("export")
    try await scene.send("enter")
    #expect(scene.terminal.clipboard?.hasPrefix("d2t export ") == true)
    #expect(scene.status.contains("Export: in a shell: d2t export"), "\(scene.text)")
  }

  @Test func `A word of several does not keep a table of that name from being gone to`()
    async throws
  {
    let scene = try await Scene("CREATE TABLE export(id INTEGER PRIMARY KEY, name TEXT)", "")
    try await scene.run("export")
    #expect(scene.session.navigator.current.task == .list, "\(scene.text)")
  }

  @Test(arguments: ["export", "csv", "json", "sql"])
  func `G6: in locked mode nobody is told of a shell`(word: String) async throws {
    let scene = try await scene(isLocked: true)
    for answer in try await answers(to: word, in: scene) {
      #expect(!answer.contains("d2t ") && !answer.contains("sqlite3"), "\(answer)")
    }
    #expect(scene.status.contains("no command or entity '\(word)'"), "\(scene.text)")
  }
}
