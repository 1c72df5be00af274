import Qualifiers
import RuleEnvironment
import Synchronization

/// The rules of one key in the order in which they are asked; compiled when the key is first read, so that a program
/// that shows one page does not pay for the others.
final class KeyRules: Sendable {
  let rules: [Rule]
  private let known = Mutex(Known())

  /// The cached results for the rules of one key: their compiled form and the keys they read, each computed on first use.
  private struct Known: Sendable {
    var compiled: CompiledRules?
    var reads: Reads?
  }

  /// The keys that the rules of one key read, by slot.
  ///
  /// `RuleModel` follows them to find keys that may need themselves.
  struct Reads: Sendable {
    /// The slots of keys.
    var slots: Set<Int> = []
    /// A closure may read any key.
    var isOpen = false
  }

  init(_ rules: [Rule]) { self.rules = rules.sorted { $0.precedes($1) } }

  func compiled(in model: RuleModel) -> CompiledRules {
    if let compiled = known.withLock({ $0.compiled }) { return compiled }
    let compiled = CompiledRules(rules, in: model)
    known.withLock { $0.compiled = compiled }
    return compiled
  }

  /// Returns the keys that the rules read; cached.
  func reads(_ vocabulary: Vocabulary) -> Reads {
    if let reads = known.withLock({ $0.reads }) { return reads }
    var reads = Reads()
    for rule in rules {
      for path in rule.readPaths {
        if let key = vocabulary[path.first] { reads.slots.insert(key.slot) }
      }
      reads.isOpen = reads.isOpen || rule.runsClosure
    }
    known.withLock { $0.reads = reads }
    return reads
  }
}

/// The rules of one key compiled for evaluation: the candidates in the order in which they are tried, their paths and an index.
///
/// `KeyRules` makes it when the key is first read.
final class CompiledRules: Sendable {
  /// A rule with its compiled condition and value; the resolver tries the candidates of a key in order until one answers.
  struct Candidate: Sendable {
    let rule: Rule
    let condition: CompiledCondition
    let value: CompiledValue
    /// Whether the value reads the answer of the next rule.
    let readsNext: Bool
  }

  let candidates: [Candidate]
  let paths: PathTable
  let index: CandidateIndex?
  /// Some rule reads `now`.
  let readsNow: Bool
  /// How many of the first candidates come from layers that may only narrow permissions.
  let restrictedCount: Int
  /// How many of the first candidates somebody wrote.
  let writtenCount: Int

  /// No rule, but the paths of a condition, so that it can be tried.
  init(testing condition: Qualifier, in model: RuleModel) {
    var paths = PathTable(model.vocabulary)
    _ = CompiledCondition(condition, &paths)
    self.paths = paths
    (candidates, index, readsNow, restrictedCount, writtenCount) = ([], nil, true, 0, 0)
  }

  init(_ rules: [Rule], in model: RuleModel) {
    var paths = PathTable(model.vocabulary)
    candidates = rules.map { rule in
      Candidate(
        rule: rule,
        condition: CompiledCondition(rule.condition, &paths),
        value: CompiledValue(rule.value, &paths),
        readsNext: rule.value.readsNext
      )
    }
    self.paths = paths
    readsNow = rules.contains(where: \.readsNow)
    restrictedCount = rules.firstIndex { !$0.layer.mayOnlyNarrow } ?? rules.count
    writtenCount = rules.firstIndex { $0.layer <= .derived } ?? rules.count
    let isIndexable =
      rules.count >= CandidateIndex.smallest
      && rules.first.map { !model.mayNeedItself($0.key.slot) } ?? false
    index = isIndexable ? CandidateIndex(candidates.map(\.condition)) : nil
  }
}
