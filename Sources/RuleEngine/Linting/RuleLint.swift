import Diagnostics
package import Qualifiers

/// A check of a rule model for one kind of mistake, without running it: the lint's id, its summary and the check itself.
protocol RuleLint {
  /// The id of its findings.
  static var id: String { get }
  /// A one-sentence description of what the lint finds.
  static var summary: String { get }
  /// Reports what is wrong, in any order.
  static func judge(_ model: LintedModel, _ report: LintReport)
}

/// Gets the rule at fault, how bad it is, and what to say, which is made only when it will be shown.
typealias LintReport = (any LintSubject, Diagnostic.Severity, () -> LintRemark) -> Void

/// A rule or key declaration that a lint can report.
protocol LintSubject {
  /// The file.
  var source: SourceText { get }
  /// The position shown with the finding.
  var lintedSpan: SourceSpan { get }
  /// The ids of lints that a comment keeps quiet about it.
  var allowedLints: Set<String> { get }
}

extension Rule: LintSubject {
  var lintedSpan: SourceSpan { assignmentSpan }
}

extension KeyDeclaration: LintSubject {
  var lintedSpan: SourceSpan { span }
}

/// The message of a lint finding, with an optional suggestion.
struct LintRemark {
  var message: String
  private(set) var suggestion: String?

  init(_ message: String) { self.message = message }

  /// Returns the remark with a suggestion.
  func advising(_ suggestion: String?) -> Self {
    var remark = self
    remark.suggestion = suggestion
    return remark
  }
}

extension Rule {
  /// The parts of the condition that must all hold.
  package var conjuncts: [Qualifier] { condition.conjuncts }

  /// The file and line of the rule, for messages.
  var place: String { "\(file):\(line)" }
}

extension Qualifier {
  /// The parts that must all hold, taken flat.
  package var conjuncts: [Qualifier] {
    switch self {
    case .constant(true): []
    case .and(let parts): parts.flatMap(\.conjuncts)
    default: [self]
    }
  }
}
