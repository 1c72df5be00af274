import Qualifiers
import RuleEnvironment

/// A rule model prepared for lints: its rules with their conditions split into parts, and shared results computed once.
final class LintedModel {
  /// The rule model to check.
  let model: RuleModel
  /// Its rules, in the order in which they were loaded.
  let rules: [LintedRule]
  /// The parts of each condition that holds nowhere.
  private let impossible: [[Conjunct]]

  /// Takes the conditions of `model` apart.
  init(_ model: RuleModel) {
    self.model = model
    var parts = ConjunctTable()
    var fields: [Field: Int] = [:]
    rules = model.rules.enumerated().map { place, rule in
      let next = fields.count
      let field = fields[Field(layer: rule.layer, slot: rule.key.slot), default: next]
      if field == next { fields[Field(layer: rule.layer, slot: rule.key.slot)] = next }
      return LintedRule(rule, place: place, field: field, &parts)
    }
    impossible = model.names.impossibleConditions.map { condition in
      condition.conjuncts.map { parts.part($0) }
    }
  }

  /// The rules written for this database, each with the subjects its condition allows; empty when the entities are not known.
  private(set) lazy var subjects: [(rule: Rule, subject: RuleSubject)] = {
    guard let schema = model.names.schema else { return [] }
    return rules.map(\.rule).filter(\.isJudgedByModel).map {
      ($0, RuleSubject($0.condition, schema))
    }
  }()

  /// The rules with the subjects that their conditions allow, also when the entities are not known.
  private(set) lazy var places: [(rule: Rule, subject: RuleSubject)] = {
    let schema = model.names.schema ?? .empty
    return rules.map(\.rule).filter { $0.layer > .derived && $0.origin == nil }.map {
      ($0, RuleSubject($0.condition, schema))
    }
  }()

  /// Whether parts that hold together ask for what is nowhere in the program.
  func isImpossible(_ parts: [Conjunct]) -> Bool {
    impossible.contains { condition in
      condition.allSatisfy { wanted in parts.contains { $0.entails(wanted) } }
    }
  }

  /// A pair of layer and key slot, which gets one number so that lints compare only rules of the same layer and key.
  private struct Field: Hashable {
    let layer: Layer
    let slot: Int
  }

  /// The rules that surely answer once they hold.
  private lazy var answeringRules: [LintedRule] = {
    let areAnswering = model.areAnswering
    return rules.filter { areAnswering[$0.place] }
  }()

  /// Finds rules that hold whenever another one does and surely answer.
  private lazy var answeringIndex = ImplicationIndex(answeringRules)

  /// Finds rules that hold whenever another one does.
  lazy var index = answeringRules.count == rules.count ? answeringIndex : ImplicationIndex(rules)

  private lazy var allCovers = rules.map { answeringIndex.covers(of: $0) }

  /// Rules that surely answer, are asked before `rule`, and of which one holds whenever it does.
  func covers(of rule: LintedRule) -> [LintedRule] { allCovers[rule.place] }
}

/// A rule prepared for lints: its condition is split into numbered parts, and its layer and key have a number.
///
/// `LintedModel` makes one for each rule of the model.
final class LintedRule {
  /// The rule to check.
  let rule: Rule
  /// Its place among the rules that count.
  let place: Int
  /// A number shared by the rules of the same layer and key.
  let field: Int
  /// The parts of the condition that must all hold, each once, by their number.
  let parts: [Conjunct]
  /// The constant truth of the condition; `nil` when it depends on the context.
  let constantTruth: Bool?

  init(_ rule: Rule, place: Int, field: Int, _ table: inout ConjunctTable) {
    self.rule = rule
    self.place = place
    self.field = field
    let all = rule.conjuncts.map { table.part($0) }
    let isAscending = zip(all, all.dropFirst()).allSatisfy { $0.number < $1.number }
    let parts = isAscending ? all : all.ascending
    self.parts = parts
    constantTruth = parts.isDecided(in: rule.condition) ? rule.condition.constantTruth : nil
  }

  /// The keys without which the condition does not hold.
  private(set) lazy var neededKeys = rule.condition.neededKeys

  /// Whether it is asked before `other`.
  func precedes(_ other: LintedRule) -> Bool { rule.precedes(other.rule) }

  /// Whether the other asks for the same, in whatever order.
  func hasSameCondition(as other: LintedRule) -> Bool {
    parts.elementsEqual(other.parts) { $0 === $1 }
  }
}

extension [Conjunct] {
  /// By number, each once.
  fileprivate var ascending: [Conjunct] {
    let sorted = sorted { $0.number < $1.number }
    return sorted.enumerated().filter { place, part in
      place == 0 || sorted[place - 1] !== part
    }.map(\.element)
  }

  /// Whether the condition made of these parts may be the same in every context: worth a look.
  fileprivate func isDecided(in condition: Qualifier) -> Bool {
    if isEmpty || contains(where: { $0.constantTruth != nil }) { return true }
    guard count > 1 else { return false }
    // Only what is asked of one path twice can be a contradiction.
    return indices.contains { place in
      self[..<place].contains { $0.isAboutPlace(of: self[place]) }
    }
  }
}

extension RuleModel {
  /// For each rule that counts, whether it surely answers once it holds: those with a constant, and those that hand on
  /// to a key of the same type which a rule always answers; any other path may lead nowhere.
  var areAnswering: [Bool] {
    var known: [Int: Bool] = [:]
    return rules.map { answers($0, &known) }
  }

  private func answers(_ rule: Rule, _ known: inout [Int: Bool]) -> Bool {
    if rule.value.constant != nil { return true }
    guard case .path(let path) = rule.value.kind, path.components.count == 1,
      let key = vocabulary[path.first],
      key.typeName == rule.key.typeName || vocabulary.isForeign(rule.key)
    else { return false }
    return isAlwaysAnswered(key, &known)
  }

  private func isAlwaysAnswered(_ key: any AnyKey, _ known: inout [Int: Bool]) -> Bool {
    if let isAnswered = known[key.slot] { return isAnswered }
    // Keys that need each other are not answered.
    known[key.slot] = false
    let isAnswered = rules(for: key).contains {
      $0.condition.constantTruth == true && answers($0, &known)
    }
    known[key.slot] = isAnswered
    return isAnswered
  }
}

extension Rule {
  /// Written for the databases at hand, so that names in it can be judged by their model.
  var isJudgedByModel: Bool {
    layer > .derived && !layer.servesAnyDatabase && origin == nil
  }
}
