package import Diagnostics
package import PropertyLists
public import RuleEngine

/// A rule as Direct to Web has it: author, condition, key, and the class that makes a value of what is written.
public final class DirectToWebRule: RuleOrigin {
  /// What is compared first: `author` in the file.
  public let author: Int
  /// The key it answers, as Direct to Web calls it.
  public let key: String
  /// The Java class of the assignment, as written.
  public let className: String
  /// It is not switched off by `RuleIsDisabled = 'YES'`.
  public let isEnabled: Bool
  /// What its author said about it.
  public let documentation: String?
  /// The condition without what switches it off; `nil` when it always holds.
  package let condition: PropertyList?
  /// What the assignment was given; `nil` when nothing was.
  package let value: PropertyList?
  /// Where the assignment stands.
  package let assignmentSpan: SourceSpan
  /// The rule as it stands in its file, with all that nobody here knows; `nil` when it was written as text.
  package let node: PropertyList?

  package init(
    author: Int,
    key: String,
    className: String,
    isEnabled: Bool = true,
    documentation: String? = nil,
    condition: PropertyList? = nil,
    value: PropertyList? = nil,
    assignmentSpan: SourceSpan = SourceSpan(0, 0),
    node: PropertyList? = nil
  ) {
    self.author = author
    self.key = key
    self.className = className
    self.isEnabled = isEnabled
    self.documentation = documentation
    self.condition = condition
    self.value = value
    self.assignmentSpan = assignmentSpan
    self.node = node
  }

  /// The command that tells what becomes of it.
  public var advice: String { "`\(ProgramName.current) rules report` tells what is used here" }

  /// What stands behind the last point of a Java name.
  static func lastName(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension Rule {
  /// The rule of Direct to Web that this one was made of.
  public var directToWeb: DirectToWebRule? { origin as? DirectToWebRule }
}
