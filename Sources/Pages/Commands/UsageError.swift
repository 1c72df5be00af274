/// A mistake on the command line: exit code 2.
public struct UsageError: Error, Sendable {
  /// What is wrong and what to do, without a full stop.
  public var message: String

  /// A mistake.
  public init(_ message: String) { self.message = message }
}
