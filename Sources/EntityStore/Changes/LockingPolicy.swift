/// The optimistic locking policy: the values that must be unchanged in the database when an object is saved.
public enum LockingPolicy: String, Sendable, CaseIterable {
  /// The written attributes and the identity. For a deletion, all attributes that were read.
  case changed
  /// All that were read, blobs left out.
  case all
  /// The attribute that counts the saves of an object, and those by which it is known; without such an attribute as ``changed``.
  case version
  /// Only those by which the object is known: the last one to save wins.
  case none
}
