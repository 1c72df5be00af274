import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import Workspace

extension Benchmark {
  static let rules = Self(
    "rules",
    "loading rules, and answers that are not remembered, at 100 to 100 000 rules"
  ) { _ in
    try [100, 1_000, 10_000, 100_000].flatMap { count in try figures(ruleCount: count) }
  }

  private static func figures(ruleCount: Int) throws -> [Figure] {
    let keys = QuestionKeys.shared
    let vocabulary = Vocabulary(keys)
    let text = (0..<ruleCount).map { number in
      "entityName = 'E\(number / 20)' and propertyKey = 'p\(number % 20)' => title = 'answer \(number)'"
    }.joined(separator: "\n")
    // All are kept: to let go of a model is no part of loading the next.
    var models: [RuleModel] = []
    var faults = 0
    let loading = measure(ruleCount > 10_000 ? 5 : 20, warmUp: 1) {
      let (loaded, diagnostics) = RuleModel.load(text, vocabulary: vocabulary)
      models.append(loaded)
      faults += diagnostics.count
    }
    guard faults == 0, let model = models.last else {
      throw UsageError("the benchmark's rules have \(faults) faults")
    }
    let scope = EnvironmentValues(resolver: RuleResolver(model: model))
      .setting(keys.entityName, to: "E\(ruleCount / 40)")
    let places = (0..<20).map { scope.setting(keys.propertyKey, to: "p\($0)") }
    let answers = try answering(places, times: 200) { place in
      // A scope of its own for each read, in which nothing is remembered.
      var place = place
      place[keys.propertyKey] = place[keys.propertyKey]
      return place[keys.title]
    }
    let scan = LinearScan(key: keys.title, rules: model.rules)
    let few = ruleCount > 10_000 ? Array(places.prefix(1)) : places
    let scanned = try answering(few, times: ruleCount > 1000 ? 5 : 50) { place in
      scan.answer(in: place)?.string ?? ""
    }
    let answer = Figure(
      "answer of \(ruleCount) rules for one key",
      answers,
      per: places.count,
      budget: 5e-6
    )
    let slow = Figure("the same by trying all of them", scanned, per: few.count)
    return [
      Figure("load \(ruleCount) rules", loading, budget: 20e-6 * Double(ruleCount)), answer, slow,
      slow.ratio(to: answer, "all : indexed"),
    ]
  }

  /// Reads at each place, many times; every read must find a rule.
  private static func answering(
    _ places: [EnvironmentValues],
    times: Int,
    _ read: (EnvironmentValues) -> String
  ) throws -> [Duration] {
    var found = 0
    let durations = measure(times) {
      for place in places where read(place).hasPrefix("answer") { found += 1 }
    }
    guard found >= times * places.count else { throw UsageError("a rule did not answer") }
    return durations
  }
}

/// Tries all rules of a key, as an engine without an index does.
private struct LinearScan {
  let key: any AnyKey
  let rules: [Rule]

  func answer(in values: EnvironmentValues) -> Value? {
    let reader = Reader(values: values)
    var best: Rule?
    for rule in rules where rule.key === key && rule.condition.truth(with: reader) == .yes {
      let isBetter = best.map {
        (rule.priority, rule.specificity) > ($0.priority, $0.specificity)
      }
      if isBetter ?? true { best = rule }
    }
    return best?.value.evaluate(with: reader)
  }

  private struct Reader: EvaluationContext {
    let values: EnvironmentValues
    var now: Date { Date(timeIntervalSince1970: 0) }
    func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }
    func value(at path: PropertyPath) -> Value? {
      switch path.first {
      case "entityName": values.ruleValue(of: QuestionKeys.shared.entityName)
      case "propertyKey": values.ruleValue(of: QuestionKeys.shared.propertyKey)
      default: nil
      }
    }
  }
}

private struct QuestionKeys: KeyNamespace {
  static let shared = Self()
  let entityName = Key("", "What the page is about.")
  let propertyKey = Key("", "The property shown.")
  let title = Key("Untitled", "What rules answer.")
}
