import Diagnostics
import Qualifiers
import RuleEnvironment

/// Keys that need each other to be answered.
///
/// A cycle is certain, and an error, when all of its rules hold always; else it is a warning, unless the conditions
/// contradict each other.
enum CycleLint: RuleLint {
  static let id = "cycle"

  /// Answering one key by `rule` reads the next one.
  private struct Edge {
    let rule: Rule
    let target: String
  }

  static func findings(in model: RuleModel) -> [Diagnostic] {
    var edges: [String: [Edge]] = [:]
    for rule in model.rules {
      for name in rule.readKeys {
        edges[rule.keyName, default: []].append(Edge(rule: rule, target: name))
      }
    }
    var search = Search(edges: edges)
    for name in edges.keys.sorted() { search.run(from: name) }
    return search.findings
  }

  /// A depth-first walk that reports each set of keys once.
  private struct Search {
    let edges: [String: [Edge]]
    var findings: [Diagnostic] = []
    private var reported: Set<Set<String>> = []
    private var finished: Set<String> = []
    private var steps = 0

    init(edges: [String: [Edge]]) { self.edges = edges }

    mutating func run(from name: String) {
      var path: [Edge] = []
      visit(name, &path)
      finished.insert(name)
    }

    private mutating func visit(_ name: String, _ path: inout [Edge]) {
      steps += 1
      guard steps < 100_000, path.count < 40 else { return }
      for edge in edges[name] ?? [] where !finished.contains(edge.target) {
        path.append(edge)
        if let start = path.firstIndex(where: { $0.rule.keyName == edge.target }) {
          report(Array(path[start...]))
        } else {
          visit(edge.target, &path)
        }
        path.removeLast()
      }
    }

    private mutating func report(_ cycle: [Edge]) {
      let keys = Set(cycle.map(\.target))
      let conjuncts = cycle.flatMap(\.rule.conjuncts)
      guard let first = cycle.first, !reported.contains(keys),
        Qualifier.all(conjuncts).constantTruth != false
      else { return }
      reported.insert(keys)
      let chain = ([first.rule.keyName] + cycle.map(\.target)).joined(separator: " -> ")
      let isCertain = conjuncts.isEmpty
      findings.append(
        finding(
          first.rule,
          isCertain
            ? "these keys need each other: \(chain)" : "these keys may need each other: \(chain)",
          severity: isCertain ? .error : .warning,
          suggestion: "give one of them a value that does not read the others"
        )
      )
    }
  }
}

extension Rule {
  /// The keys that the condition or the value reads.
  var readKeys: Set<String> {
    Set(
      (condition.paths + condition.variables + value.paths + value.variables).map(\.first)
    )
  }
}
