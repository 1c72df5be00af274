import Glibc
import SQLite
import Workspace

/// A database with one big table: `big (id, code, name, created, qty, price, customer_id, note)`.
///
/// Beside it are a tenth as many shipments, each of which leads to a row of the big table, a customer, a carrier, two
/// parcels and, through a join table, two labels. The file is made at the first use, which takes a minute for ten million rows, and kept.
struct BigTable: Sendable {
  let folder: String
  let rows: Int

  private var path: String { "\(folder)/freight-\(rows).sqlite" }

  /// A table like this one with a tenth of the rows.
  var tenth: BigTable { BigTable(folder: folder, rows: max(rows / 10, 1000)) }

  /// `10 M`.
  var size: String {
    rows % 1_000_000 == 0 ? "\(rows / 1_000_000) M" : "\(rows / 1000) k"
  }

  /// The path of the database, which is made when it is not there.
  func file() throws -> String {
    if access(path, R_OK) == 0 { return path }
    try makeFolder(folder)
    say("making \(path), \(rows) rows …")
    let unfinished = "\(path).unfinished"
    _ = try ChildTask.makeTable.start([unfinished, "\(rows)"])
    guard rename(unfinished, path) == 0 else { throw UsageError("cannot write '\(path)'") }
    return path
  }

  /// Makes a database with `rows` rows.
  static func make(at path: String, rows: Int) throws {
    unlink(path)
    try fill(Connection(path: path, mode: .create), rows: rows)
  }

  private static func fill(_ connection: Connection, rows: Int) throws {
    try connection.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -200000;
      CREATE TABLE big (
        id INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL, created DATE NOT NULL,
        qty INTEGER NOT NULL, price REAL NOT NULL, customer_id INTEGER NOT NULL, note TEXT
      );
      BEGIN;
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO big SELECT
        i, printf('C%08d', i * 7919 % 100000000), 'Article ' || (i * 104729 % 1000003) || ' of the catalogue',
        date(978307200 + i * 48271 % 2147483647 % 9000 * 86400, 'unixepoch'), i * 31 % 1000,
        (i * 15485863 % 1000000) / 100.0, 1 + i * 69621 % 2147483647 % 200000,
        CASE WHEN i % 3 THEN 'note ' || i || ': keep dry' END
      FROM n;
      CREATE INDEX big_created ON big (created, id);
      CREATE INDEX big_customer ON big (customer_id);
      \(shipments(rows: max(rows / 10, 1)))
      COMMIT;
      ANALYZE;
      """
    )
  }

  private static func shipments(rows: Int) -> String {
    let customers = max(rows / 5, 1)
    func numbers(_ last: Int) -> String {
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(last))"
    }
    return """
      CREATE TABLE carrier (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      \(numbers(50)) INSERT INTO carrier SELECT i, 'Carrier ' || i FROM n;
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
      \(numbers(customers)) INSERT INTO customer SELECT i, 'Customer ' || i, 'City ' || i % 997 FROM n;
      CREATE TABLE shipment (
        id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES big,
        customer_id INTEGER NOT NULL REFERENCES customer, carrier_id INTEGER NOT NULL REFERENCES carrier,
        shipped DATE NOT NULL
      );
      \(numbers(rows)) INSERT INTO shipment SELECT
        i, 1 + i * 7919 % \(rows * 10), 1 + i * 104729 % \(customers), 1 + i % 50,
        date(978307200 + i % 9000 * 86400, 'unixepoch')
      FROM n;
      CREATE TABLE parcel (
        id INTEGER PRIMARY KEY, shipment_id INTEGER NOT NULL REFERENCES shipment, weight REAL NOT NULL
      );
      \(numbers(rows * 2)) INSERT INTO parcel SELECT i, (i + 1) / 2, i % 300 / 10.0 FROM n;
      CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      \(numbers(200)) INSERT INTO label SELECT i, 'Label ' || i FROM n;
      CREATE TABLE shipment_label (
        shipment_id INTEGER NOT NULL REFERENCES shipment, label_id INTEGER NOT NULL REFERENCES label,
        PRIMARY KEY (shipment_id, label_id)
      ) WITHOUT ROWID;
      \(numbers(rows * 2)) INSERT INTO shipment_label SELECT (i + 1) / 2, 1 + i * 31 % 200 FROM n;
      CREATE INDEX shipment_article ON shipment (article_id);
      CREATE INDEX parcel_shipment ON parcel (shipment_id);
      """
  }
}

/// Makes a folder, and those it stands in.
func makeFolder(_ folder: String) throws {
  var parent = ""
  for component in folder.split(separator: "/", omittingEmptySubsequences: false) {
    parent += component
    if !component.isEmpty { mkdir(parent, 0o777) }
    parent += "/"
  }
  guard access(folder, W_OK) == 0 else { throw UsageError("cannot write into '\(folder)'") }
}
