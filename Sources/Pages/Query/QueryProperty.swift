import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// A property on the query page, which turns typed text into a condition on its values or on object labels.
struct QueryProperty {
  private let path: PropertyPath
  private let page: EnvironmentValues

  /// A property of the entity of a page's scope; `nil` for one of which nothing can be asked.
  init?(_ key: String, in page: EnvironmentValues) {
    (path, self.page) = (PropertyPath(key), page)
    guard page.showsColumn(path) else { return nil }
    switch page[ModelKeys.shared.entity]?.property(at: path) {
    case (let attribute?, _)? where attribute.type.kind != .blob && !page.leadsToPassword(path):
      break
    case (_, let relationship?)? where !relationship.isToMany: break
    default: return nil
    }
  }

  /// The condition for which a text stands; `nil` for one without characters.
  ///
  /// - Throws: What is wrong with the text, or that something on the way may not be seen.
  func qualifier(_ text: String) throws(PromptRefusal) -> Qualifier? {
    guard !text[...].trimmed.isEmpty else { return nil }
    let qualifier: Qualifier
    if let attribute = QueryAttribute(path, in: page) {
      qualifier = try attribute.qualifier(typed: text)
    } else {
      qualifier = try ofLabel(try QueryText(text))
    }
    do { return try qualifier.resolvingNames(in: page) } catch {
      throw PromptRefusal(typedSentence(of: error))
    }
  }

  // MARK: Objects

  /// The condition on what names the objects of a relationship to one.
  private func ofLabel(_ asked: QueryText) throws(PromptRefusal) -> Qualifier {
    let there = Qualifier.not(.isNull(Expression(.path(path))))
    switch asked {
    case .not(let inside): return .all([there, .not(try ofLabel(inside))])
    case .any(let parts):
      var read: [Qualifier] = []
      for part in parts { read.append(try ofLabel(part)) }
      return .any(read)
    case .null, .empty: return .isNull(Expression(.path(path)))
    default: break
    }
    let paths = page[ModelKeys.shared.entity].flatMap { entity in
      page[CatalogKeys.shared.rendering]?.work.fetchPaths.searched(
        for: path.description,
        of: entity,
        in: page
      )
    }
    let names = (paths ?? []).compactMap { QueryAttribute($0, in: page) }
    guard !names.isEmpty else {
      throw PromptRefusal("these objects have no names; use ∅ (none) or !∅ (any)")
    }
    if names.count > 1 {
      if case .value(let text) = asked { return try anywhere(text, in: names) }
      if case .comparison(.equal, let text) = asked { return try whole(text, in: names) }
    }
    return try Self.any(names, asked)
  }

  /// Returns the condition that any of the attributes that label an object matches the search text.
  ///
  /// A null attribute does not make the whole condition unknown.
  ///
  /// - Throws: ``PromptRefusal`` when the text is valid for none of them.
  private static func any(_ names: [QueryAttribute], _ asked: QueryText) throws(PromptRefusal)
    -> Qualifier
  {
    var (read, refusal): ([Qualifier], PromptRefusal?) = ([], nil)
    for name in names {
      do throws(PromptRefusal) {
        let qualifier = try name.qualifier(asked)
        let isThere = Qualifier.not(.isNull(name.side))
        read.append(names.count == 1 ? qualifier : .all([isThere, qualifier]))
      } catch { refusal = error }
    }
    if let refusal, read.isEmpty { throw refusal }
    return .any(read)
  }

  /// Each word stands in one of the values that name an object together.
  private func anywhere(_ text: String, in names: [QueryAttribute]) throws(PromptRefusal)
    -> Qualifier
  {
    var read: [Qualifier] = []
    for word in text.split(separator: " ") {
      read.append(try Self.any(names, .value(String(word))))
    }
    return .all(read)
  }

  /// One value is the text, or two together are.
  private func whole(_ text: String, in names: [QueryAttribute]) throws(PromptRefusal) -> Qualifier
  {
    var read = [try Self.any(names, .comparison(.equal, text))]
    let words = text.split(separator: " ")
    for place in words.indices.dropFirst() {
      let first = words[..<place].joined(separator: " ")
      let second = words[place...].joined(separator: " ")
      for (index, name) in names.enumerated() {
        for other in names.dropFirst(index + 1) {
          guard let start = try? name.qualifier(.comparison(.equal, first)),
            let end = try? other.qualifier(.comparison(.equal, second))
          else { continue }
          read.append(.all([start, end]))
        }
      }
    }
    return .any(read)
  }
}
