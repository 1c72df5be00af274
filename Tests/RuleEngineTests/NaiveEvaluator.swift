import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport

/// Asks all rules one by one and remembers nothing: what the resolver must agree with.
struct NaiveEvaluator {
  let rules: [Rule]
  let values: EnvironmentValues
  /// The keys being answered, outermost first.
  private var stack: [Int] = []
  /// The outermost place in the stack that a cycle led back to.
  private var low = Int.max

  init(_ rules: [Rule], _ values: EnvironmentValues) { (self.rules, self.values) = (rules, values) }

  mutating func answer(_ key: any AnyKey) -> Value? {
    if values.isExplicit(key) { return values.ruleValue(of: key) }
    if let place = stack.firstIndex(of: key.slot) {
      low = min(low, place)
      return nil
    }
    let (depth, outerLow) = (stack.count, low)
    low = .max
    stack.append(key.slot)
    let found = key.isPermission ? permission(key) : best(key, of: rules)
    stack.removeLast()
    let dependsOnAsker = low < depth
    low = dependsOnAsker ? min(low, outerLow) : outerLow
    return found ?? (dependsOnAsker ? nil : key.defaultRuleValue)
  }

  /// The value of the first rule that holds: by layer, priority, specificity, order.
  private mutating func best(
    _ key: any AnyKey,
    of rules: [Rule],
    below: Value? = nil
  ) -> Value? {
    var candidates = rules.filter { $0.key === key }
    candidates.sort {
      ($0.layer.rawValue, $0.priority, $0.specificity, $1.order)
        > ($1.layer.rawValue, $1.priority, $1.specificity, $0.order)
    }
    return first(key, of: candidates[...], below: below)
  }

  /// The value of the first of ordered rules that holds.
  fileprivate mutating func first(
    _ key: any AnyKey,
    of candidates: ArraySlice<Rule>,
    below: Value?
  ) -> Value? {
    for (place, rule) in zip(candidates.indices, candidates) {
      let context = NaiveContext(self)
      context.next = { evaluator in
        evaluator.first(key, of: candidates[(place + 1)...], below: below) ?? below
          ?? key.defaultRuleValue
      }
      defer { low = min(low, context.evaluator.low) }
      guard rule.condition.truth(with: context) == .yes else { continue }
      let value = rule.value.evaluate(with: context)
      if let value, key.decode(value) != nil { return value }
      if let refused = refusal(key), value != nil || misses(rule.value, context) { return refused }
    }
    return nil
  }

  /// Returns the value of a permission whose rule has an undefined result: the restrictive one.
  ///
  /// `nil` for other keys.
  private func refusal(_ key: any AnyKey) -> Value? {
    switch key.narrowing {
    case .onlyToFalse: .bool(false)
    case .onlyToTrue: .bool(true)
    default: nil
    }
  }

  /// Whether something is asked of a key that is set, and that has it not.
  private func misses(_ value: Qualifiers.Expression, _ context: NaiveContext) -> Bool {
    (value.paths + value.variables).contains { path in
      guard path.components.count > 1, context.value(at: path) == nil,
        let whole = context.value(at: PropertyPath(components: [path.first]))
      else { return false }
      return !whole.isNull
    }
  }

  /// A flag that users may only narrow: what the others say, asking nobody else, and then what users say.
  private mutating func permission(_ key: any AnyKey) -> Value? {
    var trusted = NaiveEvaluator(rules.filter { !$0.layer.mayOnlyNarrow }, values)
    let base = trusted.best(key, of: trusted.rules)
    guard let wish = best(key, of: rules.filter(\.layer.mayOnlyNarrow), below: base) else {
      return base
    }
    let narrowed: Value = .bool(key.narrowing == .onlyToTrue)
    return wish == narrowed ? narrowed : base ?? key.defaultRuleValue
  }
}

/// Reads keys through the naive evaluator; closures read through a resolver that remembers nothing.
final class NaiveContext: EnvironmentReading {
  var evaluator: NaiveEvaluator
  /// Asks the rules after the one that is evaluated.
  var next: ((inout NaiveEvaluator) -> Value)?

  init(_ evaluator: NaiveEvaluator) { self.evaluator = evaluator }

  var now: Date { noon }
  func nextAnswer() -> Value? { next?(&evaluator) }
  func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }
  func value(at path: PropertyPath) -> Value? {
    guard let key = vocabulary[path.first] else { return nil }
    return evaluator.answer(key)?.value(forPath: path.components.dropFirst())
  }

  var environment: EnvironmentValues {
    var values = EnvironmentValues(merging: evaluator.values)
    values.resolver = NaiveResolver(evaluator.rules)
    return values
  }
}

private final class NaiveResolver: EnvironmentResolver {
  let generation = 0
  let rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    values.noteVolatile()
    var naive = NaiveEvaluator(rules, values)
    return naive.answer(key)
  }
}
