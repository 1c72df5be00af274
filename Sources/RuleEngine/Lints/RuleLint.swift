package import Diagnostics
package import Qualifiers

/// One kind of mistake that can be seen in a model without running it.
protocol RuleLint {
  /// The id of its findings.
  static var id: String { get }
  /// What it finds, in one sentence.
  static var summary: String { get }
  /// Reports what is wrong, in any order.
  static func judge(_ model: LintedModel, _ report: LintReport)
}

/// Gets the rule at fault, how bad it is, and what to say, which is made only when it will be shown.
typealias LintReport = (any LintSubject, Diagnostic.Severity, () -> LintRemark) -> Void

/// What a lint can find fault with.
protocol LintSubject {
  /// The file.
  var source: SourceText { get }
  /// Where the fault is shown.
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

/// What a lint has to say.
struct LintRemark {
  var message: String
  private(set) var suggestion: String?

  init(_ message: String) { self.message = message }

  /// The same remark, with what to do about it.
  func advising(_ suggestion: String?) -> Self {
    var remark = self
    remark.suggestion = suggestion
    return remark
  }
}

extension RuleModel {
  /// Every lint, in the order of documentation.
  static var lints: [any RuleLint.Type] {
    [
      UnreachableLint.self, ShadowedLint.self, AmbiguousLint.self, DuplicateLint.self,
      DeadAliasLint.self, ConstantConditionLint.self, CycleLint.self, IdlePriorityLint.self,
      UnreadKeyLint.self, UnreadDeclarationLint.self, OtherEntityLint.self, UnshownPathLint.self,
      UnfitValueLint.self, UnknownTabLint.self, UnfitComponentLint.self, UnreadHereLint.self,
      UnfitPageLint.self, UnfitRowLint.self, UnfitFormatterLint.self, UnfitFirstTaskLint.self,
      OutOfRangeLint.self, FarAttributeLint.self,
      KeyBindingLint.self, IdleBindingLint.self, OpenRightLint.self, ForbiddenAboveLint.self,
      OpenViewLint.self,
      PatternOfSQLLint.self,
    ]
  }

  /// What is suspicious in rules that could be loaded, in the order of the files.
  package func lint() -> [Diagnostic] {
    let model = LintedModel(self)
    return RuleModel.lints.flatMap { $0.findings(in: model).all }.inFileOrder
  }

  /// Why a rule never answers, by its order: another one always does, or its condition never holds.
  package var deaths: [Int: String] {
    let model = LintedModel(self)
    let lints: [any RuleLint.Type] = [
      UnreachableLint.self, ShadowedLint.self, DuplicateLint.self, ConstantConditionLint.self,
    ]
    var deaths: [Int: String] = [:]
    for lint in lints {
      lint.judge(model) { subject, _, remark in
        if let rule = subject as? Rule { deaths[rule.order] = remark().message }
      }
    }
    return deaths
  }
}

extension RuleLint {
  /// What is wrong; of very much only the beginning.
  fileprivate static func findings(in model: LintedModel) -> DiagnosticList {
    var found = DiagnosticList()
    judge(model) { subject, severity, remark in
      // A comment at the rule may allow it.
      guard !subject.allowedLints.contains(id) else { return }
      found.append(severity) {
        let remark = remark()
        return RuleFault(id, remark.message).advising(remark.suggestion)
          .diagnostic(severity, in: subject.source, at: subject.lintedSpan)
      }
    }
    return found
  }
}

extension Rule {
  /// The parts of the condition that must all hold.
  package var conjuncts: [Qualifier] { condition.conjuncts }

  /// Where it stands, for messages.
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
