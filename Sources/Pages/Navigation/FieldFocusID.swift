import Editing
import Widgets

/// The focus identifier of a field: an object and its property.
///
/// One page can edit the same property of several objects.
nonisolated struct FieldFocusID: Hashable {
  /// The object whose field it is.
  let object: ObjectIdentifier
  /// The attribute, or the relationship.
  let key: String
}

extension ViewHost {
  /// Gives the focus to the field of an object's property.
  /// - Returns: Whether there is one that takes it.
  @discardableResult
  func focus(onField key: String, of object: ManagedObject) -> Bool {
    // Of a long form the rows far from the screen are not made before somebody asks for them by their name.
    focus(on: FieldFocusID(object: ObjectIdentifier(object), key: key)) || focus(on: key)
  }
}
