import AdaptorSuite
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport

/// The database of the adaptor tests: its tables are in a file of their own, one has a key of two columns and no rowid.
struct Stock {
  private let temporary = TemporaryFolder()

  private static let script = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight INTEGER, price DECIMAL(8,2),
      made DATE, maker_id INTEGER REFERENCES maker(id) ON DELETE CASCADE);
    CREATE TABLE slot(shelf TEXT NOT NULL, place INTEGER NOT NULL, code TEXT UNIQUE,
      part_id INTEGER REFERENCES part(id) ON DELETE SET NULL, PRIMARY KEY(shelf, place)) WITHOUT ROWID;
    INSERT INTO maker VALUES(1, 'Acme'), (2, 'Bolt & Co'), (3, 'Nobody');
    INSERT INTO part VALUES(1, 'nut', 3, 0.5, '2024-01-01', 1), (2, 'bolt', 5, 1, '2023-05-06', 1),
      (3, 'Ärmel', NULL, 12.25, NULL, 2), (4, 'washer', 1, 0.1, '2024-02-29', NULL),
      (5, 'bolt', 7, 2.5, '2022-12-31', 2);
    INSERT INTO slot VALUES('A', 1, 'a1', 1), ('A', 2, 'a2', 2), ('B', 1, NULL, 2), ('B', 2, 'b2', NULL);
    """

  /// A database of a kind with these rows, and nothing else in it.
  func open(_ kind: AdaptorUnderTest) async throws -> Subject {
    let (main, stock) = (temporary.path + "/main.db", temporary.path + "/stock.db")
    try Connection(path: main, mode: .create).execute("PRAGMA user_version = 1")
    try Connection(path: stock, mode: .create).execute(Self.script)
    let files = [AttachedFile(name: "stock", path: stock)]
    let store = try await EntityStore.open(.file(main), attaching: files)
    return try await Subject(
      kind,
      like: Reference(store, source: .file(main), files: files)
    )
  }
}

extension [Value] {
  /// Whole numbers.
  static func ints(_ numbers: Int64...) -> Self { numbers.map { .int($0) } }
}
