package import EntityStore
import Glibc
import Qualifiers
import SQLite

/// A database and a save of many kinds of changes, done over and over while something goes wrong.
package enum FaultScenario {
  /// How changes get into the file, and what lies beside it.
  package enum Journal: CaseIterable {
    case rollback
    case log
    /// A journal that another program is done with and has not deleted.
    case rollbackWithOldJournal
    /// A journal by which a transaction has to be undone: another program died in it.
    case rollbackWithHotJournal
    /// A log whose last transactions are not in the file yet: another program died behind them.
    case logWithTransactions

    /// Whether whoever opens the file finds something beside it.
    package var hasFilesBeside: Bool { self != .rollback && self != .log }

    fileprivate var mode: String { [.log, .logWithTransactions].contains(self) ? "WAL" : "DELETE" }
  }

  private static let schema = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK(name <> 'bad'));
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      artist_id INTEGER REFERENCES artist(id) ON DELETE CASCADE, notes TEXT,
      label TEXT REFERENCES label(code) ON UPDATE CASCADE ON DELETE SET NULL);
    CREATE TABLE label(code TEXT PRIMARY KEY NOT NULL, name TEXT);
    CREATE INDEX album_title ON album(title);
    CREATE TABLE tag(a TEXT, b INTEGER, weight REAL, PRIMARY KEY(a, b)) WITHOUT ROWID;
    CREATE TABLE history(id INTEGER PRIMARY KEY, what TEXT);
    CREATE TRIGGER album_history AFTER UPDATE ON album BEGIN
      INSERT INTO history(what) VALUES(old.title || ' -> ' || new.title);
    END;
    CREATE TRIGGER album_limit BEFORE INSERT ON album WHEN new.title = 'forbidden' BEGIN
      SELECT RAISE(ABORT, 'not this one');
    END;
    INSERT INTO label VALUES('emi', 'E'), ('old', 'O');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO artist SELECT i, 'artist ' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      INSERT INTO album SELECT i, 'album ' || i, 1 + i % 60, hex(zeroblob(300)), iif(i % 4, 'emi', 'old') FROM n;
    INSERT INTO tag VALUES('x', 1, 0.5), ('x', 2, 1.5), ('y', 1, 2.5);
    """

  /// A new file, with what lies beside it.
  package static func make(_ path: String, _ journal: Journal) throws {
    // A connection that is closed tidies up beside its file.
    try filesToBeLeft(of: path, journal)?.write(to: path)
  }

  private static func filesToBeLeft(of path: String, _ journal: Journal) throws -> DatabaseFiles? {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA page_size=1024; PRAGMA journal_mode=\(journal.mode)")
    try connection.execute(schema)
    switch journal {
    case .rollback, .log: return nil
    case .rollbackWithOldJournal:
      try connection.execute("PRAGMA journal_mode=PERSIST; UPDATE label SET name = 'F'")
    case .rollbackWithHotJournal:
      // With room for a few pages only, the journal is whole and the file half written before the end.
      try connection.execute(
        "PRAGMA cache_size=5; BEGIN; UPDATE album SET notes = hex(zeroblob(400))"
      )
    case .logWithTransactions:
      try connection.execute("UPDATE album SET notes = 'log' WHERE id > 50")
    }
    return DatabaseFiles(path)
  }

  /// Rows of five tables changed, made and deleted, some with text that fills pages: keys that others take over, rows
  /// that go with others, values that two rows exchange.
  package static let changes: [Change] = {
    func id(_ name: String, _ values: Value...) -> RecordID {
      RecordID(entityName: name, values: values)
    }
    let filler = Value.string(String(repeating: "x", count: 2_500))
    var changes: [Change] = [
      .insert(
        entityName: "Artist",
        values: ["name": .string("new artist")],
        references: [:],
        token: 1
      ),
      .insert(
        entityName: "Album",
        values: ["title": .string("new"), "notes": filler],
        references: ["artistId": 1],
        token: 2
      ),
      .insert(
        entityName: "Tag",
        values: ["a": .string("z"), "b": .int(9), "weight": .double(1)],
        references: [:],
        token: 3
      ),
    ]
    changes += (1...12).map { number in
      .update(
        id("Album", .int(Int64(number * 9))),
        values: ["title": .string("changed \(number)"), "notes": filler],
        original: ["title": .string("album \(number * 9)")]
      )
    }
    changes += [
      .update(
        id("Label", .string("emi")),
        values: ["code": .string("EMI")],
        original: ["code": .string("emi")]
      ),
      .delete(id("Label", .string("old")), original: [:]),
      .update(id("Artist", .int(10)), values: ["name": .string("artist 11")], original: [:]),
      .update(id("Artist", .int(11)), values: ["name": .string("artist 10")], original: [:]),
      .update(id("Tag", .string("x"), .int(1)), values: ["weight": .double(7)], original: [:]),
      .delete(id("Tag", .string("x"), .int(2)), original: [:]),
      .delete(id("Artist", .int(60)), original: [:]),
      .delete(id("Album", .int(7)), original: ["title": .string("album 7")]),
    ]
    return changes
  }()

  /// The changes to the database, and the same ones to its copy attached as `archive`.
  package static let changesToBoth: [Change] = changes + changes.map(\.attached)

  /// Every row as it is stored, read by a connection of its own; and what SQLite says of the file.
  package static func contents(_ path: String) throws -> (rows: [String], integrity: String) {
    let connection = try Connection(path: path, mode: .readWrite)
    let rows = try ["artist", "album", "label", "tag", "history"].flatMap { table in
      try connection.rows("SELECT * FROM \(table)") { row in
        table + (0..<row.columnCount).map { "|" + row.text($0) }.joined()
      }
    }
    let integrity = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
    let references = try connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
    return (rows, (integrity + references).joined(separator: "; "))
  }
}

extension Change {
  /// A copy of the change for the entity of the same name in the attached file.
  fileprivate var attached: Change {
    var change = self
    change.id = RecordID(entityName: "Archive" + entityName, values: id.values)
    change.references = references.mapValues { $0 + 100 }
    change.token = token + 100
    return change
  }
}
