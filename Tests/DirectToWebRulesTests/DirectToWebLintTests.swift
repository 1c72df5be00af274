import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

@testable import DirectToWebRules
@testable import RuleEngine  // where rules stand

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

/// Tests that lint finds the known dead rules of ERDirectToWeb's own rule file, and reports no false ones.
@Suite(
  .enabled(
    if: !DirectToWebCorpus.files.isEmpty || DirectToWebCorpus.isRequired,
    "needs the corpus; CI requires it"
  )
)
struct DirectToWebLintTests {
  private func model(_ file: String, _ order: RuleOrder) throws -> RuleModel {
    ForeignRules.load(
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
        "158: this rule never answers: 156 has the same condition and comes first",
        "263: this rule never answers: 260 has the same condition and comes first",
        "347: this rule never answers: 344 has the same condition and comes first",
      ]
    )
  }

  @Test(arguments: DirectToWebCorpus.files, RuleOrder.allCases)
  func `No rule that is called unreachable or shadowed answers anywhere`(
    file: String,
    order: RuleOrder
  ) throws {
    let model = try model(file, order)
    let rules = Dictionary(grouping: model.rules, by: \.keyName).mapValues { rules in
      rules.sorted { $0.precedes($1) }
    }
    let called = model.lint().filter { ["unreachable", "shadowed"].contains($0.id) }
    let constants = Self.constants(in: model.rules)
    for finding in called {
      let rule = try #require(model.rules.first { $0.assignmentSpan == finding.span })
      let rivals = (rules[rule.keyName] ?? []).prefix { $0 !== rule }
      let grid = Grid(rule, rivals: rivals, constants)
      var held = 0
      var answered: [String: Value]?
      grid.eachPlace { facts in
        let place = NaivePlace(rules, facts: facts)
        guard rule.condition.truth(with: place) == .yes else { return }
        held += 1
        if answered == nil, place.winner(of: rule.keyName)?.rule === rule { answered = facts }
      }
      #expect(answered == nil, "\(rule.place) of \(grid.count) places")
      #expect(held > 0, "\(rule.place) holds at \(held) of \(grid.count) places")
    }
  }

  @Test func `The grid finds where rules answer that do`() throws {
    let model = try model(DirectToWebCorpus.core, .wonder)
    let rules = Dictionary(grouping: model.rules, by: \.keyName).mapValues { rules in
      rules.sorted { $0.precedes($1) }
    }
    let constants = Self.constants(in: model.rules)
    let called = Set(model.lint().filter { $0.id != "ambiguous" }.map(\.span))
    var found = 0
    let sample = model.rules.filter {
      $0.keyName == "pageName" && !called.contains($0.assignmentSpan)
    }
    for rule in sample.prefix(12) {
      let rivals = (rules[rule.keyName] ?? []).prefix { $0 !== rule }
      var answers = false
      Grid(rule, rivals: rivals, constants).eachPlace { facts in
        let place = NaivePlace(rules, facts: facts)
        guard !answers, rule.condition.truth(with: place) == .yes else { return }
        answers = place.winner(of: rule.keyName)?.rule === rule
      }
      if answers { found += 1 }
    }
    #expect(found > 8)
  }

  /// The constants that conditions compare each path with; of patterns a text that fits.
  private static func constants(in rules: [Rule]) -> [String: [Value]] {
    var constants: [String: Set<Value>] = [:]
    for rule in rules { rule.condition.eachComparison { constants[$0, default: []].insert($1) } }
    return constants.mapValues { $0.sorted { $0.precedes($1) } }
  }
}

/// The cross product of what a file compares the paths of a rule with: every constant of the file, another value, null,
/// and nothing set.
///
/// The rule's own paths come first, then those of the rules that are asked before it, the most frequent first, as long as
/// there are no more places than the bound: 20 000, or what `D2T_GRID_PLACES` says. The paths that are left out take
/// values at random.
private struct Grid {
  private let axes: [(path: String, values: [Value?])]
  private let others: [(path: String, values: [Value?])]
  let count: Int

  private static let bound =
    ProcessInfo.processInfo.environment["D2T_GRID_PLACES"].flatMap(Int.init) ?? 20_000

  init(_ rule: Rule, rivals: some Sequence<Rule>, _ constants: [String: [Value]]) {
    var own: [String] = []
    rule.condition.eachComparison { path, _ in if !own.contains(path) { own.append(path) } }
    var uses: [String: Int] = [:]
    for rival in rivals {
      var paths: Set<String> = []
      rival.condition.eachComparison { path, _ in paths.insert(path) }
      for path in paths where !own.contains(path) && path != rule.keyName {
        uses[path, default: 0] += 1
      }
    }
    let foreign = uses.keys.sorted { (uses[$1, default: 0], $0) < (uses[$0, default: 0], $1) }
    var (axes, others): ([(String, [Value?])], [(String, [Value?])]) = ([], [])
    var count = 1
    for path in own + foreign {
      let values = (constants[path] ?? []).filter { !$0.isNull } + [.string("another"), .null, nil]
      if count * values.count <= Self.bound {
        axes.append((path, values))
        count *= values.count
      } else {
        others.append((path, values))
      }
    }
    (self.axes, self.others, self.count) = (axes, others, count)
  }

  func eachPlace(_ body: ([String: Value]) -> Void) {
    var random = Seeded(5)
    for number in 0..<count {
      var facts: [String: Value] = [:]
      var rest = number
      for axis in axes {
        facts[axis.path] = axis.values[rest % axis.values.count]
        rest /= axis.values.count
      }
      for other in others { facts[other.path] = other.values[random.next(other.values.count)] }
      body(facts)
    }
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
