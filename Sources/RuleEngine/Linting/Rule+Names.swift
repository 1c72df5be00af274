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

  /// The paths of properties that are written out in a value of a key, each as it stands there.
  fileprivate func paths(as domain: NameDomain?) -> [PropertyPath] {
    switch domain {
    case .sortOrdering:
      texts.filter { !$0.isEmpty }.flatMap { SortOrdering(key: $0).expression.paths }
    case .section: sectionTexts.filter { !$0.isEmpty }.map { PropertyPath($0) }
    case .property:
      (texts + entryNames).filter { !$0.isMarker }.flatMap(\.listedPaths)
    default: []
    }
  }
}

extension Rule {
  /// The paths of properties that its value names.
  var namedPaths: [PropertyPath] { value.branches.flatMap { $0.paths(as: key.names) } }

  /// The keys whose paths are columns or fields.
  package static let columnKeys: Set<String> = ["displayPropertyKeys", "sections"]
}
