import EntityModel
import SQLite
import Testing

@testable import SQLiteStore  // Values looked up are counted where that is done.

/// References that no schema declares: names suggest them, and values have to agree.
struct GuessedReferencesTests {
  /// The guessed references of a database, as `orders.customer_id > customer.id`, in the order of the tables.
  private func guesses(_ script: String) throws -> [String] {
    let connection = try Connection()
    try connection.execute(script)
    let schema = try SchemaReflection.schema(of: connection)
    return schema.tables.flatMap { table in
      table.foreignKeys.filter(\.isInferred).map {
        "\(table.name).\($0.columns[0]) > \($0.table).\($0.targetColumns[0])"
      }
    }
  }

  private static let customers = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, customer_id INTEGER UNIQUE, name TEXT);
    INSERT INTO customer VALUES (1, 9001, 'Ada'), (2, 9002, 'Ben'), (3, 9003, 'Cem');
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER);
    """

  @Test func `J2: a guessed reference takes the unique column of the same name before the key`()
    throws
  {
    let unique = ["orders.customer_id > customer.customer_id"]
    #expect(try guesses(Self.customers) == unique)
    let filled = Self.customers + "INSERT INTO orders (customer_id) VALUES (9002), (9001), (9003);"
    #expect(try guesses(filled) == unique)
    // The values are those of the key.
    let keys = Self.customers + "INSERT INTO orders (customer_id) VALUES (2), (1), (NULL);"
    #expect(try guesses(keys) == ["orders.customer_id > customer.id"])
    let neither = Self.customers + "INSERT INTO orders (customer_id) VALUES (77), (78);"
    #expect(try guesses(neither) == [])
  }

  @Test func `J2: a model joins and labels by the column that was found`() throws {
    let connection = try Connection()
    try connection.execute(Self.customers + "INSERT INTO orders (customer_id) VALUES (9002);")
    let model = try SchemaReflection.reflect(connection, name: "test")
    let order = try #require(model.entity(named: "Orders"))
    let customer = try #require(order.relationship(named: "customer")?.definition)
    #expect(customer.joins.map(\.destination) == ["customerId"])
  }

  /// The values of a column, and whether it refers.
  static let columns: [(column: String, values: String, refers: Bool)] = [
    ("status_id", "(1), (2)", true), ("status_id", "(1), (2), (0), (-1)", true),
    // Rows are deleted, and what referred to them stays where nothing is declared.
    ("status_id", "(1), (2), (3), (999)", true), ("status_id", "(997), (998), (999), (1)", false),
    ("status_id", "(0), (0)", false), ("status_id", "", true), ("status_id", "(NULL)", true),
    ("old_status_id", "(1), (3)", true), ("old_status_id", "(21565)", false),
    ("status", "(1), (2)", true), ("status", "", true), ("status", "(1), (999)", false),
    // A flag, and numbers that count.
    ("status", "(1), (0), (1)", false), ("statuses", "(21565)", false),
    ("statuses", "(1), (2)", false), ("statuses", "", false), ("status_count", "(1)", false),
  ]

  @Test(arguments: GuessedReferencesTests.columns)
  func `J2: a guess is made where values of the column are found`(
    column: String,
    values: String,
    refers: Bool
  ) throws {
    let found = try guesses(
      """
      CREATE TABLE statuses (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO statuses VALUES (1, 'open'), (2, 'done'), (3, 'late');
      CREATE TABLE users (id INTEGER PRIMARY KEY, \(column) INTEGER);
      \(values.isEmpty ? "" : "INSERT INTO users (\(column)) VALUES \(values);")
      """
    )
    #expect(found == (refers ? ["users.\(column) > statuses.id"] : []))
  }

  @Test func `J2: texts and bytes refer where they are found`() throws {
    let script = """
      CREATE TABLE account (guid TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE split (id INTEGER PRIMARY KEY, account_guid TEXT);
      CREATE TABLE device (id BLOB PRIMARY KEY, name TEXT);
      CREATE TABLE reading (id INTEGER PRIMARY KEY, device_id BLOB);
      INSERT INTO account VALUES ('a1', 'Bank'); INSERT INTO device VALUES (x'0102', 'Meter');
      """
    let both = ["split.account_guid > account.guid", "reading.device_id > device.id"]
    #expect(try guesses(script) == both)
    let found = """
      INSERT INTO split (account_guid) VALUES ('a1'), (''); INSERT INTO reading (device_id) VALUES (x'0102');
      """
    #expect(try guesses(script + found) == both)
    let others = """
      INSERT INTO split (account_guid) VALUES ('b1'); INSERT INTO reading (device_id) VALUES (x'0103');
      """
    #expect(try guesses(script + others) == [])
  }

  @Test func `J2: where only the ends of names agree all values have to fit`() throws {
    let users = """
      CREATE TABLE app_user (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO app_user VALUES (1, 'Ada'), (2, 'Ben'), (3, 'Cem');
      CREATE TABLE post (id INTEGER PRIMARY KEY, user_id INTEGER);
      """
    #expect(try guesses(users) == [])
    #expect(
      try guesses(users + "INSERT INTO post (user_id) VALUES (1), (3), (3)")
        == ["post.user_id > app_user.id"]
    )
    #expect(try guesses(users + "INSERT INTO post (user_id) VALUES (1), (3), (4)") == [])
    #expect(try guesses(users + "INSERT INTO post (user_id) VALUES (1), (1)") == [])
    let two = "CREATE TABLE old_user (id INTEGER PRIMARY KEY); INSERT INTO old_user VALUES (3);"
    #expect(try guesses(users + two + "INSERT INTO post (user_id) VALUES (3)") == [])
  }

  /// The lookups left after guesses were confirmed, and the guesses.
  private func lookups(_ script: String) throws -> (count: Int, guesses: Int) {
    let connection = try Connection()
    try connection.execute(script)
    var schema = try SchemaReflection.schema(of: connection)
    for index in schema.tables.indices { schema.tables[index].foreignKeys = [] }
    schema = Schema(tables: schema.tables)
    var sampling = Sampling(connection: connection, columnCount: 10)
    let all = sampling.lookupCount
    for index in schema.tables.indices { sampling.refine(&schema.tables[index], at: index) }
    sampling.guessReferences(of: "main", in: &schema)
    let keys = schema.tables.flatMap(\.foreignKeys)
    return (all - sampling.lookupCount, keys.count)
  }

  @Test(arguments: [200, 20_000])
  func `J2: a column is confirmed by a dozen values, whatever the table holds`(rows: Int) throws {
    let found = try lookups(
      """
      CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE part (id INTEGER PRIMARY KEY, maker_id INTEGER, old_maker_id INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO maker SELECT i, 'm' || i FROM n;
      INSERT INTO part SELECT id, id, id / 2 + 1 FROM maker;
      """
    )
    #expect(found == (24, 2))
  }

  @Test func `J2: a wide schema is confirmed as far as two thousand values go`() throws {
    let tables = (1...300).map { number in
      """
      CREATE TABLE part\(number) (id INTEGER PRIMARY KEY, maker_id INTEGER);
      INSERT INTO part\(number) SELECT NULL, id FROM maker;
      """
    }
    let found = try lookups(
      """
      CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO maker SELECT i, 'm' || i FROM n;
      """ + tables.joined()
    )
    #expect(found.count <= 2_000 && found.count > 1_900)
    #expect(found.guesses == 300)
  }
}
