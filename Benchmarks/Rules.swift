import RuleEngine
import RuleEnvironment

extension Benchmark {
  static let rules = Self(
    "rules",
    "loading rules, and answers that are not remembered, at 100 and 100 000 rules"
  ) { _ in
    try [100, 10_000, 100_000].flatMap { count in try figures(ruleCount: count) }
  }

  private static func figures(ruleCount: Int) throws -> [Figure] {
    let keys = QuestionKeys.shared
    let vocabulary = Vocabulary(keys)
    let text = (0..<ruleCount).map { number in
      "entityName = 'E\(number / 20)' and propertyKey = 'p\(number % 20)' => title = 'answer \(number)'"
    }.joined(separator: "\n")
    var model = RuleModel(vocabulary: vocabulary)
    var faults = 0
    let loading = measure(ruleCount > 1000 ? 3 : 20, warmUp: 1) {
      let (loaded, diagnostics) = RuleModel.load(text, vocabulary: vocabulary)
      (model, faults) = (loaded, diagnostics.count)
    }
    guard faults == 0 else { throw UsageError("the benchmark's rules have \(faults) faults") }
    let scope = EnvironmentValues(resolver: RuleResolver(model: model))
      .setting(keys.entityName, to: "E\(ruleCount / 40)")
    let reads = 20
    var found = 0
    let answers = measure(ruleCount > 1000 ? 20 : 200) {
      for number in 0..<reads {
        // A scope of its own for each read, in which nothing is remembered.
        let title = scope.setting(keys.propertyKey, to: "p\(number)")[keys.title]
        if title.hasPrefix("answer") { found += 1 }
      }
    }
    guard found > 0 else { throw UsageError("no rule answered") }
    return [
      Figure("load \(ruleCount) rules", loading, budget: ruleCount == 100 ? 0.001 : nil),
      Figure("answer of \(ruleCount) rules for one key", answers, per: reads, budget: 5e-6),
    ]
  }
}

private struct QuestionKeys: KeyNamespace {
  static let shared = Self()
  let entityName = Key("", "What the page is about.")
  let propertyKey = Key("", "The property shown.")
  let title = Key("Untitled", "What rules answer.")
}
