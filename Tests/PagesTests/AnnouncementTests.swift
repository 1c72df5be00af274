import EntityModel
import RuleEnvironment
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace
import StandardKeys

/// Tests that questions, errors and progress appear on the pages that rules choose for them.
@MainActor
struct AnnouncementTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, rating TEXT);
    INSERT INTO film VALUES(1, 'ALIEN', 'R'), (2, 'BRAZIL', 'PG');
    """
  private static let rules = """
    task = 'confirm' => page = 'own'
    task = 'error' => page = 'own'
    task = 'progress' => page = 'own'
    """

  /// A page of an application: what is announced, in words of its own.
  private struct OwnPage: View {
    @Environment(\.pageContext) private var page

    var body: some View {
      VStack {
        Text("Own page of \(page.task?.rawValue ?? "") about \(page.entity?.name ?? "all")")
        if let said = page.announcement {
          Text("» \(said.sentence)").wrap()
          ForEach(said.details) { Text("· \($0)").wrap() }
        }
      }
    }
  }

  private func scene(
    _ arguments: String = "--entity Film",
    rules: String = rules
  ) async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.pages["own"] = Page("own", for: .confirm, .error, .progress) { OwnPage() }
    return try await Scene(Self.script, rules: rules, arguments, catalog: catalog)
  }

  @Test func `A deletion is asked about on the page that a rule chooses, and y deletes`()
    async throws
  {
    let scene = try await scene()
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    try await scene.send("d")
    #expect(scene.text.contains("Own page of confirm about Film"), "\(scene.text)")
    #expect(scene.text.contains("» Delete Film “ALIEN”? It goes at once."), "\(scene.text)")
    #expect(scene.text.contains("y delete it   esc keep"), "\(scene.text)")
    try await scene.send("d")
    #expect(scene.text.contains("Own page"), "the key that asked answers nothing\n\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("Own page") && scene.text.contains("BRAZIL"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["2"])
    try await scene.send("d y")
    #expect(try scene.rows("SELECT title FROM film") == ["BRAZIL"])
  }

  @Test func `Leaving a form is asked about there, with a number for each answer`() async throws {
    let scene = try await scene("--entity Film --task edit --id 1")
    try await scene.retype("ALIENS")
    try await scene.send("esc")
    #expect(scene.text.contains("» The changes are not saved"), "\(scene.text)")
    #expect(
      scene.text.contains("1 Stay here an…   2 Save the cha…   3 Discard"),
      "\(scene.text)"
    )
    try await scene.send("1")
    #expect(!scene.text.contains("Own page") && scene.text.contains("ALIENS"), "\(scene.text)")
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["ALIEN"])
    try await scene.send("esc 2")
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["ALIENS"], "\(scene.text)")
  }

  @Test func `A save that fails is told on the page that a rule chooses, and stays pending`()
    async throws
  {
    let scene = try await scene("--entity Film --task edit --id 1")
    try await scene.retype("BRAZIL")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("Own page of error about Film"), "\(scene.text)")
    #expect(scene.text.contains("» not saved: another Film has the same Title"), "\(scene.text)")
    try await scene.send("enter")
    #expect(!scene.text.contains("Own page") && scene.text.contains("BRAZIL"), "\(scene.text)")
    try await scene.retype("CUBE")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["CUBE"], "\(scene.text)")
  }

  @Test func `An object that cannot be opened is told there too`() async throws {
    let scene = try await scene()
    try scene.execute("ALTER TABLE film RENAME TO movie")
    try await scene.send("enter")
    #expect(scene.text.contains("Own page of error about Film"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("Own page"), "\(scene.text)")
  }

  @Test func `Work that takes long has the page that a rule chooses, and ends with it`()
    async throws
  {
    let scene = try await scene("--entity Film --task edit --id 1")
    try await scene.retype("CUBE")
    let lock = try scene.lock()
    scene.press("ctrl-s")
    try await scene.draw { scene.text.contains("Own page of progress about Film") }
    try await scene.draw { scene.text.contains("» file locked by another program") }
    #expect(!scene.text.contains("Rating"), "\(scene.text)")
    scene.press("esc")
    try await scene.settle()
    #expect(!scene.text.contains("of progress"), "\(scene.text)")
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["ALIEN"])
    try await scene.send("esc")
    #expect(scene.text.contains("CUBE") && scene.text.contains("Rating"), "\(scene.text)")
    lock.release()
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["CUBE"], "\(scene.text)")
  }

  @Test func `A page that is made for something else asks nothing in the place of the program`()
    async throws
  {
    for page in ["list", "unknown", "confirm"] {
      let scene = try await scene(rules: "task = 'confirm' => page = '\(page)'")
      try await scene.send("d")
      #expect(scene.text.contains("y delete it   esc keep"), "\(scene.text)")
      try await scene.send("y")
      #expect(try scene.rows("SELECT count(*) FROM film") == ["1"])
    }
  }

  @Test(arguments: [
    ("confirm", "There is nothing to confirm."), ("error", "There is no error."),
    ("progress", "There is no work in progress."),
  ])
  func `Where nothing is to be announced the page says so above what there is`(
    task: String,
    sentence: String
  ) async throws {
    for (place, shown) in [
      ("", "Film"), ("--entity Film", "BRAZIL"), ("--entity Film --id 2", "PG"),
    ] {
      let scene = try await scene("\(place) --task \(task)", rules: "")
      #expect(scene.text.contains(sentence) && scene.text.contains(shown), "\(scene.text)")
    }
  }
}
