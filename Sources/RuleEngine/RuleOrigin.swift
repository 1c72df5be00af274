/// A rule of another language, of which a rule of ours was made.
public protocol RuleOrigin: Sendable {
  /// The command that tells what becomes of such rules, as a suggestion.
  var advice: String { get }
}
