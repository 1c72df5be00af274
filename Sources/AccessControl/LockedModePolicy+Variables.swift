// The variables of the process. Locked mode keeps those that are permitted and hold what they are for, and takes out all
// others before the screen starts, whether somebody has thought of them or not.
nonisolated extension LockedModePolicy {
  /// The verdict on a variable of the process that holds `value`.
  package static func of(variable name: String, holding value: String) -> LockedModePolicy {
    guard let verdict = variables[name] else { return unjudged }
    guard verdict == .permitted, !value.allSatisfy(isWordCharacter) else { return verdict }
    return .refused("it holds more than a name or number")
  }

  /// Names of terminals, languages and numbers; no path, and nothing that a library would expand.
  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-._@".contains(character))
  }

  /// The variables that the program reads, and those that its libraries are known to read.
  package static let variables: [String: LockedModePolicy] = {
    var verdicts: [String: LockedModePolicy] = [:]
    for name in ["TERM", "NO_COLOR", "ESCDELAY", "LANG", "LC_ALL", "LC_CTYPE"] {
      verdicts[name] = .permitted
    }
    // It is read before the others are taken out, where the site's rules trust it.
    verdicts["SUDO_UID"] = ofPersons
    verdicts["COLORFGBG"] = .refused("the terminal itself is asked")
    for name in ["VISUAL", "EDITOR", "PAGER", "SHELL", "BROWSER"] { verdicts[name] = ofPrograms }
    for name in ["HOME", "XDG_CONFIG_HOME"] { verdicts[name] = ofRules }
    for name in [
      "XDG_STATE_HOME", "TMPDIR", "SQLITE_TMPDIR", "TERMINFO", "TERMINFO_DIRS", "TERMCAP",
      "TERMPATH", "NCURSES_TRACE", "LOCPATH", "GCONV_PATH", "NLSPATH", "TZ", "TZDIR",
      "LD_PRELOAD", "LD_LIBRARY_PATH", "SWIFT_BACKTRACE", "ICU_DATA",
    ] { verdicts[name] = ofFiles }
    return verdicts
  }()

  /// The variables of `environment` that do not stay.
  package static func refusedVariables(of environment: [String: String]) -> [String] {
    environment.filter { of(variable: $0.key, holding: $0.value).isRefused }.keys.sorted()
  }
}
