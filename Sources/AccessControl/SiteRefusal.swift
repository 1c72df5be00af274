/// Why the site's rules do not let the program do what it was asked for.
package nonisolated struct SiteRefusal: Error {
  /// The refused action, the reason and the remedy, without a full stop.
  package let message: String
  /// How the program ends: 2 for what is said on the command line, 3 for what is not opened.
  package let code: Int32

  /// Creates a refusal of a command-line argument (exit code 2).
  package static func argument(_ message: String) -> SiteRefusal {
    SiteRefusal(message: message, code: 2)
  }

  /// Creates a refusal to open a database (exit code 3).
  package static func opening(_ message: String) -> SiteRefusal {
    SiteRefusal(message: message, code: 3)
  }
}
