import AccessControl
import Glibc

/// The preparation of the process before anything is opened: standard streams, resource limits, and a check of the arguments'
/// UTF-8.
///
/// In locked mode it refuses hard limits that could end the process between a change and its audit entry.
enum ProcessLimits {
  /// The descriptors that a session may need at once: connections, journals, logs and wakers.
  private static let descriptorCount = 64

  /// Prepares the process, before anything is opened.
  ///
  /// - Returns: The outcome if the program cannot run; `nil` when it can.
  static func prepare() -> Program.Outcome? {
    // A file that may not grow is an error of the write, which is told.
    signal(SIGXFSZ, SIG_IGN)
    openStandardStreams()
    raise(RLIMIT_NOFILE)
    guard hasDescriptors else {
      return .failure(
        "fewer than \(descriptorCount) file descriptors are left; close files or raise the limit"
          + " (ulimit -n)",
        code: 1
      )
    }
    return unreadableArgument.map { number, text in
      .failure(
        "argument \(number) is not valid UTF-8: '\(text)'; rename the file or use a link"
          + " (ln -s)",
        code: 2
      )
    }
  }

  /// The first argument that is no UTF-8, with U+FFFD for what is none: as a text it would be another one.
  private static var unreadableArgument: (number: Int, text: String)? {
    for number in 1..<max(Int(CommandLine.argc), 1) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      if String(validatingCString: bytes) == nil { return (number, String(cString: bytes)) }
    }
    return nil
  }

  /// Raises the soft limits in locked mode.
  ///
  /// - Throws: ``SiteRefusal`` for a hard limit that could end the process, or keep the audit log from being written.
  static func lift() throws(SiteRefusal) {
    let unlimited: [(resource: __rlimit_resource, name: String, option: String)] = [
      (RLIMIT_FSIZE, "file size", "f"), (RLIMIT_CPU, "CPU time", "t"), (RLIMIT_AS, "memory", "v"),
      (RLIMIT_DATA, "data", "d"),
    ]
    for (resource, name, option) in unlimited where raise(resource) != rlim_t.max {
      throw .opening(
        "locked mode refuses a hard limit on \(name): it could stop between a change"
          + " and its audit entry; remove the limit (ulimit -\(option))"
      )
    }
  }

  /// Raises a soft limit as far as the hard one.
  ///
  /// - Returns: The hard limit.
  @discardableResult
  private static func raise(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return rlim_t.max }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return limit.rlim_max
  }

  /// Opens those of the first three descriptors that are closed, in a way that each use of them fails as before: no file
  /// becomes standard output by chance.
  private static func openStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is taken.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether enough descriptors are free, whatever the process was started with.
  private static var hasDescriptors: Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
    var freeCount = 0
    for number in 0..<Int32(clamping: limit.rlim_cur) where fcntl(number, F_GETFD) < 0 {
      freeCount += 1
      if freeCount >= descriptorCount { return true }
    }
    return false
  }
}
