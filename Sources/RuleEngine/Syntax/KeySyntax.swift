package import Diagnostics
package import Qualifiers

/// `key discount: number = 0 "Percent taken off."` as it stands in its file, before its type is judged.
package struct KeySyntax {
  package var name: String
  package var nameSpan: SourceSpan
  /// The words of the type, with a space between each two.
  package var type: String
  package var typeSpan: SourceSpan
  /// The default.
  package var value: Expression
  /// What the key is for.
  package var summary: String
  package var summarySpan: SourceSpan
  package var span: SourceSpan
  /// The warnings that comments keep quiet.
  package var allowances: [RuleSyntax.Allowance]
}
