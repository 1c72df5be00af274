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
