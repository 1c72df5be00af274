import Diagnostics
import Qualifiers
import RuleEnvironment

/// Keys that need each other to be answered.
///
/// A cycle is certain, and an error, when each of its rules reads the next key before anything can keep it from doing so;
/// else it is a warning, unless the conditions contradict each other. Of cycles through the same keys the shortest is
/// reported: the others follow from it.
enum CycleLint: RuleLint {
  static let id = "cycle"
  static let summary = "Keys need each other to be answered; the chain is named."

  /// An edge of the graph of keys: answering the rule's key reads the key `target`.
  private struct Edge {
    let rule: Rule
    let target: String

    /// The rule, when it is asked, cannot help reading the target.
    var isCertain: Bool {
      rule.condition == .constant(true) || rule.condition.paths.first?.first == target
    }
  }

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let model = linted.model
    // Other keys are on no cycle; their rules may be many.
    let entries = model.vocabulary.entries.filter { model.mayNeedItself($0.key.slot) }
    let names = Set(entries.map(\.name))
    var edges: [String: [Edge]] = [:]
    for entry in entries {
      edges[entry.name] = model.rules(for: entry.key).askedRules.flatMap { rule in
        rule.readKeys.intersection(names).sorted().map { Edge(rule: rule, target: $0) }
      }
    }
    var search = Search(edges: edges)
    for name in edges.keys.sorted() { search.run(from: name) }
    for cycle in shortest(search.cycles) { Self.report(cycle, report) }
  }

  /// The cycles whose keys do not contain those of another one.
  private static func shortest(_ cycles: [[Edge]]) -> [[Edge]] {
    var kept: [[Edge]] = []
    var sets: [Set<String>] = []
    for cycle in cycles.sorted(by: { $0.count < $1.count }) {
      let keys = Set(cycle.map(\.target))
      guard !sets.contains(where: { $0.isSubset(of: keys) }) else { continue }
      sets.append(keys)
      kept.append(cycle)
    }
    return kept
  }

  private static func report(_ cycle: [Edge], _ report: LintReport) {
    // The chain is told from the rule that was written last: that is the one to look at.
    let start = cycle.indices.max { cycle[$0].rule.order < cycle[$1].rule.order } ?? 0
    let edges = cycle[start...] + cycle[..<start]
    let rule = cycle[start].rule
    let chain = ([rule.keyName] + edges.map(\.target)).joined(separator: " -> ")
    let isCertain = cycle.allSatisfy(\.isCertain)
    report(rule, isCertain ? .error : .warning) {
      LintRemark(
        isCertain
          ? "these keys need each other: \(chain)" : "these keys may need each other: \(chain)"
      )
      .advising("give one of them a value that does not read the others")
    }
  }

  /// A depth-first search for cycles in the graph of keys; each set of keys is reported once, and the work is limited.
  private struct Search {
    let edges: [String: [Edge]]
    var cycles: [[Edge]] = []
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
      guard path.count < 40 else { return }
      for edge in edges[name] ?? [] where !finished.contains(edge.target) {
        steps += 1
        guard steps < 100_000, cycles.count < 100 else { return }
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
      guard Qualifier.all(cycle.flatMap(\.rule.conjuncts)).constantTruth != false,
        reported.insert(keys).inserted
      else { return }
      cycles.append(cycle)
    }
  }
}

extension [Rule] {
  /// The rules that can be asked: behind one that always holds and has a constant value none ever is.
  fileprivate var askedRules: ArraySlice<Rule> {
    let last = firstIndex { $0.condition == .constant(true) && $0.value.constant != nil }
    return last.map { self[...$0] } ?? self[...]
  }
}
