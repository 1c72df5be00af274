import Glibc
import Synchronization

/// The data that signal handlers and exit handlers use to restore the terminal.
///
/// Created when the program takes over the screen. It lives as long as the process, so that a handler always finds it.
struct ScreenRestoration {
  /// The bytes that switch every mode off that the program may have switched on.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The settings of the terminal before the program.
  private var settings: termios
  /// The file that standard error goes to meanwhile, and where it went before; -1 for neither.
  private let log: StandardErrorLog?

  /// The address of the restoration in force; 0 while the screen is not taken.
  private static let current = Atomic<UInt>(0)

  private static let isRegisteredAtExit = Atomic<Bool>(false)

  /// Arms a restoration until ``disarm()``.
  static func arm(escapes: [UInt8], settings: termios, log: StandardErrorLog?) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: escapes.count)
    _ = bytes.initialize(from: escapes)
    let restoration = UnsafeMutablePointer<ScreenRestoration>.allocate(capacity: 1)
    restoration.initialize(to: ScreenRestoration(bytes: bytes, settings: settings, log: log))
    current.store(UInt(bitPattern: restoration), ordering: .sequentiallyConsistent)
    if !isRegisteredAtExit.exchange(true, ordering: .relaxed) {
      atexit { ScreenRestoration.restore() }
    }
  }

  /// Disarms it: the screen was given back in the ordinary way.
  static func disarm() {
    current.store(0, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back, once; only calls that are allowed in a signal handler.
  ///
  /// A terminal that takes nothing, as a stopped one, keeps nobody from ending.
  static func restore() {
    let address = current.exchange(0, ordering: .sequentiallyConsistent)
    guard let restoration = UnsafeMutablePointer<ScreenRestoration>(bitPattern: address)
    else { return }
    let bytes = restoration.pointee.bytes
    // One that is slow has not read all of the last frame yet.
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    _ = poll(&output, 1, 500)
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    _ = fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK)
    let isTaken = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) == bytes.count
    _ = fcntl(STDOUT_FILENO, F_SETFL, flags)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoration.pointee.settings)
    if isTaken { restoration.pointee.log?.replay() }
  }
}
