/// An object that was asked for is not there, or not for this user: exit code 1, for the command line itself was right.
struct MissingObject: Error {
  /// What is not there, without a full stop.
  let message: String

  /// What is missing, as a sentence without a full stop.
  init(_ message: String) { self.message = message }

  /// There is no object of `entityName` with this identity.
  init(_ entityName: String, id: String, of property: String? = nil) {
    message = (property.map { "\($0): " } ?? "") + "there is no \(entityName) with the id \(id)"
  }
}
