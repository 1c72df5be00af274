import RuleFiles
import AccessControl
import SceneSupport
import TestSupport
import RuleEngine
import RuleEnvironment
import Terminal
import Testing
import Widgets

@testable import Pages
import Workspace

/// The screen in locked mode: what leads out of it is there with the reason, and does nothing.
@MainActor
struct LockedScreenTests {
  /// A scene on a price, with an editor that would leave a trace.
  private func scene(_ site: LockedSite) async throws -> Scene {
    let scene = try await site.scene(height: 60)
    scene.session.ui.screen.editor = ExternalEditor(command: "touch \(site.path("escaped")); true")
    scene.session.work.followRules()
    try await scene.send("l l l l")
    return scene
  }

  private static let rules = "// prices\npropertyKey = 'unitPrice' => formatter = 'currency'\n"

  @Test func `G6: in locked mode no key on the why page opens an editor or begins a rule`()
    async throws
  {
    let site = try LockedSite(applicationRules: Self.rules)
    let before = site.contents()
    let scene = try await scene(site)
    try await scene.send("!")
    for _ in 0..<8 {
      for key in ["e", "o", "enter"] {
        try await scene.send(key)
        #expect(scene.status.contains("locked mode starts no other programs"), "\(scene.text)")
      }
      try await scene.send("j")
    }
    #expect(!scene.lines.last!.contains("edit rule") && !scene.lines.last!.contains("new rule"))
    #expect(site.contents() == before)
    #expect(scene.terminal.suspendCount == 0)
  }

  @Test func `G6: in locked mode groups become no file and no rule`() async throws {
    let site = try LockedSite(applicationRules: Self.rules)
    let before = site.contents()
    let scene = try await scene(site)
    try await scene.send("B w")
    #expect(scene.text.contains("groups") && scene.status.contains("locked mode"), "\(scene.text)")
    try await scene.send(":")
    try await scene.type("groupRule")
    try await scene.send("enter")
    #expect(scene.status.contains("locked mode"), "\(scene.text)")
    try await scene.send("esc :")
    try await scene.type("group trackId")
    try await scene.send("enter")
    #expect(scene.text.contains("Total"), "\(scene.text)")
    #expect(site.contents() == before)
  }

  @Test func `G6: in locked mode charts become no file`() async throws {
    let site = try LockedSite(applicationRules: Self.rules)
    let before = site.contents()
    let scene = try await scene(site)
    try await scene.send("B c w")
    #expect(scene.text.contains("chart") && scene.status.contains("locked mode"), "\(scene.text)")
    try await scene.run("chart bar to chart.svg")
    #expect(scene.text.contains("locked mode"), "\(scene.text)")
    #expect(site.contents() == before)
  }

  @Test func `G6: outside of locked mode these keys do open the editor`() async throws {
    let site = try LockedSite("", applicationRules: Self.rules)
    let scene = try await scene(site)
    try await scene.send("! o")
    #expect(site.contents().keys.contains(site.path("escaped")), "\(scene.text)")
  }

  @Test(arguments: ["", "e", ":", "/", "!", "?", "ctrl-p"])
  func `G6: in locked mode ctrl-z leads to no shell, wherever it is pressed`(before: String)
    async throws
  {
    let site = try LockedSite()
    let scene = try await scene(site)
    if !before.isEmpty { try await scene.send(before) }
    try await scene.send("ctrl-z")
    #expect(scene.terminal.suspendCount == 0)
    #expect(scene.session.work.isSettled)
  }

  @Test func `G6: in locked mode ctrl-z says why it does nothing`() async throws {
    let scene = try await scene(try LockedSite())
    try await scene.send("ctrl-z")
    scene.expectStatus("! locked mode allows no shell")
  }

  @Test func `G6: in locked mode no rule can be typed`() async throws {
    let site = try LockedSite(applicationRules: "role = 'clerk' => title = 'theirs'")
    let scene = try await scene(site)
    for line in [
      "set title = 'mine'", "set title", "unset title", "rule *true* => title = 'mine'", "rule",
      "set", "unset",
    ] {
      try await scene.run(line)
      let verb = line.prefix { $0 != " " }
      scene.expectStatus("! \(verb): locked mode uses only rules of the site and application")
      #expect(scene.lines[0].contains("theirs"))
    }
    #expect(scene.session.work.rules.reloader?.live.entries.isEmpty == true)
    try await scene.send(":")
    for word in ["unse", "rul"] {
      try await scene.paste(word)
      try await scene.send("tab")
      #expect(scene.lines.last == ":" + word, "nothing completes it")
      try await scene.send("ctrl-u")
    }
  }

