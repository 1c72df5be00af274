import Glibc
import Terminal
import Testing

/// Whatever happens to the program, the screen is right, and the shell is left as it was.
struct TerminalLifeTests {
  /// A program that traps while it draws; it stands beside the real one.
  private static let trapInDrawing = ProgramRun.folder + "/TrapInDrawing"

  private static func start(
    _ arguments: [String] = ["--task", "list", "--entity", "Movie"],
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(ProgramRun.path, arguments, environment: environment)
    try terminal.settle()
    return terminal
  }

  /// A shell with job control and the program in its foreground.
  private static func startInShell() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal("/bin/sh", ["-i"], environment: ["PS1": "ready> "])
    try terminal.wait { terminal.lines.contains { $0.hasPrefix("ready>") } }
    try terminal.write("\(ProgramRun.path) --task list --entity Movie\n")
    // The rows, too: there is nothing for the cursor to move over before.
    try terminal.wait { terminal.shows("1/220") }
    return terminal
  }

  @Test func `A small window and back again show the same list at the same row`() throws {
    let terminal = try Self.start()
    try terminal.type("j j j j j j")
    let before = terminal.lines
    try terminal.resize(to: Size(width: 20, height: 5))
    #expect(terminal.lines.count == 5)
    #expect(terminal.lines.contains { $0.hasPrefix("›") })
    try terminal.resize(to: Size(width: 8, height: 2))
    #expect(terminal.isAlive)
    try terminal.resize(to: Size(width: 80, height: 24))
    #expect(terminal.lines[0] == before[0])
    #expect(terminal.lines.suffix(2) == before.suffix(2))
    let row = before.first { $0.hasPrefix("›") }
    #expect(terminal.lines.first { $0.hasPrefix("›") } == row)
    try terminal.type("ctrl-q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.isSane)
  }

  @Test func `Ctrl-Z gives the shell its terminal, and fg the program its screen`() throws {
    let terminal = try Self.startInShell()
    try terminal.write("jj")
    try terminal.wait { terminal.shows("3/220") }
    let before = terminal.lines
    try terminal.write("\u{1A}")
    try terminal.wait { !terminal.screen.isAlternateScreen && terminal.hasPrompt }
    #expect(terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isDisjoint(with: [1002, 1004, 1006, 2004]))
    try terminal.write("echo $((6 * 7))\n")
    try terminal.wait { terminal.lines.contains("42") && terminal.hasPrompt }
    try terminal.write("fg\n")
    try terminal.wait { terminal.lines == before }
    try terminal.write("\u{11}")
    try terminal.wait { !terminal.screen.isAlternateScreen && terminal.hasPrompt }
    try terminal.write("echo $?; exit 3\n")
    #expect(try terminal.waitForExit() == 3)
    #expect(terminal.isSane)
    #expect(terminal.lines.contains("0"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `A signal that asks for the end is obeyed and told`(signal: Int32) throws {
    let terminal = try Self.start()
    try terminal.signal(signal)
    #expect(try terminal.waitForExit() == 128 + signal)
    #expect(terminal.isSane)
  }

  @Test func `A terminal that takes no output keeps no program from ending`() throws {
    let terminal = try Self.start()
    terminal.stopOutput()
    try terminal.write("j")
    try terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == 128 + SIGTERM)
  }

  @Test(arguments: [SIGILL, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGTRAP])
  func `A crash leaves a sane terminal and its own exit code`(signal: Int32) throws {
    let terminal = try Self.start(environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.signal(signal)
    #expect(try terminal.waitForExit() == 128 + signal)
    #expect(terminal.isSane)
  }

  @Test func `A trap in drawing leaves a sane terminal, and says what it was`() throws {
    let terminal = try PseudoTerminal(
      Self.trapInDrawing,
      environment: ["SWIFT_BACKTRACE": "enable=no"]
    )
    try terminal.settle()
    #expect(terminal.lines.first == "42")
    try terminal.send("x")
    #expect([128 + SIGILL, 128 + SIGTRAP].contains(try terminal.waitForExit()))
    #expect(terminal.isSane)
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("Fatal error: Index out of range"))
  }

  @Test func `A program that waits uses no time of the processor`() throws {
    let terminal = try Self.start()
    try terminal.type("j")
    // What the key began may still go on where all tests run at once; one that polls slowly rests between two polls only.
    var quietWindows = 0
    for _ in 0..<40 where quietWindows < 3 {
      let before = terminal.sleepCount
      var polled = pollfd()
      poll(&polled, 0, 150)
      quietWindows = terminal.sleepCount == before ? quietWindows + 1 : 0
    }
    #expect(quietWindows == 3)
  }

  @Test(arguments: ["vt100", "xterm", "linux", "screen-256color"])
  func `The program can be used on every kind of terminal`(type: String) throws {
    let terminal = try Self.start(environment: ["TERM": type])
    try terminal.send("j")
    #expect(terminal.shows("2/220"))
    #expect(terminal.lines.contains { $0.hasPrefix("›") })
    try terminal.send("\u{11}")
    #expect(try terminal.waitForExit() == 0)
    // Where the shell goes on in the same screen, its line is free.
    #expect(!terminal.shows("? help"), "\(terminal.lines)")
  }

  @Test func `No colour is written where NO_COLOR is set`() throws {
    let terminal = try Self.start(environment: ["NO_COLOR": "1"])
    try terminal.type("j")
    let styles = terminal.screen.buffer.styles
    #expect(styles.allSatisfy { $0.foreground == .default && $0.background == .default })
    #expect(styles.contains { $0.attributes.contains(.reverse) })
  }
}

extension PseudoTerminal {
  /// Whether `text` stands on the screen.
  fileprivate func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Whether the last line written is a shell's prompt.
  fileprivate var hasPrompt: Bool { lines.last { !$0.isEmpty } == "ready>" }
}

extension Buffer {
  /// How each cell looks.
  fileprivate var styles: [Style] {
    (0..<size.height).flatMap { y in
      (0..<size.width).map { x in self[Point(x: x, y: y)].style }
    }
  }
}
