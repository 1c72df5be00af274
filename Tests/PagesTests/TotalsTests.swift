import EntityModel
import EntityStore
import Pages
import Qualifiers
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Workspace

/// The totals of the column under the cursor, in the status line of a list.
@MainActor
struct TotalsTests {
  private static let shop = """
    CREATE TABLE sale(id INTEGER PRIMARY KEY, item TEXT NOT NULL, price DECIMAL(8,2), sold DATE, year INTEGER);
    INSERT INTO sale VALUES (1, 'Lamp', 10.50, '2026-01-05', 2026), (2, 'Desk', 120, '2026-02-07', 2026),
      (3, 'Chair', NULL, '2025-12-31', 2025), (4, 'Rug', 39.75, NULL, 2026);
    """

  private func scene(
    _ options: String = "",
    rules: String = "",
    width: Int = 100
  ) async throws -> Scene {
    try await Scene(
      Self.shop,
      rules: rules,
      "--entity Sale --task list \(options)",
      width: width,
      before: { $0.work.reading.totalsPatience = .zero }
    )
  }

  @Test(arguments: [
    ("l", "Price: Σ 170.25  ø 56.75  10.50 … 120.00  ∅ 1"),
    ("l l", "Sold: 2025-12-31 … 2026-02-07  ∅ 1"), ("", "1/4"), ("l l l", "1/4"),
  ])
  func `Amounts are added up, days have bounds, texts and years nothing`(
    keys: String,
    text: String
  ) async throws {
    let scene = try await scene()
    try await scene.send("g " + keys)
    #expect(scene.status.hasSuffix(text), "\(scene.text)")
  }

  @Test func `Tagged rows alone are added up, and all again without tags`() async throws {
    let scene = try await scene()
    try await scene.send("g l space space")
    #expect(scene.status.contains("2 tagged"), "\(scene.text)")
    #expect(scene.status.contains("Price: Σ 130.50  ø 65.25"), "\(scene.text)")
    try await scene.send("k space")
    #expect(scene.status.contains("Price: Σ 10.50  ø 10.50"), "\(scene.text)")
    try await scene.send("g space")
    #expect(scene.status.contains("Σ 170.25"), "\(scene.text)")
  }

  @Test func `The filter in force counts`() async throws {
    let scene = try await scene("--link Sale?year=2025")
    try await scene.send("l")
    #expect(scene.status.contains("Price: ∅ 1"), "\(scene.text)")
    try await scene.send("x")
    #expect(scene.status.contains("Σ 170.25"), "\(scene.text)")
  }

  @Test func `On a narrow screen less is told, and the place of the cursor always`() async throws {
    let scene = try await scene(width: 62)
    try await scene.send("g l space")
    #expect(scene.status.hasPrefix(" 2/4  ·  1 tagged"), "\(scene.text)")
    #expect(scene.status.contains("Σ 10.50  ø 10.50  ∅ 0"), "\(scene.text)")
    #expect(!scene.status.contains("…"), "\(scene.text)")
  }

  @Test(arguments: ["showsTotals = false", "isPropertyVisible = false", "formatter = null"])
  func `A rule tells none`(setting: String) async throws {
    let scene = try await scene(rules: "propertyKey = 'price' => \(setting)")
    try await scene.send("g l")
    #expect(!scene.status.contains("Σ"), "\(scene.text)")
  }

  @Test func `Values hidden in some rows are not added up`() async throws {
    let scene = try await scene(
      rules: "propertyKey = 'price' and object.item = 'Desk' => isPropertyVisible = false"
    )
    try await scene.send("g l")
    #expect(!scene.status.contains("120") && !scene.status.contains("170.25"), "\(scene.text)")
    try await scene.send("space space")
    #expect(scene.status.contains("2 tagged"), "\(scene.text)")
    #expect(!scene.status.contains("130"), "\(scene.text)")
  }

  @Test(arguments: 0..<30)
  func `A pass over the values finds what the database finds`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let values = (0..<random.below(12)).map { _ in
      random.below(4) == 0 ? nil : random.below(900) - 300
    }
    let rows = values.map { "(\($0.map(String.init) ?? "NULL"))" }.joined(separator: ", ")
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);"
        + (rows.isEmpty ? "" : "INSERT INTO t(n) VALUES \(rows);"),
      "--entity T --task list"
    )
    let work = scene.session.work
    let entity = try #require(work.model.entity(named: "T"))
    let attribute = try #require(entity.attribute(named: "n"))
    var pass = ColumnTotals.Pass(over: attribute, isAmount: true)
    for value in values { pass.add(value.map { .int(Int64($0)) } ?? .null) }
    let stored = try await work.totals(
      of: "n",
      isAmount: true,
      in: FetchSpecification(entityName: "T"),
      scope: work.root.scoped(toTask: .list).scoped(to: entity)
    )
    #expect(try pass.result == stored)
    #expect(stored.nulls == values.count { $0 == nil })
    #expect(stored.least == (values.compactMap(\.self).min().map { .int(Int64($0)) } ?? .null))
    await scene.end()
  }
}
