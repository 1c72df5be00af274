package import EntityStore
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

  /// A part of the names of the files in which saves and unsaved changes of the database are kept; `nil` where there are to be
  /// none.
  package var mark: String? { place.recognizedPath.flatMap { FileIdentity($0)?.text } }
}
