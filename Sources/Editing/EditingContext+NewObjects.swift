package import EntityModel
import EntityStore
package import Qualifiers

extension EditingContext {
  /// A new object that no context knows: what is entered is checked like any other, and saved in some other way.
  package static func draft(
    of entity: Entity,
    values: [String: Value],
    paths: [PropertyPath]
  ) -> ManagedObject {
    newObject(of: entity, values, paths, token: 0, context: nil)
  }

  static func newObject(
    of entity: Entity,
    _ values: [String: Value],
    _ paths: [PropertyPath]?,
    token: Int,
    context: EditingContext?
  ) -> ManagedObject {
    let paths = paths ?? entity.attributes.map { PropertyPath(components: [$0.name]) }
    let record = Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: nil,
      values: paths.map { values[$0.description] ?? .null },
      isNew: true
    )
    return ManagedObject(base: record, state: .inserted, token: token, context: context)
  }
}
