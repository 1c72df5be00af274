import EntityModel
package import RuleEnvironment
import StandardKeys

/// The titles of the properties on one page, used for columns, fields and query fields alike.
///
/// If two titles would be equal, that of a property path is shown with its path.
package struct ColumnTitles {
  private var titles: [String: String] = [:]
  /// The titles with the path before them, by property key, for titles that would otherwise be ambiguous.
  private var ways: [String: String] = [:]

  /// The titles of the properties `keys` in the scope of their entity.
  package init(of keys: [String], in scope: EnvironmentValues) {
    for key in keys {
      titles[key] = scope.scoped(toProperty: key)[ModelKeys.shared.displayNameForProperty]
    }
    let counts = Dictionary(titles.values.map { ($0, 1) }, uniquingKeysWith: +)
    for (key, title) in titles where key.contains(".") && counts[title, default: 0] > 1 {
      let property = scope.scoped(toProperty: key)
      let own =
        property[ModelKeys.shared.attribute]?.displayName
        ?? property[ModelKeys.shared.relationship]?.displayName
      // A title that a rule gives is meant.
      guard own == title else { continue }
      let way = key.split(separator: ".").dropLast().joined(separator: ".")
      ways[key] = Naming.displayName(forProperty: way) + " " + title.loweredFirst
    }
    titles.merge(ways) { _, way in way }
  }

  /// The scope of a property of the entity of `scope`, in which it is called by its heading.
  package func scope(of key: String, in scope: EnvironmentValues) -> EnvironmentValues {
    named(key, scope).scoped(toProperty: key)
  }

  /// The scope around a property, from which that takes its heading.
  package func named(_ key: String, _ scope: EnvironmentValues) -> EnvironmentValues {
    var scope = scope
    if let way = ways[key] { scope[ModelKeys.shared.displayNameForProperty] = way }
    return scope
  }

  /// The title of a property.
  package subscript(key: String) -> String { titles[key] ?? key }
}

extension String {
  /// The text as it goes on behind another word: `ID` stays.
  fileprivate var loweredFirst: String {
    guard dropFirst().first?.isLowercase == true else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}
