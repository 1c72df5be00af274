/// A mistake on the command line: exit code 2.
package struct UsageError: Error, Sendable {
  /// The message: the mistake and how to correct it, without a full stop.
  package var message: String

  /// A mistake.
  package init(_ message: String) { self.message = message }
}
