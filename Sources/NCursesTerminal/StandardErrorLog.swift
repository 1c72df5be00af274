import CNCurses
import Glibc

/// Keeps what is written to standard error while the screen is up, to show it afterwards.
///
/// A message of the Swift runtime or of a library would land in the middle of the screen and be erased with it.
struct StandardErrorLog {
  /// A file without a name, in memory.
  private let file: Int32
  /// The original destination of standard error.
  private let original: Int32

  /// Redirects standard error; nil if it is no terminal, so that nothing needs to be kept.
  static func begin() -> StandardErrorLog? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    let file = memfd_create("standard error", 0)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard original >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      close(file)
      return nil
    }
    return StandardErrorLog(file: file, original: original)
  }

  /// Sends standard error where it went before and shows there what was kept.
  func end() {
    replay()
    close(file)
    close(original)
  }

  /// The part of ``end()`` that a signal handler may call.
  func replay() {
    dup2(original, STDERR_FILENO)
    guard lseek(file, 0, SEEK_SET) == 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { bytes in
      guard let start = bytes.baseAddress else { return }
      while true {
        let count = read(file, start, bytes.count)
        guard count > 0, write(STDERR_FILENO, start, count) == count else { return }
      }
    }
  }
}
