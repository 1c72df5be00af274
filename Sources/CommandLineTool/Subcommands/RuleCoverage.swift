import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment

/// The coverage of rules by their tests: the rules that answered, and the parts of conditions that held at least once.
struct RuleCoverage {
  /// The rules that answered, by their order in the model.
  private var answering: Set<Int> = []
  /// The parts of conditions that held at some place where their rule was asked.
  private var held: Set<Clause> = []

  /// A part of a rule's condition: the rule's order in the model and the index of the part.
  private nonisolated struct Clause: Hashable {
    let rule: Int
    let part: Int
  }

  /// Notes what became of the rules of a key at a place.
  mutating func note(
    _ explanation: Explanation,
    _ resolver: RuleResolver,
    in scope: EnvironmentValues
  ) {
    if let rule = explanation.rule { answering.insert(rule.order) }
    let asked = explanation.candidates.map(\.rule) + [explanation.rule].compactMap(\.self)
    for rule in asked where rule.layer >= .application {
      for (place, part) in rule.parts.enumerated()
      where !held.contains(Clause(rule: rule.order, part: place)) {
        guard resolver.failedClause(of: part, in: scope) == nil else { continue }
        held.insert(Clause(rule: rule.order, part: place))
      }
    }
  }

  /// Returns the coverage of the rules that the user wrote.
  func coverage(of rules: [Rule]) -> Report {
    let own = rules.filter { $0.layer >= .application }
    return Report(
      rules: own.map { rule in
        let never = rule.parts.indices.filter { !held.contains(Clause(rule: rule.order, part: $0)) }
        return Report.Entry(
          rule: rule,
          hasAnswered: answering.contains(rule.order),
          partsThatNeverHeld: never.map { rule.parts[$0] }
        )
      }
    )
  }

  /// The coverage report of the rule tests, as text and JSON: rules that never answered and conditions that never held.
  struct Report {
    /// The coverage of one rule: whether it ever answered, and the parts of its condition that never held.
    struct Entry {
      let rule: Rule
      let hasAnswered: Bool
      let partsThatNeverHeld: [Qualifier]
    }

    let rules: [Entry]

    /// The rules that never answered.
    var idleRules: [Rule] { rules.filter { !$0.hasAnswered }.map(\.rule) }

    /// A line for each rule that never answered, with what never held of it; then the shares in percent.
    var text: String {
      let idle = rules.filter { !$0.hasAnswered }.map { entry in
        let rule = entry.rule
        let never = entry.partsThatNeverHeld.map { "\($0)" }.joined(separator: ", ")
        return "\(rule.file):\(rule.line): never answered: \(rule.text)\n"
          + (never.isEmpty ? "" : "    never held: \(never)\n")
      }
      let answered = Share(rules.count - idleRules.count, of: rules.count)
      let keys = keys.map { "    \($0.name): \($0.share)\n" }
      return idle.joined() + "rules that answered: \(answered)\n" + keys.joined()
        + "clauses that held: \(clauses)\n"
    }

    var json: JSON {
      let answered = Share(rules.count - idleRules.count, of: rules.count)
      return .object([
        ("rules", answered.json), ("clauses", clauses.json),
        ("keys", .object(keys.map { ($0.name, $0.share.json) })),
        (
          "neverHeld",
          .array(
            rules.flatMap { entry in
              entry.partsThatNeverHeld.map { part in
                .object([
                  ("file", .string(entry.rule.file)), ("line", JSON(entry.rule.line)),
                  ("clause", .string("\(part)")),
                ])
              }
            }
          )
        ),
      ])
    }

    private var clauses: Share {
      let all = rules.reduce(0) { $0 + $1.rule.parts.count }
      return Share(all - rules.reduce(0) { $0 + $1.partsThatNeverHeld.count }, of: all)
    }

    /// The keys that are set, in the order of their names.
    private var keys: [(name: String, share: Share)] {
      Dictionary(grouping: rules, by: \.rule.keyName).sorted { $0.key < $1.key }.map {
        name,
        rules in
        (name, Share(rules.filter(\.hasAnswered).count, of: rules.count))
      }
    }
  }

  /// A covered share of the rules, printed as a count and percentage: `5 of 8, 62 %`.
  private nonisolated struct Share: CustomStringConvertible {
    let part: Int
    let whole: Int

    init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, whole) }

    private var percent: Int { whole == 0 ? 100 : part * 100 / whole }

    /// `5 of 8, 62 %`.
    var description: String { "\(part) of \(whole), \(percent) %" }

    var json: JSON {
      .object([("part", JSON(part)), ("whole", JSON(whole)), ("percent", JSON(percent))])
    }
  }
}

extension Rule {
  /// The parts of the condition that must all hold.
  fileprivate var parts: [Qualifier] {
    switch condition {
    case .constant(true): []
    case .and(let parts): parts
    default: [condition]
    }
  }
}
