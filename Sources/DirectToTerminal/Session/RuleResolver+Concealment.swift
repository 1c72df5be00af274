import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment

nonisolated extension RuleResolver {
  /// Whether a path that a rule of the user's own reads leads to what the user may not see; as the other layers say.
  func hides(_ path: PropertyPath, in values: EnvironmentValues) -> Bool {
    var followed: Set<[String]> = []
    switch path.first {
    case "object" where path.components.count > 1:
      return hides(path.components.dropFirst(), from: values, &followed, isRead: true)
    case "propertyValue":
      let property = values[ModelKeys.shared.propertyKey]
      return !property.isEmpty
        && hides(PropertyPath(property).components[...], from: values, &followed, isRead: true)
    default: return false
    }
  }

  private func hides(
    _ names: ArraySlice<String>,
    from values: EnvironmentValues,
    _ followed: inout Set<[String]>,
    isRead: Bool = false
  ) -> Bool {
    let key = PermissionKeys.shared.isPropertyVisible
    let rules = model.rules(for: key)
    guard rules.contains(where: { $0.layer > .derived && !$0.layer.mayOnlyNarrow }) else {
      return false
    }
    // What the answer depends on is not noted anywhere.
    values.noteVolatile()
    var scope = values
    for (place, name) in names.enumerated() {
      guard let entity = scope[ModelKeys.shared.entity] else { return false }
      let isShown = entity.propertyNames(writing: name).contains { name in
        let property = scope.scoped(toProperty: name)
        guard trustedAnswer(key, in: property) == .bool(true) else {
          return !isRead && !property.isHiddenByRules
        }
        // Only the first object of a path is at hand.
        return place == 0 || !model.mayRead(entity.rowReading.keys, from: key)
          || dependence(of: key, on: entity.rowReading, in: property) == .constant(true)
      }
      if !isShown { return true }
      let object = scope[ObjectKeys.shared.object] == nil ? "" : "object"
      if followed.insert([entity.name, name, object]).inserted {
        for path in entity.pathsBehind(name)
        where hides(path.components[...], from: scope, &followed) {
          return true
        }
      }
      guard let next = entity.relationship(named: name)?.destination else { return false }
      scope = scope.scoped(to: next)
    }
    return false
  }
}
