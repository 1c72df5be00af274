/// Why the site's rules do not let the program do what it was asked for.
package nonisolated struct SiteRefusal: Error {
  /// What is refused, why, and what to do, without a full stop.
  package let message: String
  /// How the program ends: 2 for what is said on the command line, 3 for what is not opened.
  package let code: Int32

  /// What was said on the command line.
  package static func argument(_ message: String) -> SiteRefusal {
    SiteRefusal(message: message, code: 2)
  }

  /// What is not opened.
  package static func opening(_ message: String) -> SiteRefusal {
    SiteRefusal(message: message, code: 3)
  }
}
