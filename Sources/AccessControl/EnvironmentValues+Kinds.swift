import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

nonisolated extension EnvironmentValues {
  /// The name that rules give an entity.
  func shownName(of entity: Entity) -> String {
    let name = scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
    return name.isEmpty ? entity.name : name
  }

  /// This place as one of each entity above its own; what is hidden or told of an entity below is so of its rows here.
  ///
  /// A write is judged for each kind that the row is: ``RuleWriteGuard``.
  func inheritedPlaces(asking key: any AnyKey, in model: Model) -> [InheritedScope] {
    guard let entity = self[ModelKeys.shared.entity] else { return [] }
    let path = PropertyPath(self[ModelKeys.shared.propertyKey])
    func places(_ names: [String], note: String) -> [(entity: Entity, place: InheritedScope)] {
      names.compactMap { model.entity(named: $0) }.filter {
        path.description.isEmpty || $0.property(at: path) != (nil, nil)
      }.map { other in
        let values = setting(ModelKeys.shared.entity, to: other)
        return (
          other,
          InheritedScope(values, note: "a prohibition for \(shownName(of: other)) \(note)")
        )
      }
    }
    let above = places(entity.ancestorNames, note: "applies to its kinds").map(\.place)
    let keys = PermissionKeys.shared
    guard key === keys.isPropertyVisible || key === keys.auditsChanges else { return above }
    let below = places(
      entity.subentityNames,
      note: "applies to it as \(shownName(of: entity))"
    )
    return above
      + below.compactMap { kind, place -> InheritedScope? in
        guard kind.definition.table == entity.definition.table else { return nil }
        guard let object = self[ObjectKeys.shared.object], let rows = kind.rowQualifier else {
          return InheritedScope(place.values, note: place.note, rows: kind.rowQualifier)
        }
        let truth = rows.truth(with: ValueContext(.object(object.stored ?? object)))
        guard truth == .yes || truth == .unanswered else { return nil }
        return InheritedScope(place.values, note: place.note, isPartial: true)
      }
  }
}
