package import EntityStore
import RuleFiles

extension EntityStore {
  /// What a file is, or would be, to the database, as part of a sentence; `nil` where it has nothing to do with it.
  ///
  /// Nobody but the database may write or read such a file.
  package func part(at path: String) -> String? {
    place.files.first { FileIdentity.isSame($0.path, path) }?.part
  }

  /// A part of the names of the files in which saves and unsaved changes of the database are kept; `nil` where there are to be
  /// none.
  package var mark: String? {
    switch place.mark {
    case .file(let path): FileIdentity(path)?.text
    case .named(let text): text
    case nil: nil
    }
  }
}
