import Editing
import Widgets

/// What a field is called where the focus is looked for: on one page the same property of several objects may be edited.
nonisolated struct FieldName: Hashable {
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
    focus(on: FieldName(object: ObjectIdentifier(object), key: key)) || focus(on: key)
  }
}
