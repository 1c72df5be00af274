import Diagnostics

/// A lint for two rules of equal rank that can hold at once and have different values, so that only file order decides.
enum AmbiguousLint: RuleLint {
  static let id = "ambiguous"
  static let summary =
    "Two rules of equal rank can hold at once and differ; only their order in the file decides."

  /// A group of rules with the same layer, key and precedence, among which only the file order decides.
  private struct Rank: Hashable {
    let field: Int
    let precedence: RulePrecedence
  }

  /// The number of comparisons of rules that the lint may still make, which prevents quadratic time for many similar rules.
  private struct ComparisonBudget {
    var pairs: Int
    var steps: Int
    var isOver: Bool { pairs < 0 || steps < 0 }

    init(_ count: Int) { (pairs, steps) = (200_000 + 10 * count, 5_000_000 + 20 * count) }
  }

  static func judge(_ model: LintedModel, _ report: LintReport) {
    var shapes: [Rank: [Shape]] = [:]
    var patience = ComparisonBudget(model.rules.count)
    for rule in model.rules {
      // One that never answers is told of by another lint.
      guard model.covers(of: rule).isEmpty, rule.constantTruth == nil else { continue }
      let rank = Rank(field: rule.field, precedence: rule.rule.precedence)
      if let other = tie(of: rule, in: shapes[rank] ?? [], model, &patience) {
        report(rule.rule, .warning) {
          LintRemark(
            "if this rule and \(other.rule.place) both hold, only their order decides"
          )
          .advising("change the priority or the condition of one of them")
        }
      }
      guard !patience.isOver else { return }
      Shape.add(rule, to: &shapes[rank, default: []])
    }
  }

  /// The first rule with which `rule` is tied.
  private static func tie(
    of rule: LintedRule,
    in shapes: [Shape],
    _ model: LintedModel,
    _ patience: inout ComparisonBudget
  ) -> LintedRule? {
    for shape in shapes {
      patience.pairs -= 1
      for other in shape.candidates(for: rule) {
        patience.pairs -= 1
        guard !patience.isOver else { return nil }
        if isTie(other, rule, in: model, patience: &patience) { return other }
      }
    }
    return nil
  }

  private static func isTie(
    _ other: LintedRule,
    _ rule: LintedRule,
    in model: LintedModel,
    patience: inout ComparisonBudget
  ) -> Bool {
    guard
      !rule.parts.contains(where: { part in other.parts.contains(where: part.excludes) }),
      other.rule.value != rule.rule.value, isJudged(other, rule)
    else { return false }
    for keys in model.model.names.exclusiveKeys {
      let mine = keys.intersection(rule.neededKeys)
      let theirs = keys.intersection(other.neededKeys)
      if !mine.isEmpty, !theirs.isEmpty, mine.isDisjoint(with: theirs) { return false }
    }
    guard !model.isImpossible(rule.parts + other.parts) else { return false }
    // Where both hold, a third rule may be asked before them.
    var steps = 0
    let cover = model.index.cover(of: rule.parts + other.parts, before: other, steps: &steps)
    patience.steps -= steps
    return cover == nil
  }

  /// Returns whether two rules are worth comparing.
  ///
  /// The second of two rules with one condition is a fallback for when the first has no value. Rules of another language
  /// have no such fallback.
  private static func isJudged(_ other: LintedRule, _ rule: LintedRule) -> Bool {
    !other.hasSameCondition(as: rule)
      || other.rule.origin != nil && rule.rule.origin != nil
  }

  /// An index of rules of equal rank whose conditions require values at the same paths.
  ///
  /// For a new rule it returns the earlier rules that may hold at the same time.
  private struct Shape {
    let paths: [Int]
    var rules: [LintedRule] = []
    var byValue: [Int: [LintedRule]] = [:]
    /// The rules that allow too many values of a path to be indexed by value.
    var wide: [LintedRule] = []

    static func add(_ rule: LintedRule, to shapes: inout [Shape]) {
      let demands = rule.parts.compactMap(\.demand)
      let paths = demands.map(\.path).sorted()
      let place = shapes.firstIndex { $0.paths == paths } ?? shapes.count
      if place == shapes.count { shapes.append(Shape(paths: paths)) }
      shapes[place].rules.append(rule)
      if demands.contains(where: \.isWide) { shapes[place].wide.append(rule) }
      for demand in demands where !demand.isWide {
        for value in demand.values { shapes[place].byValue[value, default: []].append(rule) }
      }
    }

    /// Returns the rules that may hold together with `rule`, in file order.
    ///
    /// They are looked up by the values of the path with the fewest candidates.
    func candidates(for rule: LintedRule) -> [LintedRule] {
      var fewest = rules.count
      var values: [Int]?
      for demand in rule.parts.lazy.compactMap(\.demand) where paths.contains(demand.path) {
        let count = demand.values.reduce(0) { $0 + (byValue[$1]?.count ?? 0) }
        if count < fewest || values == nil { (fewest, values) = (count, demand.values) }
      }
      guard let values else { return rules }
      if values.count == 1, wide.isEmpty { return byValue[values[0]] ?? [] }
      let found = values.flatMap { byValue[$0] ?? [] } + wide
      return found.sorted { $0.place < $1.place }
    }
  }
}
