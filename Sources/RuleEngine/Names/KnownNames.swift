package import Qualifiers
package import RuleEnvironment

/// The names that rules may use, by domain (pages, components, entities and so on), with the facts for checking rules.
///
/// Rule loading and lints read them. A domain without a list is not checked.
public struct KnownNames: Sendable {
  /// The names of one domain, as a list in the given order and as a set for fast lookup.
  private struct Names: Sendable, Equatable {
    let list: [String]
    let set: Set<String>
  }

  private var names: [NameDomain: LazyFacts<Names>] = [:]

  /// Keys of which only one is ever set: rules that need different ones never meet.
  package var exclusiveKeys: [Set<String>] = []

  /// Conditions that hold nowhere in the program, though each of their parts does.
  package var impossibleConditions: [Qualifier] = []

  /// The entities and properties of the database; `nil` when they are not checked.
  package var schema: RuleSchema?

  /// The facts about the pages, rows and components with these names.
  package var uses = CatalogUsage { CatalogUsageFacts() }

  /// The mistakes in a value of a key, by the key's name.
  package var problems: [String: @Sendable (Value) -> [ValueProblem]] = [:]

  /// The functions that rules can call in values of keys, by the domain of the key.
  package var functions: [NameDomain: [RuleFunction]] = [:]

  /// Reads the expressions in a text of a domain whose texts are no lists of names; throws why it cannot.
  package var expressions: [NameDomain: @Sendable (String) throws(ValueProblem) -> [Expression]] = [
    .sortOrdering: { [SortOrdering(key: $0).expression] }
  ]

  /// The valid name for a common alternative in lower case, such as an entity for its table name.
  package var meant: [NameDomain: [String: String]] = [:]

  /// The names of each domain; domains left out are not judged.
  package init(_ names: [NameDomain: [String]] = [:]) {
    for (domain, list) in names { self[domain] = list }
  }

  /// Whether rules that name nothing of a database are judged by `other` as they are by these.
  package func judgeAlike(_ other: KnownNames) -> Bool {
    names.mapValues(\.facts) == other.names.mapValues(\.facts)
      && exclusiveKeys == other.exclusiveKeys
      && impossibleConditions == other.impossibleConditions
      && functions.mapValues { $0.map(\.name) } == other.functions.mapValues { $0.map(\.name) }
      && problems.keys == other.problems.keys
      && (uses === other.uses || uses.facts == other.uses.facts)
  }

  /// The names of a domain, `nil` when they are not judged.
  package subscript(domain: NameDomain) -> [String]? {
    get { names[domain]?.facts.list }
    set {
      names[domain] = nil
      if let newValue { collect(domain) { newValue } }
    }
  }

  /// The names of a domain are those that `list` will tell.
  package mutating func collect(
    _ domain: NameDomain,
    from list: @escaping @Sendable () -> [String]
  ) {
    names[domain] = LazyFacts {
      let list = list()
      return Names(list: list, set: Set(list))
    }
  }

  /// Whether `name` exists, or names of the domain are not judged; each part of a property path must.
  package func contains(_ name: String, in domain: NameDomain) -> Bool {
    guard let set = names[domain]?.facts.set, !set.contains(name) else { return true }
    if domain == .property, name.isMarker { return true }
    func containsAll(_ path: PropertyPath) -> Bool {
      path.components.allSatisfy { set.contains($0) || $0 == "@count" }
    }
    if let read = expressions[domain] {
      return (try? read(name))?.allSatisfy { $0.paths.allSatisfy(containsAll) } ?? false
    }
    // One or several paths, each perhaps with a sign that orders by it, or of a label: `title | url`.
    return domain == .property && name.listedPaths.allSatisfy(containsAll)
  }
}

/// A mistake in the value of a key, found by the code that uses the key: the lint that reports it, a message and advice.
package struct ValueProblem: Error {
  /// The lint that tells of it.
  package let lint: String
  /// The message.
  package let message: String
  /// The suggestion.
  package let advice: String?

  /// A mistake.
  package init(lint: String, _ message: String, advice: String?) {
    (self.lint, self.message, self.advice) = (lint, message, advice)
  }
}

extension String {
  /// The paths of a text that lists some, with a `-` before them perhaps.
  var listedPaths: [PropertyPath] {
    split { [" ", ",", "|", "·"].contains($0) }
      .map { PropertyPath(String($0.first == "-" ? $0.dropFirst() : $0)) }
  }

  /// The name in a marker of a tab, `[Name]`; `nil` for all else.
  package var tabMarker: String? { marked("[", "]") }

  /// The title in a marker of a section, `(Title)`; `nil` for all else.
  package var sectionMarker: String? { marked("(", ")") }

  /// Whether it stands between properties for the section or tab that begins there.
  package var isMarker: Bool { tabMarker != nil || sectionMarker != nil }

  private func marked(_ open: Character, _ close: Character) -> String? {
    guard utf8.count > 1, first == open, last == close else { return nil }
    return String(dropFirst().dropLast())
  }
}
