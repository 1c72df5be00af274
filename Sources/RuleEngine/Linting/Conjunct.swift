package import Qualifiers

/// One operand of the `and` in a rule's condition, with facts that lints need, such as the values that it requires of a path.
///
/// Equal operands in all rules of a model share one object, made by ``ConjunctTable``.
final class Conjunct {
  /// A requirement that a path has one of some values, with the path and the values as numbers of the ``ConjunctTable``.
  struct Demand {
    let path: Int
    /// Whether there are too many values to index rules by each of them.
    var isWide: Bool { values.count > 100 }
    /// In ascending order; the same value of another path has another number.
    let values: [Int]
  }

  /// Its number among the parts of the model; -1 for those made of others.
  let number: Int
  /// The part itself.
  let qualifier: Qualifier
  /// The values that the part requires of one path; `nil` for other conditions.
  let demand: Demand?
  /// The requirements that all branches of an `or` share.
  let demandsOfBranches: [Conjunct]
  /// The constant truth of the part; `nil` when it depends on the context.
  let constantTruth: Bool?
  /// The part that this one negates; `nil` when it is no negation.
  private var negated: Conjunct?
  /// The path that it compares with anything; -1 for what is no path.
  private var comparedPath: Int?
  /// The path that must be null.
  private var nullPath: Int?
  /// The one value that a path must not have.
  private var forbidden: Demand?

  fileprivate init(_ qualifier: Qualifier, number: Int, _ table: inout ConjunctTable) {
    self.qualifier = qualifier
    self.number = number
    demand = qualifier.demand.map { table.demand($0) }
    demandsOfBranches = qualifier.demandsOfBranches.map { demand in
      Conjunct(demand.qualifier, demand: table.demand(demand))
    }
    constantTruth = qualifier.constantTruth
    switch qualifier {
    case .not(let inside): negated = table.part(inside)
    case .isNull(let operand): nullPath = operand.path.map { table.number(of: $0) }
    case .comparison(let left, let comparison, let right):
      comparedPath = left.path.map { table.number(of: $0) } ?? -1
      guard let path = left.path else { break }
      if comparison == .notEqual, let value = right.constant {
        forbidden = table.demand(PathConstraint(path: path, values: [value]))
      }
    default: break
    }
  }

  private init(_ qualifier: Qualifier, demand: Demand) {
    (self.qualifier, self.demand, number) = (qualifier, demand, -1)
    (demandsOfBranches, constantTruth) = ([], nil)
  }

  /// The parts that ask for one value each of those that this one chooses among.
  var choices: [Conjunct] {
    guard let demand else { return [] }
    return demand.values.map {
      Conjunct(qualifier, demand: Demand(path: demand.path, values: [$0]))
    }
  }

  /// Whether `other` surely holds whenever this does; `false` also when that cannot be told.
  func implies(_ other: Conjunct) -> Bool {
    if self === other { return true }
    guard let demand, let wanted = other.demand else { return false }
    return demand.path == wanted.path && demand.values.isSubset(ofAscending: wanted.values)
  }

  /// Whether `other` holds whenever this does, also where that only keeps one value out.
  func entails(_ other: Conjunct) -> Bool {
    if implies(other) { return true }
    guard let demand, let forbidden = other.forbidden else { return false }
    return demand.path == forbidden.path
      && demand.values.isDisjoint(withAscending: forbidden.values)
  }

  /// Whether both ask something of one path that has one value.
  func isAboutPlace(of other: Conjunct) -> Bool {
    if let demand, demand.path == other.demand?.path { return true }
    guard let comparedPath, comparedPath >= 0 else { return false }
    return comparedPath == other.comparedPath
  }

  /// Whether this and `other` surely never hold together; `false` also when that cannot be told.
  ///
  /// Lists, of which several elements may be asked for at once, are not thought of: good enough for a warning less.
  func excludes(_ other: Conjunct) -> Bool {
    if let demand, let wanted = other.demand {
      return demand.path == wanted.path && demand.values.isDisjoint(withAscending: wanted.values)
    }
    return rulesOut(other) || other.rulesOut(self)
      || comparedPath != nil && comparedPath == other.comparedPath
        && qualifier.excludesByOrder(other.qualifier)
  }

  /// Whether it is `not` before the other, or excludes the value that the other asks for.
  private func rulesOut(_ other: Conjunct) -> Bool {
    if let negated { return negated === other }
    guard let wanted = other.demand else { return false }
    if let forbidden { return forbidden.path == wanted.path && forbidden.values == wanted.values }
    return nullPath == wanted.path
  }
}

/// A table that gives equal parts of conditions one shared, numbered ``Conjunct``, and numbers their paths and values.
///
/// ``LintedModel`` fills it once for all rules, so that lints compare numbers.
struct ConjunctTable {
  /// A value required at a path, given by the path's number; the table assigns each such pair a number of its own.
  private struct PathValue: Hashable {
    let path: Int
    let value: Value
  }

  private var parts: [Qualifier: Conjunct] = [:]
  private var count = 0
  private var paths: [PropertyPath: Int] = [:]
  private var values: [PathValue: Int] = [:]

  /// The one part that is equal to `qualifier`.
  mutating func part(_ qualifier: Qualifier) -> Conjunct {
    if let part = parts[qualifier] { return part }
    let number = count
    count += 1
    let part = Conjunct(qualifier, number: number, &self)
    parts[qualifier] = part
    return part
  }

  fileprivate mutating func number(of path: PropertyPath) -> Int { paths.number(of: path) }

  fileprivate mutating func demand(_ demand: PathConstraint) -> Conjunct.Demand {
    let path = paths.number(of: demand.path)
    let values = demand.values.map { self.values.number(of: PathValue(path: path, value: $0)) }
    return Conjunct.Demand(path: path, values: values.sorted())
  }
}

extension Qualifier {
  /// Whether this and `other` surely never hold together; `false` also when that cannot be told.
  package func excludes(_ other: Qualifier) -> Bool {
    var table = ConjunctTable()
    return table.part(self).excludes(table.part(other))
  }
}

extension [Int] {
  /// Whether all numbers are in `other` too, both in ascending order.
  fileprivate func isSubset(ofAscending other: [Int]) -> Bool {
    guard count <= other.count else { return false }
    var place = 0
    for number in self {
      while place < other.count, other[place] < number { place += 1 }
      guard place < other.count, other[place] == number else { return false }
    }
    return true
  }

  /// Whether no number is in `other` too, both in ascending order.
  fileprivate func isDisjoint(withAscending other: [Int]) -> Bool {
    var (place, otherPlace) = (0, 0)
    while place < count, otherPlace < other.count {
      if self[place] == other[otherPlace] { return false }
      if self[place] < other[otherPlace] { place += 1 } else { otherPlace += 1 }
    }
    return true
  }
}

extension Dictionary where Value == Int {
  /// The number of `key`; a new one gets the next.
  fileprivate mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    self[key] = count
    return count - 1
  }
}
