import Diagnostics
import Qualifiers
public import RuleEnvironment

/// All rules that count, compiled: for each key its candidates in the order in which they are asked.
public final class RuleModel: Sendable {
  /// A rule ready to be tried.
  struct Candidate: Sendable {
    let rule: Rule
    let condition: CompiledCondition
    let value: CompiledValue
  }

  /// The rules in the order in which they were loaded.
  public let rules: [Rule]
  /// The words of the language.
  public let vocabulary: Vocabulary
  let paths: PathTable
  private let candidatesBySlot: [Int: [Candidate]]
  /// For keys with many candidates.
  private let indices: [Int: CandidateIndex]
  /// The keys of which some rule reads `now`.
  private let slotsReadingNow: Set<Int>
  /// Whether any rule comes from a layer that may only narrow permissions.
  let hasNarrowingLayers: Bool

  /// A model without rules.
  public convenience init(vocabulary: Vocabulary) {
    self.init(drafts: [], vocabulary: vocabulary)
  }

  init(drafts: [Rule.Draft], vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    rules = drafts.enumerated().map { Rule($1, order: $0) }
    var paths = PathTable()
    var bySlot: [Int: [Candidate]] = [:]
    for rule in rules {
      let candidate = Candidate(
        rule: rule,
        condition: CompiledCondition(rule.condition, &paths, vocabulary),
        value: CompiledValue(rule.value, &paths, vocabulary)
      )
      bySlot[rule.key.slot, default: []].append(candidate)
    }
    for slot in bySlot.keys { bySlot[slot]?.sort { $0.rule.precedes($1.rule) } }
    self.paths = paths
    candidatesBySlot = bySlot
    let reads = KeyReads(rules, vocabulary)
    indices = bySlot.compactMapValues { candidates in
      guard let slot = candidates.first?.rule.key.slot else { return nil }
      return reads.mayNeedItself(slot) ? nil : CandidateIndex(candidates.map(\.condition))
    }
    slotsReadingNow = Set(rules.lazy.filter(\.readsNow).map(\.key.slot))
    hasNarrowingLayers = rules.contains { $0.layer.mayOnlyNarrow }
  }

  func index(for key: any AnyKey) -> CandidateIndex? { indices[key.slot] }

  func readsNow(_ key: any AnyKey) -> Bool { slotsReadingNow.contains(key.slot) }

  func candidates(for key: any AnyKey) -> [Candidate] { candidatesBySlot[key.slot] ?? [] }

  /// The rules that answer `key`, in the order in which they are asked.
  public func rules(for key: any AnyKey) -> [Rule] { candidates(for: key).map(\.rule) }
}
