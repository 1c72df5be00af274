/// What conditions and values read: for prefetching and for knowing when an answer is stale.
public struct Reads: Sendable, Hashable {
  /// Plain paths, each once, in the order they are written.
  public var paths: [PropertyPath] { plain.paths }
  /// `$` paths without the `$`, each once, in the order they are written.
  public var variables: [PropertyPath] { bound.paths }
  /// `now` or `today` is read.
  public private(set) var readsClock = false
  /// A closure is run, and what it reads is known only then.
  public private(set) var runsClosure = false
  private var plain = PathList()
  private var bound = PathList()

  private mutating func add(_ qualifier: Qualifier) {
    switch qualifier {
    case .constant: break
    case .comparison(let left, _, let right), .in(let left, let right):
      add(left)
      add(right)
    case .isNull(let tested), .truth(let tested): add(tested)
    case .between(let tested, let low, let high):
      add(tested)
      add(low)
      add(high)
    case .and(let parts), .or(let parts): for part in parts { add(part) }
    case .not(let inside): add(inside)
    }
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .literal: break
    case .path(let path): plain.add(path)
    case .variable(let path): bound.add(path)
    case .list(let elements), .template(let elements), .call(_, let elements):
      for element in elements { add(element) }
    case .dictionary(let entries):
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { add(entry) }
    case .dateOffset(let base, _): add(base)
    case .now, .today: readsClock = true
    case .conditional(let condition, let positive, let negative):
      add(condition)
      add(positive)
      add(negative)
    case .condition(let condition): add(condition)
    case .qualifier(let qualifier):
      // Its plain paths belong to the object that will be fetched, not to this context.
      let inner = Reads(qualifier)
      for path in inner.variables { bound.add(path) }
    case .computed: runsClosure = true
    }
  }

  /// What a condition reads.
  public init(_ qualifier: Qualifier) { add(qualifier) }

  /// What a value reads; of `where (…)` only the variables, which belong to the same context.
  public init(_ expression: Expression) { add(expression) }
}

/// Paths, each once, in the order in which they came.
private struct PathList: Hashable {
  private(set) var paths: [PropertyPath] = []
  /// The same, once there are so many that looking through them would take long.
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
    switch self {
    case .constant: 1
    case .comparison(let left, _, let right), .in(let left, let right): left.size + right.size
    case .isNull(let tested), .truth(let tested): tested.size
    case .between(let tested, let low, let high): tested.size + low.size + high.size
    case .and(let parts), .or(let parts): parts.reduce(1) { $0 + $1.size }
    case .not(let inside): 1 + inside.size
    }
  }

  /// All of `qualifiers` at once, taken flat: true without any, itself when there is one.
  public static func all(_ qualifiers: [Qualifier]) -> Qualifier {
    var parts: [Qualifier] = []
    for qualifier in qualifiers {
      switch qualifier {
      case .constant(true): break
      case .constant(false): return .constant(false)
      case .and(let inner): parts += inner
      default: parts.append(qualifier)
      }
    }
    return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// Any of `qualifiers`, taken flat: false without any, itself when there is one.
  public static func any(_ qualifiers: [Qualifier]) -> Qualifier {
    var branches: [Qualifier] = []
    for qualifier in qualifiers {
      switch qualifier {
      case .constant(false): break
      case .constant(true): return .constant(true)
      case .or(let inner): branches += inner
      default: branches.append(qualifier)
      }
    }
    return branches.isEmpty ? .constant(false) : branches.count == 1 ? branches[0] : .or(branches)
  }
}

extension Expression {
  /// How many values it is made of.
  fileprivate var size: Int {
    switch kind {
    case .literal, .path, .variable, .now, .today, .computed: 1
    case .list(let elements), .template(let elements), .call(_, let elements):
      elements.reduce(1) { $0 + $1.size }
    case .dictionary(let entries): entries.values.reduce(1) { $0 + $1.size }
    case .dateOffset(let base, _): 1 + base.size
    case .conditional(let test, let positive, let negative):
      test.size + positive.size + negative.size
    case .condition(let condition), .qualifier(let condition): condition.size
    }
  }

  /// The plain paths read, each once.
  public var paths: [PropertyPath] { Reads(self).paths }
  /// The `$` paths read, each once, without the `$`.
  public var variables: [PropertyPath] { Reads(self).variables }
}
