package import EntityStore
import Glibc
import RuleFiles

extension EntityStore {
  /// Returns the role of a file in the database as a predicate for messages.
  ///
  /// `belongs to the database`. `nil` for unrelated files.
  ///
  /// Only the database itself may write or read such a file.
  package func part(at path: String) -> String? {
    place.files.first { FileIdentity.isSame($0.path, path) }?.part
  }

  /// The size of the file that holds the database, in bytes; `nil` for a database without one.
  package var fileSize: Int? {
    var status = stat()
    guard let path = place.recognizedPath, stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// A part of the names of the files in which saves and unsaved changes of the database are kept; `nil` where there are to be
  /// none.
  package var mark: String? { place.recognizedPath.flatMap { FileIdentity($0)?.text } }
}
