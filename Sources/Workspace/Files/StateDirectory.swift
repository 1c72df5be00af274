import Glibc

/// The user's state directory of the program, `d2t` below `$XDG_STATE_HOME`, for histories, journals and logs.
///
/// Holds the prompt history, the journals of unsaved edits, the save log, the audit log and the failed logins.
package enum StateDirectory {
  /// `d2t` below `$XDG_STATE_HOME`, or below `~/.local/state`; `nil` when neither variable is set.
  package static func path(_ environment: [String: String]) -> String? {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment["HOME"].map { "\($0)/.local/state" }
    return (state ?? home).map { "\($0)/d2t" }
  }

  /// Makes the folder at `path`, and those above it, for their owner alone where they are missing.
  package static func make(at path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      mkdir(prefix, 0o700)
    }
  }

  /// The folder, made when it is missing.
  ///
  /// - Returns: Its path; `nil` when neither variable is set.
  package static func make(_ environment: [String: String]) -> String? {
    let folder = path(environment)
    if let folder { make(at: folder) }
    return folder
  }
}
