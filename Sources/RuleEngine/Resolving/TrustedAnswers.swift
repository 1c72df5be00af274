import Qualifiers
import RuleEnvironment

/// A resolver that answers keys, and every key read on the way, only by rules of layers that may grant permissions.
///
/// No rule of the user's own layers can therefore widen a permission through another key.
final class TrustedAnswers: EnvironmentResolver {
  private let model: RuleModel
  private let clock: any RuleClock
  /// The keys being answered, outermost first.
  private let asking: [any AnyKey]
  /// Hears of what goes wrong.
  private let listener: (any EnvironmentResolver)?

  init(
    _ model: RuleModel,
    _ clock: any RuleClock,
    asking: [any AnyKey] = [],
    listener: (any EnvironmentResolver)?
  ) {
    (self.model, self.clock, self.asking, self.listener) = (model, clock, asking, listener)
  }

  /// The answer of those layers; `nil` when they have none.
  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    winner(key, in: values)?.value
  }

  /// Returns the answer of those layers together with its rule; `nil` when they have none.
  func winner(_ key: any AnyKey, in values: EnvironmentValues) -> (value: Value, rule: Rule)? {
    if let start = asking.firstIndex(where: { $0 === key }) {
      listener?.didFindCycle(asking[start...] + [key])
      return nil
    }
    guard let compiled = model.compiled(key) else { return nil }
    let inner = TrustedAnswers(model, clock, asking: asking + [key], listener: listener)
    let reader = RuleReader(compiled, values, clock: clock, trusted: inner)
    let ranks = compiled.restrictedCount..<compiled.candidates.count
    return compiled.first(in: ranks, for: key, reader) { _ in }
  }

  /// The generation of the resolver that asks.
  var generation: Int { listener?.generation ?? 0 }

  /// The clock time of the resolver that asks, in seconds since 1970.
  var seconds: Int { listener?.seconds ?? 0 }

  /// Handed on.
  func didFindCycle(_ chain: [any AnyKey]) { listener?.didFindCycle(chain) }

  /// Handed on.
  func didMissRequired(_ key: any AnyKey, reader: String?) {
    listener?.didMissRequired(key, reader: reader)
  }
}
