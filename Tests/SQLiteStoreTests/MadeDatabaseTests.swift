import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing
import TestSupport

/// A database that is made from a model.
struct MadeDatabaseTests {
  private let temporary = TemporaryFolder()

  @Test func `A database made from a model gives the model back`() async throws {
    let file = temporary.write(
      """
      {"entities": [
        {"name": "Film", "table": "film", "attributes": [
          {"name": "id", "type": "integer", "primaryKey": true},
          {"name": "title", "type": "string", "width": 40, "nullable": false},
          {"name": "rating", "type": "string", "choices": ["G", "it's"]},
          {"name": "price", "type": "decimal", "minimum": 0, "maximum": 99},
          {"name": "made", "type": "date"}, {"name": "seen", "type": "timestamp"},
          {"name": "isOut", "type": "bool", "initialValue": false},
          {"name": "poster", "type": "blob"}, {"name": "notes", "type": "text"},
          {"name": "studioId", "column": "studio_id", "type": "integer", "nullable": false},
          {"name": "shown", "expression": "title"}],
         "relationships": [{"name": "studio", "destination": "Studio",
           "joins": [{"source": "studioId", "destination": "id"}]}]},
        {"name": "Studio", "table": "studio", "attributes": [
          {"name": "id", "type": "integer", "primaryKey": true},
          {"name": "name", "type": "string", "unique": true}],
         "relationships": [{"name": "films", "destination": "Film", "toMany": true,
           "deleteRule": "cascade", "joins": [{"source": "id", "destination": "studioId"}]}]}]}
      """,
      to: "shop.json"
    )
    let declaration = try #require(ModelReader().read(file).model)
    let (model, faults) = ModelOverlay.model(name: "shop", declarations: [declaration], over: nil)
    #expect(faults.map { "\($0)" } == [])
    try await EntityStore.make(model, at: temporary.path + "/test.db")
    let made = try await EntityStore.open(.file(temporary.path + "/test.db")).model
    let film = try #require(made.entity(named: "Film"))
    let expected = try #require(model.entity(named: "Film"))
    let stored = expected.attributes.filter { $0.definition.derivation == nil }
    #expect(film.attributes.map(\.name) == stored.map(\.name))
    #expect(film.attributes.map(\.type) == stored.map(\.type))
    #expect(film.attributes.map(\.isNullable) == stored.map(\.isNullable))
    #expect(film.attribute(named: "rating")?.definition.choices == [.string("G"), .string("it's")])
    #expect(film.attribute(named: "price")?.definition.minimum?.value == .int(0))
    #expect(film.attribute(named: "title")?.definition.width == 40)
    #expect(film.identity == ["id"] && film.relationship(named: "studio") != nil)
    let films = try #require(made.entity(named: "Studio")?.relationship(named: "films"))
    #expect(films.definition.deleteRule == .cascade)
    let check = ModelCheck(declarations: [declaration], reflected: made)
    #expect(check.differences.map { "\($0)" }.filter { !$0.contains("note:") } == [])
    await #expect(throws: StoreError.self) {
      try await EntityStore.make(model, at: temporary.path + "/test.db")
    }
  }
}
