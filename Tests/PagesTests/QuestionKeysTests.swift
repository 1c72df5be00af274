import RuleEnvironment
import SceneSupport
import Terminal
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace
import StandardKeys

/// A question stays until one of its keys answers it, whatever else is typed, pasted or clicked.
@MainActor
struct QuestionKeysTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, rating TEXT DEFAULT 'R',
      poster BLOB);
    INSERT INTO film VALUES(1, 'ALIEN', 'R', x'00ff00'), (2, 'BRAZIL', 'PG', NULL), (3, 'CUBE', 'R', NULL);
    """

  /// A question of the program, and how it is opened.
  struct Kind: Sendable, CustomTestStringConvertible {
    let question: String
    let arguments: String
    var rules = ""
    /// Whether its answers are the lines of a menu, among which keys move.
    var isMenu = false
    let open: @MainActor @Sendable (Scene) async throws -> Void

    var testDescription: String { question }
  }

  nonisolated static let kinds = [
    Kind(question: "Delete Film “ALIEN”?", arguments: "--entity Film") { try await $0.send("d") },
    Kind(question: "Delete Film “ALIEN”?", arguments: "--entity Film", rules: ownPage) {
      try await $0.send("d")
    },
    Kind(question: "Take back the save of", arguments: "--entity Film") {
      try await $0.send("d y u")
    },
    Kind(question: ", which was taken back?", arguments: "--entity Film") {
      try await $0.send("d y u y U")
    },
    Kind(question: "Leave it, then", arguments: "--entity Film --id 1 --task edit") { scene in
      try await scene.retype("ALIENS")
      try await scene.send("ctrl-s")
      try scene.execute("UPDATE film SET title = 'ALIENS 3' WHERE id = 1")
      try await scene.send("u y")
    },
    Kind(question: "The changes are not saved", arguments: editing, isMenu: true) { scene in
      try await scene.retype("ALIENS")
      try await scene.send("esc")
    },
    Kind(question: "The changes are not saved", arguments: editing, rules: ownPage) { scene in
      try await scene.retype("ALIENS")
      try await scene.send("esc")
    },
    Kind(question: "is not saved", arguments: editing, isMenu: true) { scene in
      try await scene.retype("ALIENS")
      try await scene.send("ctrl-q")
    },
    Kind(question: "Somebody else has deleted it", arguments: editing, isMenu: true) { scene in
      try await scene.retype("ALIENS")
      try scene.execute("DELETE FROM film WHERE id = 1")
      try await scene.send("ctrl-s")
    },
    Kind(
      question: "Nothing was entered. Save",
      arguments: "--entity Film --task create",
      rules: "entity.name = 'Film' and task = 'create' => initialPropertyValues = {title: 'NEW'}\n"
    ) { try await $0.send("ctrl-s") },
    Kind(question: "Change Rating of all 3", arguments: "--entity Film") { scene in
      try await scene.send("M r tab tab")
      try await scene.type("PG")
      try await scene.send("ctrl-s")
    },
  ]

  private nonisolated static let editing = "--entity Film --id 1 --task edit"
  private nonisolated static let ownPage = "task = 'confirm' => page = 'own'\n"

  private func scene(_ kind: Kind) async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.pages["own"] = Page("own", for: .confirm) { Sentence() }
    let scene = try await Scene(
      Self.script,
      rules: kind.rules,
      kind.arguments,
      width: 120,
      catalog: catalog
    )
    try await kind.open(scene)
    try #require(scene.text.contains(kind.question), "\(scene.text)")
    return scene
  }

  private struct Sentence: View {
    @Environment(\.pageContext) private var page

    var body: some View { Text(page.announcement?.sentence ?? "").wrap() }
  }

  /// The keys of the program's table, all characters of ASCII, and those that terminals send besides.
  private static let keys: [KeyEvent] = {
    let typed = (0x20...0x7E).map { KeyEvent.character(Character(UnicodeScalar($0))) }
    let names = "insert del backspace f1 f5 f12 alt-x alt-left ctrl-right ctrl-q ctrl-s"
    let all = CommandDefinition.all.flatMap(\.keys) + typed + (KeyEvent.sequence(names) ?? [])
    var known: Set<KeyEvent> = []
    return all.filter { known.insert($0).inserted }
  }()

  /// The keys that answer, scroll or move the mark, and those that do the same at each place.
  private static func isOwn(_ key: KeyEvent, to kind: Kind) -> Bool {
    let everywhere = KeyEvent.sequence("esc ctrl-c ctrl-l ctrl-z") ?? []
    if everywhere.contains(key) { return true }
    let moves = CommandDefinition.all.contains { $0.group == "Moving" && $0.keys.contains(key) }
    if moves, kind.isMenu || key.typedCharacter == nil { return true }
    if kind.isMenu { return key == KeyEvent(.enter) }
    return key == .character("y")
      || !kind.rules.isEmpty && key.typedCharacter?.isNumber == true && kind.arguments == editing
  }

  @Test(arguments: kinds)
  func `3-16: a question stays at each key that does not answer it, and says which do`(_ kind: Kind)
    async throws
  {
    let scene = try await scene(kind)
    let before = try scene.dump()
    for key in Self.keys where !Self.isOwn(key, to: kind) {
      scene.press("\(key)")
      scene.draw()
      let text = scene.text
      #expect(text.contains(kind.question) && text.contains("Answer first: "), "\(key)\n\(text)")
    }
    #expect(!scene.isFinished)
    #expect(try scene.dump() == before)
    try await scene.send("esc")
    #expect(!scene.text.contains(kind.question), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test(arguments: [
    ("Delete Film “ALIEN”?", "keep"), ("Take back the save of", "leave as it is"),
    (", which was taken back?", "leave as it is"), ("Leave it, then", "do nothing"),
    ("Nothing was entered. Save", "go on editing"), ("Change Rating of all 3", "keep"),
  ])
  func `What Esc does at a question is said in words that fit the question`(
    question: String,
    words: String
  ) async throws {
    for kind in Self.kinds where kind.question == question {
      let scene = try await scene(kind)
      #expect(scene.text.contains("esc \(words)"), "\(scene.text)")
    }
  }

  @Test(arguments: kinds)
  func `3-16: what is typed or pasted at a question neither answers it nor runs`(_ kind: Kind)
    async throws
  {
    let scene = try await scene(kind)
    let before = try scene.dump()
    func expectQuestion(_ what: String) throws {
      #expect(scene.text.contains(kind.question), "\(what)\n\(scene.text)")
      #expect(try !scene.isFinished && scene.dump() == before, "\(what)")
    }
    for text in [":country", ":q! 1 2 3 djy"] {
      for key in text + "\r" {
        scene.press(key == "\r" ? "enter" : "\(KeyEvent.character(key))")
        scene.draw()
      }
      try await scene.settle()
      try expectQuestion(text)
      scene.arrive(text)
      try await scene.settle()
      try expectQuestion("\(text) at once")
    }
    try await scene.paste("y\nd\ny\n1\n")
    try expectQuestion("pasted")
    #expect(scene.text.contains("Answer first: "), "\(scene.text)")
    try await scene.mouse(.press(.left), 119, 1)
    try expectQuestion("clicked")
    try await scene.resize(width: 100, height: 28)
    try await scene.send("ctrl-l ctrl-z")
    try expectQuestion("drawn anew")
    try await scene.send("ctrl-c")
    #expect(!scene.text.contains(kind.question), "\(scene.text)")
    #expect(try !scene.isFinished && scene.dump() == before)
  }

  @Test func `3-16: behind other keys the answer is given twice, or by the mouse`() async throws {
    let scene = try await Scene(Self.script, "--entity Film")
    try await scene.send("d")
    #expect(scene.lines.last?.contains("y delete it  esc keep") == true, "\(scene.text)")
    try await scene.send("x")
    scene.expectStatus("! Answer first: y delete it, esc keep")
    try await scene.send("y")
    scene.expectStatus("! Press again, other keys came before: y delete it, esc keep")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["3"])
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["2"])
    try await scene.send("d x")
    let row = try #require(scene.lines.lastIndex { $0.contains("y delete it   esc keep") })
    let column = try #require(scene.lines[row].firstIndex(of: "y"))
    let x = scene.lines[row].distance(from: scene.lines[row].startIndex, to: column)
    try await scene.mouse(.press(.left), x, row)
    #expect(try scene.rows("SELECT count(*) FROM film") == ["1"], "\(scene.text)")
    // Keys typed ahead of a question wait for it.
    scene.press("d : y")
    try await scene.settle()
    #expect(scene.text.contains("Delete Film “CUBE”?"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["1"])
  }

  @Test func `3-16: keys that a rule gives to the answer are those that are told`() async throws {
    let rules = "*true* => keyBindings = {confirm: 'f3 Z', choose: 'f4'}\n"
    let scene = try await Scene(Self.script, rules: rules, "--entity Film")
    try await scene.send("d y")
    scene.expectStatus("! Answer first: f3 delete it, esc keep")
    try await scene.send("f3")
    scene.expectStatus("! Press again, other keys came before: f3 delete it, esc keep")
    try await scene.send("Z")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["2"])
  }

  @Test func `3-16: the question stays where no room is for a status line`() async throws {
    let scene = try await Scene(Self.script, "--entity Film", width: 30, height: 7)
    try await scene.send("d")
    try await scene.type(":country")
    #expect(scene.text.contains("y delete it"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["3"])
    try await scene.send("y y")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["2"])
  }
}
