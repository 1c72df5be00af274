import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Synchronization
import Testing

/// Cached and indexed answers are those of trying all rules, whatever the rules are and whatever changes.
///
/// `D2T_PROPERTY_CASES` says how many changes are tried.
struct ExactnessTests {
  private static let cases =
    ProcessInfo.processInfo.environment["D2T_PROPERTY_CASES"].flatMap(Int.init) ?? 8_000
  /// The number of changes tried with each generated rule model.
  private static let changes = 40

  private static let asked: [any AnyKey] = [
    keys.title, keys.navigationBarTitle, keys.note, keys.rows, keys.page, keys.task, keys.color,
    keys.isObjectEditable, keys.isEntityReadOnly, keys.department, keys.displayNameForEntity,
    keys.formatter,
  ]

  @Test(arguments: RandomRules.Kind.allCases)
  func `Cached and indexed answers equal those of trying all rules`(kind: RandomRules.Kind) {
    for seed in 0..<max(Self.cases / Self.changes / RandomRules.Kind.allCases.count, 1) {
      var random = RandomRules(seed: UInt64(seed), kind)
      guard let difference = Self.difference(&random) else { continue }
      Issue.record("\(kind), seed \(seed): \(difference)")
      return
    }
  }

  /// Changes places at random and asks there; the first answer that is not that of all rules.
  private static func difference(_ random: inout RandomRules) -> String? {
    var (model, text) = random.model()
    let resolver = RuleResolver(model: model, clock: FixedClock(noon))
    var scopes = [EnvironmentValues(resolver: resolver)]
    for _ in 0..<changes {
      if random.number(60) == 0 {
        (model, text) = random.model()
        resolver.model = model
      }
      scopes.append(random.changed(random.pick(scopes)))
      for scope in [scopes[scopes.count - 1], random.pick(scopes)] {
        let key = random.pick(asked)
        var naive = NaiveEvaluator(model.rules, scope)
        let (expected, found) = (naive.answer(key), scope.ruleValue(of: key))
        if expected != found {
          let name = vocabulary.name(of: key) ?? ""
          return "\(name) is \(found), not \(expected as Any), by\n\(text)"
        }
      }
    }
    return nil
  }

  @Test func `Changing an attribute re-answers only keys that read it`() {
    for seed in 0..<max(Self.cases / Self.changes / 2, 1) {
      var random = RandomRules(seed: UInt64(seed), .layered)
      let (model, text) = random.model()
      let attribute = random.pick(["x", "y", "tags"])
      let counting = CountingResolver(RuleResolver(model: model, clock: FixedClock(noon)))
      var scope = EnvironmentValues(resolver: counting)
      scope.entity = Named("a")
      let object = Thing(["x": .string("a"), "y": .string("b"), "tags": .list([.string("c")])])
      let before = scope.setting(keys.object, to: object)
      for key in Self.asked { _ = before.ruleValue(of: key) }
      let known = counting.asked
      counting.forget()
      var properties = object.properties
      properties[attribute] = .string(random.pick(["a", "b", "c", "list"]))
      let after = before.setting(keys.object, to: Thing(properties))
      for key in Self.asked { _ = after.ruleValue(of: key) }
      let reading = Self.keysReading("object.\(attribute)", in: model)
      for slot in counting.asked.intersection(known) where !reading.contains(slot) {
        let name = vocabulary.entries.first { $0.key.slot == slot }?.name ?? ""
        Issue.record("seed \(seed): \(name) does not read \(attribute) in\n\(text)")
        return
      }
    }
  }

  /// The keys whose rules read `path`, also through other keys; a closure may read anything.
  private static func keysReading(_ path: String, in model: RuleModel) -> Set<Int> {
    var found: Set<Int> = []
    var count = -1
    while count < found.count {
      count = found.count
      for rule in model.rules where !found.contains(rule.key.slot) {
        let (condition, value) = (Reads(rule.condition), Reads(rule.value))
        let paths = condition.paths + value.paths
        let isReading =
          condition.runsClosure || value.runsClosure
          || paths.contains { read in
            "\(read)" == path || found.contains(vocabulary[read.first]?.slot ?? -1)
          }
        if isReading { found.insert(rule.key.slot) }
      }
    }
    return found
  }
}

/// Hands questions on, and notes them.
private final class CountingResolver: EnvironmentResolver {
  let generation = 0
  private let resolver: RuleResolver
  private let slots = Mutex<Set<Int>>([])

  init(_ resolver: RuleResolver) { self.resolver = resolver }

  var asked: Set<Int> { slots.withLock { $0 } }
  func forget() { slots.withLock { $0 = [] } }

  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    slots.withLock { _ = $0.insert(key.slot) }
    return resolver.answer(key, in: values)
  }
  var seconds: Int { resolver.seconds }
}
