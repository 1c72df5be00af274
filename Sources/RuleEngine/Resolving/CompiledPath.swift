import Qualifiers
import RuleEnvironment

/// A key path in a rule, prepared for reading: the environment key it begins with, found once, and the names behind it.
struct CompiledPath: Sendable {
  let path: PropertyPath
  let key: any AnyKey
  let rest: ArraySlice<String>
}

/// A table of the key paths that the rules of a model read, each once, so that conditions can name a path by its number.
struct PathTable: Sendable {
  private let vocabulary: Vocabulary
  private(set) var paths: [CompiledPath] = []
  private var positions: [PropertyPath: Int] = [:]
  private var computed: [PathAggregate: [Int]] = [:]

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// The number of `path`; `nil` when it begins with no key.
  func position(of path: PropertyPath) -> Int? { positions[path] }

  /// The number of `path`, added when it is new.
  @discardableResult
  mutating func add(_ path: PropertyPath) -> Int? {
    if let position = positions[path] { return position }
    guard let key = vocabulary[path.first] else { return nil }
    positions[path] = paths.count
    let position = paths.count
    paths.append(CompiledPath(path: path, key: key, rest: path.components.dropFirst()))
    if let count = PathAggregate(countedBy: path) { add(count) }
    return position
  }

  /// Adds all that a condition or value reads.
  mutating func add(_ reads: Reads) {
    for path in reads.allPaths { add(path) }
    for aggregate in reads.aggregates { add(aggregate) }
  }

  private mutating func add(_ aggregate: PathAggregate) {
    computed[aggregate] = aggregate.computedPaths.compactMap { add($0) }
  }

  /// The numbers of the paths at which an object may have an aggregate.
  func positions(of aggregate: PathAggregate) -> [Int] { computed[aggregate] ?? [] }
}
