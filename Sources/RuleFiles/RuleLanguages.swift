package import DirectToWebRules
package import RuleEngine

nonisolated extension RuleFileReader {
  /// Reads every language of rules that the program knows.
  package static let all = Self(formats: [DirectToWebFormat.builtIn])
}

nonisolated extension DirectToWebFormat {
  /// Rules of Direct to Web, whose keys the built-in bridge hands on to ours.
  package static let builtIn = Self { Resource.source("Rules/DirectToWeb.rules") }
}
