import SceneSupport
import EntityModel
import EntityStore
import SQLite
import SQLiteStore
import Testing
import TestSupport

import CommandLineTool

/// Tests the labels and list columns chosen for orders, invoices and bookings in a database without a model.
@MainActor
struct UnknownDocumentsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/unknown.db" }

  /// The label and columns chosen for an entity, and its label when rows are hidden.
  private struct Choice {
    let label: String?
    let labelByNames: String?
    let columns: [String]
  }

  private func choice(for name: String, of script: String) async throws -> Choice {
    let file = folder.path + "/\(name).db"
    try Connection(path: file, mode: .create).execute(script)
    let store = try await EntityStore.open(.file(file))
    let entity = try #require(store.model.entity(named: name))
    let (label, columns) = (entity.labelKey, entity.listPropertyKeys)
    store.model.conceal([name: HiddenProperties(hidesRows: true)])
    return Choice(label: label, labelByNames: entity.labelKey, columns: columns)
  }

  /// Customers, and a table `made` of what refers to them, of whose columns `columns` declares the rest.
  private static func script(_ columns: String, _ values: String) -> String {
    """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    INSERT INTO customer VALUES (1, 'Ada', 'King'), (2, 'Bob', 'Hope'), (3, 'Cy', 'Coe');
    CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, \(columns));
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO invoice SELECT i, i % 3 + 1, \(values) FROM n;
    """
  }

  private static let address =
    "date('2024-01-01', '+' || i || ' days'), 'Street ' || char(64 + i), 'Bern', 'CH-' || i, i * 10.5"
  private static let addressed = script(
    "invoice_date TEXT, billing_address TEXT, billing_city TEXT, billing_zip TEXT, total REAL",
    address
  )

  @Test func `C1: an invoice is called by whose it is and of when, not by a street`() async throws {
    let invoice = try await choice(for: "Invoice", of: Self.addressed)
    #expect(invoice.label == "customer.firstName customer.lastName invoiceDate")
    #expect(invoice.labelByNames == nil)
    #expect(invoice.columns.prefix(3) == ["customer", "invoiceDate", "total"])
    let scene = try await Scene(Self.addressed, "--entity Invoice --task list", width: 120)
    #expect(scene.lines[1].contains("Bob Hope 2024-01-02"), "\(scene.text)")
  }

  @Test func `C1: a model beside the database leaves the invoice its name`() async throws {
    try Connection(path: path, mode: .create).execute(Self.addressed)
    let model = folder.write(
      Array(#"{"entities": [{"name": "Customer", "tableName": "customer"}]}"#.utf8),
      to: "m.json"
    )
    let outcome = await Program(
      try Invocation(arguments: ["model", "show", path, "--model", model])
    ).run()
    #expect(
      outcome.output.contains("label customer.firstName customer.lastName invoiceDate"),
      "\(outcome)"
    )
  }

  @Test(
    arguments: [
      ("invoice_no INTEGER", "1000 + i", "invoiceNo"),
      ("number TEXT", "'R' || (74000 + i * 7)", "number"),
      ("inv_nr TEXT", "'2024-' || i", "invNr"),
      ("phone_number TEXT", "'030 ' || i", "customer.firstName customer.lastName issued"),
      ("number TEXT", "'same'", "customer.firstName customer.lastName issued"),
      (
        "reference TEXT", "printf('%032x', i * 7919)", "customer.firstName customer.lastName issued"
      ),
    ]
  )
  func `C1: the number of a document names it before a street does`(
    column: String,
    value: String,
    label: String
  ) async throws {
    let columns = "\(column), issued TEXT, street TEXT, city TEXT"
    let values =
      "\(value), date('2024-01-01', '+' || i || ' days'), 'Street ' || char(64 + i), 'Bern'"
    let invoice = try await choice(for: "Invoice", of: Self.script(columns, values))
    #expect(invoice.label == label)
  }

  @Test func `C1: what many rows share names them with whose they are, else with their number`()
    async throws
  {
    let columns = "room TEXT, check_in DATE, note TEXT"
    let values =
      "iif(i % 2, 'Attic', 'Suite'), date('2024-01-01', '+' || i || ' days'), iif(i % 2, NULL, 'Row ' || char(64 + i))"
    let booking = try await choice(for: "Invoice", of: Self.script(columns, values))
    #expect(booking.label == "customer.firstName customer.lastName checkIn")
    let ride = try await choice(
      for: "Ride",
      of: """
        CREATE TABLE ride (id INTEGER PRIMARY KEY, kind TEXT, note TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO ride SELECT i, iif(i % 2, 'run', 'bike'), iif(i % 2, NULL, 'Row ' || char(64 + i)) FROM n;
        """
    )
    #expect(ride.label == "kind · note")
  }

  @Test func `C1: what only a key of programs names is called like what it belongs to`()
    async throws
  {
    let creator = try await choice(
      for: "Creator",
      of: """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE creator (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person, key TEXT, added TIMESTAMP);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO person SELECT i, 'Name ' || char(64 + i) FROM n;
        INSERT INTO creator SELECT id, id, 'ABCD' || (2344 + id), '2024-01-01 10:00:00' FROM person;
        """
    )
    #expect(creator.label == "person.name")
  }

  @Test(
    arguments: [
      (
        "species TEXT, observer TEXT", "iif(i % 2, 'Robin', 'Wren'), 'Name ' || (i % 4)",
        "species · observer · id"
      ),
      ("po_no NUMBER, vend_nm TEXT", "45000 + i, iif(i % 2, 'Acme Ltd', 'Globex Ltd')", "poNo"),
      ("po_no NUMBER, vend_nm TEXT", "45000 + i, 'Firm ' || char(64 + i)", "vendNm"),
      ("po_no NUMBER, vend_addr TEXT", "45000 + i, 'Dock ' || char(64 + i)", "poNo"),
      ("po_no NUMBER, po_nm TEXT", "45000 + i, iif(i % 2, 'Nuts', 'Bolts')", "poNm · poNo"),
      ("grade TEXT, note TEXT", "char(65 + i % 4), NULL", nil),
      ("test_code TEXT, unit TEXT", "iif(i % 2, 'HGB', 'GLU'), 'mg'", "testCode · id"),
      (
        "day TEXT, lesson TEXT",
        "date('2024-01-01', '+' || i || ' days'), 'Topic ' || char(64 + i)", "lesson"
      ),
    ] as [(String, String, String?)]
  )
  func `C1: of texts that rows share the first counts, behind the number of a document`(
    columns: String,
    values: String,
    label: String?
  ) async throws {
    let found = try await choice(
      for: "Po",
      of: """
        CREATE TABLE PO (id INTEGER PRIMARY KEY, \(columns));
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO PO SELECT i, \(values) FROM n;
        """
    )
    #expect(found.label == label)
  }

  @Test func `C2: a key that is declared a number is no column of a list`() async throws {
    let item = try await choice(
      for: "Item",
      of: """
        CREATE TABLE item (item_id NUMBER PRIMARY KEY, code TEXT, title TEXT, cost NUMBER(10,2));
        INSERT INTO item VALUES (1, 'A1', 'Nut', 1.5), (2, 'A2', 'Bolt', 2), (3, 'A3', 'Cog', 3.25);
        """
    )
    #expect(item.columns == ["code", "title", "cost"])
  }

  @Test func `C1: what has the key of another object and no name is called like it`() async throws {
    let script = """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE voting (film_id INTEGER PRIMARY KEY REFERENCES film, votes INTEGER);
      INSERT INTO film VALUES (7, 'Metropolis'); INSERT INTO voting VALUES (7, 24);
      """
    #expect(try await choice(for: "Voting", of: script).label == "film.title")
    let scene = try await Scene(script, "--entity Voting --id 7 --task inspect")
    #expect(scene.lines[0].contains("› Metropolis"), "\(scene.text)")
  }

  @Test func `C1: the name of somebody else who is not always there gives way to what was said`()
    async throws
  {
    let tweet = try await choice(
      for: "Tweet",
      of: """
        CREATE TABLE tweet (id INTEGER PRIMARY KEY, reply_to_name TEXT, text TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO tweet SELECT i, iif(i % 4, 'Name ' || char(64 + i), NULL), 'Said ' || char(64 + i) FROM n;
        """
    )
    #expect(tweet.label == "text")
  }

  @Test(
    arguments: [
      ("wp_posts", "post_name TEXT, post_title TEXT, post_author_email TEXT", "postTitle"),
      ("Konten", "KontoNr INTEGER, Kontobezeichnung TEXT", "kontobezeichnung"),
      ("CUST_MASTER", "CUST_NO TEXT, CUST_NM TEXT", "custNm"),
      ("comments", "author TEXT, author_email TEXT", "author"),
    ]
  )
  func `C1: a name is found behind the prefix of a table and in other languages`(
    table: String,
    columns: String,
    label: String
  ) async throws {
    let count = columns.split(separator: ",").count
    let values = Array(repeating: "'Text ' || char(64 + i)", count: count).joined(separator: ", ")
    let script = """
      CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(columns));
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
      INSERT INTO \(table) SELECT i, \(values) FROM n;
      """
    let found = try await choice(for: Naming.entityName(for: table), of: script)
    #expect(found.label == label)
  }

  @Test func `C2: streets, links and courtesies stand behind what people look for`() async throws {
    let person = try await choice(
      for: "Person",
      of: """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, salutation TEXT, photo_link TEXT, street TEXT, zip TEXT,
          city TEXT, sort_name TEXT, phone TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO person SELECT i, 'Name ' || char(64 + i), iif(i % 2, 'Mr', 'Ms'), 'https://example.org/' || i,
          'Street ' || i, 1000 + i, 'Town ' || char(64 + i), char(64 + i) || ', Name', '030 ' || i FROM n;
        """
    )
    #expect(
      person.columns
        == ["name", "city", "phone", "salutation", "photoLink", "street", "zip", "sortName"]
    )
  }

  @Test func `C2: a day and a total are among the first five columns`() async throws {
    let row = try await choice(
      for: "Receipt",
      of: """
        CREATE TABLE receipt (id INTEGER PRIMARY KEY, title TEXT, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, paid_on TEXT,
          total_cents INTEGER);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO receipt SELECT i, 'Title ' || char(64 + i), 'a' || i, 'b' || i, 'c' || i, 'd' || i, 'e' || i,
          date('2024-01-01', '+' || i || ' days'), i * 5 FROM n;
        """
    )
    #expect(row.columns == ["title", "a", "b", "paidOn", "totalCents", "c", "d", "e"])
  }

  @Test func `C2: no list begins with a flag, or with an object that is only a number`()
    async throws
  {
    let row = try await choice(
      for: "Message",
      of: """
        CREATE TABLE box (id INTEGER PRIMARY KEY, size INTEGER);
        INSERT INTO box VALUES (1, 5), (2, 6);
        CREATE TABLE message (id INTEGER PRIMARY KEY, box_id INTEGER REFERENCES box, from_me INTEGER, text TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO message SELECT i, i % 2 + 1, i % 2, 'Text ' || char(64 + i) FROM n;
        """
    )
    #expect(row.columns == ["text", "fromMe", "box"])
  }

  @Test func `C2: a view shows the name of something where it has its key`() async throws {
    let row = try await choice(
      for: "Listing",
      of: """
        CREATE TABLE part (id INTEGER PRIMARY KEY, part_name TEXT, maker_id INTEGER, weight REAL);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO part SELECT i, 'Part ' || char(64 + i), i % 3 + 1, i * 1.5 FROM n;
        CREATE VIEW listing AS SELECT part_name, maker_id, weight, 'Maker ' || char(64 + maker_id) AS maker_name FROM part;
        """
    )
    #expect(row.columns == ["partName", "makerName", "weight", "makerId"])
  }

  @Test func `C2: where the order of the columns is that of the alphabet objects come first`()
    async throws
  {
    let row = try await choice(
      for: "Worker",
      of: """
        CREATE TABLE firm (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO firm VALUES (1, 'Acme'), (2, 'Globex');
        CREATE TABLE worker (age INTEGER, beard TEXT, firm_id INTEGER REFERENCES firm, hobby TEXT, name TEXT, shoe INTEGER);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO worker SELECT 20 + i, 'b' || i, i % 2 + 1, 'h' || i, 'Name ' || char(64 + i), 30 + i FROM n;
        """
    )
    #expect(row.columns.prefix(4) == ["name", "firm", "age", "beard"])
  }

  @Test func `C2: the first rows of a view do not speak for all`() async throws {
    let row = try await choice(
      for: "ByKind",
      of: """
        CREATE TABLE part (id INTEGER PRIMARY KEY, title TEXT, kind TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 90)
        INSERT INTO part SELECT i, 'Part ' || i, iif(i < 40, 'first', 'second') FROM n;
        CREATE VIEW by_kind AS SELECT kind, title FROM part ORDER BY id;
        """
    )
    #expect(row.columns == ["kind", "title"])
  }
}
