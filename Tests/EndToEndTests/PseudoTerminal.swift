import Glibc
import Terminal

/// A program that runs on a terminal of its own, with a person who types and reads.
///
/// There are no pauses to guess: whether the program has settled is asked of the kernel.
final class PseudoTerminal {
  /// The current contents of the screen.
  private(set) var screen: ScreenModel
  /// Everything the program wrote.
  private(set) var output: [UInt8] = []
  /// How the program ended, as a shell reports it: its code, or 128 and the number of the signal.
  private(set) var exitCode: Int32?
  let processIdentifier: pid_t

  private let main: Int32
  /// The program's side, kept open to see whether the program has read its input.
  private let replica: Int32
  /// How often the program had gone to sleep when it was last given something to do.
  private var sleepsBefore = -1

  /// Why a program could not be started, or did not do what was waited for.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a program.
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - size: The size of the terminal.
  ///   - environment: Variables laid over those of this process.
  /// - Throws: ``Failure`` if the operating system refuses.
  init(
    _ program: String,
    _ arguments: [String] = [],
    size: Size = Size(width: 80, height: 24),
    environment: [String: String] = [:]
  ) throws {
    screen = ScreenModel(size: size)
    // What posix_openpt, unlockpt and ptsname do, which Swift does not see.
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard main >= 0, ioctl(main, PseudoTerminal.setLock, &unlocked) == 0,
      ioctl(main, PseudoTerminal.getNumber, &number) == 0
    else { throw Failure(description: "no pseudo terminal: error \(errno)") }
    let path = "/dev/pts/\(number)"
    replica = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    PseudoTerminal.setSize(size, of: main)
    _ = fcntl(main, F_SETFL, O_NONBLOCK)
    processIdentifier = try PseudoTerminal.spawn(
      program,
      arguments,
      terminal: path,
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    )
  }

  deinit {
    if exitCode == nil {
      kill(processIdentifier, SIGKILL)
      waitpid(processIdentifier, nil, 0)
    }
    close(main)
    close(replica)
  }

  /// The text of the screen.
  var lines: [String] { screen.lines }

  /// Whether the terminal is in the mode that shells leave it in.
  var isSane: Bool {
    var settings = termios()
    guard tcgetattr(replica, &settings) == 0 else { return false }
    let needed = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & needed == needed && !screen.isAlternateScreen
      && screen.isCursorVisible && screen.modes.isDisjoint(with: [1000, 1002, 1004, 1006, 2004])
  }

  /// Types bytes and waits until the program has settled.
  func send(_ text: String) throws {
    sleepsBefore = sleepCount
    try write(text)
    try settle()
  }

  /// Types keys as ``KeyEvent/sequence(_:)`` reads them: `j j enter ctrl-s`.
  func type(_ keys: String) throws {
    guard let events = KeyEvent.sequence(keys) else {
      throw Failure(description: "'\(keys)' is no sequence of keys")
    }
    for event in events { try send(event.bytes) }
  }

  /// Changes the size of the window and waits until the program has settled.
  func resize(to size: Size) throws {
    sleepsBefore = sleepCount
    screen.resize(to: size)
    PseudoTerminal.setSize(size, of: main)
    try settle()
  }

  /// Takes no more output, as a terminal on which Ctrl-S was pressed.
  func stopOutput() { tcflow(replica, TCOOFF) }

  /// Sends a signal and waits until the program has settled or ended.
  func signal(_ number: Int32) throws {
    sleepsBefore = sleepCount
    kill(processIdentifier, number)
    try settle()
  }

  /// Waits until the program waits for input and has written all it has to, or has ended.
  /// - Parameter limit: How long to wait at most.
  /// - Throws: ``Failure`` if time ran out.
  func settle(limit: Duration = .seconds(60)) throws {
    let deadline = ContinuousClock.now + limit
    // A program that ignores what was done to it never wakes; it is given this time.
    var patienceEnd = ContinuousClock.now + .milliseconds(200)
    var idleCount = 0
    while ContinuousClock.now < deadline {
      if readOutput() {
        idleCount = 0
        patienceEnd = .now + .milliseconds(200)
        continue
      }
      guard isAlive else {
        readRest()
        return
      }
      let hasWoken = sleepCount != sleepsBefore || ContinuousClock.now > patienceEnd
      idleCount = hasWoken && isIdle ? idleCount + 1 : 0
      if idleCount == 2 {
        sleepsBefore = -1
        return
      }
      var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 1)
    }
    throw Failure(
      description: "the screen did not settle:\n" + lines.joined(separator: "\n")
    )
  }

  /// Waits until `condition` holds: for what a program further down does, such as one that a shell runs.
  ///
  /// Throws ``Failure`` if time ran out.
  func wait(limit: Duration = .seconds(60), until condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + limit
    while !condition() {
      guard ContinuousClock.now < deadline else {
        throw Failure(description: "waited in vain:\n" + lines.joined(separator: "\n"))
      }
      guard !readOutput() else { continue }
      var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 5)
    }
  }

  /// Types bytes without waiting for what they do.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Types bytes that need not be characters, without waiting for what they do.
  func write(_ bytes: [UInt8]) throws {
    guard Glibc.write(main, bytes, bytes.count) == bytes.count else {
      throw Failure(description: "the terminal takes no more input")
    }
  }

  /// Waits until the program has ended.
  /// - Returns: Its exit code.
  /// - Throws: ``Failure`` if time ran out.
  func waitForExit(limit: Duration = .seconds(60)) throws -> Int32 {
    let deadline = ContinuousClock.now + limit
    while isAlive {
      guard ContinuousClock.now < deadline else {
        throw Failure(description: "the program did not end")
      }
      _ = readOutput()
      var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 5)
    }
    readRest()
    return exitCode ?? -1
  }

  /// Whether the program has not ended yet.
  var isAlive: Bool {
    guard exitCode == nil else { return false }
    var status: Int32 = 0
    guard waitpid(processIdentifier, &status, WNOHANG) == processIdentifier else { return true }
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return false
  }

  /// Whether nothing that was typed waits to be read.
  var hasReadInput: Bool {
    var count: Int32 = 0
    return ioctl(replica, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// Reads all that a program that has ended wrote; the kernel hands it over in parts.
  private func readRest() { while readOutput() {} }

  private func readOutput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(main, &bytes, bytes.count)
    guard count > 0 else { return false }
    output.append(contentsOf: bytes[..<count])
    screen.feed(bytes[..<count])
    return true
  }

  // TIOCSPTLCK and TIOCGPTN of Linux; as sums of macros they do not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private static func setSize(_ size: Size, of descriptor: Int32) {
    var window = winsize()
    window.ws_row = UInt16(clamping: size.height)
    window.ws_col = UInt16(clamping: size.width)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }
}
