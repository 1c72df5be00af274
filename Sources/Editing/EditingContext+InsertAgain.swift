import EntityModel
import EntityStore
import Qualifiers

extension EditingContext {
  /// A new object in the place of one whose row is gone, with all that was read of it whole and what was entered into it; the
  /// step can be undone.
  public func insertAgain(_ gone: ManagedObject) -> ManagedObject {
    var values: [String: Value] = [:]
    for attribute in gone.entity.attributes
    where !attribute.definition.isGenerated && !gone.isPartlyRead(attribute.name) {
      values[attribute.name] = gone.base.value(forKey: attribute.name)
    }
    let object = insert(gone.entity, values: values)
    object.takeInput(of: gone)
    return object
  }
}
