import FoundationEssentials

/// How long a test that could go on for ever goes on: an environment variable says it.
package enum TestLength {
  /// Whether this is a run of full length.
  package static let isLong = ProcessInfo.processInfo.environment["D2T_LONG"] == "1"

  /// Returns the number in the environment variable, or `modest`, the default for every run.
  package static func of(_ variable: String, _ modest: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? modest
  }
}
