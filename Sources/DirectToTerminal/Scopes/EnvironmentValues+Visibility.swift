import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment

// What may be seen. A path is hidden with any of its steps, each asked of the entity it belongs to, so that a property
// hidden from a user is hidden in searches, filters, orders and labels of other entities too.
nonisolated extension EnvironmentValues {
  /// Whether all of `path` from the entity of this scope on may be seen.
  func shows(_ path: PropertyPath) -> Bool {
    shows(path, at: scoped(toProperty: path.description))
  }

  /// The same, when the scope of the property is there already.
  func shows(_ path: PropertyPath, at property: EnvironmentValues) -> Bool {
    guard property[PermissionKeys.shared.isPropertyVisible] else { return false }
    var followed: Set<[String]> = []
    return showsSteps(of: path, &followed, isAsked: true)
  }

  /// `followed` has the properties of which is known what they are computed of, apart for the object that is at hand.
  private func showsSteps(
    of path: PropertyPath,
    _ followed: inout Set<[String]>,
    isAsked: Bool = false
  ) -> Bool {
    var scope = self
    for name in path.components {
      guard let entity = scope[ModelKeys.shared.entity] else { return true }
      // A key that is left out as clutter is known by the to-one it stands for.
      let names = entity.propertyNames(writing: name)
      let isKnown = isAsked && path.components.count == 1 && names.contains(name)
      let isShown =
        isKnown
        || names.contains { name in
          let property = scope.scoped(toProperty: name)
          return isAsked
            ? property[PermissionKeys.shared.isPropertyVisible] : !property.isHiddenByRules
        }
      guard isShown else { return false }
      // What a model computes of a property tells of it.
      let object = scope[ObjectKeys.shared.object] == nil ? "" : "object"
      if followed.insert([entity.name, name, object]).inserted {
        for hidden in entity.pathsBehind(name) {
          guard scope.showsSteps(of: hidden, &followed) else { return false }
        }
      }
      guard let destination = entity.relationship(named: name)?.destination else { return true }
      scope = scope.scoped(to: destination)
    }
    return true
  }

  /// Whether a column or field for `path` may be there: along a path no object is at hand of which rules could be asked.
  @MainActor func showsColumn(_ path: PropertyPath) -> Bool {
    showsColumn(path, at: scoped(toProperty: path.description))
  }

  /// The same, when the scope of the property is there already.
  @MainActor func showsColumn(_ path: PropertyPath, at property: EnvironmentValues) -> Bool {
    guard shows(path, at: property) else { return false }
    let entity = self[ModelKeys.shared.entity]
    // Of the object itself rules are asked when it is there.
    let isOwn = path.components.count == 1 && entity?.pathsBehind(path.first).isEmpty != false
    return isOwn || !isPartlyHidden(path)
  }

  /// Whether rules hide a step of `path`, or what a model computes it of, of some objects.
  @MainActor private func isPartlyHidden(_ path: PropertyPath) -> Bool {
    guard let accessGuard = self[ObjectKeys.shared.session]?.accessGuard,
      let entity = self[ModelKeys.shared.entity]
    else { return false }
    return entity.steps(of: path).contains { step in
      accessGuard.partlyHiddenProperties(of: step.entity)[step.name] != nil
    }
  }

  /// Whether the property of this scope is hidden by more than the model, which only leaves out what people do not need:
  /// what is computed of that may be seen.
  var isHiddenByRules: Bool {
    let key = PermissionKeys.shared.isPropertyVisible
    guard !self[key] else { return false }
    guard self[ModelKeys.shared.attribute]?.definition.isHidden == true,
      let resolver = resolver as? RuleResolver
    else { return true }
    // Layers are asked from the top: the program's own answers only where no other does.
    return resolver.explain(key, in: self).rule.map { $0.layer > .derived } ?? true
  }

  /// The first path of a condition that may not be seen.
  func hiddenPath(in condition: Qualifier) -> PropertyPath? {
    condition.paths.first { !shows($0) }
  }

  /// What names objects of the entity of this scope, without what may not be seen of every object: a label is shown
  /// where the object itself is not at hand.
  @MainActor var shownLabelKey: String? {
    guard let labelKey = self[RenderingKeys.shared.labelKey] else { return nil }
    let shown = LabelKey(labelKey).paths.filter { shows($0) && !isPartlyHidden($0) }
    return shown.isEmpty ? nil : shown.map(\.description).joined(separator: " ")
  }
}
