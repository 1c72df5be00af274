import Diagnostics
import Qualifiers

/// A condition that is never true, or true in spite of what it compares.
enum ConstantConditionLint: RuleLint {
  static let id = "constant-condition"
  static let summary = "A condition is always or never true, whatever the context."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    var seen: Set<SourceSpan> = []
    for linted in model.rules {
      let rule = linted.rule
      guard let constant = linted.constantTruth, rule.condition != .constant(true),
        seen.insert(rule.span).inserted
      else { continue }
      report(rule, .warning) {
        LintRemark(
          message: constant ? "the condition is always true" : "the condition is never true",
          suggestion: constant ? "leave it out" : nil
        )
      }
    }
  }
}

extension Qualifier {
  /// The outcome, when it is the same in every context.
  var constantTruth: Bool? {
    switch self {
    case .constant(let value): return value
    case .comparison(let left, let comparison, let right):
      guard let left = left.constant, let right = right.constant else { return nil }
      return comparison.test(left, right) == .yes
    case .isNull(let operand): return operand.constant.map(\.isNull)
    case .in(_, let members):
      return members.constant == .list([]) ? false : nil
    case .between, .truth: return nil
    case .and(let parts):
      let truths = parts.map(\.constantTruth)
      if truths.contains(false) || Qualifier.areContradictory(parts) { return false }
      return truths.allSatisfy { $0 == true } ? true : nil
    case .or(let branches):
      let truths = branches.map(\.constantTruth)
      if truths.contains(true) { return true }
      return truths.allSatisfy { $0 == false } ? false : nil
    case .not(let inside): return inside.constantTruth.map { !$0 }
    }
  }

  /// Whether the parts ask one path to equal different texts or numbers.
  static func areContradictory(_ parts: [Qualifier]) -> Bool {
    var wanted: [PropertyPath: Value] = [:]
    for part in parts {
      guard let (path, value) = part.requiredEquality else { continue }
      if let other = wanted[path] {
        if Operator.equal.test(other, value) == .no { return true }
      } else {
        wanted[path] = value
      }
    }
    return false
  }

  /// The path and the constant that `path = constant` asks to be equal.
  var requiredEquality: (PropertyPath, Value)? {
    guard case .comparison(let left, .equal, let right) = self, let path = left.path,
      let value = right.constant
    else { return nil }
    if case .list = value { return nil }
    return (path, value)
  }
}
