public import Diagnostics
import FoundationEssentials
public import Qualifiers
public import RuleEnvironment
import Synchronization

/// Says whether rules of the user's own find nothing at a path of some place.
package typealias Concealment = @Sendable (PropertyPath, EnvironmentValues) -> Bool

/// Answers environment keys by the rules of a model that can be replaced while the program runs.
public final class RuleResolver: EnvironmentResolver {
  /// The mutable state of the resolver behind its mutex: the rule model, the faults found with it, and the hooks for
  /// permissions.
  private struct State: Sendable {
    var model: RuleModel
    var faults: [Diagnostic] = []
    var reported: Set<String> = []
    /// The keys of each reported cycle.
    var cycles: [Set<Int>] = []
    var concealment: Concealment?
    var inheritance: Inheritance?
  }

  /// The clock for `now` and `today`.
  public let clock: any RuleClock
  private let state: Mutex<State>
  private let count = Atomic<Int>(0)
  /// More faults than this are not kept: one mistake can show in a thousand rows.
  private static let mostFaults = 200

  /// A resolver for `model`.
  public init(model: RuleModel, clock: any RuleClock = SystemClock()) {
    self.clock = clock
    state = Mutex(State(model: model))
  }

  /// The rules; setting it makes all answers new and forgets the faults found while the old ones ran.
  public var model: RuleModel {
    get { state.withLock { $0.model } }
    set {
      state.withLock {
        $0 = State(model: newValue, concealment: $0.concealment, inheritance: $0.inheritance)
      }
      count.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// The predicate for paths that the user's own rules may not read, because the user may not see those values.
  package var concealment: Concealment? {
    get { state.withLock { $0.concealment } }
    set {
      state.withLock { $0.concealment = newValue }
      count.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Returns the parent entities' places for a place; a denial there also applies here.
  package var inheritance: Inheritance? {
    get { state.withLock { $0.inheritance } }
    set {
      state.withLock { $0.inheritance = newValue }
      count.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// The faults found while rules ran, each once: cycles, values of a wrong type, attempts to widen a permission.
  public var faults: [Diagnostic] { state.withLock { $0.faults } }

  /// Changes when the rules do.
  public var generation: Int { count.load(ordering: .acquiring) }

  /// The wall-clock time, by which answers that read `today` end to hold at midnight.
  public var seconds: Int { Int(clock.now.timeIntervalSince1970) }

  /// The answer of the rules; `nil` when none answers.
  public func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    let answer = query(in: values).answer(key) { report($0, key) }
    return inherited(answer, of: key, in: values)
  }

  func query(in values: EnvironmentValues) -> RuleQuery {
    let (model, concealment) = state.withLock { ($0.model, $0.concealment) }
    return RuleQuery(model: model, clock: clock, values: values, conceals: concealment)
  }

  /// The answer of the layers that may say what they like about permissions; the key's default when they have none.
  package func trustedAnswer(_ key: any AnyKey, in values: EnvironmentValues) -> Value {
    let answer = query(in: values).trustedAnswers().answer(key, in: values)
    return inherited(answer, of: key, in: values, trusted: true) ?? key.defaultRuleValue
  }

  /// The rule that gives that answer; `nil` for the key's default.
  package func trustedRule(_ key: any AnyKey, in values: EnvironmentValues) -> Rule? {
    query(in: values).trustedAnswers().winner(key, in: values)?.rule
  }

  /// Returns the answer of only those layers that may narrow permissions but not widen them; `nil` when they have none.
  package func narrowingAnswer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    let query = query(in: values)
    guard query.model.hasNarrowingLayers, let compiled = query.model.compiled(key) else {
      return nil
    }
    let ranks = 0..<compiled.restrictedCount
    return compiled.first(in: ranks, for: key, query.ownReader(compiled, for: key)) { _ in }?.value
  }

  /// Returns each layer's own answer for `key`, highest layer first; layers without an answer are left out.
  package func layeredAnswers(_ key: any AnyKey, in values: EnvironmentValues) -> [Value] {
    query(in: values).layeredAnswers(key)
  }

  // MARK: Faults

  /// Keeps a fault that names the chain; a cycle is the same whichever of its keys was asked first.
  ///
  /// A longer way round through the keys of a cycle that is known follows from that one.
  public func didFindCycle(_ chain: [any AnyKey]) {
    let model = model
    let slots = Set(chain.map(\.slot))
    let isNew = state.withLock { state in
      guard !state.cycles.contains(where: { $0.isSubset(of: slots) }) else { return false }
      state.cycles.append(slots)
      return true
    }
    guard isNew else { return }
    add("cycle \(slots.sorted())") { RuntimeFault.cycle(chain, model) }
  }

  /// Keeps a fault that names the key and the view that read it.
  public func didMissRequired(_ key: any AnyKey, reader: String?) {
    let name = model.vocabulary.name(of: key) ?? "?"
    add("required \(key.slot) \(reader ?? "")") { RuntimeFault.required(name, reader) }
  }

  private func report(_ trouble: RuleQuery.AnswerProblem, _ key: any AnyKey) {
    switch trouble {
    case .wrongType(let rule, let value):
      add("type \(rule.order)") { RuntimeFault.wrongType(rule, value) }
    case .widened(let rule):
      add("widens \(rule.order)") { RuntimeFault.widened(rule) }
    }
  }

  private func add(_ identity: String, _ make: () -> Diagnostic) {
    let isNew = state.withLock { state in
      state.faults.count < Self.mostFaults && state.reported.insert(identity).inserted
    }
    guard isNew else { return }
    let fault = make()
    state.withLock { $0.faults.append(fault) }
  }
}
