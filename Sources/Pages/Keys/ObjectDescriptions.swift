public import EntityModel
public import EntityStore

// What templates, explanations and messages call the objects behind context keys.

extension Entity: nonisolated CustomStringConvertible {
  /// Its name.
  public nonisolated var description: String { name }
}

extension Attribute: nonisolated CustomStringConvertible {
  /// Its name.
  public nonisolated var description: String { name }
}

extension Relationship: nonisolated CustomStringConvertible {
  /// Its name.
  public nonisolated var description: String { name }
}

extension Model: nonisolated CustomStringConvertible {
  /// How many entities it has.
  public nonisolated var description: String { "\(entities.count) entities" }
}

extension Record: nonisolated CustomStringConvertible {
  /// Its entity and key.
  public nonisolated var description: String { id?.text ?? "new \(entity.name)" }
}

extension DatabaseReference: nonisolated CustomStringConvertible {
  /// Its title.
  public nonisolated var description: String { title }
}

extension EditingContextReference: nonisolated CustomStringConvertible {
  /// How much is pending.
  public nonisolated var description: String { "\(changeCount) pending" }
}

extension User: nonisolated CustomStringConvertible {
  /// The login name, or the role.
  public nonisolated var description: String { name ?? role ?? "nobody" }
}

extension Screen: nonisolated CustomStringConvertible {
  /// Columns and lines.
  public nonisolated var description: String { "\(width)x\(height)" }
}
