/// The original of a rule that was translated from another rule language, such as Direct to Web.
///
/// `advice` suggests the command that shows how such rules were translated.
public protocol RuleOrigin: Sendable {
  /// The command that tells what becomes of such rules, as a suggestion.
  var advice: String { get }
}
