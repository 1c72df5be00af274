import EntityModel
package import RuleEnvironment
import StandardKeys

/// What stands above the columns of a list; of two that would be called alike the one at the end of a path names its way.
package struct ColumnTitles {
  private var titles: [String: String] = [:]

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
      titles[key] = Naming.displayName(forProperty: way) + " " + title.loweredFirst
    }
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
