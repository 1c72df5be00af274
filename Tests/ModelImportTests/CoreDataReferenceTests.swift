import EntityModel
import ModelImport
import SQLite
import SQLiteStore
import Testing

/// References of Core Data columns, in files without their model.
struct CoreDataReferenceTests {
  /// The guessed references of a database, as `ZEVENT.ZUSER > ZUSER.Z_PK`, in the order of the tables.
  private func guesses(_ script: String) throws -> [String] {
    let connection = try Connection()
    try connection.execute(script)
    let schema = try SchemaReflection.schema(of: connection, conventions: [CoreDataConvention()])
    return schema.tables.flatMap { table in
      table.foreignKeys.filter(\.isInferred).map {
        "\(table.name).\($0.columns[0]) > \($0.table).\($0.targetColumns[0])"
      }
    }
  }

  /// A store of Core Data with users and how they use a device; `rows` are those of `ZEVENT`.
  private static func events(_ rows: String, indexes: String = "") -> String {
    """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'KikUser', 0, 0), (2, 'Usage', 0, 0), (3, 'Event', 0, 0);
    CREATE TABLE ZKIKUSER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZUSAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZEVENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZUSER INTEGER,
      ZNUMBEROFPICKUPSWITHOUTUSAGE INTEGER);
    INSERT INTO ZKIKUSER VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Ben'), (3, 1, 1, 'Cem');
    INSERT INTO ZUSAGE VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b'), (3, 2, 1, 'c');
    INSERT INTO ZEVENT (ZUSER, ZNUMBEROFPICKUPSWITHOUTUSAGE) VALUES \(rows);
    \(indexes)
    """
  }

  @Test func `J2: a number of Core Data that ends like an entity is no reference to it`() throws {
    let user = ["ZEVENT.ZUSER > ZKIKUSER.Z_PK"]
    #expect(try guesses(Self.events("(1, 0), (3, 2)")) == user)
    #expect(try guesses(Self.events("(4, 17), (3, 2)")) == [])
    // The counts are keys by chance; but Core Data makes an index for each reference.
    let index = "CREATE INDEX ZEVENT_ZUSER_INDEX ON ZEVENT (ZUSER);"
    #expect(try guesses(Self.events("(1, 1), (3, 2)", indexes: index)) == user)
  }
}
