import EntityModel
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// Choices for a database that nobody has described: labels, columns, forms of values, what the menu offers.
struct FirstSightChoicesTests {
  private func model(_ script: String) throws -> Model {
    let connection = try Connection()
    try connection.execute(script)
    return try SchemaReflection.reflect(connection, name: "test")
  }

  private func entity(_ name: String, of script: String) throws -> Entity {
    try #require(try model(script).entity(named: name))
  }

  /// Twelve rows of a table with these columns; `i` counts them.
  private static func rows(_ columns: String, _ values: String) -> String {
    """
    CREATE TABLE thing (id INTEGER PRIMARY KEY, \(columns));
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO thing SELECT i, \(values) FROM n;
    """
  }

  // MARK: Labels

  @Test(
    arguments: [
      ("service_name TEXT, handle TEXT", "'iMessage', '+49170' || (i * 7)", "serviceName · handle"),
      (
        "name TEXT, born TEXT", "iif(i % 2, 'Ada', 'Ben'), date('2001-01-01', i || ' days')",
        "name · born"
      ),
      // The first that tells as many apart as any; what tells a few more comes later.
      (
        "name TEXT, city TEXT, note TEXT",
        "'Ada', 'City ' || char(64 + i), 'Note ' || char(64 + i)",
        "name · city"
      ),
      // Two columns together.
      (
        "name TEXT, street TEXT, floor TEXT",
        "'Home', 'Road ' || char(65 + i % 3), 'Floor ' || char(65 + i / 3)",
        "name · floor · street"
      ),
      // What is filled everywhere comes before what is not; bookkeeping, links and long texts after all else.
      (
        "name TEXT, nick TEXT, town TEXT",
        "'Ada', iif(i > 3, 'Nick ' || char(64 + i), NULL), 'Town ' || char(64 + i)", "name · town"
      ),
      (
        "name TEXT, created_at TEXT, town TEXT",
        "'Ada', datetime('2001-01-01', i || ' days'), 'Town ' || char(64 + i)", "name · town"
      ),
      (
        "name TEXT, page TEXT, town TEXT",
        "'Ada', 'https://example.org/' || i, 'Town ' || char(64 + i)", "name · town"
      ),
      // Names that differ are enough; GUIDs, hashes and JSON tell people nothing.
      ("name TEXT, town TEXT", "'Ada ' || char(64 + i), 'Town ' || char(64 + i)", "name"),
      ("name TEXT, guid TEXT", "'Ada', 'x;' || i", "name · id"),
      ("name TEXT, sum TEXT", "'Ada', printf('%032x', i * 7919)", "name · id"),
      ("name TEXT, doc TEXT", "'Ada', json_object('a', i)", "name · id"),
      // A number only where nothing that people read differs.
      ("name TEXT, amount REAL", "'Ada', i * 1.5", "name · id"),
      ("name TEXT, town TEXT", "iif(i % 2, 'Ada', 'Ben'), iif(i % 2, 'Ulm', 'Bern')", "name · id"),
      // What is the same everywhere and no name says nothing.
      ("source TEXT, day TEXT", "'user:editor', date('2001-01-01', i || ' days')", "day"),
      // Each alternative of a name that is empty at times is told apart.
      (
        "title TEXT, url TEXT, seen_on TEXT",
        "iif(i % 3, 'Home', NULL), 'https://example.org/' || i, date('2001-01-01', i || ' days')",
        "title · seenOn | url · seenOn"
      ),
    ]
  )
  func `O1: what tells rows of one name apart is added from readable columns`(
    columns: String,
    values: String,
    label: String
  ) throws {
    let thing = try entity("Thing", of: Self.rows(columns, values))
    #expect(thing.labelKey == label)
  }

  @Test func `O1: rows without a name are called by what they refer to, then by what differs`()
    throws
  {
    let script = """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben'), (3, 'Cem');
      CREATE TABLE payment (id INTEGER PRIMARY KEY, paid_on TEXT,
        customer_id INTEGER REFERENCES customer, amount REAL);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
      INSERT INTO payment SELECT i, date('2001-01-01', (i / 3) || ' days'), i % 3 + 1, i FROM n;
      """
    let payment = try entity("Payment", of: script)
    #expect(payment.labelKey == "customer.name · paidOn")
    // What only stands in for a name is none that a row is found again by.
    #expect(!payment.recognitionKeys.contains("paidOn"))
    #expect(payment.labelKeys == ["customer.name"])
  }

