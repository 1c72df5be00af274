/// Where the rows are.
package enum DatabaseSource: Sendable, Hashable {
  /// A database file.
  case file(String)
  /// A database in memory, made by running a script; it is written nowhere. The title stands for the file's name.
  case script(String, title: String)

  /// What people call it: the file's name without its folder and ending.
  package var title: String {
    switch self {
    case .script(_, let title): return title
    case .file(let path):
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
      return String(name[..<dot])
    }
  }

  /// The file's path; `nil` for one in memory.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }
}
