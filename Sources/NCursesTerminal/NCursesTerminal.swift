import CNCurses
import Glibc
package import Terminal

/// The terminal of the process, through ncurses.
///
/// At most one can be started at a time, for a process has one terminal.
@MainActor
package final class NCursesTerminal: TerminalDriver {
  /// The size of the screen, renewed when the window changes.
  package private(set) var size = Size.zero
  /// How many colours the terminal shows; 0 before ``start()`` and for none.
  package private(set) var colorCount = 0
  /// Whether the background is light, by the terminal's answer, before it by `COLORFGBG`.
  package private(set) var isLight = ModeSequences.isLight(
    colorVariable: getenv("COLORFGBG").map { String(cString: $0) }
  )
  /// Whether the terminal was asked for its background and has not answered.
  private var awaitsGround = false
  /// Whether the mouse is reported to the program instead of selecting text.
  package var isMouseEnabled = false {
    didSet {
      guard isRunning, oldValue != isMouseEnabled else { return }
      write(isMouseEnabled ? ModeSequences.mouseOn : ModeSequences.mouseOff)
    }
  }

  private let usesColor: Bool
  /// Whether the locale has no characters but those of ASCII.
  package let isPlain = ASCIIFallback.areWanted { name in getenv(name).map { String(cString: $0) }
  }
  private let loop: EventLoop
  private var screen: OpaquePointer?
  private var window: UnsafeMutablePointer<WINDOW>?
  private var painter: CursesPainter?
  private var input: TerminalInput?
  private var log: StandardErrorLog?
  private var settings = termios()
  /// The frame on the screen; nil if what it shows is unknown.
  private var shown: Buffer?
  private var events: [TerminalEvent] = []
  private var isRunning = false
  private var isCursorVisible = true

  /// A message about the terminal's environment to show once the screen is open, as a sentence; `nil` for none.
  package private(set) var notice: String?

  /// Makes a driver that does nothing to the terminal yet.
  /// - Parameters:
  ///   - loop: The loop that signals wake.
  ///   - usesColor: Whether to show colours, where the terminal has some.
  package init(loop: EventLoop, usesColor: Bool = true) {
    self.loop = loop
    self.usesColor = usesColor
  }

  /// Calls a handler for each event as it arrives while the loop runs, until ``stop()``.
  package func receiveEvents(_ handler: @escaping @MainActor (TerminalEvent) -> Void) {
    let deliver: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      for event in pendingEvents() { handler(event) }
    }
    loop.addSource(STDIN_FILENO, handler: deliver)
    loop.onWake = deliver
  }

  /// Takes the screen over.
  /// - Throws: ``TerminalError`` if there is no terminal, or none that can show screens; nothing is changed then.
  package func start() throws(TerminalError) {
    guard !isRunning else { return }
    let type = try checkTerminal()
    useUnicodeLocale()
    guard let screen = nc_new_screen(type), let window = nc_standard_window() else {
      throw .refused(operation: "newterm", code: errno)
    }
    self.screen = screen
    self.window = window
    log = StandardErrorLog.begin()
    ScreenRestoration.arm(escapes: ModeSequences.restoration(), settings: settings, log: log)
    configure(window)
    SignalGate.open(waking: loop.wakeDescriptor)
    isRunning = true
    write(ModeSequences.on + (isMouseEnabled ? ModeSequences.mouseOn : ""))
    // The answer comes as an event; nothing waits for it.
    awaitsGround = colorCount >= 8 && TerminalType.candidates(for: type).count > 1
    if awaitsGround { write(ModeSequences.askGround) }
    adoptWindowSize()
  }

  /// Gives the screen back as it was, and shows what went to standard error meanwhile.
  package func stop() {
    guard isRunning else { return }
    isRunning = false
    loop.removeSource(STDIN_FILENO)
    loop.onWake = nil
    leaveScreen()
    ScreenRestoration.disarm()
    SignalGate.close()
    log?.end()
    log = nil
    painter = nil
    window = nil
    input = nil
    shown = nil
    if let screen { delscreen(screen) }
    screen = nil
  }

  /// Shows a frame, in ASCII where the locale has nothing else; curses gets the rows that changed and writes what of them it must.
  package func present(_ frame: Buffer, cursor: Point?) {
    guard isRunning, let window, let painter else { return }
    let buffer = isPlain ? ASCIIFallback.of(frame) : frame
    if let shown, shown.size == buffer.size {
      for run in buffer.differences(from: shown) { painter.paint(run, of: buffer) }
    } else {
      werase(window)
      let columns = 0..<min(buffer.size.width, size.width)
      guard !columns.isEmpty else { return }
      for y in 0..<min(buffer.size.height, size.height) {
        painter.paint(RowRun(y: y, columns: columns), of: buffer)
      }
    }
    shown = buffer
    if let cursor, Rect(size: size).contains(cursor) {
      showCursor(true)
      wmove(window, Int32(cursor.y), Int32(cursor.x))
    } else {
      showCursor(false)
    }
    wrefresh(window)
  }

  /// Forgets what the screen shows; the next frame clears it first.
  package func redraw() {
    shown = nil
    if let window { clearok(window, true) }
  }

  /// The events that have arrived, without waiting; signals come as events too.
  package func pendingEvents() -> [TerminalEvent] {
    guard isRunning else { return [] }
    takeSignals()
    readInput()
    defer { events = [] }
    return events
  }

  /// Stops the process as Ctrl-Z does; returns when it goes on, with ``TerminalEvent/resumed`` among the events.
  package func suspend() {
    guard isRunning else { return }
    leavingScreen {
      SignalGate.stopProcess()
      SignalGate.forget(SIGCONT)
    }
    events.append(.resumed)
    loop.wake()
  }

  /// Gives the screen back while another program uses it, and draws everything again afterwards.
  package func yieldScreen(to body: () -> Void) {
    guard isRunning else { return body() }
    leavingScreen { SignalGate.suspendTerminalSignals(while: body) }
  }

  private func leavingScreen(_ body: () -> Void) {
    leaveScreen()
    body()
    enterScreen()
  }

  /// Sounds the bell.
  package func bell() {
    guard isRunning else { return }
    beep()
  }

  /// Puts text on the clipboard of the terminal's window, if the terminal allows it.
  package func copy(_ text: String) {
    guard isRunning else { return }
    write(ModeSequences.clipboard(text))
  }
}

