/// The decision whether a command, option or variable is allowed in locked mode.
///
/// Subcommands and options carry their verdict. Commands, words behind `:` and variables have tables. Anything without a
/// verdict is refused.
package nonisolated enum LockedVerdict: Hashable, Sendable {
  /// Allowed: it reaches only the screen, the standard streams and the databases that the site lists.
  case permitted
  /// Refused, with the reason as part of a sentence.
  case refused(String)

  /// Why it is refused; `nil` when it is not.
  package var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }

  /// Whether it is refused.
  package var isRefused: Bool { refusal != nil }

  /// The verdict on what no table names.
  package static let unjudged = refused("nobody has said that it leads nowhere in locked mode")
  package static let ofFiles = refused(
    "locked mode reads and writes no files but those of the site"
  )
  package static let ofRules = refused(
    "in locked mode the rules are the site's and the application's"
  )
  package static let ofPersons = refused("in locked mode the system says who one is")
  package static let ofPrograms = refused("locked mode starts no other programs")
}
