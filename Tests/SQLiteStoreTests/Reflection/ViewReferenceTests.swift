import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// The ways from rows of views to the rows of tables they are made of.
struct ViewReferenceTests {
  private static let tables = """
    CREATE TABLE shop(code TEXT PRIMARY KEY, city TEXT);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, shop_code TEXT REFERENCES shop(code));
    CREATE TABLE rental(id INTEGER PRIMARY KEY, customer_id INT REFERENCES customer(id), due DATE, fee INT);
    CREATE TABLE line(bill INT, position INT, PRIMARY KEY(bill, position));
    INSERT INTO shop VALUES ('N', 'Rome'), ('S', 'Pisa');
    INSERT INTO customer VALUES (1, 'Ada', 'N'), (2, 'Bob', 'S');
    INSERT INTO rental VALUES (7, 2, '2024-01-01', 3), (8, 1, '2024-02-01', 4), (9, NULL, NULL, 1);
    """

  private func references(_ view: String) async throws -> [String] {
    let store = try await EntityStore.open(.script(Self.tables + view, title: "Views"))
    let entity = try #require(store.model.entity(named: "V"))
    return entity.relationships.map {
      "\($0.name): \($0.definition.joins.map(\.source).joined()) → \($0.definition.destinationName)"
    }
  }

  @Test(arguments: [
    ("SELECT id AS rental_id, due FROM rental", ["rental: rentalId → Rental"]),
    (
      "SELECT r.id AS number, r.customer_id AS who, c.shop_code FROM rental r LEFT JOIN customer c ON c.id = r.customer_id",
      ["number: numberId → Rental", "who: whoId → Customer", "shop: shopCode → Shop"]
    ),
    (
      "SELECT customer_id, sum(fee) AS fees FROM rental GROUP BY 1",
      ["customer: customerId → Customer"]
    ),
    (
      "WITH w AS (SELECT * FROM rental) SELECT id AS rental_id FROM (SELECT id FROM w)",
      ["rental: rentalId → Rental"]
    ),
    // What is computed, united or a part of a key leads nowhere.
    ("SELECT id + 0 AS rental_id, max(customer_id) AS customer_id FROM rental", []),
    ("SELECT id AS rental_id FROM rental UNION ALL SELECT id FROM customer", []),
    ("SELECT bill, position FROM line", []),
    ("SELECT rowid AS a, fee FROM rental LIMIT 1", ["a: aId → Rental"]),
  ])
  func `A column of a view refers where it hands on a key or a reference`(
    select: String,
    found: [String]
  ) async throws {
    #expect(try await references("CREATE VIEW v AS \(select);") == found)
  }

  @Test func `A view of views leads to the tables behind them, unless one unites`() async throws {
    let inner = "CREATE VIEW w AS SELECT id AS rental_id, customer_id FROM rental;"
    #expect(
      try await references(inner + "CREATE VIEW v AS SELECT customer_id FROM w;").count == 1
    )
    let united = "CREATE VIEW w AS SELECT id FROM customer UNION SELECT id FROM rental;"
    #expect(
      try await references(united + "CREATE VIEW v AS SELECT id AS customer_id FROM w;") == []
    )
  }

  @Test func `Each row of a view leads to the row it is made of, and tables know nothing of views`()
    async throws
  {
    let view =
      "CREATE VIEW v AS SELECT r.id AS rental_id, r.customer_id, fee FROM rental r ORDER BY r.id;"
    let store = try await EntityStore.open(.script(Self.tables + view, title: "Views"))
    let paths = ["rentalId", "rental.fee", "fee", "customer.name"].map { PropertyPath($0) }
    let rows = try await store.window(
      FetchSpecification(entityName: "V", paths: paths),
      from: .start,
      count: 9
    ).records
    #expect(
      rows.map { row in row.values.map { "\($0)" }.joined(separator: " ") }
        == ["7 3 3 Bob", "8 4 4 Ada", "9 1 1 null"]
    )
    for name in ["Rental", "Customer"] {
      let entity = try #require(store.model.entity(named: name))
      #expect(!entity.relationships.contains { $0.definition.destinationName == "V" })
    }
  }
}
