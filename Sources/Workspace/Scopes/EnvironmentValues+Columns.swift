import AccessControl
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

extension EnvironmentValues {
  /// Whether a column or field for `path` may be there.
  package func showsColumn(_ path: PropertyPath) -> Bool {
    showsColumn(path, at: scoped(toProperty: path.description))
  }

  /// Whether what stands at a path of the object of this scope may be seen.
  package func showsProperty(_ key: String) -> Bool {
    showsOfEveryObject(PropertyPath(key), at: scoped(toProperty: key))
  }

  /// Returns whether `path` may be a column or field, for a caller that already has the scope of its property.
  package func showsColumn(_ path: PropertyPath, at property: EnvironmentValues) -> Bool {
    property.hasSomethingToShow && showsOfEveryObject(path, at: property)
  }

  /// Whether the entity has the property of this scope, or a rule has a component of its own for what no entity needs to have:
  /// a rule may list for many entities what only some of them have.
  private var hasSomethingToShow: Bool {
    guard self[ModelKeys.shared.attribute] == nil, self[ModelKeys.shared.relationship] == nil,
      let resolver = resolver as? RuleResolver
    else { return true }
    let rule = resolver.explain(ComponentKeys.shared.component, in: self).rule
    return rule.map { $0.layer > .derived } ?? false
  }
}
