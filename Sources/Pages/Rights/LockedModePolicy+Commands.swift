import AccessControl
import Widgets

// What can be done on the screen. A command that an application adds is refused unless the application says that it is safe.
extension LockedModePolicy {
  /// The verdict on a command, whatever keys run it.
  static func of(_ command: CommandDefinition) -> LockedModePolicy {
    switch command.locked {
    case .unjudged: unjudged
    case .safe: .permitted
    case .refused(let reason): .refused(reason)
    }
  }

  /// The words that begin a line behind `:` and are no names of commands or entities.
  static let typedWords: [String: LockedModePolicy] = [
    "q": .permitted, "quit": .permitted, "q!": .permitted, "w": .permitted, "wq": .permitted,
    "x": .permitted, "sort": .permitted, "fetch": .permitted, "page": .permitted,
    "group": .permitted, "step": .permitted, "total": .permitted,
    "chart": .permitted,
    "set": ofRules, "unset": ofRules, "rule": ofRules,
  ]
}

nonisolated extension CommandDefinition.Locked {
  static let ofFiles = Self(.ofFiles)
  static let ofPrograms = Self(.ofPrograms)
  static let ofShell = Self.refused("locked mode allows no shell")

  private init(_ verdict: LockedModePolicy) {
    self = verdict.refusal.map { .refused($0) } ?? .safe
  }
}
