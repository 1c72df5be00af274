import Glibc
import Workspace

/// A program on a terminal of its own; what it writes is kept as bytes.
final class TerminalRun {
  /// What was written since it was last emptied.
  private var output: [UInt8] = []
  private let main: Int32
  private var process = pid_t()

  /// Starts a program on a terminal of 100 by 24.
  init(_ arguments: [String], home: String) throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard main >= 0, ioctl(main, Self.setLock, &unlocked) == 0,
      ioctl(main, Self.getNumber, &number) == 0
    else { throw UsageError("no pseudo terminal: \(String(cString: strerror(errno)))") }
    var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    try spawn(arguments, terminal: "/dev/pts/\(number)", home: home)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(main)
  }

  // TIOCSPTLCK and TIOCGPTN of Linux; as sums of macros they do not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private func spawn(_ arguments: [String], terminal: String, home: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let startsSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which does not import
    posix_spawnattr_setflags(&attributes, startsSession)
    let variables = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=\(home)"]
    let words = arguments.map { strdup($0) }
    let settings = variables.map { strdup($0) }
    defer { for word in words + settings { free(word) } }
    let code = posix_spawn(
      &process,
      arguments[0],
      &actions,
      &attributes,
      words + [nil],
      settings + [nil]
    )
    guard code == 0 else {
      throw UsageError("cannot run '\(arguments[0])': \(String(cString: strerror(code)))")
    }
  }

  /// Types bytes, and forgets what was written before.
  func type(_ text: String) {
    output = []
    let bytes = Array(text.utf8)
    _ = Glibc.write(main, bytes, bytes.count)
  }

  /// Waits until `text` was written, and forgets what was written up to then.
  ///
  /// - Throws: when it is not written in ten seconds, or as many as `limit` says.
  func wait(for text: String, limit: Duration = .seconds(10)) throws {
    let wanted = Array(text.utf8)
    let end = ContinuousClock.now + limit
    while !output.contains(wanted) {
      guard ContinuousClock.now < end else {
        throw UsageError("'\(text)' does not appear on the screen")
      }
      read(waiting: 100)
    }
    output = []
  }

  /// Reads what is written for a time.
  func rest(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end { read(waiting: 5) }
    output = []
  }

  /// How long the program takes to write anything after `text` was typed.
  func response(to text: String) throws -> Duration {
    let start = ContinuousClock.now
    type(text)
    while output.isEmpty {
      guard ContinuousClock.now - start < .seconds(10) else {
        throw UsageError("nothing is written after '\(text)'")
      }
      read(waiting: 1)
    }
    return ContinuousClock.now - start
  }

  /// The most memory the program ever had resident, in bytes.
  var peakMemory: Int {
    guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      .split(whereSeparator: \.isWhitespace)
      if words.first == "VmHWM:", words.count > 1 { return (Int(words[1]) ?? 0) * 1024 }
    }
    return 0
  }

  private func read(waiting milliseconds: Int32) {
    var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(main, &bytes, bytes.count)
    if count > 0 { output += bytes[..<count] }
  }
}