  @Test func `G6: in locked mode a table that is called like a word about rules is gone to`()
    async throws
  {
    let site = try LockedSite()
    let scene = try await Scene(
      "CREATE TABLE rule (id INTEGER PRIMARY KEY); INSERT INTO rule VALUES (7)",
      before: {
        $0.work.settings.lockedSession = LockedSession(
          user: "a",
          role: "b",
          database: "/c",
          modelFiles: []
        )
      }
    )
    try await scene.run("rule")
    #expect(scene.lines.contains { $0.contains("7") }, "\(scene.text)")
    _ = site
  }

  @Test func `G6: in locked mode the palette and help say why a command cannot run`() async throws {
    let scene = try await scene(try LockedSite())
    try await scene.send("ctrl-p")
    try await scene.type("suspend")
    #expect(scene.text.contains("locked mode allows no shell"), "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.terminal.suspendCount == 0)
    try await scene.send("esc esc")
    try await scene.run("suspend")
    #expect(scene.status.contains("locked mode allows no shell"), "\(scene.text)")
    try await scene.send("?")
    try await scene.type("back to the shell")
    #expect(scene.text.contains("locked mode allows no shell"), "\(scene.text)")
  }

  @Test func `G6: in locked mode a command that nobody has judged is refused`() async throws {
    let report = CommandDefinition("report", "report", keys: "f9")
    #expect(LockedModePolicy.of(report) == .unjudged)
    let scene = try await scene(try LockedSite())
    #expect(
      ScreenSettings(work: scene.session.work).lockedRefusal(of: report)
        == LockedModePolicy.unjudged.refusal
    )
    let safe = CommandDefinition("report", "report", keys: "f9", isSafeInLockedMode: true)
    #expect(ScreenSettings(work: scene.session.work).lockedRefusal(of: safe) == nil)
    let alike = CommandDefinition("open", "open")
    #expect(LockedModePolicy.of(alike) == .unjudged)
    #expect(LockedModePolicy.of(.suspend).isRefused)
    let open = try await Scene(RecordShop.script).session
    #expect(ScreenSettings(work: open.work).lockedRefusal(of: report) == nil)
  }

  @Test
  func `G6: in locked mode the commands of an application do nothing, whatever they are called`()
    async throws
  {
    var ran: [String] = []
    var catalog = Catalog.builtIn
    for (name, key) in [("restock", "B"), ("reload", "f9")] {
      let definition = CommandDefinition(CommandName(name), "restock", keys: key)
      catalog.add(PageCommand(definition) { _ in ran.append(name) })
    }
    for isLocked in [true, false] {
      ran = []
      let scene = try await Scene(
        RecordShop.script,
        "--entity Artist",
        catalog: catalog,
        before: { session in
          guard isLocked else { return }
          session.work.settings.lockedSession = LockedSession(
            user: "a",
            role: "b",
            database: "/c",
            modelFiles: []
          )
        }
      )
      for key in ["B", "f9"] {
        try await scene.send(key)
        let isRefused = scene.status.contains("locked mode does not allow it")
        #expect(isRefused == isLocked, "\(key): \(scene.text)")
      }
      try await scene.run("restock")
      try await scene.send("ctrl-p")
      try await scene.type("restock")
      #expect(scene.text.contains("locked mode does not allow it") == isLocked, "\(scene.text)")
      try await scene.send("enter")
      #expect(ran.isEmpty == isLocked, "\(ran)")
      #expect(isLocked || Set(ran) == ["restock", "reload"] && ran.count == 4, "\(ran)")
    }
  }

  @Test func `G6: in locked mode one can work: find, edit, save, copy what is seen`() async throws {
    let site = try LockedSite()
    let scene = try await scene(site)
    try await scene.send("y")
    #expect(scene.terminal.clipboard != nil)
    try await scene.run("Artist")
    try await scene.send("enter e")
    try await scene.go(to: "name")
    try await scene.retype("Abba")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }
}
