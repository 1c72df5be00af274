import Qualifiers
import RuleEnvironment

/// Finds rules of the same layer and key that hold whenever another one does, without trying all pairs.
///
/// Each rule is filed under the part of its condition that fewest others have.
struct CoverIndex {
  private enum Anchor: Hashable {
    case always
    case part(Qualifier)
    case value(PropertyPath, Value)
  }

  private struct Drawer: Hashable {
    let layer: Layer
    let slot: Int
    let anchor: Anchor
  }

  /// The rules of each drawer in the order in which they are asked.
  private var drawers: [Drawer: [Rule]] = [:]

  /// How many rules of a drawer are tried: of more, a cover may be missed.
  private static let patience = 1000

  init(_ rules: [Rule]) {
    var counts: [Drawer: Int] = [:]
    for rule in rules {
      for part in rule.conjuncts {
        for drawer in Self.drawers(part, of: rule) { counts[drawer, default: 0] += 1 }
      }
    }
    for rule in rules {
      let choices = rule.conjuncts.map { Self.drawers($0, of: rule) }
      let crowd = { (drawers: [Drawer]) in drawers.reduce(0) { $0 + counts[$1, default: 0] } }
      let always = [Drawer(layer: rule.layer, slot: rule.key.slot, anchor: .always)]
      for drawer in choices.min(by: { crowd($0) < crowd($1) }) ?? always {
        drawers[drawer, default: []].append(rule)
      }
    }
    drawers = drawers.mapValues { $0.sorted { $0.precedes($1) } }
  }

  private static func drawers(_ part: Qualifier, of rule: Rule) -> [Drawer] {
    let anchors = part.demand.map { demand in
      demand.values.map { Anchor.value(demand.path, $0) }
    }
    return (anchors ?? [.part(part)]).map {
      Drawer(layer: rule.layer, slot: rule.key.slot, anchor: $0)
    }
  }

  /// A rule that is asked before `rule` and holds whenever all `parts` do; of several the one asked first.
  func cover(of parts: [Qualifier], before rule: Rule) -> Rule? {
    let parts = parts + parts.flatMap(\.demandsOfBranches).map(\.qualifier)
    var anchors: Set<Anchor> = [.always]
    for part in parts {
      // Of values that one drawer's rule must have all, any one finds it.
      anchors.insert(
        part.demand.flatMap { demand in
          demand.values.first.map { .value(demand.path, $0) }
        } ?? .part(part)
      )
    }
    var best: Rule?
    for anchor in anchors {
      let drawer = Drawer(layer: rule.layer, slot: rule.key.slot, anchor: anchor)
      for other in (drawers[drawer] ?? []).prefix(Self.patience) {
        guard other.precedes(best ?? rule) else { break }
        guard
          other.conjuncts.allSatisfy({ wanted in parts.contains { $0.implies(wanted) } })
        else { continue }
        best = other
        break
      }
    }
    return best
  }

  /// Rules that are asked before `rule` and of which one holds whenever it does: one for all, or one for each of the
  /// constants among which a part of its condition chooses; empty when there are none.
  func covers(of rule: Rule) -> [Rule] {
    let parts = rule.conjuncts
    if let cover = cover(of: parts, before: rule) { return [cover] }
    for (place, part) in parts.enumerated() {
      guard let demand = part.demand, (2...20).contains(demand.values.count) else { continue }
      var others = parts
      others.remove(at: place)
      let covers = demand.values.compactMap { value in
        let equality = Qualifier.comparison(
          Expression(.path(demand.path)),
          .equal,
          Expression(.literal(value))
        )
        return cover(of: others + [equality], before: rule)
      }
      if covers.count == demand.values.count { return covers.sorted { $0.order < $1.order } }
    }
    return []
  }
}

extension RuleModel {
  /// The rules that, once they hold, surely answer: those with a constant, and those that hand on to a key of the same
  /// type which a rule always answers; any other path may lead nowhere.
  var answeringRules: [Rule] {
    var known: [Int: Bool] = [:]
    return rules.filter { answers($0, &known) }
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
  /// Whether the other asks for the same, in whatever order.
  func hasSameCondition(as other: Rule) -> Bool { Set(conjuncts) == Set(other.conjuncts) }
}
