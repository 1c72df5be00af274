import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import SceneSupport
import SQLite
import StandardKeys
import Testing
import TestSupport

@testable import Pages
import Workspace

/// Fields into which somebody types, and puts back what stood there.
@MainActor
struct UntouchedBytesTests {
  private static let columnCount = 10
  private static let rowCount = 12
  /// The number of tables, and of values in each.
  private static let tables =
    max(1, TestLength.of("D2T_PROPERTY_CASES", 360) / (columnCount * rowCount))
  private static let seed = TestLength.of("D2T_PROPERTY_SEED", 0)

  private func make(_ path: String, _ random: inout SeededGenerator) throws {
    let columns = (0..<Self.columnCount).map { RandomColumn(number: $0, &random) }
    let parts = columns.map { "\"\($0.name)\" \($0.declaration)" }
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      "CREATE TABLE thing(id INTEGER PRIMARY KEY, mark TEXT, \(parts.joined(separator: ", "))); BEGIN"
    )
    let marks = Array(repeating: "?", count: Self.columnCount + 2).joined(separator: ", ")
    for id in 1...Self.rowCount {
      let row = columns.map { SQLiteValue($0.value(&random)) }
      try connection.run(
        "INSERT INTO thing VALUES(\(marks))",
        [.int(Int64(id)), .text("old")] + row
      )
    }
    try connection.execute("COMMIT")
  }

  @Test func `J7: what is typed into a field and put back changes no byte`() async throws {
    for seed in Self.seed..<(Self.seed + Self.tables) {
      var random = SeededGenerator(seed: UInt64(seed))
      let folder = TemporaryFolder()
      try make("\(folder.path)/a.db", &random)
      let scene = try await Scene(copyOf: "\(folder.path)/a.db", "--entity Thing")
      let session = scene.session
      let entity = try #require(session.work.model.entity(named: "Thing"))
      let paths = entity.attributes.map { PropertyPath(components: [$0.name]) }
      let before = try StoredBytes.contents(of: "thing", at: scene.path)
      for id in 1...Self.rowCount {
        let key = RecordID(entityName: "Thing", values: [.int(Int64(id))])
        let record = try #require(try await session.work.store.record(key, paths: paths))
        let object = session.work.editing.object(for: record)
        let form = FormModel(object: object)
        for attribute in entity.attributes where attribute.name != "id" {
          let scope = session.work.root.scoped(toTask: "edit").scoped(to: record)
            .scoped(toProperty: attribute.name)
          if attribute.name == "mark" {
            form.type("new", into: attribute, in: scope)
            continue
          }
          let text = form.text(of: attribute, in: scope)
          let others = ["", text + "1", "7", String(text.dropLast()), " " + text]
          for other in others.shuffled(using: &random).prefix(3) {
            form.type(other, into: attribute, in: scope)
          }
          if let step = DateStep(attribute, in: scope), let next = step(text, at: 0, by: 1) {
            form.type(next, into: attribute, in: scope)
          }
          form.type(text, into: attribute, in: scope)
          #expect(
            object.changedKeys.subtracting(["mark"]).isEmpty,
            "seed \(seed), \(attribute.name) \(attribute.definition.declaredType): \(record.value(forKey: attribute.name) ?? .null)"
          )
        }
        try await session.work.save([object])
      }
      let after = try StoredBytes.contents(of: "thing", at: scene.path)
      for (old, new) in zip(before, after) {
        var expected = old
        expected[1] = .text("new")
        #expect(expected == new, "seed \(seed)")
      }
    }
  }
}
