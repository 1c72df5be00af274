import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

nonisolated extension RuleResolver {
  /// Whether a path that a rule of the user's own reads leads to what the user may not see; as the other layers say.
  func hides(_ path: PropertyPath, in values: EnvironmentValues) -> Bool {
    guard concealsAnything, let read = pathRead(by: path, in: values),
      let entity = values[ModelKeys.shared.entity]
    else { return false }
    // What the answer depends on is not noted anywhere.
    values.noteVolatile()
    let entities = EntityVisibility(in: values, trusted: true)
    let walk = PathVisibilityCheck { place in
      place.name.map { self.verdict(on: $0, at: place, in: values) }
        ?? (entities.shows(place.entity) ? .visible : .hidden)
    }
    return walk.sight(of: read, from: entity) != .visible
  }

  /// Whether layers that may say what they like hide a property or an entity.
  private var concealsAnything: Bool {
    let keys: [any AnyKey] = [
      PermissionKeys.shared.isPropertyVisible, PermissionKeys.shared.visibleEntityNames,
    ]
    return keys.contains { key in
      model.rules(for: key).contains { $0.layer > .derived && !$0.layer.mayOnlyNarrow }
    }
  }

  /// Returns the path, from the entity, of the object's value that a key path reads; `nil` when it reads none.
  private func pathRead(by path: PropertyPath, in values: EnvironmentValues) -> PropertyPath? {
    switch path.first {
    case "object" where path.components.count > 1:
      return PropertyPath(components: Array(path.components.dropFirst()))
    case "propertyValue":
      let property = values[ModelKeys.shared.propertyKey]
      return property.isEmpty ? nil : PropertyPath(property)
    default: return nil
    }
  }

  private func verdict(
    on name: String,
    at place: PathVisibilityCheck.Place,
    in values: EnvironmentValues
  ) -> PathVisibilityCheck.Verdict {
    let key = PermissionKeys.shared.isPropertyVisible
    let scope = place.isAtStart ? values.withStoredValues : values.scoped(to: place.entity)
    var verdict = PathVisibilityCheck.Verdict.hidden
    for name in place.entity.propertyNames(writing: name) {
      let property = scope.scoped(toProperty: name)
      guard trustedAnswer(key, in: property) == .bool(true) else {
        // What is left out as clutter may be computed of.
        if place.isBehind, !property.isHiddenByRules { return .visible }
        continue
      }
      // Only the first object of a path is at hand.
      let row = place.entity.rowReading
      let isClear =
        place.isAtStart
        || !model.mayRead(row.keys, from: key) && place.entity.subentityNames.isEmpty
        || dependence(of: key, on: row, in: property) == .constant(true)
      if isClear { return .visible }
      verdict = .undecided
    }
    return verdict
  }
}
