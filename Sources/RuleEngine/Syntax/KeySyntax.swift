package import Diagnostics
package import Qualifiers

/// A parsed declaration of a key in a rule file, before its type is checked: `key discount: number = 0 "Percent taken off."`.
package struct KeySyntax {
  package var name: String
  package var nameSpan: SourceSpan
  /// The words of the type, with a space between each two.
  package var type: String
  package var typeSpan: SourceSpan
  /// The default.
  package var value: Expression
  /// The description of the key, for help.
  package var summary: String
  package var summarySpan: SourceSpan
  package var span: SourceSpan
  /// The warnings that comments keep quiet.
  package var allowances: [RuleSyntax.Allowance]
}

extension KeySyntax {
  /// Words that begin something else than a rule.
  static let beginnings: Set<String> = ["key", "expect", "disabled"]

  /// Whether rule files can name a key so: by one name, and by no word of the language.
  package static func isName(_ text: String) -> Bool {
    guard !beginnings.contains(text),
      case (.comparison(let left, _, _)?, _) = Qualifier.parse("\(text) = 1"),
      case .path(let path) = left.kind
    else { return false }
    return path.components == [text]
  }
}