  @Test func `O1: lines are called by what they are about, then by what they belong to`() throws {
    func model(products: Int, orders: Int) throws -> Model {
      try self.model(
        """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, made_on TEXT);
        CREATE TABLE line (purchase_id INTEGER REFERENCES purchase, product_id INTEGER REFERENCES product,
          amount INTEGER, PRIMARY KEY (purchase_id, product_id));
        CREATE TABLE remark (id INTEGER PRIMARY KEY, purchase_id INTEGER, product_id INTEGER, line INTEGER,
          FOREIGN KEY (purchase_id, product_id) REFERENCES line);
        WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 39)
        INSERT INTO customer SELECT i, 'Customer ' || i FROM n;
        INSERT INTO product SELECT id, 'Product ' || char(65 + id) FROM customer WHERE id < \(products);
        INSERT INTO purchase SELECT id, id % 7, date('2001-01-01', id || ' days') FROM customer;
        INSERT INTO line SELECT id % \(orders), id % \(products), id FROM customer;
        """
      )
    }
    let distinct = try model(products: 40, orders: 20)
    #expect(distinct.entity(named: "Line")?.labelKey == "product.name")
    let repeated = try model(products: 8, orders: 40)
    #expect(repeated.entity(named: "Purchase")?.labelKey == "customer.name · madeOn")
    #expect(
      repeated.entity(named: "Line")?.labelKey
        == "product.name · purchase.customer.name purchase.madeOn"
    )
  }

  @Test func `O1: the order of columns goes by the name, not by what tells objects apart`() throws {
    let columns = "kind TEXT, name TEXT, amount REAL, size REAL, weight REAL, town TEXT"
    let values = "'x' || (i % 2), iif(i % 2, 'Ada', 'Ben'), i, i, i, 'Town ' || char(64 + i)"
    let thing = try entity("Thing", of: Self.rows(columns, values))
    #expect(thing.labelKey == "name · town" && thing.labelKeys == ["name"])
    #expect(thing.listPropertyKeys.firstIndex(of: "town") == 5)
    #expect(!thing.summaryPropertyKeys.contains("town"))
  }

  @Test func `O1: labels of random rows tell apart what people can tell apart`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let count = Int.random(in: 2...40, using: &generator)
      let kinds = (0..<3).map { _ in Int.random(in: 1...6, using: &generator) }
      let rows = (0..<count).map { _ in kinds.map { Int.random(in: 0..<$0, using: &generator) } }
      let values = rows.map { row in
        "('Name \(letter(row[0]))', 'Town \(letter(row[1]))', date('2001-01-01', '\(row[2]) days'))"
      }
      let script = """
        CREATE TABLE thing (name TEXT, town TEXT, day TEXT);
        INSERT INTO thing VALUES \(values.joined(separator: ", "));
        """
      let thing = try entity("Thing", of: script)
      let places = ["name": 0, "town": 1, "day": 2]
      let shown = (thing.labelKey ?? "").split(separator: " ").compactMap { places[String($0)] }
      let labels = Set(rows.map { row in shown.map { row[$0] } })
      #expect(Double(labels.count) >= 0.8 * Double(Set(rows).count), "\(script)")
    }
  }

  private func letter(_ number: Int) -> String { String(UnicodeScalar(UInt8(65 + number))) }

  @Test func `O1: lines of a view that stand side by side are told apart`() throws {
    let script = """
      CREATE TABLE item (invoice_no INTEGER, customer_name TEXT, kind TEXT, product TEXT);
      WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO item SELECT i / 6, 'Name ' || (i / 6), 'sale', 'Part ' || char(65 + i % 6) FROM n;
      CREATE VIEW invoice_line AS SELECT customer_name, kind, product FROM item;
      """
    #expect(try entity("InvoiceLine", of: script).labelKey == "customerName · product")
  }

  @Test func `O1: what may not be seen tells no rows apart`() throws {
    let model = try model(Self.rows("name TEXT, town TEXT", "'Ada', 'Town ' || char(64 + i)"))
    let thing = try #require(model.entity(named: "Thing"))
    #expect(thing.labelKey == "name · town")
    var unseen = HiddenProperties()
    unseen.properties = ["town"]
    model.conceal(["Thing": unseen])
    #expect(thing.labelKey == "name · id")
  }

  // MARK: References

  @Test(
    arguments: [
      ("tx_guid TEXT", "'t' || i", "account"),
      ("tx_guid TEXT", "iif(i > 9, '', 'a' || i)", "account"),
      // One that is not found refutes it, and without values nothing confirms it.
      ("tx_guid TEXT", "iif(i = 7, 'zz', 'a' || i)", nil), ("tx_guid TEXT", "NULL", nil),
      ("tx_guid TEXT", "'b' || i", "deed"),
      // Numbers are found anywhere: only a name that begins alike may be meant.
      ("acco_id INTEGER", "i", "account"), ("tx_id INTEGER", "i", nil),
      ("acco_id INTEGER", "i + 100", nil),
    ] as [(String, String, String?)]
  )
  func `O2: a GUID refers to the one table that has all its values`(
    column: String,
    value: String,
    target: String?
  ) throws {
    let isNumber = column.hasSuffix("INTEGER")
    let key = isNumber ? "id INTEGER PRIMARY KEY" : "guid TEXT PRIMARY KEY"
    let script = """
      CREATE TABLE account (\(key), name TEXT);
      CREATE TABLE deed (\(key), name TEXT);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
      INSERT INTO account SELECT \(isNumber ? "i" : "'a' || i"), 'Name ' || i FROM n;
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
      INSERT INTO deed SELECT \(isNumber ? "i" : "'b' || i"), 'Name ' || i FROM n;
      \(Self.rows(column, value == "'t' || i" ? "'a' || i" : value))
      """
    let thing = try entity("Thing", of: script)
    #expect(thing.relationships.map { $0.definition.destinationName.lowercased() }.first == target)
  }

  @Test(arguments: [
    ("i / 2", true), ("iif(i < 3, 0, i / 2)", true), ("iif(i < 3, NULL, i - 1)", true),
    // A flag, a number that is no key, and nothing at all.
    ("i % 2", false), ("i + 5", false), ("NULL", false),
  ])
  func `O2: a parent is a row of the same table where all values say so`(
    value: String,
    isReference: Bool
  ) throws {
    let thing = try entity("Thing", of: Self.rows("title TEXT, parent INTEGER", "'a', \(value)"))
    #expect(thing.relationships.contains { $0.name == "parent" } == isReference)
  }

  // MARK: Codes and moments

  @Test(
    arguments: [
      "PLZ INTEGER", "zip INTEGER", "zip4 INTEGER", "KdNr INTEGER", "Rechnungsnummer INTEGER",
      "cp INTEGER", "code_postal INTEGER", "refcode INTEGER", "postal_code NUMERIC", "zip REAL",
      "phone", "Postleitzahl INTEGER", "sku BIGINT", "empno INTEGER", "order_number DECIMAL(10,0)",
    ]
  )
  func `O3: the digits of codes are not grouped`(column: String) throws {
    let thing = try entity("Thing", of: Self.rows(column, "80331 + i"))
    #expect(thing.attributes[1].value(forKey: "isNumbering") == .bool(true))
  }

  @Test(arguments: [
    "amount", "population", "size", "Umsatz", "zone_count", "capacity", "canon", "volcano",
  ])
  func `O3: amounts stay grouped`(column: String) throws {
    let thing = try entity("Thing", of: Self.rows("\(column) INTEGER", "80331 + i"))
    #expect(thing.attributes[1].value(forKey: "isNumbering") == .bool(false))
  }

  @Test(
    arguments: [
      ("extra TEXT", "'2024-01-01T00:00:36Z'", .timestamp),
      ("wann VARCHAR(30)", "datetime('2024-01-01', i || ' hours')", .timestamp),
      ("note TEXT", "iif(i % 2, NULL, '2024-01-01T10:00:00.5+02:00')", .timestamp),
      ("extra TEXT", "date('2024-01-01', i || ' days')", .date),
      // Among many an outlier may stand.
      ("extra TEXT", "iif(i = 3, 'n/a', '2024-01-01T00:00:36Z')", .timestamp),
      ("extra TEXT", "iif(i < 4, 'n/a', '2024-01-01T00:00:36Z')", .string),
      // Scores, numbers and titles are none.
      ("extra TEXT", "'1' || (i % 10) || ':30'", .string), ("extra TEXT", "20240101 + i", .string),
      ("title TEXT", "date('2024-01-01', i || ' days')", .string),
      ("extra VARCHAR(8)", "'2024-01-01'", .string),
      ("name", "date('2024-01-01', i || ' days')", .string),
      // Whatever it is declared to hold, and however often the same day stands there.
      ("extra TEXT", "'2024-01-01'", .date), ("extra", "'2024-01-01T00:00:36Z'", .timestamp),
      ("extra INTEGER", "'2024-01-01 00:00:36'", .timestamp),
      ("extra NUMERIC", "date('2024-01-01', i || ' days')", .date),
      ("extra REAL", "'2024-01-01 10:00'", .timestamp), ("extra BLOB", "'2024-01-01'", .date),
      ("extra LONGTEXT", "'2024-01-01 10:00'", .timestamp),
      ("extra INTEGER", "iif(i % 2, 7, '2024-01-01')", .integer),
      ("extra INTEGER", "iif(i > 2, NULL, '2024-01-01')", .integer),
    ] as [(String, String, AttributeType)]
  )
  func `O4: a text that is a moment is one whatever its column is called`(
    column: String,
    value: String,
    type: AttributeType
  ) throws {
    let thing = try entity("Thing", of: Self.rows(column, value))
    #expect(thing.attributes[1].definition.type == type)
  }

  @Test func `O4: what a view computes is a moment, too, where it is written as one`() throws {
    let script =
      Self.rows("note TEXT, ts INTEGER", "'a', 1700000000 + i * 86400") + """
        CREATE VIEW seen AS SELECT note, datetime(ts, 'unixepoch') AS t, date(ts, 'unixepoch') AS d, ts FROM thing;
        """
    let seen = try entity("Seen", of: script)
    #expect(seen.attributes.map(\.definition.type).dropFirst().prefix(2) == [.timestamp, .date])
  }

  @Test func `O4: keys stay texts, and the values of settings where they are few`() throws {
    let moment = "'2024-01-01T00:00:' || (10 + i)"
    let keyed = try entity(
      "Keyed",
      of: "CREATE TABLE keyed (k TEXT PRIMARY KEY, n TEXT);"
        + "INSERT INTO keyed VALUES ('2024-01-01 10:00:00', 'a'), ('2024-01-02 10:00:00', 'b');"
    )
    #expect(keyed.attributes[0].definition.type == .string)
    let settings = "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT);"
    let few = try entity(
      "Settings",
      of: settings
        + "INSERT INTO settings VALUES ('last_run', '2024-01-01T00:00:36Z');"
    )
    #expect(few.attributes[1].definition.type == .string)
    let many = try entity("Thing", of: Self.rows("value TEXT", moment))
    #expect(many.attributes[1].definition.type == .timestamp)
  }

  // MARK: Headings

  @Test(
    arguments: [
      (
        ["LSQuarantineAgentName", "LSQuarantineTimeStamp", "LSQuarantineDataURLString"],
        ["Agent name", "Time stamp", "Data URL string"]
      ),
      (["user_name", "user_email", "user_age"], ["Name", "Email", "Age"]),
      // Not all, too few, or nothing but a number behind it.
      (["user_name", "user_email", "age"], ["User name", "User email", "Age"]),
      (["user_name", "user_email"], ["User name", "User email"]),
      (["line1", "line2", "line3"], ["Line 1", "Line 2", "Line 3"]),
      (["user", "user_name", "user_age"], ["User", "User name", "User age"]),
      (["useless", "useful", "user_age"], ["Useless", "Useful", "User age"]),
    ]
  )
  func `O5: the words with which all columns begin are left out of headings`(
    columns: [String],
    headings: [String]
  ) throws {
    let script = "CREATE TABLE thing (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));"
    let thing = try entity("Thing", of: script)
    #expect(thing.attributes.dropFirst().map(\.displayName) == headings)
    #expect(thing.attributes[0].displayName == "ID")
  }

  // MARK: Columns and menu

  @Test func `O6: no GUID, hash or JSON stands where a readable column does`() throws {
    let columns = "guid TEXT, salt TEXT, doc TEXT, service_name TEXT, handle TEXT"
    let values =
      "'iMessage;-;+' || i, substr(hex(i * 7919), 1, 6), json_object('a', i), 'iMessage', 'Handle ' || char(64 + i)"
    let thing = try entity("Thing", of: Self.rows(columns, values))
    #expect(thing.labelKey == "serviceName · handle")
    #expect(thing.listPropertyKeys.first == "handle")
    #expect(Set(thing.listPropertyKeys.suffix(2)) == ["guid", "salt"])
  }

  @Test func `O7: a table that only joins two others is no entry of the menu`() throws {
    let script = """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE film_actor (film_id INTEGER REFERENCES film, actor_id INTEGER REFERENCES actor,
        last_update TEXT, PRIMARY KEY (film_id, actor_id));
      CREATE TABLE role (film_id INTEGER REFERENCES film, actor_id INTEGER REFERENCES actor, part TEXT);
      CREATE TABLE film_text_data (film_id INTEGER REFERENCES film, text TEXT);
      """
    let names = try model(script).value(forKey: "menuEntityNames")
    #expect(names == .list(["Film", "Actor", "Role", "FilmTextData"].map(Value.string)))
  }
}
