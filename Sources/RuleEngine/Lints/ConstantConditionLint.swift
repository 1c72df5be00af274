import Diagnostics
import Qualifiers

/// A lint for conditions that are never true, or always true although they compare something.
enum ConstantConditionLint: RuleLint {
  static let id = "constant-condition"
  static let summary = "A condition is always or never true, whatever the context."

  /// The file and position of a rule, by which the lint reports a rule with several assignments only once.
  ///
  /// The file is part of it, since rules of two files may stand at equal positions.
  private struct Place: Hashable {
    let file: String
    let span: SourceSpan
  }

  static func judge(_ model: LintedModel, _ report: LintReport) {
    var seen: Set<Place> = []
    for linted in model.rules {
      let rule = linted.rule
      let truth = linted.constantTruth ?? (model.isImpossible(linted.parts) ? false : nil)
      guard let constant = truth, rule.condition != .constant(true),
        seen.insert(Place(file: rule.file, span: rule.span)).inserted
      else { continue }
      report(rule, .warning) {
        LintRemark(constant ? "the condition is always true" : "the condition is never true")
          .advising(constant ? "remove it" : nil)
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

  /// Whether the parts ask one path to equal different texts or numbers, or to be in ranges that do not meet.
  static func areContradictory(_ parts: [Qualifier]) -> Bool {
    for (place, part) in parts.enumerated() where parts[..<place].contains(where: part.rulesOut) {
      return true
    }
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

  /// Whether no value meets both; what stands in `not` and `or` is looked at, too.
  private func rulesOut(_ other: Qualifier) -> Bool {
    switch (self, other) {
    case (.or(let branches), _): return branches.allSatisfy { $0.rulesOut(other) }
    case (_, .or(let branches)): return branches.allSatisfy(rulesOut)
    case (.not(let inside), .comparison): return inside.opposite?.rulesOut(other) ?? false
    case (.comparison, .not(let inside)): return inside.opposite?.rulesOut(self) ?? false
    default:
      guard let place = comparedPlace, place == other.comparedPlace else { return false }
      if let (_, value) = requiredEquality, let (_, otherValue) = other.requiredEquality,
        Operator.equal.test(otherValue, value) == .no
      {
        return true
      }
      return excludesByOrder(other)
    }
  }

  /// The comparison that holds for the other values; for null neither need hold.
  private var opposite: Qualifier? {
    guard case .comparison(let left, let comparison, let right) = self else { return nil }
    let opposite: Operator? =
      switch comparison {
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      case .equal: .notEqual
      case .notEqual: .equal
      default: nil
      }
    return opposite.map { .comparison(left, $0, right) }
  }

  /// The path that it compares, when that is one value and no list of which different elements may be asked for.
  private var comparedPlace: PropertyPath? {
    guard case .comparison(let left, _, _) = self, let path = left.path,
      path.components.count < 3
    else { return nil }
    return path
  }

  /// The path and the constant that `path = constant` asks to be equal.
  var requiredEquality: (PropertyPath, Value)? {
    guard case .comparison(let left, .equal, let right) = self, let path = left.path,
      let value = right.constant
    else { return nil }
    return value.isList ? nil : (path, value)
  }
}
