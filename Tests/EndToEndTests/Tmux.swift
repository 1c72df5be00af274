import Glibc
import TestSupport

/// The program in a window of tmux, as a person has it.
struct Tmux {
  let folder: TemporaryFolder
  /// How often a window was opened: each has a server of its own, for one that is ending takes new windows with it.
  private let windows = Counter()
  private var socket: String { folder.path + "/tmux\(windows.count)" }

  private final class Counter {
    var count = 0
  }

  /// Whether there is a tmux to use.
  static let isInstalled = shell("command -v tmux") != ""

  /// Starts the program in a new window of some columns and rows; the one before it, if any, is closed.
  func start(_ arguments: String, columns: Int, rows: Int) {
    close()
    windows.count += 1
    let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].map { "\($0)=\(folder.path)" }
    run(
      "-f /dev/null new-session -d -s story -x \(columns) -y \(rows) -c \(folder.path) "
        + "env \(variables.joined(separator: " ")) LC_ALL=C.UTF-8 \(ProgramRun.path) \(arguments)"
    )
  }

  /// The contents of the window; empty when the program has ended.
  var text: String { run("capture-pane -p -t story") }

  /// Presses keys, written as our scenes do: `j ctrl-s enter`.
  func press(_ keys: String) {
    run("send-keys -t story \(keys.split(separator: " ").map(Self.key).joined(separator: " "))")
  }

  /// Types a text.
  func type(_ text: String) { run("send-keys -l -t story \(Self.quoted(text))") }

  /// Kills the program, which learns nothing of it.
  func kill() {
    guard let pid = pid_t(run("list-panes -t story -F '#{pane_pid}'").filter(\.isNumber)) else {
      return
    }
    Glibc.kill(pid, SIGKILL)
    while !text.isEmpty { usleep(20_000) }
  }

  /// Ends what runs.
  func close() { run("kill-server") }

  private static let names = [
    "enter": "Enter", "esc": "Escape", "tab": "Tab", "space": "Space", "up": "Up", "down": "Down",
    "left": "Left", "right": "Right", "home": "Home", "end": "End",
  ]

  /// A key as tmux calls it.
  private static func key(_ key: Substring) -> String {
    for (prefix, short) in [("ctrl-", "C-"), ("alt-", "M-")] where key.hasPrefix(prefix) {
      return short + Self.key(key.dropFirst(prefix.count))
    }
    return quoted(names[String(key)] ?? String(key))
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  @discardableResult
  private func run(_ command: String) -> String {
    Self.shell("env -u TMUX tmux -S \(socket) \(command)")
  }

  /// Returns the output of a shell command.
  private static func shell(_ command: String) -> String {
    guard let stream = popen("\(command) 2>/dev/null", "r") else { return "" }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(stream), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
