/// An object asked for does not exist, or not for this user: exit code 1, for the command line itself was right.
struct MissingObject: Error {
  /// The missing object, without a full stop.
  let message: String

  /// Creates an error from a sentence without a full stop.
  init(_ message: String) { self.message = message }

  /// There is no object of `entityName` with this identity.
  init(_ entityName: String, id: String, of property: String? = nil) {
    message = (property.map { "\($0): " } ?? "") + "there is no \(entityName) with the id \(id)"
  }
}
