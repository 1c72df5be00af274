import EntityStore
import Qualifiers
import Workspace

extension Operation {
  /// All of them; a later one may use what an earlier one has sorted.
  static let all: [Self] = [
    window("first rows by key", Fetches.byKey, { _ in .start }) { _ in "ORDER BY id" },
    window("next page by key", Fetches.byKey, { .after($0.middle) }) {
      "WHERE id > \($0.number) ORDER BY id"
    },
    window("last page by key", Fetches.byKey, { _ in .end }) { _ in "ORDER BY id DESC" },
    window("jump to a key", Fetches.byKey, { .id($0.id) }) {
      "WHERE id >= \($0.number) ORDER BY id"
    },
    window("first rows by indexed date", Fetches.byDate, { _ in .start }) { _ in
      "ORDER BY created, id"
    },
    window("next page by indexed date", Fetches.byDate, { .after($0.middleDate) }) {
      "WHERE (created, id) > ('\($0.day)', \($0.number)) ORDER BY created, id"
    },
    window("last page by indexed date", Fetches.byDate, { _ in .end }) { _ in
      "ORDER BY created DESC, id DESC"
    },
    total("count", Fetches.byKey, "1", ratio: withChecks),
    total(
      "count beside C that looks for damage too",
      Fetches.byKey,
      "1",
      settings: "PRAGMA cell_size_check = ON"
    ),
    numbering("places of all rows by key", Fetches.byKey, ["SELECT id FROM big ORDER BY id"]),
    jumpToNumber,
    scan("first rows by price, which has no index", Fetches.byPrice, "ORDER BY price, id"),
    numbering(
      "all rows sorted by price",
      Fetches.byPrice,
      [
        "CREATE TEMP TABLE sorted (n INTEGER PRIMARY KEY, k)",
        "INSERT INTO temp.sorted (k) SELECT id FROM big ORDER BY price, id",
      ],
      tidying: "DROP TABLE temp.sorted"
    ),
    window("page of them once sorted", Fetches.byPrice, { .position($0.number) }),
    scan(
      "first rows with a piece of text",
      Fetches.containing,
      "WHERE instr(name, '777 of') > 0 ORDER BY id"
    ),
    total("all rows with a piece of text", Fetches.containing, "instr(name, '777 of') > 0"),
    total(
      "all rows with it in any case",
      Fetches.searched,
      "name LIKE '%777 OF%'",
      ratio: withTests
    ),
    shipments, laden,
    beyond("first rows filtered through a join", .start, "ASC"),
    beyond("last rows filtered through a join", .end, "DESC"),
  ]

  /// The budget of a page that an index leads to, and how much more it may take with ten times the rows: the trees are
  /// a level deeper at most.
  private static let (page, flat) = (0.005, 3.0)
  /// What is read to its end is read by the same statement; the rest is room for the machine's moods.
  private static let asInC = 1.3
  /// Damaged cells are looked for while pages are read.
  private static let withChecks = 2.5
  /// Whether a text is more than ASCII is asked of each row.
  private static let withTests = 1.5
  /// What C only steps through becomes objects that know each other.
  private static let withObjects = 3.5
  /// Rows on a page; one more tells whether there are others.
  private static let rows = 38

  /// A page that an index leads to; `clause` says the same in SQL, where that can be said.
  private static func window(
    _ name: String,
    _ fetch: FetchSpecification,
    _ anchor: @escaping @Sendable (Site) -> WindowAnchor,
    clause: (@Sendable (Site) -> String)? = nil
  ) -> Self {
    Self(
      name: name,
      budget: page,
      growth: flat,
      ours: { site in try await show(fetch, anchor(site), site) },
      statements: { site in clause.map { [select($0(site))] } ?? [] }
    )
  }

  private static func select(_ clause: String) -> String {
    "SELECT * FROM big \(clause) LIMIT \(rows + 1)"
  }

  private static func show(
    _ fetch: FetchSpecification,
    _ anchor: WindowAnchor,
    _ site: Site
  ) async throws {
    let window = try await site.store.window(fetch, from: anchor, count: rows)
    guard window.records.count == rows else { throw UsageError("a page has too few rows") }
  }

  /// A position in the order, which SQL finds by counting only; in the larger table the known places are up to four
  /// times as far from each other.
  private static let jumpToNumber = Self(
    name: "jump to a number by key",
    runs: 8,
    budget: page,
    growth: 2 * flat,
    ours: { site in try await show(Fetches.byKey, .position(site.number), site) },
    statements: { ["SELECT * FROM big ORDER BY id LIMIT \(rows + 1) OFFSET \($0.number)"] }
  )

