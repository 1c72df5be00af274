import Glibc
import Terminal
import TestSupport

/// One run of the real program, without a terminal.
struct ProgramRun {
  let output: String
  let messages: String
  let code: Int32

  /// The folder of the test executable and the other build products.
  static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }()

  /// The path of the program: `d2t` beside the tests, or the released one that `D2T_TEST_PROGRAM` names.
  static let path = getenv("D2T_TEST_PROGRAM").map { String(cString: $0) } ?? folder + "/d2t"

  /// Runs the program, or another one, to its end in `folder`, where it finds no configuration of anybody's; the shell does
  /// `preparation` before.
  init(
    _ arguments: [String],
    of program: String = path,
    after preparation: String = "",
    in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      command: [program] + arguments,
      after: preparation,
      in: folder,
      environment: environment
    )
  }

  /// Runs a line of the shell in `folder`, in which `d2t` is the program.
  init(shell line: String, in folder: TemporaryFolder) throws {
    let script = "d2t() { \"$0\" \"$@\"; }; set -e; \(line)"
    try self.init(
      command: ["sh", "-c", script, Self.path],
      after: "",
      in: folder,
      environment: [:]
    )
  }

  private init(
    command: [String],
    after preparation: String,
    in folder: TemporaryFolder,
    environment: [String: String]
  ) throws {
    // A shell puts the streams in their places and goes there first; nothing of the arguments is read by it.
    let words = environment.map { "\($0)=\($1)" } + command
    let script =
      "cd \"$0\" && exec >.out 2>.err </dev/null; \(preparation)\n"
      + "exec timeout 60 env -u XDG_CONFIG_HOME -u XDG_STATE_HOME HOME=\"$0\" \"$@\""
    var pid = pid_t()
    let strings = ["/bin/sh", "-c", script, folder.path] + words
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let error = SpawnAttributes.with { posix_spawn(&pid, "/bin/sh", nil, $0, &pointers, environ) }
    guard error == 0 else {
      throw PseudoTerminal.Failure(description: "the shell does not start")
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    output = folder.text(of: ".out")
    messages = folder.text(of: ".err")
    folder.remove(".out")
    folder.remove(".err")
  }
}
