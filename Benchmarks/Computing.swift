import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Workspace

extension Benchmark {
  static let computed = Self(
    "computed",
    "a list with three computed attributes, one of related rows, beside the SQL that a person would write"
  ) { context in
    let table = context.bigTable.tenth
    let file = try table.file()
    let store = try await EntityStore.open(.file(file), readOnly: true, shape: computing)
    let database = try RawDatabase(file)
    var figures: [Figure] = []
    for page in ComputedPage.all {
      say("  \(page.name) …")
      figures += try await page.figures(store, database, table.size)
    }
    return figures
  }

  /// The attributes: one of numbers, one of a date, one of related rows.
  private static let attributes = [
    ("value", AttributeType.number, "qty * price"), ("month", .string, "yearMonth(created)"),
    ("weight", .number, "shipments.parcels.@sum.weight"),
  ]

  /// The found model with the computed attributes.
  private static func computing(_ found: Model) -> Model {
    let entities = found.entities.map { entity in
      var definition = entity.definition
      guard definition.name == "Big" else { return definition }
      for (name, type, text) in attributes {
        guard let expression = Expression.parse(text).0 else { continue }
        var attribute = Attribute.Definition(name: name, columnName: "")
        attribute.type = type
        (attribute.isGenerated, attribute.isUpdatable) = (true, false)
        attribute.derivation = .expression(expression)
        definition.attributes.append(attribute)
      }
      return definition
    }
    return Model(name: found.name, entities: entities)
  }
}

/// A page of the list, and the same in SQL.
private struct ComputedPage {
  let name: String
  var qualifier: String?
  var order: String?
  /// What stands behind FROM in SQL.
  let clause: String
  /// How often the page is shown in one sample.
  var repetitions = 1
  /// The most that its work may be of that of the SQL; `nil` for what is only told.
  var budget: Double?

  /// Rows on a page; one more tells whether there are others.
  private static let rows = 38
  private static let columns =
    "*, qty * price AS value, substr(created, 1, 7) AS month, (SELECT coalesce(sum(weight), 0)"
    + " FROM shipment s JOIN parcel p ON p.shipment_id = s.id WHERE s.article_id = big.id) AS weight"

  static let all = [
    ComputedPage(name: "first rows by key", clause: "ORDER BY id", repetitions: 200),
    ComputedPage(
      name: "first rows that meet a condition on a product",
      qualifier: "value > 9990000",
      clause: "WHERE value > 9990000 ORDER BY id",
      budget: 1.3
    ),
    ComputedPage(
      name: "first rows sorted by a product",
      order: "value",
      clause: "ORDER BY value, id",
      budget: 1.3
    ),
    ComputedPage(
      name: "first rows sorted by a sum of related rows",
      order: "weight",
      clause: "ORDER BY weight, id",
      budget: 1.3
    ),
  ]

  func figures(
    _ store: EntityStore,
    _ database: RawDatabase,
    _ size: String
  ) async throws -> [Figure] {
    let fetch = FetchSpecification(
      entityName: "Big",
      qualifier: qualifier.flatMap { Qualifier.parse($0).0 },
      sortOrderings: order.map { [SortOrdering(PropertyPath($0))] } ?? []
    )
    let statement = try database.prepare(
      "SELECT \(Self.columns) FROM big \(clause) LIMIT \(Self.rows + 1)"
    )
    var (ours, theirs): ([Effort], [Effort]) = ([], [])
    for _ in 0..<5 {
      ours.append(
        try await .measure {
          for _ in 0..<repetitions {
            _ = try await store.window(fetch, from: .start, count: Self.rows)
          }
        }
      )
      theirs.append(
        try await .measure { for _ in 0..<repetitions { try statement.run() } }
      )
    }
    return [
      Figure("\(name), \(size)", ours.map(\.duration), per: repetitions),
      Figure("the same SQL in C", theirs.map(\.duration), per: repetitions),
      ours.ratio(to: theirs, "ratio of work", budget: budget),
    ]
  }
}
