package import Qualifiers
package import RuleEnvironment

/// A context in which closures of rules written in Swift can run.
package protocol EnvironmentReading: EvaluationContext {
  /// The values that the closures read.
  var environment: EnvironmentValues { get }
}
