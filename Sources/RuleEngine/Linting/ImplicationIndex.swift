/// An index for lints of the rules of one layer and key that hold whenever another rule does, without trying all pairs.
///
/// Each rule is filed under the part of its condition that fewest others have.
struct ImplicationIndex {
  /// The part of a condition under which a rule is filed: a part or required value by number, a path, or `always` without
  /// conditions.
  private enum Anchor: Hashable {
    case always
    case part(Int)
    case value(Int)
    /// One of many values of a path.
    case path(Int)
  }

  /// A dictionary key of the index: the number of a layer and key, and the part of the condition that rules are filed under.
  private struct Bucket: Hashable {
    let field: Int
    let anchor: Anchor
  }

  /// The rules of each drawer in the order in which they are asked.
  private var drawers: [Bucket: [LintedRule]] = [:]

  /// How many rules of a drawer are tried: of more, a cover may be missed.
  private static let patience = 1000

  init(_ rules: [LintedRule]) {
    let rules = rules.sorted { $0.precedes($1) }
    var counts: [Bucket: Int] = [:]
    for rule in rules {
      for part in rule.parts {
        Self.eachDrawer(part, of: rule) { counts[$0, default: 0] += 1 }
      }
    }
    for rule in rules {
      let crowds = rule.parts.map { part in
        var crowd = 0
        Self.eachDrawer(part, of: rule) { crowd += counts[$0, default: 0] }
        return crowd
      }
      if let place = crowds.indices.min(by: { crowds[$0] < crowds[$1] }) {
        Self.eachDrawer(rule.parts[place], of: rule) { drawers[$0, default: []].append(rule) }
      } else {
        drawers[Bucket(field: rule.field, anchor: .always), default: []].append(rule)
      }
    }
  }

  /// The drawers for the values that a part asks for, else the one for the part itself.
  private static func eachDrawer(
    _ part: Conjunct,
    of rule: LintedRule,
    _ body: (Bucket) -> Void
  ) {
    guard let demand = part.demand else {
      return body(Bucket(field: rule.field, anchor: .part(part.number)))
    }
    guard !demand.isWide else {
      return body(Bucket(field: rule.field, anchor: .path(demand.path)))
    }
    for value in demand.values { body(Bucket(field: rule.field, anchor: .value(value))) }
  }

  /// Finds the first rule that holds whenever all `parts` hold and that ranks before `rule`.
  ///
  /// Parameter `steps`: Incremented for each rule tried.
  func cover(
    of parts: [Conjunct],
    before rule: LintedRule,
    steps: inout Int
  ) -> LintedRule? {
    let parts = parts + parts.flatMap(\.demandsOfBranches)
    var best: LintedRule?
    func search(_ anchor: Anchor) {
      let drawer = Bucket(field: rule.field, anchor: anchor)
      for other in (drawers[drawer] ?? []).prefix(Self.patience) {
        guard other.precedes(best ?? rule) else { return }
        steps += 1
        guard
          other.parts.allSatisfy({ wanted in parts.contains { $0.implies(wanted) } })
        else { continue }
        best = other
        return
      }
    }
    search(.always)
    for part in parts {
      // Of values that one drawer's rule must have all, any one finds it.
      search(part.demand?.values.first.map { .value($0) } ?? .part(part.number))
      if let demand = part.demand { search(.path(demand.path)) }
    }
    return best
  }

  /// Rules that are asked before `rule` and of which one holds whenever it does: one for all, or one for each of the
  /// constants among which a part of its condition chooses; empty when there are none.
  func covers(of rule: LintedRule) -> [LintedRule] {
    var steps = 0
    if let cover = cover(of: rule.parts, before: rule, steps: &steps) { return [cover] }
    for (place, part) in rule.parts.enumerated() {
      guard let demand = part.demand, (2...20).contains(demand.values.count) else { continue }
      var others = rule.parts
      others.remove(at: place)
      let covers = part.choices.compactMap {
        cover(of: others + [$0], before: rule, steps: &steps)
      }
      if covers.count == demand.values.count { return covers.sorted { $0.place < $1.place } }
    }
    return []
  }
}