  /// Rows and what they lead to; the larger tables' pages are further from each other.
  private static let shipments = Self(
    name: "1 000 shipments with article, customer and carrier",
    runs: 20,
    ratio: 1.6,
    growth: 2 * flat,
    ours: { site in
      let middle = RecordID(entityName: "Shipment", key: Int64(site.number / 10))
      let window = try await site.store.window(Fetches.shipments, from: .id(middle), count: 1000)
      guard window.records.count == 1000 else { throw UsageError("shipments are missing") }
    },
    statements: { site in
      [
        """
        SELECT s.id, s.shipped, a.name, c.name, k.name FROM shipment s
        LEFT JOIN big a ON a.id = s.article_id LEFT JOIN customer c ON c.id = s.customer_id
        LEFT JOIN carrier k ON k.id = s.carrier_id WHERE s.id >= \(site.number / 10) ORDER BY s.id LIMIT 1001
        """
      ]
    }
  )

  /// Rows and the objects that three relationships lead to: a statement for each relationship, whatever the rows.
  private static let laden = Self(
    name: "1 000 shipments, prefetching parcels, labels and customers",
    runs: 20,
    ratio: withObjects,
    growth: 2 * flat,
    ours: { site in
      let before = site.store.statementCount
      let middle = Cursor(values: [.int(Int64(site.number / 10))])
      let window = try await site.store.window(Fetches.laden, from: .after(middle), count: 1000)
      guard site.store.statementCount - before == 4 else {
        throw UsageError("a prefetch takes more than a statement for each relationship")
      }
      guard window.records.count == 1000, window.records.allSatisfy(\.isLaden) else {
        throw UsageError("shipments, or what they lead to, are missing")
      }
    },
    statements: { site in
      let first = site.number / 10 + 1
      let ids = (first..<(first + 1000)).map(String.init).joined(separator: ", ")
      return [
        "SELECT * FROM shipment WHERE id >= \(first) ORDER BY id LIMIT 1001",
        "SELECT * FROM parcel WHERE shipment_id IN (\(ids)) ORDER BY id",
        """
        SELECT s.shipment_id, l.* FROM shipment_label s JOIN label l ON l.id = s.label_id
        WHERE s.shipment_id IN (\(ids)) ORDER BY l.id
        """,
        """
        SELECT s.id, c.* FROM shipment s JOIN customer c ON c.id = s.customer_id
        WHERE s.id IN (\(ids)) ORDER BY c.id
        """,
      ]
    }
  )

  /// A page of rows filtered by what another table says; the statement asks that table once, too.
  private static func beyond(_ name: String, _ anchor: WindowAnchor, _ direction: String) -> Self {
    Self(
      name: name,
      runs: 10,
      budget: 0.1,
      ratio: asInC,
      ours: { site in
        let window = try await site.store.window(Fetches.beyond, from: anchor, count: rows)
        guard window.records.count == rows else { throw UsageError("a page has too few rows") }
      },
      statements: { _ in
        [
          """
          SELECT * FROM shipment WHERE customer_id IN (SELECT id FROM customer WHERE city = 'City 5')
          ORDER BY id \(direction) LIMIT \(rows + 1)
          """
        ]
      }
    )
  }

  /// A first page that is only found by looking at many rows.
  private static func scan(_ name: String, _ fetch: FetchSpecification, _ clause: String) -> Self {
    Self(
      name: name,
      runs: 3,
      ratio: asInC,
      ours: { site in try await show(fetch, .start, site) },
      statements: { _ in [select(clause)] }
    )
  }

  /// The number of all rows that meet a condition.
  private static func total(
    _ name: String,
    _ fetch: FetchSpecification,
    _ condition: String,
    ratio: Double = asInC,
    settings: String? = nil
  ) -> Self {
    Self(
      name: name,
      runs: 5,
      ratio: ratio,
      ours: { site in
        guard try await site.store.count(fetch) > 0 else { throw UsageError("nothing was counted") }
      },
      statements: { _ in
        ["SELECT count(*) FROM big" + (condition == "1" ? "" : " WHERE \(condition)")]
      },
      settings: settings
    )
  }

  /// All rows counted and, where no index has their order, sorted.
  private static func numbering(
    _ name: String,
    _ fetch: FetchSpecification,
    _ statements: [String],
    tidying: String? = nil
  ) -> Self {
    Self(
      name: name,
      runs: 3,
      ratio: asInC,
      ours: { site in
        let numbering = try await site.store.numberRows(fetch)
        guard numbering.count == site.table.rows else { throw UsageError("rows are missing") }
      },
      statements: { _ in statements },
      tidying: tidying
    )
  }
}

extension Record {
  /// Whether it has what ``Fetches/laden`` fetches along.
  fileprivate var isLaden: Bool {
    guard case .many(let parcels)? = related["parcels"],
      case .many(let labels)? = related["labels"],
      case .one(_?)? = related["customer"]
    else { return false }
    return parcels.count == 2 && labels.count == 2
  }
}
