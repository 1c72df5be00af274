import Terminal
import Testing
import Widgets

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

  @Test func `A summary in help has the room that the window has`() {
    let long = "Does what takes so many words to tell that sixty cells are too few for all of them."
    let tell = CommandDefinition("tell", "tell", keys: "t", group: "Go", summary: long)
    let scene = SceneTester(width: 120, height: 20) { Text("x").focusable().command(tell) { _ in } }
    scene.send("?")
    #expect(scene.text.contains(long))
    #expect(scene.lines.allSatisfy { !$0.hasPrefix("┌") }, "the panel is no wider than its lines")
  }

  @Test func `G9: help lists keys by what they do and runs none of them, the palette does`() {
    let scene = scene()
    scene.send("?")
    #expect(scene.text.contains("⏎      Open"))
    scene.send("enter")
    #expect(log.entries.isEmpty)
    #expect(!scene.text.contains("⏎      Open"))
    scene.send("ctrl-p")
    scene.type("open")
    scene.send("enter")
    #expect(log.entries == ["open"])
  }
}
