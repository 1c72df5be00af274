/// The dependencies between the folders of a module.
///
/// A folder uses another if one of its files names a top-level type of it.
///
/// A file beside the folders of a module belongs to the folder `.`.
struct FolderGraph {
  /// The folders that each folder uses; itself never.
  let uses: [String: Set<String>]

  /// The graph of a module's folders.
  init(of module: String, in files: [SourceFile]) {
    let own = files.filter { $0.target == module }
    var places: [Substring: Set<String>] = [:]
    for file in own {
      for line in file.code {
        if let name = Self.declaredType(in: line) { places[name, default: []].insert(file.folder) }
      }
    }
    var uses: [String: Set<String>] = [:]
    for file in own {
      var named: Set<String> = []
      for line in file.code {
        for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
          // A name that two folders declare says nothing.
          if let folders = places[word], folders.count == 1 { named.formUnion(folders) }
        }
      }
      uses[file.folder, default: []].formUnion(named.subtracting([file.folder]))
    }
    self.uses = uses
  }

  /// The pairs of folders that use each other, as `A B` in the order of their names.
  var mutualPairs: Set<String> {
    Set(
      uses.flatMap { folder, used in
        used.filter { folder < $0 && uses[$0]?.contains(folder) == true }.map { "\(folder) \($0)" }
      }
    )
  }

  /// The folders that reach themselves, each group of those that reach each other sorted, the largest first.
  var cycles: [[String]] {
    let reached = uses.keys.reduce(into: [:]) { $0[$1] = reach(from: $1) }
    let groups = Set(
      uses.keys.map { folder in
        reached[folder, default: []].filter { reached[$0]?.contains(folder) == true }.sorted()
      }
    )
    return groups.filter { !$0.isEmpty }.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  private func reach(from folder: String) -> Set<String> {
    var reached: Set<String> = []
    var next = uses[folder, default: []]
    while let folder = next.popFirst() {
      guard reached.insert(folder).inserted else { continue }
      next.formUnion(uses[folder, default: []])
    }
    return reached
  }

  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "protocol", "struct", "typealias",
  ]

  /// The name of the type that a line without indentation declares.
  private static func declaredType(in line: String) -> Substring? {
    guard let first = line.first, first.isLetter || first == "@" else { return nil }
    let words = line.split(whereSeparator: { " :<{".contains($0) })
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
      return nil
    }
    return words[kind + 1]
  }
}

extension SourceFile {
  /// The folder of the file in its target; `.` beside the folders.
  var folder: String {
    let components = path.split(separator: "/")
    return components.count > 3 ? String(components[2]) : "."
  }
}
