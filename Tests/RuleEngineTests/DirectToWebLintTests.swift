import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import Testing

@testable import RuleEngine

/// Asks every rule in turn and keeps nothing: what a place gives comes first, then the rules, then nothing.
private final class NaivePlace: EvaluationContext {
  private let rules: [String: [Rule]]
  private let facts: [String: Value]
  private var asked: Set<String> = []

  init(_ rules: [String: [Rule]], facts: [String: Value]) {
    (self.rules, self.facts) = (rules, facts)
  }

  var now: Date { noon }

  func value(at path: PropertyPath) -> Value? {
    if let fact = facts[path.description] { return fact }
    guard path.components.count == 1, asked.insert(path.first).inserted else { return nil }
    defer { asked.remove(path.first) }
    return winner(of: path.first)?.value ?? .null
  }

  func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }

  /// The first rule that answers, and what it says.
  func winner(of key: String) -> (rule: Rule, value: Value)? {
    for rule in rules[key] ?? [] where rule.condition.truth(with: self) == .yes {
      if let value = rule.value.evaluate(with: self) { return (rule, value) }
    }
    return nil
  }
}

/// What history planted in ERDirectToWeb's own rules, and what is not there.
@Suite(
  .enabled(
    if: !DirectToWebCorpus.files.isEmpty || DirectToWebCorpus.isRequired,
    "needs the corpus; CI requires it"
  )
)
struct DirectToWebLintTests {
  private func model(_ file: String, _ order: RuleOrder) throws -> RuleModel {
    RuleModel.load(
      layers: [(.application, [try DirectToWebCorpus.source(file)])],
      vocabulary: Vocabulary(MovieKeys.shared),
      ruleOrder: order
    ).model
  }

  /// The findings of a lint as `line: message`, without the folder of the file.
  private func findings(_ id: String, _ order: RuleOrder = .wonder) throws -> [String] {
    let core = DirectToWebCorpus.core
    return try model(core, order).lint().filter { $0.id == id }.map { finding in
      "\(finding.position?.line ?? 0): \(finding.message)".replacing(
        "\(DirectToWebCorpus.root)/\(core):",
        with: ""
      )
    }
  }

  @Test func `Features that never come to be are unreachable`() throws {
    let lines = try findings("unreachable").compactMap { Int($0.prefix { $0 != ":" }) }
    // The list to compare with, the pick list in groups, and groups in XML.
    let core = try model(DirectToWebCorpus.core, .wonder)
    let values = core.rules.filter { lines.contains($0.line) }.map { "\($0.keyName) = \($0.value)" }
    #expect(values.contains("pageName = templateNameForListComparePage"))
    #expect(values.contains("pageName = 'ERD2WGroupingPickListPageTemplate'"))
    #expect(values.contains("pageName = templateNameForGroupingListXMLPage"))
  }

  @Test func `An alias to a key that nothing defines is dead`() throws {
    let dead = try findings("dead-alias")
    #expect(dead.contains { $0.contains("templateNameForCSVGroupingListPageTemplate") })
    // Keys that Java computes are no mistakes of the file.
    #expect(!dead.contains { $0.contains("defaultActions") || $0.contains("smartDefaultRows") })
  }

  @Test func `Rules with one condition and two values are shadowed`() throws {
    #expect(
      try findings("shadowed") == [
        "158: this rule never answers: 156 has the same condition and stands before it",
        "263: this rule never answers: 260 has the same condition and stands before it",
        "347: this rule never answers: 344 has the same condition and stands before it",
      ]
    )
  }

  @Test(arguments: DirectToWebCorpus.files.filter { $0.contains("Frameworks") }, RuleOrder.allCases)
  func `No rule that is called unreachable or shadowed answers anywhere`(
    file: String,
    order: RuleOrder
  ) throws {
    let model = try model(file, order)
    let rules = Dictionary(grouping: model.rules, by: \.keyName).mapValues { rules in
      rules.sorted { $0.precedes($1) }
    }
    let called = model.lint().filter { ["unreachable", "shadowed"].contains($0.id) }
    var random = Seeded(5)
    let constants = Self.constants(in: model.rules)
    for finding in called {
      let rule = try #require(model.rules.first { $0.assignmentSpan == finding.span })
      var held = 0
      for _ in 0..<400 where held < 60 {
        let facts = Self.facts(for: rule, constants, &random)
        let place = NaivePlace(rules, facts: facts)
        guard rule.condition.truth(with: place) == .yes else { continue }
        held += 1
        #expect(place.winner(of: rule.keyName)?.rule !== rule, "\(rule.place) at \(facts)")
      }
      #expect(held > 5, "\(rule.place) hardly ever holds")
    }
  }

  /// The constants that conditions compare each path with; of patterns a text that fits.
  private static func constants(in rules: [Rule]) -> [String: [Value]] {
    var constants: [String: Set<Value>] = [:]
    for rule in rules { rule.condition.eachComparison { constants[$0, default: []].insert($1) } }
    return constants.mapValues { $0.sorted { $0.precedes($1) } }
  }

  /// A place at random: what the rule asks for is often there, all else sometimes.
  private static func facts(
    for rule: Rule,
    _ constants: [String: [Value]],
    _ random: inout Seeded
  ) -> [String: Value] {
    var facts: [String: Value] = [:]
    for (path, values) in constants.sorted(by: { $0.key < $1.key }) where random.next(3) == 0 {
      facts[path] = random.next(4) == 0 ? .null : values[random.next(values.count)]
    }
    rule.condition.eachComparison { path, value in
      if random.next(3) > 0 { facts[path] = value }
    }
    facts[rule.keyName] = nil
    return facts
  }
}

extension Qualifier {
  /// Every path that is compared with a constant, and that constant.
  fileprivate func eachComparison(_ body: (String, Value) -> Void) {
    switch self {
    case .comparison(let left, let comparison, let right):
      guard case .path(let path) = left.kind, case .literal(let value) = right.kind else { return }
      guard comparison == .like || comparison == .ilike, let pattern = value.string else {
        return body(path.description, value)
      }
      body(path.description, .string(pattern.replacing("*", with: "X")))
    case .and(let parts), .or(let parts): for part in parts { part.eachComparison(body) }
    case .not(let inside): inside.eachComparison(body)
    case .isNull(let operand):
      if case .path(let path) = operand.kind { body(path.description, .null) }
    default: break
    }
  }
}
