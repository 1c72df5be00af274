public import EntityModel
public import EntityStore

// What templates, explanations and messages call the objects behind context keys.

extension Entity: CustomStringConvertible {
  /// Its name.
  public var description: String { name }
}

extension Attribute: CustomStringConvertible {
  /// Its name.
  public var description: String { name }
}

extension Relationship: CustomStringConvertible {
  /// Its name.
  public var description: String { name }
}

extension Model: CustomStringConvertible {
  /// How many entities it has.
  public var description: String { "\(entities.count) entities" }
}

extension Record: CustomStringConvertible {
  /// Its entity and key.
  public var description: String { id?.text ?? "new \(entity.name)" }
}

extension DatabaseReference: CustomStringConvertible {
  /// Its title.
  public var description: String { title }
}

extension EditingContextReference: CustomStringConvertible {
  /// How much is pending.
  public var description: String { "\(changeCount) pending" }
}

extension User: CustomStringConvertible {
  /// The login name, or the role.
  public var description: String { name ?? role ?? "nobody" }
}
