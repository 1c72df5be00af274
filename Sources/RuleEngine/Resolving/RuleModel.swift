public import RuleEnvironment

/// All rules that count: for each key its candidates in the order in which they are asked.
public final class RuleModel: Sendable {
  /// The rules that count, in the order in which they were loaded.
  public let rules: [Rule]
  /// The same with those that are disabled or have no counterpart.
  package let allRules: [Rule]
  /// What stands for rules with a fault that answer permission keys: the key permits nothing where they may have
  /// been meant to hold.
  package let denials: [Rule]
  /// How rules of a layer whose conditions hold are ranked.
  package let ruleOrder: RuleOrder
  /// What the rule files expect their rules to answer.
  package let expectations: [Expectation]
  /// The keys that the rule files declare, in the order in which they were loaded.
  package let declarations: [KeyDeclaration]
  /// The words of the language.
  public let vocabulary: Vocabulary
  /// What exists, as far as rules name it.
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

  /// Where a rule file declares the key called `name`; `nil` when none does.
  package func declaration(of name: String) -> KeyDeclaration? {
    declarations.first { $0.name == name }
  }

  /// The rules that answer `key`, in the order in which they are asked.
  public func rules(for key: any AnyKey) -> [Rule] { rulesBySlot[key.slot]?.rules ?? [] }

  /// The same, ready to be tried; `nil` when there are none.
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
