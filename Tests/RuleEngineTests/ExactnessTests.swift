import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import Testing

/// Asks all rules one by one and remembers nothing: what the resolver must agree with.
private struct NaiveEvaluator {
  let model: RuleModel
  let values: EnvironmentValues
  /// The keys being answered, outermost first.
  var stack: [Int] = []
  /// The outermost place in the stack that a cycle led back to.
  var low = Int.max

  mutating func answer(_ key: any AnyKey) -> Value? {
    if values.isExplicit(key) { return values.ruleValue(of: key) }
    if let place = stack.firstIndex(of: key.slot) {
      low = min(low, place)
      return nil
    }
    let (depth, outerLow) = (stack.count, low)
    low = .max
    stack.append(key.slot)
    let found = firstAnswer(key)
    stack.removeLast()
    let dependsOnAsker = low < depth
    low = dependsOnAsker ? min(low, outerLow) : outerLow
    return found ?? (dependsOnAsker ? nil : key.defaultRuleValue)
  }

  private mutating func firstAnswer(_ key: any AnyKey) -> Value? {
    for rule in model.rules(for: key) {
      let context = NaiveContext(evaluator: self)
      defer { low = min(low, context.evaluator.low) }
      guard rule.condition.truth(with: context) == .yes,
        let value = rule.value.evaluate(with: context), key.decode(value) != nil
      else { continue }
      return value
    }
    return nil
  }
}

private final class NaiveContext: EvaluationContext {
  var evaluator: NaiveEvaluator
  init(evaluator: NaiveEvaluator) { self.evaluator = evaluator }
  var now: Date { noon }
  func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }
  func value(at path: PropertyPath) -> Value? {
    guard let key = vocabulary[path.first] else { return nil }
    return evaluator.answer(key)?.value(forPath: path.components.dropFirst())
  }
}

struct ExactnessTests {
  private static let asked: [any AnyKey] = [
    keys.title, keys.navigationBarTitle, keys.note, keys.rows, keys.page, keys.task, keys.color,
  ]

  @Test(arguments: [true, false])
  func `Cached and indexed answers equal those of trying all rules`(withCycles: Bool) {
    var random = Seeded(withCycles ? 29 : 31)
    for _ in 0..<400 { checkOneModel(&random, withCycles) }
  }

  private func checkOneModel(_ random: inout Seeded, _ withCycles: Bool) {
    // Without these no key needs itself, so that all keys with many rules are indexed.
    let cyclic = [
      "= title", "= page", "= note", "title =", "title}", "title.", "navigationBarTitle =",
    ]
    let rules = (0..<(3 + random.next(60))).map { _ in rule(&random) }
    let text = rules.filter { rule in withCycles || !cyclic.contains { rule.contains($0) } }
      .joined(separator: "\n")
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    #expect(faults.map(\.message) == [])
    let resolver = RuleResolver(model: model, clock: FixedClock(noon))
    var scopes = [EnvironmentValues(resolver: resolver)]
    for _ in 0..<10 {
      scopes.append(changed(scopes[random.next(scopes.count)], &random))
      let scope = scopes[random.next(scopes.count)]
      for key in Self.asked where random.next(3) == 0 {
        var naive = NaiveEvaluator(model: model, values: scope)
        let (expected, found) = (naive.answer(key), scope.ruleValue(of: key))
        if expected != found {
          Issue.record(
            "\(vocabulary.name(of: key) ?? ""): \(found), not \(expected as Any)\n\(text)"
          )
          return
        }
      }
    }
  }

  private func pick(_ items: [String], _ random: inout Seeded) -> String {
    items[random.next(items.count)]
  }

  private func rule(_ random: inout Seeded) -> String {
    let count = random.next(4)
    let parts = (0..<count).map { _ in condition(&random) }
    let joined = parts.joined(separator: pick([" and ", " and ", " or "], &random))
    let priority = pick(["", "", "", "high: ", "low: ", "7: "], &random)
    return priority + (count == 0 ? "" : joined + " => ") + assignment(&random)
  }

  private func condition(_ random: inout Seeded) -> String {
    let texts = ["'a'", "'b'", "'c'", "'list'"]
    let text = pick(texts, &random)
    return pick(
      [
        "entity.name = \(text)", "propertyKey = \(text)", "entity.name = \(text)",
        "propertyKey in (\(text), 'd')", "task = \(text)", "attribute.type != \(text)",
        "object.x = \(text)", "object.x is null", "not (propertyKey = \(text))", "rows > 3",
        "note like '\(pick(["a*", "*b", "?"], &random))'", "rows = 1",
        "object.tags = \(text)", "navigationBarTitle = title", "object.x = propertyKey",
        "(propertyKey = \(text) or entity.name = 'a')", "object.x between 'a' and 'b'",
      ],
      &random
    )
  }

  private func assignment(_ random: inout Seeded) -> String {
    let text = pick(["'a'", "'b'", "'c'", "'list'"], &random)
    return pick(
      [
        "title = \(text)", "title = navigationBarTitle", "title = entity.name",
        "navigationBarTitle = title", "navigationBarTitle = \(text)", "note = null",
        "note = object.x", "note = `{title} {rows}`", "note = \(text)",
        "rows = \(random.next(5))", "rows = title.length", "page = \(text)", "page = note",
        "task = \(text)", "task = page", "color = if rows > 2 then 'a' else note",
        "color = \(text)", "color = \(text)", "title = \(text)",
      ],
      &random
    )
  }

  private func changed(_ scope: EnvironmentValues, _ random: inout Seeded) -> EnvironmentValues {
    var scope = scope
    let text = ["a", "b", "c", "list", "5"][random.next(5)]
    switch random.next(8) {
    case 0: scope.entity = Named(text)
    case 1: scope.propertyKey = random.next(5) == 0 ? nil : text
    case 2: scope.attribute = Named(text, kind: text)
    case 3: scope.object = Thing(["x": random.next(3) == 0 ? .null : .string(text)])
    case 4: scope.object = Thing(["tags": .list([.string(text), .string("a")])])
    case 5: scope.task = text
    case 6: scope.rows = random.next(5)
    default: scope.title = text
    }
    return scope
  }
}
