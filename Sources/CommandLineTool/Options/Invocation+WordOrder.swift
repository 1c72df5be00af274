import Workspace

// Arguments in another order than help gives, answered with the line that works.
extension Invocation {
  /// Throws when a database stands before the command: `d2t shop.db list Movie`.
  static func checkCommandComesFirst(_ arguments: ArraySlice<String>) throws(UsageError) {
    guard let database = arguments.first, !database.hasPrefix("-"), isDatabase(database) else {
      return
    }
    let behind = Array(arguments.dropFirst())
    guard
      let named = Subcommand.all.first(where: { subcommand in
        subcommand.opensFiles && !subcommand.isScreen
          && behind.starts(with: subcommand.name.split(separator: " ").map(String.init))
      })
    else { return }
    let rest = Array(behind.dropFirst(named.name.split(separator: " ").count))
    let words = named.arguments.endsWithDatabase ? rest + [database] : [database] + rest
    throw UsageError("the command comes first: \(named.line(with: words))")
  }

  /// Throws when a link stands before the database: `d2t list Movie shop.db`.
  func checkDatabaseComesFirst(_ words: [String], options: [String]) throws(UsageError) {
    let subcommand = Subcommand.named(command)
    guard subcommand.arguments == .link, let link = words.first, !Self.isDatabase(link) else {
      return
    }
    let first = command == .importRows ? 2 : 1
    guard let index = words.indices.dropFirst(first).first(where: { isStrayDatabase(words[$0]) })
    else { return }
    var ordered = words
    ordered.insert(ordered.remove(at: index), at: 0)
    // Either of two files can be the one with the rows.
    if command == .importRows { ordered = ["DATABASE", link, "FILE"] }
    throw UsageError("the database comes first: \(subcommand.line(with: ordered + options))")
  }

  /// Throws when a database stands before the key: `d2t rules explain shop.db title`.
  func checkKeyComesFirst(_ key: String, then rest: ArraySlice<String>) throws(UsageError) {
    guard Self.isDatabase(key), let meant = rest.first, !Self.isDatabase(meant) else { return }
    let line = Subcommand.named(command).line(with: rest + [key])
    throw UsageError("the key comes first: \(line)")
  }

  /// Whether an argument behind the link can only be a database.
  private func isStrayDatabase(_ word: String) -> Bool {
    guard !word.isEmpty, Self.isDatabase(word) else { return false }
    return switch command {
    // A property path has points: `album.title`.
    case .get: word.contains { $0 == "/" || $0 == ":" } || word.contains(".") && Self.exists(word)
    case .values: word.contains(".") && Self.exists(word)
    case .set, .insert: !word.contains("=")
    default: true
    }
  }
}

extension Subcommand {
  /// A command line that calls it with `words`, as a shell reads it: `d2t get shop.db 'Movie#7'`.
  fileprivate func line(with words: some Sequence<String>) -> String {
    ([invocation] + words.map(\.shellWord)).joined(separator: " ")
  }
}

extension Subcommand.Arguments {
  /// Whether the database is the last of them.
  fileprivate var endsWithDatabase: Bool {
    rawValue.hasSuffix("DATABASE") || rawValue.hasSuffix("DATABASE]")
  }
}

extension String {
  /// The text as one word for a shell, in quotation marks where it needs them.
  fileprivate var shellWord: String {
    let isPlain = allSatisfy {
      $0.isLetter || $0.isNumber || "_-./:=,+@%".contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
