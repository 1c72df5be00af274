import Qualifiers
import RuleEnvironment

/// A key path as rules read it: the key found once, the names behind it.
struct CompiledPath: Sendable {
  let path: PropertyPath
  let key: any AnyKey
  let rest: ArraySlice<String>
}

/// The key paths of all rules of a model, each once.
struct PathTable: Sendable {
  private let vocabulary: Vocabulary
  private(set) var paths: [CompiledPath] = []
  private var positions: [PropertyPath: Int] = [:]

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// The number of `path`; `nil` when it begins with no key.
  func position(of path: PropertyPath) -> Int? { positions[path] }

  /// The number of `path`, added when it is new.
  @discardableResult
  mutating func add(_ path: PropertyPath) -> Int? {
    if let position = positions[path] { return position }
    guard let key = vocabulary[path.first] else { return nil }
    positions[path] = paths.count
    paths.append(CompiledPath(path: path, key: key, rest: path.components.dropFirst()))
    return paths.count - 1
  }
}
