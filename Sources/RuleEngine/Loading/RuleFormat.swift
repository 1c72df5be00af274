package import Diagnostics

/// A reader for another rule language, such as Direct to Web: it recognizes and reads its files and translates their rules.
///
/// Each loader has its own copy, which remembers what it has read for the files that follow.
package protocol RuleFormat: Sendable {
  /// Whether a file of that name is written in it.
  func isNamed(_ name: String) -> Bool

  /// Whether a file of that name is no text in the syntax of this language.
  func isForeign(_ name: String) -> Bool

  /// The text of a file that ``isForeign(_:)``, to which the places of its rules belong; `nil` with a fault.
  func source(of bytes: [UInt8], name: String, _ diagnostics: inout [Diagnostic]) -> SourceText?

  /// Adds the rules of such a text to a loader.
  mutating func load(_ source: SourceText, _ layer: Layer, into loader: inout RuleLoader)

  /// A text in the syntax of this language without what its own files have around it; every place stays where it is.
  func unwrapped(_ source: SourceText) -> SourceText

  /// The rules of a text that stand in its terms though they are in the syntax of this language, by their place in `items`.
  mutating func translations(
    of items: [RuleFileItem],
    for loader: inout RuleLoader
  ) -> [Int: RuleTranslation]
}

/// Judges rules of another language in the terms of this one.
package typealias RuleTranslation = (inout RuleChecker) -> [Rule.Draft]
