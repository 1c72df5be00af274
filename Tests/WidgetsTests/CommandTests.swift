import Terminal
import Testing
@testable import Widgets

extension CommandDefinition {
  fileprivate static let open = CommandDefinition("open", "open", keys: "enter", importance: 90)
  fileprivate static let edit = CommandDefinition("edit", "edit", keys: "e", importance: 80)
  fileprivate static let outer = CommandDefinition("outer", "outer", keys: "e x", importance: 10)
}

@MainActor
private final class Log {
  var entries: [String] = []
}

@MainActor
struct CommandTests {
  private let log = Log()

  private func scene(width: Int = 60, isEditable: Bool = true) -> SceneTester {
    let log = log
    return SceneTester(width: width, height: 12) {
      VStack {
        Text("row").focusable()
          .command(.open) { _ in log.entries.append("open") }
          .command(.edit, enabledIf: isEditable, else: "a rule makes this read-only") { _ in
            log.entries.append("edit")
          }
        StatusLine("all well")
        KeyLine()
      }
      .command(.outer) { _ in log.entries.append("outer") }
    }
  }

  @Test func `The deeper command has the key`() {
    let scene = scene()
    scene.send("e x enter")
    #expect(log.entries == ["edit", "outer", "open"])
  }

  @Test func `A disabled command says why instead of acting`() {
    let scene = scene(isEditable: false)
    scene.send("e")
    #expect(log.entries.isEmpty)
    #expect(scene.lines[1] == " ! edit: a rule makes this read-only")
    #expect(scene.beeps == 1)
    scene.send("enter")
    #expect(scene.lines[1] == " all well")
  }

  @Test func `A key without meaning beeps`() {
    let scene = scene()
    scene.send("z")
    #expect(scene.beeps == 1)
  }

  @Test func `The key line shows what works, the most important first`() {
    #expect(scene().lines[2] == " ⏎ open  e edit  ? help  ^P palette  x outer")
    #expect(scene(isEditable: false).lines[2] == " ⏎ open  ? help  ^P palette  x outer")
    #expect(scene(width: 18).lines[2] == " ⏎ open  e edit")
    #expect(scene(width: 30).lines[2] == " ⏎ open  e edit  ? help")
  }

  @Test func `The key line keeps help where there is no room for all`() {
    let more = CommandDefinition("more", "with a long title", keys: "m", importance: 70)
    let scene = SceneTester(width: 36, height: 4) {
      VStack {
        Text("x").focusable()
        KeyLine()
      }
      .command(.open) { _ in }
      .command(.edit) { _ in }
      .command(more) { _ in }
    }
    #expect(scene.lines[1] == " ⏎ open  e edit  ? help  ^P palette")
  }

  @Test func `The key line of a field shows no letter that would be typed`() {
    let find = CommandDefinition("find", "find", keys: "/ ctrl-a f2", importance: 70)
    let undo = CommandDefinition("undo", "undo", keys: "u ctrl-_", importance: 60)
    var text = "abc"
    let scene = SceneTester(width: 60, height: 12) {
      VStack {
        TextField(text: Binding(get: { text }, set: { text = $0 }))
        KeyLine()
      }
      .command(.edit) { _ in }
      .command(find) { _ in }
      .command(undo) { _ in }
    }
    scene.send("tab")
    #expect(scene.lines[1] == " f2 find  ^_ undo  f1 help  ^P palette")
    scene.send("e / u")
    #expect(text == "abce/u")
    #expect(scene.lines[1] == " f2 find  f1 help  ^P palette", "^_ takes back in the field first")
  }

  @Test func `Keys are remapped by name`() {
    let scene = scene()
    let read = KeyBindings.reading(["edit": "f2", "open": "", "nonsense": "x", "outer": "ctrl-"])
    scene.host.keyBindings = read.bindings
    scene.send("f2 enter e")
    #expect(log.entries == ["edit", "outer"])
    #expect(read.problems.count == 1)
  }

  @Test func `Bindings that clash are reported`() {
    let read = KeyBindings.reading(["edit": "enter"], known: [.open, .edit])
    #expect(read.problems.count == 1)
  }

  @Test func `The palette finds a command and runs it`() {
    let scene = scene()
    scene.send("ctrl-p")
    #expect(scene.text.contains("Commands"))
    scene.type("out")
    scene.send("enter")
    #expect(log.entries == ["outer"])
  }

  @Test func `The palette names what two commands do once, and takes other things too`() {
    let leave = CommandDefinition("leave", "leave", keys: "q")
    let leaveNow = CommandDefinition("leaveNow", "leave", keys: "ctrl-q")
    let scene = SceneTester(width: 60, height: 20) {
      Text("x").focusable().command(leave) { _ in }.command(leaveNow) { _ in }
    }
    let film = MenuItem("Film", detail: "go to") { _ in log.entries.append("film") }
    let items = scene.host.commandItems + [film]
    scene.host.present { Menu("Commands", items: items, isSearchable: true) }
    #expect(scene.lines.count { $0.contains("Leave") } == 1)
    scene.type("film")
    scene.send("enter")
    #expect(log.entries == ["film"])
  }

