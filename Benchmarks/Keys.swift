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
    let reads = 1000
    let reference = ["title": "explicit"]
    let name = "title"
    var length = 0
    let dictionary = measure(200) {
      for _ in 0..<reads { length &+= reference[name]?.utf8.count ?? 0 }
    }
    let set = measure(200) {
      for _ in 0..<reads { length &+= explicit[keys.title].utf8.count }
    }
    let remembered = measure(200) {
      for _ in 0..<reads { length &+= scope[keys.title].utf8.count }
    }
    let inherited = measure(200) {
      for _ in 0..<reads { length &+= scope.setting(keys.depth, to: 9)[keys.title].utf8.count }
    }
    precondition(length > 0, "the reads must not be optimised away")
    let lookup = Figure("Dictionary<String, String>", dictionary, per: reads)
    let cached = Figure("remembered answer", remembered, per: reads, budget: 100e-9)
    return [
      lookup,
      Figure("explicit value", set, per: reads, budget: 100e-9),
      cached,
      cached.ratio(to: lookup, "remembered : Dictionary", budget: 5),
      Figure("new child scope and its first read", inherited, per: reads),
    ]
  }
}

/// Answers `title` by reading `source`, as the rule `*true* => title = source` does.
private final class Alias: EnvironmentResolver {
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
