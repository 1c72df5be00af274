import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Whatever is renamed, changed, deleted and made in one save: each change is done to the row that had the identity before the
/// save, or nothing is written.
struct KeyWorldTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let cases =
    getenv("D2T_PROPERTY_CASES").flatMap { Int(String(cString: $0)) } ?? 150
  private static let firstSeed =
    getenv("D2T_PROPERTY_SEED").flatMap { Int(String(cString: $0)) } ?? 0

  @Test func `Each change of a save is done to the row that it was made for`() async throws {
    var (saved, possible, passed, reverted) = (0, 0, 0, 0)
    for seed in Self.firstSeed..<Self.firstSeed + Self.cases {
      unlink(path)
      var world = KeyWorld(seed: UInt64(seed))
      try Connection(path: path, mode: .create).execute(world.script)
      let store = try await EntityStore.open(.file(path), shape: try shape(world, seed))
      let changes = world.makeEdits()
      guard !changes.isEmpty else { continue }
      let before = try lines(world)
      #expect(before == world.lines)
      let expected = world.outcome()
      if expected != nil { possible += 1 }
      let result: SaveResult
      do throws(StoreError) {
        result = try await store.save(changes, isRecorded: seed % 2 == 0)
      } catch {
        let after = try lines(world)
        #expect(after == before, "seed \(seed): refused, and written all the same")
        if Self.cases > 5_000, expected != nil { print(seed, error) }
        continue
      }
      let after = try lines(world)
      guard let expected, after == expected.lines else {
        Issue.record(
          """
          seed \(seed): \(changes)
          before \(before)
          after \(after)
          expected \(expected.map { "\($0.lines)" } ?? "a refusal")
          """
        )
        return
      }
      saved += 1
      if isPassedOn(world, expected) { passed += 1 }
      for (tag, edit) in world.edits where !edit.isDeletion && expected.rows[tag] != nil {
        let id = world.id(tag)
        #expect(result.changedIDs[id] ?? id == expected.id(tag), "seed \(seed): \(changes)")
      }
      for tag in world.new.keys where expected.rows[tag] != nil {
        #expect(result.inserted[tag] == expected.id(tag), "seed \(seed): \(changes)")
      }
      if let record = result.record {
        do throws(StoreError) { try await store.revert(record) } catch {
          let now = try lines(world)
          #expect(now == after, "seed \(seed): not taken back, and written all the same")
          if Self.cases > 5_000 { print(seed, "not taken back:", error) }
          continue
        }
        let now = try lines(world)
        #expect(now == before, "seed \(seed): taken back \(changes)")
        reverted += 1
      }
    }
    let tally =
      "\(saved) saved of \(possible) possible, \(passed) with keys passed on, \(reverted) taken back"
    if Self.cases > 150 { print(tally) }
    #expect(
      saved > Self.cases / 4 && passed > Self.cases / 20 && reverted > Self.cases / 10,
      "\(tally)"
    )
    #expect(saved * 10 > possible * 7, "\(tally)")
  }

  /// A complete model without a relationship, for every second world: the references are the database's all the same.
  private func shape(_ world: KeyWorld, _ seed: Int) throws -> (@Sendable (Model) -> Model)? {
    guard seed / 2 % 2 == 0 else { return nil }
    let entities = KeyWorld.entities.indices.map { level in
      let names = world.columns(level) + ["text", "tag"]
      let attributes = names.map { #"{"name": "\#($0)"}"# }.joined(separator: ", ")
      return """
        {"name": "\(KeyWorld.entities[level])", "table": "\(KeyWorld.tables[level])", "attributes": [\(attributes)]}
        """
    }
    let file = temporary.write(
      #"{"complete": true, "entities": [\#(entities.joined(separator: ", "))]}"#,
      to: "model.json"
    )
    let declaration = try #require(ModelReader().read(file).model)
    return { ModelOverlay.model(name: "test", declarations: [declaration], over: $0).model }
  }

  /// Whether a row has the key that another had.
  private func isPassedOn(_ world: KeyWorld, _ after: KeyWorld) -> Bool {
    let former = Dictionary(world.rows.keys.map { (world.id($0), $0) }) { first, _ in first }
    return after.rows.keys.contains { tag in
      former[after.id(tag)].map { $0 != tag && after.rows[$0] != nil } ?? false
    }
  }

  private func lines(_ world: KeyWorld) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try (0...2).flatMap { try connection.rows(world.select($0)) { $0.text(0) } }.sorted()
  }
}
