import Diagnostics
import Qualifiers
import RuleEnvironment

/// Two rules that can hold at once, ask for equally much and differ in what they say: their order in the file decides.
enum AmbiguousLint: RuleLint {
  static let id = "ambiguous"
  static let summary =
    "Two rules of equal rank can hold at once and differ; only their order in the file decides."

  /// Rules among which only the order decides.
  private struct Rank: Hashable {
    let layer: Layer
    let slot: Int
    let precedence: RulePrecedence
  }

  static func findings(in model: RuleModel) -> [Diagnostic] {
    let index = CoverIndex(model.rules)
    let dead = CoverIndex(model.answeringRules)
    var shapes: [Rank: [Shape]] = [:]
    // Rules about which nothing can be told apart would be compared each with each.
    var patience = 100_000 + 50 * model.rules.count
    return model.rules.compactMap { rule -> Diagnostic? in
      let rank = Rank(
        layer: rule.layer,
        slot: rule.key.slot,
        precedence: rule.precedence
      )
      // One that never answers is told of by another lint.
      guard dead.covers(of: rule).isEmpty, rule.condition.constantTruth == nil else { return nil }
      defer { Shape.add(rule, to: &shapes[rank, default: []]) }
      for shape in shapes[rank] ?? [] {
        patience -= 1
        guard patience > 0 else { return nil }
        let tie = shape.candidates(for: rule).first { other in
          patience -= 1
          return patience < 0 || isTie(other, rule, index, model)
        }
        guard patience >= 0 else { return nil }
        if let tie { return finding(rule, tiedWith: tie) }
      }
      return nil
    }
  }

  private static func isTie(_ other: Rule, _ rule: Rule, _ index: CoverIndex, _ model: RuleModel)
    -> Bool
  {
    guard other.value != rule.value, isJudged(other, rule) else { return false }
    let parts = rule.conjuncts
    guard !parts.contains(where: { part in other.conjuncts.contains(where: part.excludes) }) else {
      return false
    }
    let (needs, otherNeeds) = (rule.condition.neededKeys, other.condition.neededKeys)
    for keys in model.exclusiveKeys {
      let (mine, theirs) = (keys.intersection(needs), keys.intersection(otherNeeds))
      if !mine.isEmpty, !theirs.isEmpty, mine.isDisjoint(with: theirs) { return false }
    }
    // Where both hold, a third rule may be asked before them.
    let cover = index.cover(of: parts + other.conjuncts, before: other)
    return cover == nil
  }

  /// Of rules with the same condition the second is there for when the first leads nowhere; but not in Direct to Web,
  /// where the first would answer nothing.
  private static func isJudged(_ other: Rule, _ rule: Rule) -> Bool {
    !other.hasSameCondition(as: rule) || other.directToWeb != nil && rule.directToWeb != nil
  }

  private static func finding(_ rule: Rule, tiedWith other: Rule) -> Diagnostic? {
    finding(
      rule,
      "where this rule and \(other.place) both hold, only their order in the file decides",
      suggestion: "give one of them another priority, or add to its condition"
    )
  }

  /// Rules that make demands on the same paths, findable by the values.
  private struct Shape {
    let paths: Set<PropertyPath>
    var rules: [Rule] = []
    var byValue: [PropertyPath: [Value: [Rule]]] = [:]

    static func add(_ rule: Rule, to shapes: inout [Shape]) {
      let demands = rule.conjuncts.compactMap(\.demand)
      let paths = Set(demands.map(\.path))
      let place = shapes.firstIndex { $0.paths == paths } ?? shapes.count
      if place == shapes.count { shapes.append(Shape(paths: paths)) }
      shapes[place].rules.append(rule)
      for demand in demands {
        for value in demand.values {
          shapes[place].byValue[demand.path, default: [:]][value, default: []].append(rule)
        }
      }
    }

    /// Those that may hold together with `rule`.
    func candidates(for rule: Rule) -> [Rule] {
      let demands = rule.conjuncts.compactMap(\.demand)
      guard let demand = demands.first(where: { paths.contains($0.path) }) else { return rules }
      return demand.values.flatMap { byValue[demand.path]?[$0] ?? [] }
    }
  }
}
