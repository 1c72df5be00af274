import SceneSupport
import Glibc
import SQLite

/// A change that another program makes to the file of a scene with the tables `movie` and `studio`.
enum FileFault: String, CaseIterable {
  case locked, tableDropped, columnDropped, columnRenamed, removed, replaced, truncated

  /// Does it; what this gives lasts as long as it is kept.
  @MainActor
  func strike(_ scene: Scene) throws -> Connection? {
    switch self {
    case .locked:
      let other = try Connection(path: scene.path, mode: .readWrite)
      try other.execute("BEGIN EXCLUSIVE")
      return other
    case .tableDropped:
      try scene.execute("PRAGMA foreign_keys=OFF; DROP TABLE movie; DROP TABLE studio")
    case .columnDropped:
      try scene.execute(
        "ALTER TABLE movie DROP COLUMN title; ALTER TABLE studio DROP COLUMN name"
      )
    case .columnRenamed:
      try scene.execute(
        "ALTER TABLE movie RENAME title TO a; ALTER TABLE studio RENAME name TO a"
      )
    case .removed: unlink(scene.path)
    case .replaced:
      try Connection(path: scene.path + "~", mode: .create).execute("CREATE TABLE other(id INT)")
      rename(scene.path + "~", scene.path)
    case .truncated: truncate(scene.path, 4_096)
    }
    return nil
  }

  /// Whether the rows of before may be narrowed and ordered all the same: what was removed can still be read.
  var sparesRows: Bool { self == .removed }

  /// The texts that can describe the fault; a message must contain one of them.
  var names: [String] {
    switch self {
    case .locked: ["another program has the file locked", "another program is writing to the file"]
    case .tableDropped, .columnDropped, .columnRenamed:
      [
        "another program has changed the tables", "another program has dropped",
        "the tables have changed since", "have changed",
      ]
    case .removed: ["is missing"]
    case .replaced: ["was replaced by another file"]
    case .truncated: ["is damaged"]
    }
  }

  /// The texts that can advise what to do; a message must contain one of them.
  var advice: [String] {
    switch self {
    case .locked: ["try again"]
    case .tableDropped, .columnDropped, .columnRenamed:
      ["reload", "they are read again", "reload, or open it again", "Leave it, then"]
    case .removed: ["reopen it"]
    case .replaced: ["reopen it"]
    case .truncated: ["restore it"]
    }
  }
}
