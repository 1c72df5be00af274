/// A mistake on the command line: exit code 2.
package struct UsageError: Error, Sendable {
  /// What is wrong and what to do, without a full stop.
  package var message: String

  /// A mistake.
  package init(_ message: String) { self.message = message }
}
