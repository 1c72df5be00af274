/// Which values must not have changed elsewhere when an object is saved.
public enum LockingPolicy: String, Sendable, CaseIterable {
  /// Those that are written, and those by which the object is known; of an object to be deleted all that were read.
  case changed
  /// All that were read, blobs left out.
  case all
  /// The attribute that counts the saves of an object, and those by which it is known; without such an attribute as ``changed``.
  case version
  /// Only those by which the object is known: the last one to save wins.
  case none
}
