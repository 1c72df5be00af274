import Editing
import EntityModel
import EntityStore
import Qualifiers
import Workspace

/// The destination of a field with a property path: the form that it writes to, an object still to be read, or none.
///
/// `boss.title` writes to the form of the `boss`.
enum FieldTarget {
  /// The form, and the name of the property in its object.
  case form(FormModel, key: String)
  /// An object on the way has to be read first.
  case unread(RecordID, Entity)
  /// The path leads to nothing that could be edited.
  case none
}

extension FormModel {
  /// Returns the owner of the field at `path`: this form, or the form of an object behind to-one relationships.
  func owner(of path: PropertyPath) -> FieldTarget {
    var form = self
    for name in path.components.dropLast() {
      guard let relationship = form.object.entity.relationship(named: name),
        !relationship.isToMany, let destination = relationship.destination,
        let id = relationship.destinationID(from: form.object.snapshot)
      else { return .none }
      let key = forms?.key(referredBy: id) ?? id
      guard let object = form.object.context?.registeredObject(for: key), object.state != .deleted,
        let next = forms?[object]
      else { return .unread(id, destination) }
      form = next
    }
    return .form(form, key: path.last)
  }
}
