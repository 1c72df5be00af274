package import Diagnostics
package import PropertyLists
package import RuleEngine

/// A rule as Direct to Web has it: author, condition, key, and the class that makes a value of what is written.
package struct DirectToWebRule: RuleOrigin {
  /// What is compared first: `author` in the file.
  package let author: Int
  /// The key it answers, as Direct to Web calls it.
  package let key: String
  /// The Java class of the assignment, as written.
  package let className: String
  /// It is not switched off by `RuleIsDisabled = 'YES'`.
  package private(set) var isEnabled = true
  /// What its author said about it.
  package private(set) var documentation: String?
  /// The condition without what switches it off; `nil` when it always holds.
  package private(set) var condition: PropertyList?
  /// What the assignment was given; `nil` when nothing was.
  package private(set) var value: PropertyList?
  /// Where the assignment stands.
  package let assignmentSpan: SourceSpan
  /// The rule as it stands in its file, with all that this program does not read; `nil` when it was written as text.
  package private(set) var node: PropertyList?

  /// Where more is told of rules that came from such a file.
  package var advice: String { "`\(ProgramName.current) rules report` tells what is used here" }

  /// The name of the key of rules that have none.
  static let missingKey = "no keyPath"
  /// Why such a rule does nothing.
  static let keyObstacle = "its assignment has an empty `keyPath`"

  /// What stands behind the last point of a Java name.
  static func lastName(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension Rule {
  /// The rule of Direct to Web that this one was made of.
  package var directToWeb: DirectToWebRule? { origin as? DirectToWebRule }
}
