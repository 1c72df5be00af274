/// The paths and `$` variables that a condition or expression reads, each once, and whether it runs a Swift closure.
///
/// Prefetching and cache invalidation use them.
package struct Reads: Sendable, Hashable {
  /// Plain paths, each once, in the order they are written.
  package var paths: [PropertyPath] { plain.paths }
  /// `$` paths without the `$`, each once, in the order they are written.
  package var variables: [PropertyPath] { bound.paths }
  /// All paths, plain ones first.
  package var allPaths: [PropertyPath] { paths + variables }
  /// A closure is run, and what it reads is known only then.
  package private(set) var runsClosure = false
  /// The aggregates over related rows, and the numbers of related rows.
  package private(set) var aggregates: [PathAggregate] = []
  private var plain = PathList()
  private var bound = PathList()

  private mutating func add(_ qualifier: Qualifier) {
    qualifier.eachPart({ add($0) }, { add($0) })
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .path(let path):
      plain.add(path)
      aggregates += PathAggregate(countedBy: path).map { [$0] } ?? []
    case .variable(let path):
      bound.add(path)
      aggregates += PathAggregate(countedBy: path).map { [$0] } ?? []
    case .computed: runsClosure = true
    case .aggregate(let aggregate):
      // The condition and the operand belong to the related rows.
      plain.add(aggregate.path)
      aggregates.append(aggregate)
      var inside = Reads()
      expression.eachPart({ inside.add($0) }, { inside.add($0) })
      for path in inside.paths { plain.add(aggregate.path.appending(path)) }
      for path in inside.variables { bound.add(path) }
      if inside.runsClosure { runsClosure = true }
    case .qualifier(let qualifier):
      // Its plain paths belong to the object that will be fetched, not to this context.
      for path in Reads(qualifier).variables { bound.add(path) }
    default: expression.eachPart({ add($0) }, { add($0) })
    }
  }
  private init() {}

  /// Collects the paths that a condition reads.
  package init(_ qualifier: Qualifier) { add(qualifier) }

  /// Collects the paths that an expression reads; for `where (…)` only its variables, which belong to the same context.
  package init(_ expression: Expression) { add(expression) }
}

/// A list of property paths without duplicates, in the order of their first addition, for collecting what a condition reads.
private struct PathList: Hashable {
  private(set) var paths: [PropertyPath] = []
  /// The paths as a set, for fast look-up in long lists; empty up to 16 paths.
  private var set: Set<PropertyPath> = []

  mutating func add(_ path: PropertyPath) {
    guard paths.count >= 16 else {
      if !paths.contains(path) { paths.append(path) }
      return
    }
    if set.isEmpty { set = Set(paths) }
    if set.insert(path).inserted { paths.append(path) }
  }
}

extension Qualifier {
  /// The plain paths read, each once.
  public var paths: [PropertyPath] { Reads(self).paths }
  /// The `$` paths read, each once, without the `$`.
  public var variables: [PropertyPath] { Reads(self).variables }

  /// How special a rule with this condition is: among rules of one priority the more special wins.
  ///
  /// A comparison counts 1, `and` the sum of its parts, `or` the least of its branches, `not` its inside, a constant 0.
  public var specificity: Int {
    switch self {
    case .constant: 0
    case .comparison, .isNull, .between, .in, .truth: 1
    case .and(let parts): parts.reduce(0) { $0 + $1.specificity }
    case .or(let branches): branches.map(\.specificity).min() ?? 0
    case .not(let inside): inside.specificity
    }
  }

  /// How many comparisons, and members of lists compared with, there are: what going through it costs.
  package var size: Int {
    var size =
      switch self {
      case .constant, .and, .or, .not: 1
      default: 0
      }
    eachPart({ size += $0.size }, { size += $0.size })
    return size
  }
  /// All of `qualifiers` at once, taken flat: true without any, itself when there is one.
  public static func all(_ qualifiers: [Qualifier]) -> Qualifier { joined(qualifiers, empty: true) }

  /// Any of `qualifiers`, taken flat: false without any, itself when there is one.
  public static func any(_ qualifiers: [Qualifier]) -> Qualifier {
    joined(qualifiers, empty: false)
  }

  private static func joined(_ qualifiers: [Qualifier], empty: Bool) -> Qualifier {
    var parts: [Qualifier] = []
    for qualifier in qualifiers {
      switch qualifier {
      case .constant(empty): break
      case .constant: return qualifier
      case .and(let inner) where empty, .or(let inner) where !empty: parts += inner
      default: parts.append(qualifier)
      }
    }
    guard let first = parts.first else { return .constant(empty) }
    return parts.count == 1 ? first : empty ? .and(parts) : .or(parts)
  }
}
extension Expression {
  /// How many values it is made of.
  fileprivate var size: Int {
    var size =
      switch kind {
      case .conditional, .condition, .qualifier: 0
      default: 1
      }
    eachPart({ size += $0.size }, { size += $0.size })
    return size
  }

  /// The plain paths read, each once.
  package var paths: [PropertyPath] { Reads(self).paths }
  /// The `$` paths read, each once, without the `$`.
  package var variables: [PropertyPath] { Reads(self).variables }
}
