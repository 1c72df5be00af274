package import Diagnostics
package import PropertyLists
package import RuleEngine

/// A rule as Direct to Web has it: author, condition, key, and the class that makes a value of what is written.
package struct DirectToWebRule: RuleOrigin {
  /// The priority, compared first: `author` in the file.
  package let author: Int
  /// The key it answers, as Direct to Web calls it.
  package let key: String
  /// The Java class of the assignment, as written.
  package let className: String
  /// Whether the rule is enabled; `RuleIsDisabled = 'YES'` disables it.
  package private(set) var isEnabled = true
  /// The author's comment on the rule.
  package private(set) var documentation: String?
  /// The condition without what switches it off; `nil` when it always holds.
  package private(set) var condition: PropertyList?
  /// The value of the assignment; `nil` when none was given.
  package private(set) var value: PropertyList?
  /// The range of the assignment.
  package let assignmentSpan: SourceSpan
  /// The rule as it stands in its file, with all that this program does not read; `nil` when it was written as text.
  package private(set) var node: PropertyList?

  /// The hint in messages about rules from Direct to Web files.
  package var advice: String { "`\(ProgramName.current) rules report` lists the rules used here" }

  /// The name of the key of rules that have none.
  static let missingKey = "no keyPath"
  /// Why such a rule does nothing.
  static let keyObstacle = "its assignment has an empty `keyPath`"

  /// Returns the part of a Java name after its last dot.
  static func lastName(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension Rule {
  /// The rule of Direct to Web that this one was made of.
  package var directToWeb: DirectToWebRule? { origin as? DirectToWebRule }
}
