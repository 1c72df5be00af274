public import RuleEnvironment

/// The loaded rules that are in effect, indexed by key in the order in which they are tried, with what checks need.
///
/// ``RuleResolver`` answers keys from it; it also holds denials for faulty rules, expectations, declared keys and known names.
public final class RuleModel: Sendable {
  /// The rules that count, in the order in which they were loaded.
  public let rules: [Rule]
  /// The rules including disabled ones and those of other languages without a counterpart.
  package let allRules: [Rule]
  /// The denials that replace faulty rules for permission keys: they deny wherever the faulty rule may have applied.
  package let denials: [Rule]
  /// How rules of a layer whose conditions hold are ranked.
  package let ruleOrder: RuleOrder
  /// The expectations in the rule files, which test their rules.
  package let expectations: [Expectation]
  /// The keys that the rule files declare, in the order in which they were loaded.
  package let declarations: [KeyDeclaration]
  /// The words of the language.
  public let vocabulary: Vocabulary
  /// The names that rules may use, for checking.
  package let names: KnownNames
  /// Whether any rule comes from a layer that may only narrow permissions.
  package let hasNarrowingLayers: Bool
  private let rulesBySlot: [Int: KeyRules]

  /// A model without rules.
  package convenience init(vocabulary: Vocabulary) {
    self.init(rules: [], vocabulary: vocabulary)
  }

  init(
    rules allRules: [Rule],
    denials: [Rule] = [],
    expectations: [Expectation] = [],
    declarations: [KeyDeclaration] = [],
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t
  ) {
    self.vocabulary = vocabulary
    self.expectations = expectations
    self.declarations = declarations
    self.names = names
    self.ruleOrder = ruleOrder
    self.allRules = allRules
    self.denials = denials
    rules = allRules.allSatisfy(\.counts) ? allRules : allRules.filter(\.counts)
    rulesBySlot = Dictionary(grouping: denials.isEmpty ? rules : rules + denials, by: \.key.slot)
      .mapValues(KeyRules.init)
    hasNarrowingLayers = rules.contains { $0.layer.mayOnlyNarrow }
  }

  /// Returns the declaration of the key `name` in a rule file; `nil` when there is none.
  package func declaration(of name: String) -> KeyDeclaration? {
    declarations.first { $0.name == name }
  }

  /// The rules that answer `key`, in the order in which they are asked.
  public func rules(for key: any AnyKey) -> [Rule] { rulesBySlot[key.slot]?.rules ?? [] }

  /// Returns the compiled rules for `key`; `nil` when there are none.
  func compiled(_ key: any AnyKey) -> CompiledRules? { rulesBySlot[key.slot]?.compiled(in: self) }

  /// Whether answering the key of `slot` may ask for that key again.
  func mayNeedItself(_ slot: Int) -> Bool { mayRead([slot], from: slot) }

  /// Whether answering a key may ask, by whatever way, for another one.
  package func mayRead(_ others: [any AnyKey], from key: any AnyKey) -> Bool {
    mayRead(Set(others.map(\.slot)), from: key.slot)
  }

  func mayRead(_ wanted: Set<Int>, from slot: Int) -> Bool {
    var seen: Set<Int> = []
    var waiting = [slot]
    while let next = waiting.popLast() {
      guard let reads = rulesBySlot[next]?.reads(vocabulary) else { continue }
      if reads.isOpen { return true }
      for read in reads.slots where seen.insert(read).inserted {
        if wanted.contains(read) { return true }
        waiting.append(read)
      }
    }
    return false
  }
}
