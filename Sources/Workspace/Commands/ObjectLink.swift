package import Insight

/// A parsed link to objects of a database, as subcommands take it: `Entity?filter&sort=-key#id`.
///
/// Each filter is a condition of the qualifier language; several are joined by `and`. Signs inside quotes belong to them.
/// A link to groups of rows has keys and aggregates: `Entity?filter&by=key,key&across=key&count&sum=path`.
package struct ObjectLink: Sendable, Hashable {
  /// The entity, as a person may call it.
  package var entityName: String
  /// Conditions, all of which must hold.
  package var filters: [String] = []
  /// Keys of the order, `-` before those that descend.
  package var sortKeys: [String] = []
  /// The keys and aggregates of groups; empty for a link to rows.
  package var groups = GroupRequest()
  /// A fetch that the model names, perhaps with what its variables stand for: `cheap(limit: 5)`.
  package var fetch: String?
  /// The page configuration under which rules are asked there.
  package var pageConfiguration: String?
  /// The identity of one object: `5`, `1,7`, `'a, b'`, `@12` for the row of that number.
  package var id: String?

  /// All objects of an entity.
  package init(entityName: String) { self.entityName = entityName }

  /// Returns the error for an option that names another entity or object than the link.
  package static func contradiction(_ option: String) -> UsageError {
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
        sortKeys += String(part.dropFirst(5)).listedParts
      } else if try takeGroups(part) {
        continue
      } else if part.hasPrefix("page=") {
        pageConfiguration = String(part.dropFirst(5))
      } else if part.hasPrefix("fetch=") {
        fetch = String(part.dropFirst(6))
      } else {
        filters.append(part)
      }
    }
  }

  /// Takes a part over that is about groups.
  ///
  /// - Returns: Whether it is one.
  private mutating func takeGroups(_ part: String) throws(UsageError) -> Bool {
    if part == WrittenAggregate.count.name {
      groups.aggregates.append(.count)
      return true
    }
    let (name, value) = part.split(atFirst: "=")
    let function = WrittenAggregate.functions.first { $0.optionName == name }
    guard let value, function != nil || ["by", "across"].contains(name) else { return false }
    let texts = value.listedParts
    guard let first = texts.first else {
      throw UsageError("the link names nothing after '\(name)='")
    }
    if let function {
      groups.aggregates += texts.map { WrittenAggregate(function, of: $0) }
    } else if name == "by" {
      groups.keys += texts
    } else {
      guard groups.across == nil, texts.count == 1 else {
        throw UsageError("only one key runs across; leave out all 'across=' but one")
      }
      groups.across = first
    }
    return true
  }
}

extension ObjectLink: CustomStringConvertible {
  /// The link as it is read again.
  package var description: String {
    var parts = fetch.map { ["fetch=\($0)"] } ?? []
    parts += pageConfiguration.map { ["page=\($0)"] } ?? []
    parts += filters + groups.linkParts
    if !sortKeys.isEmpty { parts.append("sort=" + sortKeys.joined(separator: ",")) }
    return entityName + (parts.isEmpty ? "" : "?") + parts.joined(separator: "&")
      + (id.map { "#" + $0 } ?? "")
  }
}
