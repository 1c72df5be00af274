import Glibc
import Workspace

/// The user's text editor, run on a file while it takes over the terminal.
nonisolated struct ExternalEditor: Sendable {
  /// The command as a shell reads it: `vim`, `emacs -nw`, `code --wait`.
  let command: String

  /// An editor by its command.
  init(command: String) { self.command = command }

  /// Creates the editor named by `VISUAL`, else by `EDITOR`, else `vi`.
  init() {
    let named = ["VISUAL", "EDITOR"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    self.init(command: named.first { command in command.contains { $0 != " " } } ?? "vi")
  }

  /// The arguments by which the editor opens a file at a line.
  func arguments(opening path: String, atLine line: Int) -> [String] {
    let path = path.hasPrefix("-") || path.hasPrefix("+") ? "./" + path : path
    let program =
      command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    if Self.takingPlusLine.contains(program) { return ["+\(line)", path] }
    if Self.takingColonLine.contains(program) { return ["\(path):\(line)"] }
    if Self.takingGoto.contains(program) { return ["--goto", "\(path):\(line)"] }
    return [path]
  }

  private static let takingPlusLine: Set<String> = [
    "emacs", "emacsclient", "ex", "gvim", "jed", "jmacs", "joe", "kak", "kwrite", "mcedit", "mg",
    "micro",
    "nano", "ne", "neovim", "nvi", "nvim", "pico", "vi", "view", "vim", "vim.basic", "vim.tiny",
    "vis",
  ]
  private static let takingColonLine: Set<String> = ["helix", "hx", "subl", "zed"]
  private static let takingGoto: Set<String> = ["code", "codium", "cursor", "vscodium", "windsurf"]

  /// Runs the editor to its end; the terminal must be free for it.
  /// - Returns: The code with which it ended.
  func open(_ path: String, atLine line: Int) throws(PromptRefusal) -> Int32 {
    // The command is for a shell to read; the file's name never is.
    let words =
      ["/bin/sh", "-c", command + " \"$@\"", "sh"] + arguments(opening: path, atLine: line)
    let exitCode: Int32
    do throws(PromptRefusal) { exitCode = try ChildProgram(words: words).run() } catch {
      throw PromptRefusal("the editor cannot start: \(error.sentence)")
    }
    guard exitCode != 126, exitCode != 127 else {
      throw PromptRefusal("there is no editor '\(command)'; name one in EDITOR")
    }
    return exitCode
  }
}
