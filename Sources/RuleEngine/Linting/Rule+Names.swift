import Qualifiers
import RuleEnvironment

extension Expression {
  /// The values that the expression may turn out to be: the branches of an `if`, else itself.
  var branches: [Expression] {
    guard case .conditional(_, let positive, let negative) = kind else { return [self] }
    return positive.branches + negative.branches
  }

  /// The texts that are written out in it, in lists too.
  private var texts: [String] {
    switch kind {
    case .literal(.string(let text)): [text]
    case .list(let elements): elements.flatMap(\.texts)
    default: []
    }
  }

  /// The texts of a list of lists, each of which begins with a title.
  private var sectionTexts: [String] {
    guard case .list(let sections) = kind else { return [] }
    return sections.flatMap { section -> [String] in
      guard case .list(let parts) = section.kind else { return [] }
      return parts.dropFirst().flatMap(\.texts)
    }
  }

  /// The names of a dictionary's entries.
  private var entryNames: [String] {
    if case .dictionary(let entries) = kind { entries.keys.sorted() } else { [] }
  }

  /// The expressions in the texts of a value of a key.
  fileprivate func expressions(as domain: NameDomain?, _ names: KnownNames) -> [Expression] {
    guard let read = domain.flatMap({ names.expressions[$0] }) else { return [] }
    return texts.filter { !$0.isEmpty }.flatMap { (try? read($0)) ?? [] }
  }

  /// The paths of properties that are written out in a value of a key, each as it stands there.
  fileprivate func paths(as domain: NameDomain?, _ names: KnownNames) -> [PropertyPath] {
    switch domain {
    case .section: sectionTexts.filter { !$0.isEmpty }.map { PropertyPath($0) }
    case .property:
      (texts + entryNames).filter { !$0.isMarker }.flatMap(\.listedPaths)
    default: expressions(as: domain, names).flatMap(\.paths)
    }
  }

  /// The paths read outside of aggregates over related rows.
  fileprivate var plainPaths: [PropertyPath] {
    let reads = Reads(self)
    return reads.paths.filter { path in
      !reads.aggregates.contains { path.components.starts(with: $0.path.components) }
    }
  }
}

extension Rule {
  /// The paths of properties that its value names.
  func namedPaths(_ names: KnownNames) -> [PropertyPath] {
    value.branches.flatMap { $0.paths(as: key.names, names) }
  }

  /// The paths in the expressions of its value, without those that aggregates summarize.
  func plainPaths(_ names: KnownNames) -> [PropertyPath] {
    value.branches.flatMap { $0.expressions(as: key.names, names) }.flatMap(\.plainPaths)
  }

  /// The keys whose paths are columns or fields.
  package static let columnKeys: Set<String> = ["displayPropertyKeys", "sections"]
}
