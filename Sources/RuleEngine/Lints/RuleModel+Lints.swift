package import Diagnostics

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

  /// Returns the findings of all lints, in file order.
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
  /// Returns the findings of this lint; beyond ``DiagnosticList/limit`` they are only counted.
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
