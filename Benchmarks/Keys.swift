import Qualifiers
import RuleEnvironment

extension Benchmark {
  static let keys = Self("keys", "reads of environment keys: set, remembered, answered by rules") {
    _ in
    let keys = ReadKeys.shared
    var explicit = EnvironmentValues()
    explicit[keys.title] = "explicit"
    var scope = EnvironmentValues(resolver: Alias())
    scope[keys.source] = "source"
    for level in 0..<8 { scope = scope.setting(keys.depth, to: level) }
    let (set, answered) = (explicit, scope)
    let reference = ["title": "explicit"]
    let name = "title"
    let path: any KeyPath<EnvironmentValues, String> & Sendable = \.title
    let lookup = each("Dictionary<String, String>") { reference[name]?.utf8.count ?? 0 }
    let cached = each("remembered answer", budget: 100e-9) { answered[keys.title].utf8.count }
    return [
      lookup,
      each("explicit value", budget: 100e-9) { set[keys.title].utf8.count },
      each("explicit value through `\\.title`", budget: 100e-9) { set.title.utf8.count },
      cached,
      cached.ratio(to: lookup, "remembered : Dictionary", budget: 5),
      each("remembered answer through `\\.title`", budget: 100e-9) { answered.title.utf8.count },
      each("remembered answer through a key path") {
        answered[keyPath: path].utf8.count
      },
      each("child scope", budget: 200e-9) {
        answered.setting(keys.depth, to: 9).isExplicit(keys.depth) ? 1 : 0
      },
      each("child scope and its first read") {
        answered.setting(keys.depth, to: 9)[keys.title].utf8.count
      },
    ]
  }

  /// A thousand runs of `body`, many times; it gives a number so that it cannot be optimised away.
  private static func each(_ name: String, budget: Double? = nil, _ body: () -> Int) -> Figure {
    let runs = 1000
    var sum = 0
    let durations = measure(200) { for _ in 0..<runs { sum &+= body() } }
    precondition(sum > 0, "\(name) gives nothing")
    return Figure(name, durations, per: runs, budget: budget)
  }
}

/// Answers `title` by reading `source`, as the rule `*true* => title = source` does.
private final class Alias: EnvironmentResolver {
  let generation = 0
  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    key === ReadKeys.shared.title ? .string(values[ReadKeys.shared.source]) : nil
  }
}

private struct ReadKeys: KeyNamespace {
  static let shared = Self()
  let title = Key("", "What is read.")
  let source = Key("", "What the answer depends on.")
  let depth = Key(0, "Makes scopes differ.")
}

extension EnvironmentValues {
  fileprivate subscript<V>(dynamicMember path: KeyPath<ReadKeys, Key<V>>) -> V {
    get { self[ReadKeys.shared[keyPath: path]] }
    set { self[ReadKeys.shared[keyPath: path]] = newValue }
  }
}
