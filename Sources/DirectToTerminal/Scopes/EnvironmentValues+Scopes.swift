public import EntityModel
public import EntityStore
public import Qualifiers
public import RuleEnvironment

// The steps from the page's scope inwards: entity, object, property. Each sets the explicit keys that belong
// together, so that no rule ever sees half of a step.
nonisolated extension EnvironmentValues {
  /// The scope of a page about `entity`: no object, no property.
  public func scoped(to entity: Entity) -> EnvironmentValues {
    var scope = self
    scope[ModelKeys.shared.entity] = entity
    scope[ObjectKeys.shared.object] = nil
    scope[ObjectKeys.shared.objectLabel] = nil
    scope.clearProperty()
    return scope
  }

  /// The scope of `object`: its entity, itself, what it is called; no property.
  public func scoped(to object: Record) -> EnvironmentValues {
    var scope = scoped(to: object.entity)
    scope[ObjectKeys.shared.object] = object
    scope[ObjectKeys.shared.objectLabel] = object.label(by: scope[RenderingKeys.shared.labelKey])
    scope.clearProperty()
    return scope
  }

  /// The scope of a property, or of a path of properties, of the entity and object of this scope.
  public func scoped(toProperty key: String) -> EnvironmentValues {
    var scope = self
    let property = scope[ModelKeys.shared.entity].map { $0.property(at: PropertyPath(key)) }
    scope[ModelKeys.shared.propertyKey] = key
    scope[ModelKeys.shared.attribute] = property?.attribute
    scope[ModelKeys.shared.relationship] = property?.relationship
    let object = scope[ObjectKeys.shared.object]
    let path = PropertyPath(key).components
    scope[ModelKeys.shared.propertyValue] = object?.value(forPath: path[...]) ?? .null
    return scope
  }

  /// The same place with another task.
  public func scoped(toTask task: String) -> EnvironmentValues {
    var scope = self
    scope[ComponentKeys.shared.task] = task
    return scope
  }

  private mutating func clearProperty() {
    self[ModelKeys.shared.propertyKey] = ""
    self[ModelKeys.shared.attribute] = nil
    self[ModelKeys.shared.relationship] = nil
    self[ModelKeys.shared.propertyValue] = .null
  }
}

nonisolated extension Entity {
  /// The attribute or relationship at the end of `path`; both `nil` when it leads nowhere.
  public func property(at path: PropertyPath) -> (
    attribute: Attribute?, relationship: Relationship?
  ) {
    var entity = self
    for (index, name) in path.components.enumerated() {
      let isLast = index == path.components.count - 1
      if isLast, let attribute = entity.attribute(named: name) { return (attribute, nil) }
      guard let relationship = entity.relationship(named: name) else { return (nil, nil) }
      if isLast { return (nil, relationship) }
      guard let destination = relationship.destination else { return (nil, nil) }
      entity = destination
    }
    return (nil, nil)
  }
}

nonisolated extension Record {
  /// What names the record for people: the values of the properties `labelKey` names, else its key.
  public func label(by labelKey: String?) -> String {
    let parts = labelKey.map(LabelKey.init)?.paths.compactMap { path in
      value(forPath: path.components[...]).flatMap { $0.isNull ? nil : $0.description }
    }
    let label = (parts ?? []).filter { !$0.isEmpty }.joined(separator: " ")
    if !label.isEmpty { return label }
    guard let id, !id.values.isEmpty else { return isNew ? "new" : entity.displayName }
    return "\(entity.displayName) " + id.values.map(\.description).joined(separator: ", ")
  }
}

/// The properties that together name an object: `"firstName lastName"`.
nonisolated struct LabelKey {
  /// At least one.
  let paths: [PropertyPath]

  init(_ text: String) {
    paths = text.split { $0 == " " || $0 == "," }.map { PropertyPath(String($0)) }
  }
}