// MARK: - Taking and leaving the screen

extension NCursesTerminal {
  /// Asks everything that curses would answer by ending the program.
  /// - Returns: The type of terminal to take it for.
  private func checkTerminal() throws(TerminalError) -> String {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    try adoptInput()
    guard let value = getenv("TERM"), value.pointee != 0 else { throw .typeMissing }
    let name = String(cString: value)
    guard let known = TerminalType.candidates(for: name).first(where: isDescribed) else {
      throw .typeUnknown(Sanitizer.visible(name))
    }
    guard ModeSequences.capability("cup") != nil else { throw .tooSimple(Sanitizer.visible(name)) }
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw .refused(operation: "tcgetattr", code: errno)
    }
    return known
  }

  private func isDescribed(_ type: String) -> Bool {
    var found: Int32 = 0
    return setupterm(type, STDOUT_FILENO, &found) != ERR && found == 1
  }

  /// Replaces a piped standard input by `/dev/tty`, so that this program and its child processes read keys from it.
  private func adoptInput() throws(TerminalError) {
    guard isatty(STDIN_FILENO) != 1 else { return }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { throw .notATerminal }
    defer { close(terminal) }
    guard dup2(terminal, STDIN_FILENO) >= 0 else {
      throw .refused(operation: "dup2", code: errno)
    }
  }

  /// Curses reads and writes UTF-8 only in a locale of UTF-8.
  private func useUnicodeLocale() {
    if setlocale(LC_CTYPE, "") == nil {
      notice = ASCIIFallback.unknownLocale { name in getenv(name).map { String(cString: $0) } }
    }
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private func configure(_ window: UnsafeMutablePointer<WINDOW>) {
    raw()
    noecho()
    nonl()
    keypad(window, true)
    input = TerminalInput(
      STDIN_FILENO,
      sequences: .described { name in ModeSequences.capability(name).map { Array($0.utf8) } }
    )
    if usesColor, has_colors() {
      start_color()
      use_default_colors()
      colorCount = Int(nc_color_count())
    }
    painter = CursesPainter(window: window, colorCount: colorCount)
    // Curses would wait for the terminal to answer half of the output otherwise.
    typeahead(-1)
    leaveok(window, false)
  }

  private func leaveScreen() {
    // An answer that comes later would be typed into the shell.
    if awaitsGround {
      var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, 100) > 0 { readInput() }
      awaitsGround = false
    }
    // What the screen shows stays where the terminal has no other one: the shell's line does not stand among it.
    if ModeSequences.capability("rmcup") == nil, let window {
      wmove(window, Int32(size.height) - 1, 0)
      wclrtoeol(window)
      wrefresh(window)
    }
    write(ModeSequences.off + ModeSequences.mouseOff)
    showCursor(true)
    def_prog_mode()
    endwin()
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  private func enterScreen() {
    reset_prog_mode()
    // Curses would do it when it reads, and it does not read.
    if let window { keypad(window, true) }
    write(ModeSequences.on + (isMouseEnabled ? ModeSequences.mouseOn : ""))
    redraw()
    if adoptWindowSize() { events.append(.resize(size)) }
    // After endwin the next refresh takes the screen again.
    if let window { wrefresh(window) }
    isCursorVisible = true
  }

  private func showCursor(_ isVisible: Bool) {
    guard isCursorVisible != isVisible else { return }
    isCursorVisible = isVisible
    curs_set(isVisible ? 1 : 0)
  }

  /// Makes curses believe in the size the window has; true if that is news.
  @discardableResult
  private func adoptWindowSize() -> Bool {
    var rows: Int32 = 0
    var columns: Int32 = 0
    if nc_window_size(STDOUT_FILENO, &rows, &columns) != 0 || rows <= 0 || columns <= 0 {
      rows = window.map { getmaxy($0) } ?? 24
      columns = window.map { getmaxx($0) } ?? 80
    }
    let new = Size(width: Int(columns), height: Int(rows))
    guard new != size else { return false }
    size = new
    resize_term(rows, columns)
    shown = nil
    return true
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return
      }
    }
  }
}

// MARK: - Events

extension NCursesTerminal {
  private func takeSignals() {
    let signals = SignalGate.take()
    guard !signals.isEmpty else { return }
    for signal in SignalBlock.ending where signals.contains(signal) {
      events.append(.terminate(signal: signal))
    }
    if signals.contains(SIGTSTP) {
      suspend()
    } else if signals.contains(SIGCONT) {
      // Stopped by a signal that no program can handle: the shell has had the terminal since.
      enterScreen()
      events.append(.resumed)
    }
    if signals.contains(SIGWINCH), adoptWindowSize() {
      if let window { clearok(window, true) }
      events.append(.resize(size))
    }
  }

  private func readInput() {
    guard let input else { return }
    let hasArrived = input.read()
    for event in input.events() {
      if case .ground(let isLight) = event { (self.isLight, awaitsGround) = (isLight, false) }
      events.append(event)
    }
    if !hasArrived, input.isHungUp {
      // Without a signal to tell, the loop would be woken for ever by an end that is never read.
      events.append(.terminate(signal: SIGHUP))
    }
  }
}
