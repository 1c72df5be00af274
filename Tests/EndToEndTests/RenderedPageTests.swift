import SQLite
import Terminal
import TestSupport
import Testing

/// The page that `d2t render` prints is the page that stands on a terminal.
struct RenderedPageTests {
  private let folder = TemporaryFolder()

  init() throws {
    try Connection(path: folder.path + "/film.db", mode: .create).execute(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INTEGER, made DATE);
      CREATE TABLE role (film_id INTEGER REFERENCES film, actor TEXT, PRIMARY KEY (film_id, actor));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO film SELECT i, 'Film ' || (i * 7919 % 1000) || ' 日本', i * 37 % 200, '2024-01-02' FROM n;
      INSERT INTO role SELECT id, 'Actor ' || id FROM film;
      """
    )
  }

  static let pages = [
    ["--entity", "Film"], ["--task", "query"],
    ["--task", "inspect", "--entity", "Film", "--id", "7"],
    ["--task", "list", "--entity", "Role"], ["--task", "edit", "--entity", "Film", "--id", "7"],
  ]

  @Test(arguments: pages, [Size(width: 120, height: 40), Size(width: 50, height: 12)])
  func `A rendered page and the screen show the same text`(page: [String], size: Size) throws {
    let arguments = page + ["--size", "\(size.width)x\(size.height)"]
    let run = try ProgramRun(["render", "film.db"] + arguments, in: folder)
    #expect(run.code == 0, "\(run.messages)")
    let terminal = try PseudoTerminal(
      ProgramRun.path,
      [folder.path + "/film.db"] + page,
      size: size,
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": "", "NO_COLOR": "1"]
    )
    try terminal.settle()
    let rendered = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rendered.count == size.height + 1)
    let wanted = rendered.dropLast().map { String($0) }
    // Related rows come once the cursor rests.
    try terminal.wait(limit: .seconds(5)) { terminal.lines == wanted }
  }

  @Test func `A long list is rendered line by line in the order of its key`() throws {
    let run = try ProgramRun(
      ["render", "film.db", "--task", "list", "--entity", "Film", "--size", "100x40"],
      in: folder
    )
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 40)
    #expect(lines.map { TextWidth.cells(of: $0) }.max() ?? 0 <= 100)
    #expect(!run.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    let titles = lines.dropFirst(2).dropLast(2).map { $0.dropFirst(2).prefix(8) }
    #expect(titles.first == "Film 919")
    #expect(
      titles.map(String.init) == (1...36).map { String("Film \($0 * 7919 % 1000) 日本".prefix(8)) }
    )
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func `A terminal that cannot be drawn on is refused`(name: String) throws {
    let terminal = try PseudoTerminal(
      ProgramRun.path,
      [folder.path + "/film.db"],
      environment: ["TERM": name, "HOME": folder.path]
    )
    #expect(try terminal.waitForExit() == 2)
    let said = terminal.lines.joined(separator: " ")
    #expect(said.contains("d2t: "), "\(said)")
    #expect(said.contains("TERM"), "\(said)")
    #expect(terminal.isSane)
  }

  @Test func `Output into a program that reads one line ends without a word`() throws {
    let shell = try PseudoTerminal(
      "/bin/sh",
      ["-c", "\(ProgramRun.path) render \(folder.path)/film.db --size 80x400 | head -1"],
      environment: ["HOME": folder.path]
    )
    #expect(try shell.waitForExit() == 0)
    #expect(shell.lines.first?.hasPrefix(" film ") == true)
    #expect(Set(shell.lines.dropFirst()) == [""])
  }

  @Test func `Output that is no terminal is refused with the way to render`() throws {
    let shell = try PseudoTerminal(
      "/bin/sh",
      ["-c", "\(ProgramRun.path) \(folder.path)/film.db | cat"],
      size: Size(width: 200, height: 5),
      environment: ["HOME": folder.path]
    )
    _ = try shell.waitForExit()
    #expect(shell.lines[0].contains("use 'render'"))
    #expect(!shell.output.contains(0x1B))
  }
}
