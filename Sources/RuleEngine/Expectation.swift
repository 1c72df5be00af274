package import Diagnostics
package import Qualifiers
package import RuleEnvironment

/// What a rule file expects its rules to answer: `expect task = 'edit' : title = 'Edit'`.
package struct Expectation: Sendable {
  /// A key and its value.
  package struct Setting: Sendable {
    /// The key's name.
    package let name: String
    /// The key.
    package let key: any AnyKey
    /// What it is, or is to be; for keys such as `entity` the name of that.
    package let value: Value
  }

  /// What is set when the rules are asked, in the order of the file; what the `when` blocks around it ask to be equal is.
  package let context: [Setting]
  /// What they must answer.
  package let answers: [Setting]
  /// The conditions of the `when` blocks around it; where one does not hold, the rules of the block are not asked.
  package let conditions: [Qualifier]
  /// The file.
  package let source: SourceText
  /// Where it stands in the file.
  package let span: SourceSpan

  /// The line of its file on which it begins, from 1.
  package var line: Int { source.lineNumber(at: span.start) }
}
