import CommandLineTool
import Pages
import SQLite
import Terminal
import TestSupport
import Testing
import Widgets
import Workspace

/// How often a page is drawn before it is there.
@MainActor
struct FirstFrameTests {
  private let folder = TemporaryFolder()
  private let terminal = HeadlessTerminal(size: Size(width: 120, height: 30))

  /// Begins with the list of an entity, and waits for what is to be drawn.
  private func begin(with entity: String) async throws -> ScreenController {
    let path = folder.path + "/list.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT, born INTEGER, note TEXT);
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author);
      INSERT INTO author VALUES (1, 'Ann', 1960, 'first'), (2, 'Ben', 1970, 'second');
      INSERT INTO book VALUES (1, 'One', 1), (2, 'Two', 1);
      """
    )
    let words = ["render", "--entity", entity, path]
    let session = try await Program(try Invocation(arguments: words)).session()
    let controller = ScreenController(session: session, driver: terminal)
    session.work.reading.readsAhead = false
    session.ui.prepare()
    try await untilSettled(session)
    return controller
  }

  private func untilSettled(_ session: Session) async throws {
    var patience = Patience()
    while !session.work.isSettled {
      let lasts = patience.lasts
      try #require(lasts, "waited in vain")
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Draws, and once more what the frame has asked for, which begins behind it.
  private func draw(_ controller: ScreenController) async throws {
    controller.draw()
    for _ in 0..<100 { await Task.yield() }
    try await untilSettled(controller.session)
    controller.draw()
  }

  @Test func `A list and the object beside it are there with the first frame`() async throws {
    let controller = try await begin(with: "Author")
    try await draw(controller)
    #expect(controller.host.frameNumber == 1)
    #expect(terminal.lines.contains { $0.contains("│  Ann") }, "\(terminal.lines)")
    #expect(terminal.lines.contains { $0.contains("Books 2") }, "\(terminal.lines)")
    #expect(terminal.lines.contains { $0.contains("Two") }, "\(terminal.lines)")
    await controller.session.close()
  }

  @Test func `An object of which the list has read all takes no frame of its own`() async throws {
    let controller = try await begin(with: "Book")
    try await draw(controller)
    controller.handle(.key(.character("j")))
    try await draw(controller)
    #expect(controller.host.frameNumber == 2)
    #expect(terminal.lines.contains { $0.contains("│  Two") }, "\(terminal.lines)")
    await controller.session.close()
  }
}
