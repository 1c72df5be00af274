import AccessControl
package import Editing
package import EntityModel
import EntityStore
package import Qualifiers
import StandardKeys

/// The functions that create unsaved objects with initial values from rules and from the relationship that led to them.
package enum NewObjects {
  /// A new object, begun with what rules and the relationship that led to it say, and with what rules carry over from the
  /// one entered before; pending until it is saved.
  package static func make(
    _ entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil,
    carryingOver other: ManagedObject? = nil,
    beginningWith values: [String: Value] = [:],
    in work: WorkContext,
    editedIn context: EditingContext? = nil
  ) -> ManagedObject {
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    var keys: [String: Value] = [:]
    if let source {
      for join in source.relationship.definition.joins where source.relationship.isToMany {
        let key = source.object.snapshot.keyValue(forKey: join.source)
        if source.object.state != .inserted { keys[join.destination] = key }
      }
    }
    let initial = InitialValues(of: entity, in: scope).values
    let carried =
      other.map { ValueTransfer(work: work, object: $0).carried(beside: initial) } ?? [:]
    let values = values.merging(initial) { $1 }.merging(carried) { $1 }.merging(keys) { $1 }
    let paths = work.fetchPaths(forObjectOf: entity, in: scope)
    let object = (context ?? work.editing).insert(entity, values: values, paths: paths)
    object.setCarriedOverNames(Set(carried.keys).subtracting(keys.keys))
    object.takeChosenKeys(carried.merging(keys) { $1 })
    if let source, source.object.state == .inserted, let back = source.relationship.wayBack {
      object.begin(referringBy: back, to: source.object, as: .begun)
    }
    return object
  }
}
