package import EntityModel
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The initial attribute values of a new object, from its model, rules and the current time.
///
/// A rule of the user's own sets an attribute only where the user may write it. Elsewhere the other layers decide.
package nonisolated struct InitialValues {
  /// By the name of the attribute.
  package private(set) var values: [String: Value]
  /// The attributes of which rules of the user's own say what they begin with: as if the user had entered it.
  package private(set) var own: Set<String> = []
  /// The attributes that hold a time which the program sets itself.
  package private(set) var stamps: Set<String> = []

  /// Computes the initial values for new objects of `entity` in `scope`; `modelled` holds the model's own initial values.
  package init(of entity: Entity, modelled: [String: Value], in scope: EnvironmentValues) {
    let said = InitialValueRules(in: scope)
    stamps = said.stamps
    guard let resolver = scope.resolver as? RuleResolver else {
      values = said.values(of: entity, modelled, in: scope)
      return
    }
    let trusted = InitialValueRules(in: scope, trustedBy: resolver)
    values = trusted.values(of: entity, modelled, in: scope)
    stamps.formUnion(trusted.stamps)
    guard said != trusted else { return }
    let wanted = said.values(of: entity, modelled, in: scope)
    for name in Set(wanted.keys).union(values.keys) where wanted[name] != values[name] {
      // When an object was made is not taken back by who makes it.
      guard !trusted.stamps.contains(name), scope.mayWrite(name, of: entity) else { continue }
      values[name] = wanted[name]
      own.insert(name)
    }
  }

  /// The answers of the rules that give a new object's initial values and name its timestamp attributes, for ``InitialValues``.
  private struct InitialValueRules: Equatable {
    let initial: [String: Value]
    let stamps: Set<String>

    init(in scope: EnvironmentValues) {
      let keys = EditingKeys.shared
      initial = scope[keys.initialPropertyValues]
      stamps = Set(
        [scope[keys.creationTimestampPropertyKey], scope[keys.updateTimestampPropertyKey]]
          .compactMap(\.self)
      )
    }

    init(in scope: EnvironmentValues, trustedBy resolver: RuleResolver) {
      let keys = EditingKeys.shared
      let initial = resolver.trustedAnswer(keys.initialPropertyValues, in: scope)
      self.initial = if case .dictionary(let values) = initial { values } else { [:] }
      let stamped: [any AnyKey] = [
        keys.creationTimestampPropertyKey, keys.updateTimestampPropertyKey,
      ]
      stamps = Set(stamped.compactMap { resolver.trustedAnswer($0, in: scope).string })
    }

    func values(
      of entity: Entity,
      _ modelled: [String: Value],
      in scope: EnvironmentValues
    ) -> [String: Value] {
      var values = modelled
      for (name, value) in initial.sorted(by: { $0.key < $1.key }) {
        values[entity.attributeWritten(by: name)] = value
      }
      let zone = scope[EditingKeys.shared.timeZone]
      for name in stamps {
        values[name] = .date(WallClock.now(for: entity.attribute(named: name), in: zone))
      }
      return values
    }
  }
}

nonisolated extension Entity {
  /// The attribute that a property writes: of a reference with one key, that key.
  fileprivate func attributeWritten(by name: String) -> String {
    guard attribute(named: name) == nil, let reference = relationship(named: name),
      !reference.isToMany, reference.definition.joins.count == 1
    else { return name }
    return reference.definition.joins[0].source
  }
}

nonisolated extension EnvironmentValues {
  /// Whether an attribute may be written, as far as its entity or the object of this scope tells: each property that writes
  /// it is editable, and one of them is shown.
  package func mayWrite(_ attribute: String, of entity: Entity) -> Bool {
    let keys = PermissionKeys.shared
    let entities = EntityVisibility(in: self)
    let properties = entity.propertyNames(writing: attribute).map { scoped(toProperty: $0) }
    return properties.contains { $0[keys.isPropertyVisible] }
      && properties.allSatisfy { property in
        // Nobody chooses among objects that are not shown.
        let destination = property[ModelKeys.shared.relationship]?.destination
        return property[keys.isPropertyEditable] && destination.map(entities.shows) != false
      }
  }
}
