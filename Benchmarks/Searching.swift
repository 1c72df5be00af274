import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Workspace

extension Benchmark {
  static let search = Self(
    "search",
    "`/` for what is not there and for what is near, beside one LIKE over the same columns"
  ) { context in
    let file = try context.bigTable.file()
    let store = try await EntityStore.open(.file(file), readOnly: true)
    let connection = try Connection(path: file, mode: .readOnly)
    var figures: [Figure] = []
    for list in SearchedList.all {
      var (ours, written, plain): ([Effort], [Effort], [Effort]) = ([], [], [])
      for _ in 0..<3 {
        ours.append(try await miss(["nowhere"], list, in: store))
        // What is typed as a number may be a day too.
        written.append(
          try await miss(["120259931", "120 259 931", "12025-99-31"], list, in: store)
        )
        plain.append(
          try await Effort.measure {
            guard try connection.scalar(list.statement) == nil else {
              throw UsageError("LIKE found something that is not there")
            }
          }
        )
      }
      figures += [
        Figure("\(list.name): nothing found", ours.map(\.duration)),
        ours.ratio(to: plain, "\(list.name): processor time to LIKE", budget: 1.5),
        written.ratio(
          to: plain,
          "\(list.name): a number in three writings to one LIKE",
          budget: 1.5
        ),
      ]
    }
    let near = TextSearch(["note 9998:"], in: SearchedList.all[0].columns)
    let hits = try await measure(10) {
      guard try await store.find(near, in: Fetches.byKey, from: nil) != nil else {
        throw UsageError("row 9998 was not found")
      }
    }
    return figures + [Figure("a row among the next 10 000", hits, budget: 0.05)]
  }

  /// What it takes to find nothing.
  private static func miss(
    _ texts: [String],
    _ list: SearchedList,
    in store: EntityStore
  ) async throws -> Effort {
    try await Effort.measure {
      let search = TextSearch(texts, in: list.columns)
      guard try await store.find(search, in: list.fetch, from: nil) == nil else {
        throw UsageError("something was found that is not there")
      }
    }
  }
}

/// A list that is searched, and the statement that looks at the same columns.
private struct SearchedList {
  let name: String
  let fetch: FetchSpecification
  let columns: [SearchColumn]
  let statement: String

  static let all = [
    SearchedList(
      name: "texts, dates and numbers",
      fetch: Fetches.byKey,
      columns: ["code", "name", "note"].map { .value(at: PropertyPath($0), text) }
        + ["created", "qty", "price"].map { .value(at: PropertyPath($0), number) },
      statement: """
        SELECT id FROM big WHERE code LIKE '%nowhere%' OR name LIKE '%nowhere%' OR note LIKE '%nowhere%'
        OR created LIKE '%nowhere%' OR qty LIKE '%nowhere%' OR price LIKE '%nowhere%' LIMIT 1
        """
    ),
    SearchedList(
      name: "labels",
      fetch: FetchSpecification(entityName: "Shipment"),
      columns: ["customer", "carrier"].map { name in
        .label(
          [[PropertyPath("\(name).name")]],
          keys: [PropertyPath("\(name)Id")]
        ) { parts, _ in parts[0].description }
      },
      statement: """
        SELECT s.id FROM shipment AS s LEFT JOIN customer AS c ON c.id = s.customer_id
        LEFT JOIN carrier AS r ON r.id = s.carrier_id
        WHERE c.name LIKE '%nowhere%' OR r.name LIKE '%nowhere%' LIMIT 1
        """
    ),
  ]

  private static let text = SearchColumn.Writing(keepsText: true, digits: digits) {
    $0.description
  }
  private static let number = SearchColumn.Writing(digits: digits) { $0.description }
  private static let digits = SearchColumn.Writing.Digits.kept(
    alphabet: "0123456789 .-+einfa:",
    zeros: 1
  )
}
