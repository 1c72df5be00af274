import Glibc
import Terminal
import Workspace

/// A program with its arguments that takes over the terminal until it ends; it is started without a shell.
nonisolated struct ChildProgram: Sendable {
  /// The program and its arguments.
  let words: [String]
  /// The file that it reads as its standard input; `nil` for that of this program.
  var input: String?

  /// Runs it to its end; the terminal must be free for it.
  /// - Returns: The code with which it ended.
  func run() throws(PromptRefusal) -> Int32 {
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    let code = withSpawnSettings { actions, attributes in
      posix_spawnp(&process, words[0], actions, attributes, &pointers, environ)
    }
    guard code == 0 else {
      throw PromptRefusal("‘\(words[0])’ cannot start: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// The program gets the signals as a shell would give them, and writes its messages to the terminal, not to our log.
  private func withSpawnSettings(
    _ spawn: (UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>) -> Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0) }
    if isatty(STDOUT_FILENO) == 1 {
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    }
    return SpawnAttributes.with { spawn(&actions, $0) }
  }

  /// Leaves what a program has printed on the terminal until Enter is pressed; where there is no terminal nobody waits.
  static func waitForEnter() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    print("\nEnter goes back", terminator: "")
    fflush(nil)
    while case let key = getchar(), key != 10, key != EOF {}
  }
}
