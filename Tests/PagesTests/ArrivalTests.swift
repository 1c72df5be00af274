import SceneSupport
import Editing
import Testing

@testable import Pages
import Workspace

/// Tests that values loaded while a page is on the screen appear when they arrive, whatever was drawn before.
@MainActor
struct ArrivalTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, memo TEXT NOT NULL, amount INTEGER, rank INTEGER,
      person_id INTEGER REFERENCES person);
    INSERT INTO person VALUES (1, 'Ada', NULL);
    INSERT INTO invoice VALUES (1, 'Lunch', NULL, 7, 1);
    """

  private static func scene(_ task: String) async throws -> Scene {
    try await Scene(script, "--entity invoice --task \(task) --id 1")
  }

  /// Types a rule; a frame is drawn as soon as it counts, before anything that it reads can be there.
  private func type(_ rule: String, in scene: Scene) async throws {
    scene.session.ui.screen.onNotice = { [weak scene] _ in scene?.draw() }
    #expect(try await scene.apply(rule))
    try await scene.settle()
  }

  @Test(arguments: ["inspect", "edit"])
  func `What a typed rule reads is shown when it arrives`(task: String) async throws {
    let scene = try await Self.scene(task)
    #expect(scene.line(with: "Amount") != nil, "\(scene.text)")
    try await type("rule *true* => hideEmptyProperty = object.person.note is null", in: scene)
    #expect(scene.line(with: "Amount") == nil, "\(scene.text)")
    await scene.end()
  }

  @Test(arguments: ["inspect", "edit"])
  func `What a typed rule displays is shown when it arrives`(task: String) async throws {
    let scene = try await Self.scene(task)
    try await type("rule *true* => displayPropertyKeys = ['memo', 'person.note']", in: scene)
    let line = try #require(scene.line(with: "Note"))
    #expect(line.contains("∅") && !line.contains("…"), "\(scene.text)")
    await scene.end()
  }

  @Test func `A mistake that shows while a page is read is told`() async throws {
    let scene = try await Self.scene("edit")
    try await type("rule *true* => lockingPolicy = object.rank", in: scene)
    #expect(scene.text.contains("1 rule fault"), "\(scene.text)")
    await scene.end()
  }

  @Test(arguments: ["inspect", "edit"])
  func `What others have changed is shown when it arrives`(task: String) async throws {
    let scene = try await Self.scene(task)
    let session = scene.session
    let object = try #require(session.navigator.current.object)
    try scene.execute("UPDATE invoice SET memo = 'Dinner'")
    let (gate, opening) = AsyncStream<Void>.makeStream()
    session.work.loads.run {
      for await _ in gate {}
      await session.work.reader.refresh(object)
    }
    session.work.renewRoot()
    var frames = 0
    try await scene.draw {
      frames += 1
      return frames > 3
    }
    #expect(scene.line(with: "Memo")?.contains("Lunch") == true, "\(scene.text)")
    opening.finish()
    try await scene.settle()
    #expect(scene.line(with: "Memo")?.contains("Dinner") == true, "\(scene.text)")
    await scene.end()
  }

  @Test func `A field that is not read yet is not taken for an empty one`() async throws {
    let script = """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, remark TEXT, name TEXT NOT NULL, rank INTEGER);
      INSERT INTO thing VALUES (1, 'Blue', 'Chair', 7);
      """
    let rules = """
      *true* => hideEmptyProperty = true
      task = 'list' => displayPropertyKeys = ['rank']
      """
    let scene = try await Scene(script, rules: rules, "--entity thing --task list")
    scene.press("e")
    scene.draw()
    #expect(scene.line(with: "Remark") != nil, "\(scene.text)")
    try await scene.settle()
    #expect(scene.line(with: "Remark")?.contains("Blue") == true, "\(scene.text)")
    await scene.end()
  }
}
