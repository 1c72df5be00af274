public import Diagnostics
public import Qualifiers
public import RuleEnvironment

/// What a rule file expects its rules to answer: `expect task = 'edit' : title = 'Edit'`.
public struct Expectation: Sendable {
  /// A key and its value.
  public struct Setting: Sendable {
    /// The key's name.
    public let name: String
    /// The key.
    public let key: any AnyKey
    /// What it is, or is to be; for keys such as `entity` the name of that.
    public let value: Value
  }

  /// What is set when the rules are asked, in the order of the file; what the `when` blocks around it ask to be equal is.
  public let context: [Setting]
  /// What they must answer.
  public let answers: [Setting]
  /// The conditions of the `when` blocks around it; where one does not hold, the rules of the block are not asked.
  public let conditions: [Qualifier]
  /// The file.
  public let source: SourceText
  /// Where it stands in the file.
  public let span: SourceSpan

  /// The line of its file on which it begins, from 1.
  public var line: Int { source.lineNumber(at: span.start) }
}
