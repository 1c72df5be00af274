import CommandLineTool
import EntityModel
import EntityStore
import SceneSupport
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// The tables of databases that other people made, out of the file and into an empty copy of it.
@Suite(.enabled(if: Corpus.exists || Corpus.isRequired))
@MainActor
struct CorpusRoundTripTests {
  /// The small ones every time, all of them in a long run.
  nonisolated static let databases = Corpus.databases(in: ["sample", "apps"]).filter {
    TestLength.isLong || Corpus.size(of: $0) < 30_000
  }

  /// The tables whose rows the database itself does not take one table after the other, and why.
  private static let refused: [String: (entities: Set<String>, reason: String)] = [
    "sample/sakila.sqlite": (
      ["Customer", "Inventory", "Payment", "Rental", "Staff", "Store"],
      "staff and stores refer to each other, and the others to them"
    ),
    "apps/fossil_checkout.sqlite": (["Vfile"], "it refers to a table of another file"),
    "apps/fossil_repo.fossil": (["Tagxref"], "rows refer to none"),
    "apps/spatialite.sqlite": (
      [
        "GeometryColumns", "GeometryColumnsAuth", "GeometryColumnsStatistics",
        "GeometryColumnsTime",
      ],
      "a row refers to none, and the others to that"
    ),
    "apps/zeitgeist.sqlite": (["Event"], "rows refer to none"),
  ]

  /// Makes a copy without rows and triggers.
  private func empty(_ path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA foreign_keys = OFF; BEGIN")
    func names(_ type: String) throws -> [String] {
      try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = '\(type)' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
          + " AND sql NOT LIKE 'CREATE VIRTUAL%'"
      ) { $0.text(0) }
    }
    for name in try names("trigger") {
      try connection.execute("DROP TRIGGER \(SQLText.identifier(name))")
    }
    // The tables in which virtual ones keep what they hold are theirs.
    for name in try names("table") {
      try? connection.execute("DELETE FROM \(SQLText.identifier(name))")
    }
    try connection.execute("COMMIT")
  }

  @Test(arguments: databases)
  func `K1: each table of the corpus is restored by an import into an empty copy`(
    name: String
  ) async throws {
    let folder = TemporaryFolder()
    let source = try folder.copy(Corpus.path(name), to: "a.db")
    let target = try folder.copy(Corpus.path(name), to: "b.db")
    try empty(target)
    let store = try await EntityStore.open(.file(source), readOnly: true)
    let entities = store.model.entities.filter {
      $0.definition.kind == .table && $0.definition.readOnlyReason == nil
    }
    await store.close()
    var waiting = entities
    var progress = true
    while progress, !waiting.isEmpty {
      progress = false
      for entity in waiting {
        let words = ["export", source, entity.name, "--format", "jsonl"]
        let exported = await Program(try Invocation(arguments: words)).run()
        #expect(
          exported.code == 0 && exported.messages.isEmpty,
          "\(entity.name): \(exported.messages)"
        )
        let file = folder.write(Array(exported.output.utf8), to: "rows.jsonl")
        let back = await Program(
          try Invocation(arguments: ["import", target, entity.name, file])
        ).run()
        guard back.code == 0 else {
          // Rows that refer to others come after these, in a circle never.
          let isReference =
            back.messages.contains("does not exist") || back.messages.contains("is not there")
          #expect(isReference, "\(entity.name): \(back.messages)")
          continue
        }
        progress = true
        waiting.removeAll { $0 === entity }
        let table = entity.definition.table.name
        let before = try StoredBytes.contents(of: table, at: source)
        let after = try StoredBytes.contents(of: table, at: target)
        #expect(Set(before) == Set(after) && before.count == after.count, "\(table)")
      }
    }
    let refused = Self.refused[name]
    #expect(Set(waiting.map(\.name)) == refused?.entities ?? [], "\(refused?.reason ?? "")")
  }
}
