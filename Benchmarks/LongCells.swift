import Glibc
import SQLite
import Workspace

extension Benchmark {
  static let longCells = Self(
    "cells",
    "a list of 1 000 rows with texts and blobs of 100 MB beside the same list without them"
  ) { context in
    var figures: [Figure] = []
    for kind in CellKind.allCases {
      let short = try kind.file(in: context.bigTable.folder, cellSize: 100)
      let long = try kind.file(in: context.bigTable.folder, cellSize: 100_000_000)
      var (plain, heavy): ([ProgramRun], [ProgramRun]) = ([], [])
      for _ in 0..<12 {
        plain.append(try ProgramRun(context.list("Paper", in: short)))
        heavy.append(try ProgramRun(context.list("Paper", in: long)))
      }
      let without = Figure("\(kind.title): without", plain.dropFirst(2).map(\.duration))
      let with = Figure("\(kind.title): with", heavy.dropFirst(2).map(\.duration))
      figures += [
        without, with,
        Figure(
          "\(kind.title): what they add",
          .seconds,
          [with.median - without.median],
          budget: kind.delay
        ),
        Figure(
          "\(kind.title): peak memory",
          .bytes,
          heavy.map { Double($0.peakMemory) },
          budget: kind.memory
        ),
      ]
    }
    return figures
  }
}

extension Context {
  /// The command that prints the list of an entity.
  func list(_ entity: String, in file: String) -> [String] {
    [
      program, "render", "--readonly", "--task", "list", "--entity", entity, "--size", "120x40",
      file,
    ]
  }
}

/// What kind of table the long cells stand in.
enum CellKind: String, CaseIterable {
  /// SQLite reads values in part.
  case rowID
  /// Rows are found by another key, and SQLite reads each value to its end.
  case withoutRowID

  var title: String {
    switch self {
    case .rowID: "in a table"
    case .withoutRowID: "WITHOUT ROWID"
    }
  }

  /// To a column behind a long cell SQLite follows the cell's pages, 25 000 of them, one by one.
  var delay: Double? { self == .rowID ? 0.05 : nil }
  var memory: Double? { self == .rowID ? 40 * 1_048_576 : nil }

  /// A database whose cells are as long as that in two of the first rows, which is made when it is not there.
  func file(in folder: String, cellSize: Int) throws -> String {
    let path = "\(folder)/cells-\(rawValue)-\(cellSize).sqlite"
    if access(path, R_OK) == 0 { return path }
    try makeFolder(folder)
    say("making \(path) …")
    _ = try ChildTask.makeCells.start(["\(path).unfinished", rawValue, "\(cellSize)"])
    guard rename("\(path).unfinished", path) == 0 else {
      throw UsageError("cannot write '\(path)'")
    }
    return path
  }

  /// Makes such a database.
  func make(at path: String, cellSize: Int) throws {
    unlink(path)
    try Connection(path: path, mode: .create).execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE paper (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, scan BLOB)
        \(self == .withoutRowID ? "WITHOUT ROWID" : "");
      BEGIN;
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO paper SELECT i, 'Paper ' || i, 'Body of ' || i, randomblob(20) FROM n;
      UPDATE paper SET body = replace(hex(zeroblob(\(cellSize / 10))), '00', 'some words') WHERE id = 3;
      UPDATE paper SET scan = randomblob(\(cellSize)) WHERE id = 5;
      COMMIT;
      """
    )
  }
}
