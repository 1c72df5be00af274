import FaultScenarios
import Glibc
import TestSupport

/// A new folder for a database, removed when the test that made it is over.
final class FaultFolder {
  let path: String

  /// The database in the folder.
  let database: String

  init(_ name: String) {
    path = TemporaryFolder.make()
    database = "\(path)/\(name).db"
  }

  /// Puts a copy of the files in the place of the database and of what is beside it; nothing else is left.
  func reset(to files: DatabaseFiles) {
    removeFiles()
    files.write(to: database)
  }

  /// The database with what is beside it.
  var files: DatabaseFiles { DatabaseFiles(database) }

  deinit {
    removeFiles()
    rmdir(path)
  }

  /// Removes what is in the folder: journals of one file and of several, logs.
  private func removeFiles() {
    guard let directory = opendir(path) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
  }
}

/// How long a run is: the value of a variable, else modest.
func length(_ variable: String, or standard: Int) -> Int {
  getenv(variable).flatMap { Int(String(cString: $0)) } ?? standard
}
