import Qualifiers

/// The method that ranks the rules of a layer when several conditions hold: that of d2t, of Project Wonder or of Apple.
public enum RuleOrder: String, Sendable, CaseIterable {
  /// Priority first, then how much the condition asks for.
  case d2t
  /// The order of Project Wonder: 1000 times the priority, plus 500 if the condition mentions `pageConfiguration`, plus the
  /// number of `and` parts.
  case wonder
  /// The order of Apple's Direct to Web: conditions that mention `pageConfiguration` first, then priority, then the number of
  /// parts.
  case apple

  /// The rank of a rule.
  func precedence(priority: Int, condition: Qualifier) -> RulePrecedence {
    switch self {
    case .d2t:
      return RulePrecedence(order: self, first: priority, second: condition.specificity)
    case .wonder:
      let (thousands, isTooLarge) = priority.multipliedReportingOverflow(by: 1000)
      let parts = condition.partCount + (condition.mentionsPageConfiguration ? 500 : 0)
      let sum = thousands.addingReportingOverflow(parts).partialValue
      return RulePrecedence(order: self, first: isTooLarge ? priority : sum)
    case .apple:
      let lift = condition.mentionsPageConfiguration ? 1 : 0
      let parts = condition.flatPartCount
      return RulePrecedence(order: self, first: lift, second: priority, third: parts)
    }
  }
}

/// The rank of a rule among those of its layer, as up to three numbers of which the first that differs decides.
///
/// ``RuleOrder`` computes it from the priority and the condition.
struct RulePrecedence: Sendable, Hashable, Comparable, CustomStringConvertible {
  let order: RuleOrder
  let first: Int
  var second = 0
  var third = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.first, left.second, left.third) < (right.first, right.second, right.third)
  }

  /// The numbers as messages tell them.
  var description: String {
    switch order {
    case .d2t: "\(first), specificity \(second)"
    case .wonder: "\(first) in the order of Project Wonder"
    case .apple:
      (first == 1 ? "lifted by `pageConfiguration`, " : "") + "author \(second), parts \(third)"
    }
  }
}

extension Qualifier {
  /// How Project Wonder counts: the parts of an `and` at the top, 1 for all else, 0 for what is always true.
  fileprivate var partCount: Int {
    switch self {
    case .constant: 0
    case .and(let parts): parts.count
    default: 1
    }
  }

  /// How Apple counts: the parts of every `and`, an `or` as one.
  fileprivate var flatPartCount: Int {
    switch self {
    case .constant: 0
    case .and(let parts): parts.reduce(0) { $0 + $1.flatPartCount }
    default: 1
    }
  }

  /// Whether its text has the word in it, be it as a key or in a constant.
  fileprivate var mentionsPageConfiguration: Bool {
    var isFound = false
    eachExpression { expression in
      switch expression.kind {
      case .path(let path): isFound = isFound || path.components.contains(Self.lifting)
      case .literal(.string(let text)): isFound = isFound || text.contains(Self.lifting)
      default: break
      }
    }
    return isFound
  }

  private static let lifting = "pageConfiguration"
}
