import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Workspace

extension Benchmark {
  static let scale = Self(
    "scale",
    "a tenth of the big table and all of it, beside C and the sqlite3 shell: what grows with the rows"
  ) { context in
    let tables = [context.bigTable.tenth, context.bigTable]
    var sites: [Site] = []
    for table in tables { sites.append(try await Site(table)) }
    var figures: [Figure] = []
    for operation in Operation.all
    where context.operation.map({ operation.name.contains($0) }) ?? true {
      say("  \(operation.name) …")
      figures += try await operation.figures(on: sites)
    }
    return figures
  }
}

/// An open table of some size, by the program's store and by the C library.
struct Site: Sendable {
  let table: BigTable
  let path: String
  let store: EntityStore
  /// The place of the row in the middle, by key and by date.
  let middle: Cursor
  let middleDate: Cursor
  let day: String

  init(_ table: BigTable) async throws {
    self.table = table
    path = try table.file()
    store = try await EntityStore.open(.file(path), readOnly: true)
    let id = RecordID(entityName: "Big", key: Int64(table.rows / 2))
    let byKey = try await store.window(Fetches.byKey, from: .id(id), count: 1)
    let byDate = try await store.window(Fetches.byDate, from: .id(id), count: 1)
    guard let middle = byKey.cursors.first, let middleDate = byDate.cursors.first,
      case .string(let day)? = middleDate.values.first
    else { throw UsageError("\(path) has no row \(table.rows / 2)") }
    (self.middle, self.middleDate, self.day) = (middle, middleDate, day)
  }

  /// The number of the row in the middle.
  var number: Int { table.rows / 2 }
  /// Its identity.
  var id: RecordID { RecordID(entityName: "Big", key: Int64(number)) }
}

/// The fetches that are measured.
enum Fetches {
  static let byKey = FetchSpecification(entityName: "Big")
  static let byDate = sorted(by: "created")
  static let byPrice = sorted(by: "price")
  /// Every thousandth row, wherever one looks.
  static let containing = filtered("name contains '777 of'")
  /// The same as the search in a list puts it.
  static let searched = filtered("name ilike '*777 OF*'")

  /// Along three relationships.
  static let shipments = FetchSpecification(
    entityName: "Shipment",
    paths: ["id", "shipped", "article.name", "customer.name", "carrier.name"].map {
      PropertyPath($0)
    }
  )

  /// With what three relationships lead to: to many, to many through a join table, to one.
  static let laden = {
    var fetch = FetchSpecification(entityName: "Shipment")
    fetch.prefetchingKeyPaths = ["parcels", "labels", "customer"].map { PropertyPath($0) }
    return fetch
  }()

  /// Every thousandth shipment, by a column of the customers.
  static let beyond = filtered("customer.city = 'City 5'", of: "Shipment")

  static func filtered(_ condition: String, of entityName: String = "Big") -> FetchSpecification {
    FetchSpecification(entityName: entityName, qualifier: Qualifier.parse(condition).0)
  }

  private static func sorted(by name: String) -> FetchSpecification {
    FetchSpecification(
      entityName: "Big",
      sortOrderings: [SortOrdering(PropertyPath(components: [name]))]
    )
  }
}

/// One thing that people do with a table, the program's way and the C library's.
struct Operation {
  let name: String
  /// How often it is measured.
  var runs = 30
  /// The most that it may take on the large table.
  var budget: Double?
  /// How many times the C library's time it may take.
  var ratio: Double?
  /// How many times the time on a table of a tenth of the rows it may take.
  var growth: Double?
  let ours: @Sendable (Site) async throws -> Void
  /// The statements with the same result, if there are any.
  let statements: @Sendable (Site) -> [String]
  /// Statements that undo those, unmeasured.
  var tidying: String?
  /// How the C library is set before it runs them.
  var settings: String?

  /// Measures it on all tables in turns, so that all see the same machine.
  func figures(on sites: [Site]) async throws -> [Figure] {
    let count = sites.count
    var (ours, plain, shell) = (
      [[Effort]](repeating: [], count: count), [[Effort]](repeating: [], count: count),
      [[Duration]](repeating: [], count: count)
    )
    let databases = try sites.map { try RawDatabase($0.path) }
    if let settings { for database in databases { try database.run(settings) } }
    let hasShell = ProgramRun.exists("sqlite3")
    // What takes seconds is not helped by warming up.
    let warmUps = runs > 5 ? 2 : 0
    for run in 0..<(runs + warmUps) {
      for (index, site) in sites.enumerated() {
        let mine = try await Effort.measure { try await self.ours(site) }
        if run >= warmUps { ours[index].append(mine) }
        let statements = statements(site)
        guard !statements.isEmpty else { continue }
        let theirs = try await effort(of: statements, databases[index])
        if run >= warmUps { plain[index].append(theirs) }
        guard hasShell, run % 10 == 0 else { continue }
        let script = statements.joined(separator: "; ")
        shell[index].append(try ProgramRun(["sqlite3", "-readonly", site.path, script]).duration)
      }
    }
    return figures(sites, ours, plain, shell)
  }

  /// How long the statements take: those that only read were prepared before, others are a script.
  private func effort(of statements: [String], _ database: RawDatabase) async throws -> Effort {
    if statements.allSatisfy({ $0.hasPrefix("SELECT") }) {
      let prepared = try statements.map { try database.prepare($0) }
      return try await Effort.measure { for statement in prepared { try statement.run() } }
    }
    defer { if let tidying { try? database.run(tidying) } }
    return try await Effort.measure { for sql in statements { try database.run(sql) } }
  }

  private func figures(
    _ sites: [Site],
    _ ours: [[Effort]],
    _ plain: [[Effort]],
    _ shell: [[Duration]]
  ) -> [Figure] {
    var figures: [Figure] = []
    for (index, site) in sites.enumerated() {
      let isLargest = index == sites.count - 1
      let title = "\(name), \(site.table.size)"
      figures.append(
        Figure(title, ours[index].map(\.duration), budget: isLargest ? budget : nil)
      )
      if !shell[index].isEmpty {
        figures.append(Figure("\(title): sqlite3 shell", shell[index]))
      }
      guard !plain[index].isEmpty else { continue }
      figures += [
        Figure("\(title): in C", plain[index].map(\.duration)),
        ours[index].ratio(
          to: plain[index],
          "\(title): d2t : C",
          budget: isLargest ? ratio : nil
        ),
      ]
    }
    if let first = ours.first, let last = ours.last, ours.count > 1 {
      figures.append(last.ratio(to: first, "\(name): growth", budget: growth))
    }
    return figures
  }
}
