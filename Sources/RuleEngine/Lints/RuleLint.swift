public import Diagnostics
import Qualifiers

/// One kind of mistake that can be seen in a model without running it.
protocol RuleLint {
  /// The id of its findings.
  static var id: String { get }
  /// What it finds, in one sentence.
  static var summary: String { get }
  /// What is wrong, in any order.
  static func findings(in model: RuleModel) -> [Diagnostic]
}

extension RuleModel {
  /// Every lint, in the order of documentation.
  static var lints: [any RuleLint.Type] {
    [
      UnreachableLint.self, ShadowedLint.self, AmbiguousLint.self, DuplicateLint.self,
      DeadAliasLint.self, ConstantConditionLint.self, CycleLint.self, IdlePriorityLint.self,
      UnreadKeyLint.self,
    ]
  }

  /// What is suspicious in rules that could be loaded, in the order of the files.
  public func lint() -> [Diagnostic] {
    RuleModel.lints.flatMap { lint -> [Diagnostic] in
      var found = DiagnosticList()
      for finding in lint.findings(in: self) { found.append(finding) }
      return found.all
    }.inFileOrder
  }
}

extension RuleLint {
  /// A finding about one rule; `nil` when a comment at the rule allows it.
  static func finding(
    _ rule: Rule,
    _ message: String,
    severity: Diagnostic.Severity = .warning,
    suggestion: String? = nil
  ) -> Diagnostic? {
    guard !rule.allowedLints.contains(id) else { return nil }
    return Diagnostic(
      severity,
      id: id,
      message,
      source: rule.source,
      span: rule.assignmentSpan,
      suggestion: suggestion
    )
  }
}

extension Rule {
  /// The parts of the condition that must all hold.
  var conjuncts: [Qualifier] { condition.conjuncts }

  /// Where it stands, for messages.
  var place: String { "\(file):\(line)" }
}

extension Qualifier {
  /// The parts that must all hold, taken flat.
  var conjuncts: [Qualifier] {
    switch self {
    case .constant(true): []
    case .and(let parts): parts.flatMap(\.conjuncts)
    default: [self]
    }
  }
}
