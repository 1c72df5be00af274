import EntityStore
import RuleEngine
import RuleEnvironment
import SceneSupport
import StandardKeys
import Terminal
import TestSupport
import Testing
import Widgets
import Workspace

@testable import Pages

/// Tests of looks on the screen: chosen by rules, told apart by the terminal, cheap to move a cursor in.
@MainActor
struct LookSceneTests {
  private func background(_ scene: Scene, _ x: Int, _ y: Int) -> Color {
    scene.terminal.screen[Point(x: x, y: y)].style.background
  }

  private func cursorRow(_ scene: Scene) throws -> Int {
    try #require(scene.lines.firstIndex { $0.hasPrefix("›") })
  }

  @Test func `A rule file chooses a look, plain and neutral are the same`() async throws {
    for name in Palette.looks.keys {
      let scene = try await Scene(RecordShop.script, rules: "*true* => look = '\(name)'")
      let palette = try #require(Palette.looks[name])
      #expect(scene.session.ui.palette == palette, "\(name)")
      #expect(
        background(scene, 0, 0) == (palette[.titleBar].shaded(with: palette[.normal])).background
      )
      await scene.end()
    }
    #expect(Palette.looks["plain"] == Palette.looks["neutral"])
  }

  @Test func `A light terminal that answers after the first frame gets the light look by a rule`()
    async throws
  {
    let scene = try await Scene(RecordShop.script)
    #expect(scene.session.ui.palette == .dark)
    scene.terminal.isLight = true
    try await scene.arrive(.ground(isLight: true))
    #expect(scene.session.ui.palette == .light)
    #expect(background(scene, 0, 0) == Palette.light[.titleBar].background)
    let look = scene.session.work.resolver.explain(
      MiscKeys.shared.look,
      in: scene.session.work.root
    )
    #expect("\(look)".contains("isLight"))
  }

  @Test func `The row under the cursor is one shade, with its cell and its colours apart`()
    async throws
  {
    let scene = try await Scene(
      RecordShop.script,
      rules: "entity.name = 'Artist' and propertyKey = 'name' => color = 'error'",
      "--entity Artist"
    )
    try await scene.send("j")
    let y = try cursorRow(scene)
    let styles = (0..<100).map { scene.terminal.screen[Point(x: $0, y: y)].style }
    let shades = Set(styles.map(\.background))
    #expect(shades == [Palette.dark[.cursor].background, Palette.dark[.cell].background])
    #expect(styles.contains { $0.foreground == Palette.dark[.error].foreground })
    try await scene.send("space")
    #expect(Set((0..<100).map { background(scene, $0, y) }) == [Palette.dark[.tagged].background])
    #expect(scene.lines[y].contains("✓"))
  }

  /// The bytes that a terminal is sent for what changed from one frame to the next; eight blanks or more are a sequence, as
  /// curses sends them.
  private func bytes(from old: Buffer, to new: Buffer) -> Int {
    new.differences(from: old).reduce(0) { sum, run in
      var (bytes, style) = (
        "\u{1B}[\(run.y + 1);\(run.columns.lowerBound + 1)H".utf8.count, Style.plain
      )
      var blanks = 0
      for x in run.columns {
        let cell = new[Point(x: x, y: run.y)]
        if cell.style != style { bytes += cell.style.selectGraphicRendition.utf8.count }
        blanks = cell == .blank(cell.style) ? cell.style == style ? blanks + 1 : 1 : 0
        style = cell.style
        if blanks <= 8 { bytes += cell.text.utf8.count }
      }
      return sum + bytes
    }
  }

  @Test(arguments: [(80, 24), (132, 43), (300, 100)], ["default", "classic", "plain"])
  func `A cursor move sends at most a kilobyte`(size: (Int, Int), look: String) async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: "*true* => look = '\(look)'\n*true* => pageWrapper = 'navigation'",
      "--entity Album",
      width: size.0,
      height: size.1
    )
    for key in ["j", "k", "l", "j", "h"] {
      let before = scene.terminal.screen
      try await scene.send(key)
      let sent = bytes(from: before, to: scene.terminal.screen)
      #expect(sent <= 1_024, "\(key): \(sent)")
    }
  }

  /// Many rows, with a column of texts and rows of another table to each.
  private nonisolated static let deals = """
    CREATE TABLE Deal (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stage TEXT, value INTEGER);
    CREATE TABLE Note (id INTEGER PRIMARY KEY, deal INTEGER REFERENCES Deal (id), text TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO Deal SELECT i, 'Deal ' || i * 7919 % 1000, 'stage ' || i % 4, i * 977 % 5000 FROM n;
    INSERT INTO Note SELECT NULL, id, 'Note ' || id * 31 || ' of ' || title FROM Deal;
    INSERT INTO Note SELECT NULL, id, 'Signed on day ' || id * 7 % 31 FROM Deal WHERE id % 2 = 0;
    """

  @Test(arguments: Palette.looks.keys.sorted())
  func `A cursor move over colours, beside a pane, sends at most a kilobyte`(look: String)
    async throws
  {
    let scene = try await Scene(
      Self.deals,
      rules: """
        *true* => look = '\(look)'
        propertyKey = 'stage' => color = 'success'
        propertyKey = 'value' => color = 'warning'
        propertyKey = 'title' => color = 'link'
        """,
      "--entity Deal",
      width: 140,
      height: 40
    )
    #expect(scene.text.contains("Notes"), "\(scene.text)")
    for key in ["j", "k", "l", "j", "j", "h"] {
      let before = scene.terminal.screen
      scene.press(key)
      scene.draw()
      let sent = bytes(from: before, to: scene.terminal.screen)
      #expect(sent > 0 && sent <= 1_024, "\(key): \(sent)")
      // What the pane shows of another object follows when it has been read.
      try await scene.settle()
    }
  }

  @Test func `Without colours and in ASCII every state is a sign or a word`() async throws {
    let rules = "*true* => look = 'mono'"
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Artist")
    scene.terminal.colorCount = 0
    func plain() -> [String] { ASCIIFallback.of(scene.terminal.screen).lines }
    func line(_ piece: String) throws -> String {
      try #require(plain().first { $0.contains(piece) }, "\(scene.text)")
    }
    try await scene.send("space")
    #expect(try line("Accept").hasPrefix(" xAccept"), "tagged")
    #expect(try line("Blind Guardian").hasPrefix("> Blind"), "under the cursor")
    try await scene.send("e")
    try await scene.go(to: "name")
    let field = try line("Name *")
    #expect(field.contains(" >Name *  ") && field.contains("[Blind Guardian"), "\(scene.text)")
    try await scene.append("s")
    #expect(try line("Name *").contains("*>Name"), "changed: \(scene.text)")
    let form = try await Scene(RecordShop.script, rules: rules, "--entity Track --id 1 --task edit")
    try await form.go(to: "milliseconds")
    try await form.retype("1x2")
    let wrong = ASCIIFallback.of(form.terminal.screen).lines
    #expect(wrong.contains { $0.contains("Milliseconds *") && $0.contains(" X ") }, "\(form.text)")
    let reader = try await Scene(RecordShop.script, rules: rules, "--entity Artist --readonly")
    #expect(ASCIIFallback.of(reader.terminal.screen).lines[0].hasSuffix("read only"))
  }

  @Test func `A click on a crumb goes back to its page, and the badge says who may do what`()
    async throws
  {
    let scene = try await Scene(RecordShop.script, "--entity Artist --readonly")
    #expect(scene.lines[0].hasSuffix("read only"), "\(scene.text)")
    try await scene.send("enter")
    let title = scene.lines[0]
    let arrow = try #require(title.firstIndex(of: "›"))
    try await scene.mouse(.press(.left), title.distance(from: title.startIndex, to: arrow) + 2, 0)
    #expect(scene.session.navigator.current.task == "list", "\(scene.text)")
    try await scene.send("enter")
    try await scene.mouse(.press(.left), 1, 0)
    #expect(scene.session.navigator.pages.count == 1)
  }
}
