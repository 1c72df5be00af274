/// The decision whether a command, option or variable is allowed in locked mode.
///
/// Subcommands and options carry their verdict. Commands, words behind `:` and variables have tables. Anything without a
/// verdict is refused.
package nonisolated enum LockedModePolicy: Hashable, Sendable {
  /// Allowed: it reaches only the screen, the standard streams and the databases that the site lists.
  case permitted
  /// Refused, with the reason as part of a sentence.
  case refused(String)

  /// Why it is refused; `nil` when it is not.
  package var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }

  /// Whether it is refused.
  package var isRefused: Bool { refusal != nil }

  /// The verdict on what no table names.
  package static let unjudged = refused("locked mode does not allow it")
  package static let ofFiles = refused(
    "locked mode uses only the files of the site"
  )
  package static let ofRules = refused(
    "locked mode uses only rules of the site and application"
  )
  package static let ofPersons = refused("locked mode takes the user from the system")
  package static let ofPrograms = refused("locked mode starts no other programs")
}