  /// The lines of help over `commands` on a screen.
  private func help(
    width: Int,
    height: Int,
    keys: String = "",
    _ commands: [CommandDefinition] = Self.many
  ) -> SceneTester {
    let log = log
    let scene = SceneTester(width: width, height: height) {
      Text("x").focusable().commands {
        for command in commands {
          Command(command) { _ in log.entries.append(command.name.rawValue) }
        }
      }
    }
    scene.send("f1" + (keys.isEmpty ? "" : " ") + keys)
    return scene
  }

  private static let many =
    ["Alpha", "Beta", "Gamma", "Delta"].enumerated().map {
      CommandDefinition(CommandName($1), $1, keys: "f\($0 + 5)", summary: "Does \($1) with the row")
    }
    + ["One", "Two", "Three"].enumerated().map {
      CommandDefinition(
        CommandName($1),
        $1,
        keys: "alt-\($0)",
        group: "Change",
        importance: 3,
        summary: "Makes \($1)"
      )
    }

  @Test func `Help begins with what its page is for and describes the entry under the cursor`() {
    let scene = help(width: 60, height: 24)
    let first = scene.lines.first { $0.contains("This page") }
    #expect(first?.contains("Change") == true, "two columns\n\(scene.text)")
    #expect(scene.text.contains("Alpha: Does Alpha with the row (f5)"), "\(scene.text)")
    scene.send("down")
    #expect(scene.text.contains("Beta: Does Beta with the row (f6)"), "\(scene.text)")
  }

  @Test func `Arrows move in help in both directions, and Enter runs the entry`() {
    let scene = help(width: 60, height: 24, keys: "down right")
    #expect(scene.text.contains("Two: Makes Two"), "\(scene.text)")
    scene.send("left")
    #expect(scene.text.contains("Beta: Does Beta"), "\(scene.text)")
    #expect(log.entries.isEmpty)
    scene.send("right enter")
    #expect(log.entries == ["Two"])
    #expect(!scene.text.contains("Help"), "\(scene.text)")
  }

  @Test func `Typing in help finds, also by words of the description, and marks the best`() {
    let scene = help(width: 60, height: 24)
    scene.type("thr")
    #expect(scene.text.contains("Three") && !scene.text.contains("Alpha "), "\(scene.text)")
    scene.send("backspace backspace backspace")
    #expect(scene.text.contains("Alpha "), "\(scene.text)")
    scene.type("gamma with")
    scene.send("enter")
    #expect(log.entries == ["Gamma"])
  }

  @Test(arguments: [(20, 5), (30, 8), (40, 12), (80, 24), (300, 100)])
  func `Every entry of help is reached and described on any screen`(width: Int, height: Int) {
    let scene = help(width: width, height: height)
    var seen: Set<String> = []
    for _ in 0..<40 {
      for command in Self.many where scene.text.contains("\(command.title): ") {
        seen.insert(command.title)
        #expect(scene.lines.contains { $0.contains("›") && $0.contains(command.title) })
      }
      scene.send("down")
    }
    #expect(seen.count == Self.many.count, "\(scene.text)")
    #expect(scene.lines.allSatisfy { $0.count <= width })
  }

  @Test func `A section stays whole, and columns are about as high`() {
    let layout = SectionLayout(["A", "A", "A", "B", "B", "C"], columns: 2)
    #expect(
      layout.columns == [
        [.heading("A"), .item(0), .item(1), .item(2)],
        [.heading("B"), .item(3), .item(4), .blank, .heading("C"), .item(5)],
      ]
    )
    #expect(layout.item(nearest: 4, in: 1) == 5 || layout.item(nearest: 4, in: 1) == 4)
    #expect(layout.item(nearest: 0, in: 2) == nil)
    #expect(SectionLayout(["A", "A", "B"], columns: 1).columns.count == 1)
    #expect(SectionLayout([], columns: 3).columns.isEmpty)
  }

  @Test func `A whole word or another name wins over scattered letters`() {
    func found(_ query: String) -> [String] {
      FuzzyMatch.sorted(
        ["To detail", "Resume", "Export", "Summary"],
        by: query,
        terms: { $0 == "Export" ? ["total", "sum"] : [] },
        text: { $0 }
      )
    }
    #expect(found("total") == ["Export"])
    #expect(found("sum") == ["Export", "Summary", "Resume"])
    #expect(found("tdtl") == ["To detail"], "scattered letters find where nothing else does")
  }
}
