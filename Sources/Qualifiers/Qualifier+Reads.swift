/// What conditions and values read: for prefetching and for knowing when an answer is stale.
public struct Reads: Sendable, Hashable {
  /// Plain paths, each once, in the order they are written.
  public private(set) var paths: [PropertyPath] = []
  /// `$` paths without the `$`, each once, in the order they are written.
  public private(set) var variables: [PropertyPath] = []
  /// `now` or `today` is read.
  public private(set) var readsClock = false
  /// A closure is run, and what it reads is known only then.
  public private(set) var runsClosure = false

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
    case .path(let path): if !paths.contains(path) { paths.append(path) }
    case .variable(let path): if !variables.contains(path) { variables.append(path) }
    case .list(let elements), .template(let elements): for element in elements { add(element) }
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
      for path in inner.variables where !variables.contains(path) { variables.append(path) }
    case .computed: runsClosure = true
    }
  }

  /// What a condition reads.
  public init(_ qualifier: Qualifier) { add(qualifier) }

  /// What a value reads; of `where (…)` only the variables, which belong to the same context.
  public init(_ expression: Expression) { add(expression) }
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
  /// The plain paths read, each once.
  public var paths: [PropertyPath] { Reads(self).paths }
  /// The `$` paths read, each once, without the `$`.
  public var variables: [PropertyPath] { Reads(self).variables }
}
