import EntityStore
import Pages
import Glibc
import Workspace

// The arguments of the subcommands about data: [DATABASE] LINK, and what each of them takes behind.
extension Invocation {
  /// The first argument is the database when it is a file or URL, or cannot be the name of an entity.
  mutating func takeDataArguments(_ arguments: ArraySlice<String>) throws(UsageError) {
    var rest = arguments
    if let first = rest.first, Self.isDatabase(first) {
      database = first
      rest.removeFirst()
    }
    if let text = rest.popFirst() { link = try ObjectLink(text) }
    if link == nil, let entity { link = try ObjectLink(entity + (id.map { "#" + $0 } ?? "")) }
    switch command {
    case .get: columns += rest
    case .values:
      property = rest.popFirst() ?? property
      try refuse(rest)
    case .set, .insert:
      for argument in rest { assignments.append(try Assignment(argument)) }
    case .importRows:
      file = rest.popFirst()
      try refuse(rest)
    default: try refuse(rest)
    }
  }

  private func refuse(_ arguments: ArraySlice<String>) throws(UsageError) {
    guard let extra = arguments.first else { return }
    let isFileMissing = database == nil && link?.filters.isEmpty == true
    let hint = isFileMissing ? "; there is no file '\(link?.entityName ?? "")'" : ""
    throw UsageError("unexpected argument '\(extra)'\(hint)")
  }

  /// Whether an argument is a file or URL, or cannot be the name of an entity.
  static func isDatabase(_ argument: String) -> Bool {
    if argument.isEmpty || exists(argument) { return true }
    let name = argument.prefix { $0 != "?" && $0 != "#" }
    return name.contains { $0 == "." || $0 == "/" }
      || DatabaseSource.scheme(of: String(name)) != nil
  }

  /// Whether there is a file at `path`.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
