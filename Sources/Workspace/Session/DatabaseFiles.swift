package import EntityStore
import RuleFiles

extension EntityStore {
  /// What a file is, or would be, to the database, as part of a sentence; `nil` where it has nothing to do with it.
  ///
  /// Who writes to such a file destroys the database; who only reads it takes away, by closing it, the locks that SQLite has
  /// on it in this process (sqlite.org/howtocorrupt.html, section 2.2).
  package func part(at path: String) -> String? {
    for own in filePaths {
      for ending in ["", "-wal", "-shm", "-journal"] where FileIdentity.isSame(own + ending, path) {
        return !ending.isEmpty
          ? "belongs to the database"
          : own == self.path ? "is the database itself" : "is a database that is attached"
      }
    }
    return nil
  }
}
