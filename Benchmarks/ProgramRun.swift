import Glibc
import Workspace

/// What one run of a program took.
struct ProgramRun {
  let duration: Duration
  /// The processor time it had, and the system for it.
  let work: Duration
  /// The most memory it ever had resident, in bytes.
  ///
  /// Linux counts what its parent had when it was started, so that this process must stay small until then:
  /// what needs memory runs in a child.
  let peakMemory: Int

  /// Runs a program to its end with its output thrown away.
  ///
  /// - Throws: when it cannot be started, or ends otherwise than with 0.
  init(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    let clock = ContinuousClock()
    let start = clock.now
    var process = pid_t()
    let code = posix_spawnp(&process, arguments[0], &actions, nil, words + [nil], environ)
    guard code == 0 else {
      throw UsageError("cannot run '\(arguments[0])': \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process else {
      throw UsageError("'\(arguments[0])' was lost")
    }
    duration = start.duration(to: clock.now)
    work = [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
    peakMemory = usage.ru_maxrss * 1024
    guard status == 0 else {
      throw UsageError("'\(arguments.joined(separator: " "))' ended with status \(status)")
    }
  }

  /// Whether a program of this name is on PATH.
  static func exists(_ name: String) -> Bool {
    String(cString: getenv("PATH")).split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// How many bytes a file has.
func fileSize(_ path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else {
    throw UsageError("no file '\(path)'; scripts/bench builds what is needed")
  }
  return Int(status.st_size)
}
