import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Workspace

extension Benchmark {
  static let sort = Self(
    "sort",
    "2 M rows with references by a column without an index: the first rows, and all of them, beside C"
  ) { context in
    let path = try SortedTable.file(in: context.folder)
    let store = try await EntityStore.open(.file(path), readOnly: true)
    let raw = try RawDatabase(path)
    var figures: [Figure] = []
    for order in SortedTable.orders {
      let plain = try raw.prepare(order.statement)
      var (ours, theirs): ([Effort], [Effort]) = ([], [])
      for _ in 0..<5 {
        theirs.append(try await Effort.measure { try plain.run() })
        ours.append(
          try await Effort.measure {
            guard try await store.window(order.fetch, from: .start, count: 99).records.count == 99
            else { throw UsageError("too few rows by \(order.key)") }
          }
        )
      }
      figures += [
        Figure("first rows by \(order.key)", ours.map(\.duration)),
        ours.ratio(
          to: theirs,
          "first rows by \(order.key), processor time to C",
          budget: order.budget
        ),
      ]
    }
    return figures + (try await complete(store, raw))
  }

  /// All rows sorted into a temporary table, as the background does for jumps by number.
  private static func complete(_ store: EntityStore, _ raw: RawDatabase) async throws -> [Figure] {
    let fetch = SortedTable.orders[0].fetch
    var (ours, theirs): ([Effort], [Effort]) = ([], [])
    for _ in 0..<3 {
      theirs.append(
        try await Effort.measure {
          try raw.run("CREATE TEMP TABLE sorted(n INTEGER PRIMARY KEY, k)")
          try raw.run("INSERT INTO temp.sorted(k) SELECT id FROM piece ORDER BY price, id")
          try raw.run("DROP TABLE temp.sorted")
        }
      )
      ours.append(try await Effort.measure { _ = try await store.numberRows(fetch) })
    }
    return [
      Figure("all rows by price, in the background", ours.map(\.duration)),
      ours.ratio(to: theirs, "all rows by price, processor time to C", budget: 1.3),
    ]
  }
}

/// A table with columns of which no index has the order, and two references that its list shows.
private struct SortedTable {
  let key: String
  var budget = 1.3
  /// The same in plain SQL, each column of each row looked at.
  let statement: String

  var fetch: FetchSpecification {
    FetchSpecification(
      entityName: "Piece",
      sortOrderings: [SortOrdering(key: key)],
      paths: ["category.title", "maker.name", "name", "price", "made", "note"].map {
        PropertyPath($0)
      },
      maximumLength: 200
    )
  }

  static let orders = [
    SortedTable(key: "price", statement: "SELECT * FROM piece ORDER BY price LIMIT 100"),
    SortedTable(key: "-made", statement: "SELECT * FROM piece ORDER BY made DESC LIMIT 100"),
    SortedTable(
      key: "maker.name",
      // Rows of the other table are read all over it, and each page is looked at for damage.
      budget: 1.6,
      statement: """
        SELECT piece.* FROM piece LEFT JOIN maker AS m ON m.id = maker_id ORDER BY m.name LIMIT 100
        """
    ),
  ]

  /// The database, made when it is not there.
  static func file(in folder: String) throws -> String {
    let path = "\(folder)/sort.sqlite"
    if access(path, R_OK) == 0 { return path }
    try makeFolder(folder)
    say("making \(path), 2 M rows …")
    let unfinished = "\(path).unfinished"
    unlink(unfinished)
    try Connection(path: unfinished, mode: .create).execute(script)
    guard rename(unfinished, path) == 0 else { throw UsageError("cannot write '\(path)'") }
    return path
  }

  private static let script = """
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE category(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE piece(
      id INTEGER PRIMARY KEY, category_id INTEGER NOT NULL REFERENCES category,
      maker_id INTEGER NOT NULL REFERENCES maker, name TEXT NOT NULL, price REAL, made TEXT, note TEXT
    );
    BEGIN;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO maker SELECT i, 'Maker ' || i * 7919 % 200003 FROM n;
    INSERT INTO category SELECT id, 'Category ' || id * 31 % 20011 FROM maker WHERE id <= 20000;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
      INSERT INTO piece SELECT
        i, 1 + i * 31 % 20000, 1 + i * 104729 % 200000, 'Piece ' || i * 7919 % 2000003,
        i * 104729 % 2000003 / 7.0, datetime(1500000000 + i * 48271 % 100000007, 'unixepoch'),
        'note ' || i || ': keep dry'
      FROM n;
    COMMIT;
    """
}
