@testable import RuleFiles  // where a file lies
import SceneSupport
import Diagnostics
import Glibc
import RuleEngine
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Rules opened in an editor from the why page; the editors here are scripts.
@MainActor
struct RuleEditingTests {
  private let folder = TemporaryFolder()
  private static let rules = "// prices\npropertyKey = 'unitPrice' => formatter = 'currency'\n"

  /// A scene on a price, with an editor that runs `script`: `$1` is the line, `$2` the file.
  private func scene(editing script: String, rules: String = rules) async throws -> Scene {
    let scene = try await Scene(
      RecordShop.script,
      rules: rules,
      "--entity Track",
      width: 100,
      height: 60
    )
    let path = folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "vim")
    chmod(path, 0o755)
    scene.session.ui.screen.editor = ExternalEditor(command: path)
    scene.session.work.followRules()
    try await scene.send("l l l l !")
    return scene
  }

  private func text(of path: String) -> String {
    var faults: [Diagnostic] = []
    return RuleFileReader().read(path, &faults)?.text ?? ""
  }

  /// Puts the cursor on the line that begins with `text`.
  private func go(to text: String, in scene: Scene) async throws {
    for _ in 0..<60 where scene.lines.first(where: { $0.hasPrefix("› ") })?.contains(text) != true {
      try await scene.send("j")
    }
    #expect(scene.lines.contains { $0.hasPrefix("› ") && $0.contains(text) }, "\(scene.text)")
  }

  @Test func `The rule under the cursor is opened at its line, and counts as it was saved`()
    async throws
  {
    let log = folder.path + "/log"
    let scene = try await scene(
      editing: "echo \"$1 $2\" > \(log); sed -i s/currency/plain/ \"$2\""
    )
    // What is seen tells the rule first.
    #expect(scene.lines[1].contains("formatter = 'currency'"), "\(scene.text)")
    try await scene.send("enter")
    #expect(text(of: log) == "+2 \(scene.rulesPath)\n")
    try await scene.wait { scene.text.contains("formatter = 'plain'") }
  }

  @Test func `A rule of the program itself is not opened`() async throws {
    let scene = try await scene(editing: "exit 1")
    try await go(to: "component = ", in: scene)
    try await scene.send("e")
    #expect(scene.text.contains("Rules/Default.rules is built in; a new rule overrides it"))
  }

  @Test func `A new rule for the place is put at the end of the file`() async throws {
    let log = folder.path + "/log"
    let scene = try await scene(
      editing:
        "sed -n \"${1#+},\\$p\" \"$2\" > \(log); sed -i s/DisplayNumber/DisplayPassword/ \"$2\""
    )
    try await go(to: "component = 'DisplayNumber'", in: scene)
    try await scene.send("o")
    #expect(
      text(of: log) == """
        entity.name = 'Track' and propertyKey = 'unitPrice' and task = 'list'
          => component = 'DisplayNumber'

        """
    )
    #expect(
      text(of: scene.rulesPath).hasPrefix(Self.rules + "\n// component is ")
    )
    try await scene.send("esc")
    try await scene.wait { scene.text.contains("••••") }
  }

  @Test func `A new rule that was left as it is is taken out again`() async throws {
    let scene = try await scene(editing: "true")
    try await go(to: "component = 'DisplayNumber'", in: scene)
    try await scene.send("o")
    #expect(text(of: scene.rulesPath) == Self.rules)
    #expect(scene.text.contains("nothing was changed"))
  }

  @Test func `An editor that does not exist is named`() async throws {
    let scene = try await scene(editing: "true")
    scene.session.ui.screen.editor = ExternalEditor(command: "/no/such/editor -x")
    try await go(to: "formatter = 'currency'", in: scene)
    try await scene.send("e")
    #expect(scene.text.contains("there is no editor '/no/such/editor -x'; name one in EDITOR"))
  }

  @Test(arguments: [
    ("vi", ["+3", "a.rules"]), ("/usr/bin/emacs -nw", ["+3", "a.rules"]), ("hx", ["a.rules:3"]),
    ("code --wait", ["--goto", "a.rules:3"]), ("ed", ["a.rules"]),
  ])
  func `Editors are told the line in their own way`(command: String, arguments: [String]) {
    #expect(ExternalEditor(command: command).arguments(opening: "a.rules", atLine: 3) == arguments)
    let odd = ExternalEditor(command: command).arguments(opening: "-x", atLine: 1)
    #expect(odd.allSatisfy { $0.hasPrefix("./-x") || $0 == "+1" || $0 == "--goto" })
  }

  @Test func `A draft makes the file and folders it needs, and leaves none of the text behind`()
    throws
  {
    let path = folder.path + "/config/d2t/my.rules"
    let draft = try RuleDraft("a => b = 1\n", appendedTo: path)
    #expect(draft.line == 1 && text(of: path) == "a => b = 1\n")
    #expect(draft.withdrawIfUnchanged() && access(path, F_OK) != 0)
    _ = folder.write(Array("x".utf8), to: "x.rules")
    let second = try RuleDraft("y\n", appendedTo: folder.path + "/x.rules")
    #expect(second.line == 3 && text(of: second.path) == "x\n\ny\n")
    _ = folder.write(Array("z".utf8), to: "x.rules")
    #expect(!second.withdrawIfUnchanged())
  }

  @Test(arguments: [
    ("", "C a = 1 b = 2", "C a = 1 b = 2", 1), ("x", "C a = 1", "x||C a = 1", 3),
    ("C a = 1|y", "C a = 2", "C a = 2|y", 1), ("x\r|C a = 1|", "C b = 2", "x\r|C a = 1 b = 2|", 2),
    ("C a = 1|C a = 2 d = 4|y||", "C a = 3", "C a = 1|C a = 3 d = 4|y||", 4),
    ("D a = 1|", "C a = 2", "D a = 1||C a = 2", 5),
  ])
  func `A block that is written again replaces its rules, and leaves every other byte`(
    before: String,
    block: String,
    after: String,
    line: Int
  ) throws {
    // `C a = 1` stands for a block with the condition C and one rule.
    func long(_ text: String) -> String {
      text.split(separator: "|", omittingEmptySubsequences: false).map { part in
        guard let name = part.first, name.isUppercase else { return String(part) }
        let rules = part.matches(of: /[a-d] = \d/).map { "  high: *true* => \($0.output)\n" }
        return "when \(name) {\n\(rules.joined())}"
      }
      .joined(separator: "\n")
    }
    let path = folder.write(Array(long(before).utf8), to: "b.rules")
    let place = try RuleDraft.put(block: long(block) + "\n", into: path)
    let appended = !before.contains(block.prefix(1))
    #expect(folder.text(of: "b.rules") == long(after) + (appended ? "\n" : ""))
    #expect(place == line)
  }
}
