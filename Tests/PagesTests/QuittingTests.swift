import SceneSupport
import StandardKeys
import Terminal
import Testing
import Widgets

@testable import Pages
import Workspace

/// The key that ends the program does so from every place but a question.
@MainActor
struct QuittingTests {
  private nonisolated static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, plot TEXT, released DATE,
      rating TEXT CHECK (rating IN ('G', 'PG', 'PG-13', 'R', 'NC-17', 'X', 'unrated')), data JSON, poster BLOB,
      studio_id INTEGER REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Ufa'), (2, 'Prana');
    INSERT INTO film VALUES
      (1, 'Metropolis', 'Two halves of a city', '1927-01-10', 'G', '{"a":[1,2]}', x'89504E47', 1);
    """

  /// Something in front of the pages, and the way there.
  struct Front: Sendable, CustomTestStringConvertible {
    let arguments: String
    var property = ""
    let keys: String
    var rules = ""

    var testDescription: String { "\(arguments) \(property) \(keys) \(rules)" }
  }

  private nonisolated static let list = "--entity Film"
  private nonisolated static let page = "--entity Film --id 1"
  private nonisolated static let form = "--entity Film --id 1 --task edit"

  nonisolated static let fronts = [
    Front(arguments: "", keys: "!"),
    Front(arguments: "", keys: "?"),
    Front(arguments: "", keys: "ctrl-p"),
    Front(arguments: "", keys: ":"),
    Front(arguments: list, keys: "/"),
    Front(arguments: list, keys: "F"),
    Front(arguments: list, keys: "c"),
    Front(arguments: list, keys: "#"),
    Front(arguments: list, keys: "! /"),
    Front(arguments: page, property: "plot", keys: "V"),
    Front(arguments: page, property: "plot", keys: "V /"),
    Front(arguments: page, property: "poster", keys: "V"),
    Front(arguments: page, property: "data", keys: "V"),
    Front(arguments: form, property: "released", keys: "f4"),
    Front(arguments: form, property: "rating", keys: "enter"),
    Front(arguments: form, property: "studio", keys: "p"),
    Front(arguments: list, keys: "?", rules: "task = 'help' => page = 'own'\n"),
    Front(arguments: list, keys: "!", rules: "task = 'why' => page = 'own'\n"),
  ]

  private func scene(_ front: Front) async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.pages["own"] = Page("own", for: .help, .why) { Text("own") }
    let scene = try await Scene(
      Self.script,
      rules: front.rules,
      front.arguments,
      catalog: catalog
    )
    if !front.property.isEmpty { try await scene.go(to: front.property) }
    return scene
  }

  private func isCovered(_ scene: Scene) -> Bool { scene.session.ui.screen.host?.isModal == true }

  @Test(arguments: fronts)
  func `The key that ends the program ends it from whatever stands in front`(front: Front)
    async throws
  {
    let scene = try await scene(front)
    try await scene.send(front.keys)
    try #require(isCovered(scene), "\(scene.text)")
    try await scene.send("ctrl-q")
    #expect(scene.isFinished, "\(scene.text)")
  }

  @Test func `With unsaved changes it closes what stands in front and asks about them`()
    async throws
  {
    let scene = try await scene(Front(arguments: Self.form, keys: ""))
    try await scene.go(to: "title")
    try await scene.retype("Nosferatu")
    try await scene.send("ctrl-p")
    try #require(isCovered(scene), "\(scene.text)")
    try await scene.send("ctrl-q")
    #expect(!scene.isFinished && scene.text.contains("is not saved"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!isCovered(scene) && !scene.isFinished, "\(scene.text)")
    #expect(scene.line(with: "Title ")?.contains("Nosferatu") == true, "\(scene.text)")
  }

  @Test func `A question stays, also where something to be read stands in front of it`()
    async throws
  {
    let scene = try await scene(Front(arguments: Self.list, keys: ""))
    let host = try #require(scene.session.ui.screen.host)
    let answers = ["yes", "no"].map { MenuItem($0) { _ in } }
    host.present { Menu("Sure?", items: answers).asking() }
    host.present { Panel("Details") { Text("read this") } }
    try await scene.settle()
    try await scene.send("ctrl-q")
    #expect(!scene.isFinished && scene.text.contains("Sure?"), "\(scene.text)")
    #expect(!scene.text.contains("read this"), "\(scene.text)")
    #expect(scene.status.contains("Answer first"), "\(scene.text)")
  }

  @Test func `A key that a rule gives it means what it says in front, and ends the program behind`()
    async throws
  {
    let rule = "*true* => keyBindings = {quitNow: 'enter x'}\n"
    let scene = try await scene(Front(arguments: Self.list, keys: "", rules: rule))
    try await scene.send(":")
    try await scene.type("x")
    #expect(!scene.isFinished && isCovered(scene), "\(scene.text)")
    try await scene.send("backspace")
    try await scene.type("Studio")
    try await scene.send("enter")
    #expect(!scene.isFinished && scene.text.contains("Prana"), "\(scene.text)")
    try await scene.send("x")
    #expect(scene.isFinished, "\(scene.text)")
  }
}
