import Pages
package import Workspace

/// A parsed link to objects of a database, as subcommands take it: `Entity?filter&sort=-key#id`.
///
/// Each filter is a condition of the qualifier language; several are joined by `and`. Signs inside quotes belong to them.
package struct ObjectLink: Sendable, Hashable {
  /// The entity, as a person may call it.
  package var entityName: String
  /// Conditions, all of which must hold.
  package var filters: [String] = []
  /// Keys of the order, `-` before those that descend.
  package var sortKeys: [String] = []
  /// A fetch that the model names, perhaps with what its variables stand for: `cheap(limit: 5)`.
  package var fetch: String?
  /// The page configuration under which rules are asked there.
  package var pageConfiguration: String?
  /// The identity of one object: `5`, `1,7`, `'a, b'`, `@12` for the row of that number.
  package var id: String?

  /// All objects of an entity.
  package init(entityName: String) { self.entityName = entityName }

  /// Returns the error for an option that names another entity or object than the link.
  static func contradiction(_ option: String) -> UsageError {
    UsageError("the link and '\(option)' disagree; leave one out")
  }

  /// Reads a link.
  ///
  /// - Throws: ``UsageError`` that says which part is missing or unknown.
  package init(_ text: String) throws(UsageError) {
    let (rest, id) = text.split(atFirst: "#")
    self.id = id
    let (name, query) = rest.split(atFirst: "?")
    entityName = name
    guard !name.isEmpty else { throw UsageError("the link '\(text)' names no entity") }
    if id?.isEmpty == true { throw UsageError("the link '\(text)' names no object after '#'") }
    for part in query?.parts(separatedBy: "&") ?? [] where !part.isEmpty {
      if part.hasPrefix("sort=") {
        sortKeys += part.dropFirst(5).split(separator: ",").map(String.init)
      } else if part.hasPrefix("page=") {
        pageConfiguration = String(part.dropFirst(5))
      } else if part.hasPrefix("fetch=") {
        fetch = String(part.dropFirst(6))
      } else {
        filters.append(part)
      }
    }
  }
}

nonisolated extension String {
  /// Returns the text before and after the first `separator` outside quotes; the second part is `nil` without a separator.
  fileprivate func split(atFirst separator: Character) -> (String, String?) {
    guard let index = unquotedIndices(of: separator).first else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  /// Returns the parts between the separators outside quotes.
  fileprivate func parts(separatedBy separator: Character) -> [String] {
    var parts: [String] = []
    var start = startIndex
    for index in unquotedIndices(of: separator) {
      parts.append(String(self[start..<index]))
      start = self.index(after: index)
    }
    return parts + [String(self[start...])]
  }

  private func unquotedIndices(of separator: Character) -> [Index] {
    var quote: Character?
    var isEscaped = false
    return indices.filter { index in
      let character = self[index]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if character == "\\" { isEscaped = true }
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else {
        return character == separator
      }
      return false
    }
  }
}
