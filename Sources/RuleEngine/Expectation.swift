package import Diagnostics
package import Qualifiers
package import RuleEnvironment

/// A test in a rule file: the answers expected in a context, such as `expect task = 'edit' : title = 'Edit'`.
package struct Expectation: Sendable {
  /// A key and its value.
  package struct Setting: Sendable {
    /// The key's name.
    package let name: String
    /// The key.
    package let key: any AnyKey
    /// The value to set or to expect; for keys such as `entity`, the name of the object.
    package let value: Value
  }

  /// The values set before the rules are asked, in file order; equalities of the surrounding `when` blocks are included.
  package let context: [Setting]
  /// The expected answers.
  package let answers: [Setting]
  /// The conditions of the `when` blocks around it; where one does not hold, the rules of the block are not asked.
  package let conditions: [Qualifier]
  /// The file.
  package let source: SourceText
  /// The position in the file.
  package let span: SourceSpan

  /// The line of its file on which it begins, from 1.
  package var line: Int { source.lineNumber(at: span.start) }
}
