public import RuleEnvironment
public import Terminal

/// A script of keys in and screens out, run without a terminal.
///
///     let scene = SceneTester(width: 40, height: 5) { Greeting() }
///     scene.send("j j enter")
///     #expect(scene.lines == ["Hello"])
public final class SceneTester {
  /// The host of the scene.
  package let host: ViewHost
  /// The terminal that shows it.
  package let terminal: HeadlessTerminal

  /// A view by itself, in a scope of keys.
  public convenience init<Root: View>(
    width: Int = 80,
    height: Int = 24,
    environment: EnvironmentValues = EnvironmentValues(),
    @ViewBuilder root: () -> Root
  ) {
    let host = ViewHost(environment: environment, root: root)
    self.init(host: host, width: width, height: height)
  }

  /// A scene of an existing host.
  package init(host: ViewHost, width: Int = 80, height: Int = 24) {
    self.host = host
    terminal = HeadlessTerminal(size: Size(width: width, height: height))
    host.onBeep = { [terminal] in terminal.bell() }
    refresh()
  }

  /// The screen, row by row, without the spaces at the end of each.
  public var lines: [String] {
    refresh()
    return terminal.lines
  }

  /// The screen as one text, without blank rows at its end.
  public var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The position of the hardware cursor.
  public var cursor: Point? {
    refresh()
    return host.cursor
  }

  /// How often the bell sounded.
  public var beeps: Int { terminal.bellCount }

  /// Presses the keys of a script such as `"j j enter ctrl-s"`.
  ///
  /// A word that is no key is a programmer's error.
  public func send(_ script: String) {
    guard let keys = KeyEvent.sequence(script) else {
      preconditionFailure("one of the keys '\(script)' does not exist; to type text use type(_:)")
    }
    for key in keys { send(.key(key)) }
  }

  /// Types `text`, character by character.
  public func type(_ text: String) {
    for character in text { send(.key(.character(character))) }
  }

  /// Hands any event to the host.
  public func send(_ event: TerminalEvent) {
    host.handle(event)
    refresh()
  }

  /// Changes the size of the screen.
  public func resize(width: Int, height: Int) {
    terminal.resize(to: Size(width: width, height: height))
    refresh()
  }

  /// Lets tasks run until `condition` holds.
  /// - Returns: Whether it did, after at most so many turns.
  @discardableResult
  public func wait(turns: Int = 10_000, until condition: () -> Bool) async -> Bool {
    for _ in 0..<turns {
      refresh()
      if condition() { return true }
      await Task.yield()
    }
    return false
  }

  private func refresh() {
    let buffer = host.render(terminal.size)
    terminal.present(buffer, cursor: host.cursor)
  }
}
