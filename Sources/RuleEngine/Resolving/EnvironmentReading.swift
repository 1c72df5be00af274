package import Qualifiers
package import RuleEnvironment

/// An evaluation context that also gives the environment, so that closures of rules written in Swift can read it.
package protocol EnvironmentReading: EvaluationContext {
  /// The values that the closures read.
  var environment: EnvironmentValues { get }
}
