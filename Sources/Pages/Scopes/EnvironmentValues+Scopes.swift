public import EntityModel
public import EntityStore
public import Qualifiers
public import RuleEnvironment

// The steps from the page's scope inwards: entity, object, property. Each sets the explicit keys that belong
// together, so that no rule ever sees half of a step.
nonisolated extension EnvironmentValues {
  /// The scope of a page about `entity`: no object, no property.
  public func scoped(to entity: Entity) -> EnvironmentValues {
    setting {
      $0[ModelKeys.shared.entity] = entity
      $0[ObjectKeys.shared.object] = nil
      $0[ObjectKeys.shared.objectLabel] = nil
      Self.clearProperty(&$0)
    }
  }

  /// The scope of `object`: its entity, itself, what it is called; no property.
  @MainActor public func scoped(to object: Record) -> EnvironmentValues {
    let isAbout = self[ModelKeys.shared.entity] === object.entity
    let scope = isAbout ? self : scoped(to: object.entity)
    let label = object.label(by: scope.shownLabelKey.map { LabelKey($0) })
    return scope.scoped(to: object, label: label)
  }

  /// The scope of `object`, whose entity is that of this scope and whose label is known.
  func scoped(to object: Record, label: String) -> EnvironmentValues {
    setting {
      $0[ObjectKeys.shared.object] = object
      $0[ObjectKeys.shared.objectLabel] = label
      Self.clearProperty(&$0)
    }
  }

  /// The scope of a property, or of a path of properties, of the entity and object of this scope.
  public func scoped(toProperty key: String) -> EnvironmentValues {
    let path = PropertyPath(key)
    let property = self[ModelKeys.shared.entity].map { $0.property(at: path) }
    let value = self[ObjectKeys.shared.object]?.value(forPath: path.components[...])
    return setting {
      $0[ModelKeys.shared.propertyKey] = key
      $0[ModelKeys.shared.attribute] = property?.attribute
      $0[ModelKeys.shared.relationship] = property?.relationship
      $0[ModelKeys.shared.propertyValue] = value ?? .null
    }
  }

  /// The scope of the same property in `object`, whose entity is that of this scope.
  package func scoped(toValueIn object: Record, label: String?) -> EnvironmentValues {
    let path = PropertyPath(self[ModelKeys.shared.propertyKey])
    let value = object.value(forPath: path.components[...])
    return setting {
      $0[ObjectKeys.shared.object] = object
      $0[ObjectKeys.shared.objectLabel] = label
      $0[ModelKeys.shared.propertyValue] = value ?? .null
    }
  }

  /// The same place with another task.
  public func scoped(toTask task: String) -> EnvironmentValues {
    var scope = self
    scope[ComponentKeys.shared.task] = task
    return scope
  }

  static func clearProperty(_ bindings: inout EnvironmentBindings) {
    bindings[ModelKeys.shared.propertyKey] = ""
    bindings[ModelKeys.shared.attribute] = nil
    bindings[ModelKeys.shared.relationship] = nil
    bindings[ModelKeys.shared.propertyValue] = .null
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
  /// What names the record for people: the values that the key says, else its own key.
  func label(by key: LabelKey?) -> String {
    let label = key?.text { value(forPath: $0.components[...]) }?.firstWords ?? ""
    if !label.isEmpty { return label }
    guard let id, !id.values.isEmpty else { return isNew ? "new" : entity.displayName }
    return "\(entity.displayName) \(id.keyText)"
  }
}

nonisolated extension String {
  /// The first line, or as much of it as names something; what is left out shows as `…`.
  var firstWords: String {
    let most = 80
    guard utf8.count > most || utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return self
    }
    let line = drop(while: \.isWhitespace).prefix { !$0.isNewline }
    let words = line.prefix(most)
    let isAll = words.endIndex == line.endIndex && self[line.endIndex...].allSatisfy(\.isWhitespace)
    return isAll ? String(words) : words + "…"
  }
}
