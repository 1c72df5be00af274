package import Qualifiers

/// A tree of relationships to prefetch with the rows of a fetch, made from property paths; common beginnings are fetched once.
package struct PrefetchTree {
  /// A relationship to prefetch, with the tree of further relationships to prefetch from its destination.
  package struct Branch {
    package let name: String
    package var rest: PrefetchTree
  }

  package private(set) var branches: [Branch] = []

  package init(_ paths: [PropertyPath]) {
    for path in paths { add(path.components[...]) }
  }

  private mutating func add(_ path: ArraySlice<String>) {
    guard let name = path.first else { return }
    let index = branches.firstIndex { $0.name == name } ?? branches.count
    if index == branches.count { branches.append(Branch(name: name, rest: PrefetchTree([]))) }
    branches[index].rest.add(path.dropFirst())
  }
}
