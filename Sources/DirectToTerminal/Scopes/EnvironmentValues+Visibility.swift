import EntityModel
import Qualifiers
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
    var scope = self
    for name in path.components {
      guard let entity = scope[ModelKeys.shared.entity] else { return true }
      // A key that is left out as clutter is known by the to-one it stands for.
      let names = entity.propertyNames(writing: name)
      let isAsked = path.components.count == 1 && names.contains(name)
      let isShown =
        isAsked
        || names.contains {
          scope.scoped(toProperty: $0)[PermissionKeys.shared.isPropertyVisible]
        }
      guard isShown else { return false }
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
    shows(path, at: property) && (path.components.count == 1 || !isPartlyHidden(path))
  }

  /// Whether rules hide a step of `path` of some objects.
  @MainActor private func isPartlyHidden(_ path: PropertyPath) -> Bool {
    guard let session = self[ObjectKeys.shared.session] else { return false }
    var entity = self[ModelKeys.shared.entity]
    for name in path.components {
      guard let current = entity else { return false }
      if session.accessGuard?.partlyHiddenProperties(of: current)[name] != nil { return true }
      entity = current.relationship(named: name)?.destination
    }
    return false
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
