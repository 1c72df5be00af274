/// An environment variable that the program reads, such as `EDITOR`, with its line in the help.
struct EnvironmentVariable {
  /// The name.
  let name: String
  /// One line of the manual.
  let summary: String

  /// Every variable, in the order of the manual.
  static let all = [
    EnvironmentVariable(name: "VISUAL", summary: "the editor for rules and texts"),
    EnvironmentVariable(name: "EDITOR", summary: "the editor where VISUAL is not set; else vi"),
    EnvironmentVariable(
      name: "XDG_CONFIG_HOME",
      summary: "the folder with d2t/*.rules, your own rules; else ~/.config"
    ),
    EnvironmentVariable(
      name: "XDG_STATE_HOME",
      summary: "the folder for d2t's history, logs, journals; else ~/.local/state"
    ),
    EnvironmentVariable(name: "HOME", summary: "your home folder, written ~ in paths"),
    EnvironmentVariable(
      name: "TMPDIR",
      summary: "the folder for files opened in an editor; else /tmp"
    ),
    EnvironmentVariable(name: "TERM", summary: "the kind of terminal"),
    EnvironmentVariable(
      name: "NO_COLOR",
      summary: "if not empty, no colours unless --color is given"
    ),
    EnvironmentVariable(
      name: "COLORFGBG",
      summary: "the terminal's colours, `0;15`, if it does not answer"
    ),
    EnvironmentVariable(
      name: "ESCDELAY",
      summary: "milliseconds to wait for the rest of a key after Esc; else 25"
    ),
    EnvironmentVariable(
      name: "LC_ALL",
      summary: "the locale; without UTF-8 only ASCII is shown"
    ),
    EnvironmentVariable(name: "LC_CTYPE", summary: "used if LC_ALL is not set"),
    EnvironmentVariable(name: "LANG", summary: "used if neither of them is set"),
    EnvironmentVariable(
      name: "SUDO_UID",
      summary: "the account that called sudo, if rules set trustsSudo"
    ),
  ]
}
