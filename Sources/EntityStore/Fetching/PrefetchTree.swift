package import Qualifiers

/// Relationships to fetch along, as a tree: what begins alike is fetched once.
package struct PrefetchTree {
  /// A relationship and those to go on with.
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
