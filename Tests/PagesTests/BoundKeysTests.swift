import Diagnostics
import SceneSupport
import StandardKeys
import TestSupport
import Pages
import Terminal
import Testing
import Widgets
import Workspace

/// Keys that a rule or an application gives to commands.
@MainActor
struct BoundKeysTests {
  private func scene(_ bindings: String, _ arguments: String) async throws -> Scene {
    try await Scene(
      RecordShop.script,
      rules: "*true* => keyBindings = {\(bindings)}",
      arguments
    )
  }

  @Test(arguments: ["l", "j", "g", "0", "$", "right", "ctrl-d", "pgdn", "home", "f9"])
  func `N1: a key that a rule gives to a command runs it, also one that moves`(key: String)
    async throws
  {
    let scene = try await scene("open: 'enter \(key)'", "--entity Artist")
    #expect(scene.session.work.faults.isEmpty)
    try await scene.send(key)
    #expect(scene.text.contains("Balls to the Wall"), "\(scene.text)")
    try await scene.send("esc j enter")
    #expect(scene.session.navigator.current.task == .inspect, "what was there before works")
  }

  @Test func `N1: a bound letter is typed into a field all the same`() async throws {
    let scene = try await scene("save: 'l ctrl-s', undo: 'j'", "--entity Artist --id 1 --task edit")
    try await scene.send("end")
    try await scene.type("jl")
    #expect(scene.text.contains("Acceptjl"), "\(scene.text)")
  }

  @Test(arguments: [
    ("edit: 'ctrl-c'", "ctrl-c"), ("edit: 'ctrl-z'", "ctrl-z"), ("edit: 'esc'", "esc"),
    ("edit: 'ctrl-i'", "tab"), ("edit: 'shift-f3'", "shift-f3"), ("edit: 'ctrl-m f9'", "ctrl-m"),
    ("edit: 'f9', search: 'f9'", ""), ("open: 'l', moveDown: 'l'", ""),
  ])
  func `N1: a key that never runs its command is a fault, and is not shown`(
    bindings: String,
    key: String
  ) async throws {
    let scene = try await scene(bindings, "--entity Artist")
    #expect(scene.session.work.faults.map(\.id) == ["idle-binding"], "\(scene.session.work.faults)")
    if !key.isEmpty, key != "ctrl-z" { try await scene.send(key) }
    #expect(scene.session.navigator.current.task != .edit)
    #expect(!scene.text.contains("^C edit") && !scene.text.contains("esc edit"))
  }

  @Test func `N1: a command keeps its own keys where none of the others can be bound`() async throws
  {
    let scene = try await scene("search: 'ctrl-z', edit: 'ctrl-c f9'", "--entity Artist")
    #expect(scene.text.contains("/ search") && scene.text.contains("f9 edit"), "\(scene.text)")
  }

  @Test(arguments: [
    "stop: 'ctrl-c f9'", "back: 'q esc'", "suspend: 'ctrl-z f11'", "suspend: ''",
    "find: 'f9', save: 'f9', changeRows: 'f9'", "keepMine: 'f9', whyAll: 'f9'", "edit: 'alt-f5'",
    "moveDown: 'n down'", "open: 'enter l', edit: 'F4'", "edit: 'f4 E', editRelationship: 'f9'",
  ])
  func `N1: bindings that can run are no faults`(bindings: String) async throws {
    let scene = try await scene(bindings, "--entity Artist")
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
  }

  @Test func `N1: no command of the program takes a key that moves`() {
    let moving: Set = ["Moving", "Focus", "Prompt"]
    let motions = CommandDefinition.all.filter { moving.contains($0.group) }.flatMap(\.keys)
    // It moves from one pane to the other, where the cursor can go no further.
    for command in CommandDefinition.all where !moving.contains(command.group) {
      guard command.name != "toList" else { continue }
      let taken = command.keys.filter { motions.contains($0) && $0.description != "tab" }
      let isModal = ["esc", "enter", "ctrl-c", "ctrl-g", "ctrl-p", "ctrl-n", "backtab"]
      #expect(taken.allSatisfy { isModal.contains($0.description) }, "\(command.name) \(taken)")
    }
  }

  @Test func `N1: every key of a command can be sent`() {
    for command in CommandDefinition.all {
      #expect(command.keys.filter { !$0.isSent }.isEmpty, "\(command.name)")
    }
  }

  @Test(arguments: ["e", "j", "o", "enter", "F"])
  func `N1: the key of an application's command runs that, whatever else it does`(key: String)
    async throws
  {
    var catalog = Catalog.builtIn
    var count = 0
    let stamp = CommandDefinition("stamp", "stamp", keys: key, group: "Shop")
    catalog.add(PageCommand(stamp) { _ in count += 1 })
    let scene = try await Scene(RecordShop.script, "--entity Artist", catalog: catalog)
    try await scene.send(key)
    #expect(count == 1 && scene.session.navigator.current.task == .list)
    #expect(scene.session.work.faults.isEmpty)
  }
}
