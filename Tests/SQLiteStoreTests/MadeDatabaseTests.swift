import EntityModel
import EntityStore
import Glibc
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
    try SQLiteDatabase.make(model, at: temporary.path + "/test.db")
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
    #expect(throws: StoreError.self) {
      try SQLiteDatabase.make(model, at: temporary.path + "/test.db")
    }
  }

  private func film(choices: [Value] = [], default expression: String? = nil) -> Model {
    var mark = Attribute.Definition(name: "mark", columnName: "mark")
    (mark.type, mark.choices, mark.defaultExpression) = (.string, choices, expression)
    var film = Entity.Definition(name: "Film", tableName: "film")
    film.attributes = [mark]
    return Model(name: "film", entities: [film])
  }

  @Test func `No choice of a model is left out of the table that is made`() async throws {
    let path = temporary.path + "/film.db"
    let kept = ["it's", "a\0b", "c"].map { Value.string($0) }
    try SQLiteDatabase.make(film(choices: kept), at: path)
    let store = try await EntityStore.open(.file(path))
    for (token, value) in kept.enumerated() {
      _ = try await store.save([
        .insert(entityName: "Film", values: ["mark": value], references: [:], token: token)
      ])
    }
    await #expect(throws: StoreError.self) {
      _ = try await store.save([
        .insert(entityName: "Film", values: ["mark": .string("a")], references: [:], token: 0)
      ])
    }
  }

  @Test(arguments: [
    "1)); CREATE TABLE evil(x); --", "1), evil INTEGER DEFAULT (1", "'a", "1 /*", "", "1) --", "(",
    "[a",
  ])
  func `A default of a model that is no expression is refused before there is a file`(
    text: String
  ) async throws {
    let path = temporary.path + "/film.db"
    let error = #expect(throws: StoreError.self) {
      try SQLiteDatabase.make(film(default: text), at: path)
    }
    #expect(error?.sentence.contains("film.mark: its default") == true)
    #expect(access(path, F_OK) != 0)
  }

  @Test(arguments: ["'a) --'", "upper('a') -- as it is", "(1 + 2)", "CURRENT_DATE", "/* ( */ 'b'"])
  func `A default of a model that is computed is kept`(text: String) async throws {
    let path = temporary.path + "/film.db"
    try SQLiteDatabase.make(film(default: text), at: path)
    let store = try await EntityStore.open(.file(path))
    _ = try await store.save([
      .insert(entityName: "Film", values: [:], references: [:], token: 0)
    ])
    let films = FetchSpecification(entityName: "Film", paths: [PropertyPath("mark")])
    let made = try await store.window(films, from: .start, count: 2).records
    #expect(made.count == 1 && made.first?.value(forKey: "mark")?.isNull == false)
  }

  @Test func `A choice that no column can hold is refused before there is a file`() async throws {
    let path = temporary.path + "/film.db"
    let error = #expect(throws: StoreError.self) {
      try SQLiteDatabase.make(film(choices: [.string("a"), .list([.string("b")])]), at: path)
    }
    #expect(error?.sentence.contains("film.mark: its choice") == true)
    #expect(access(path, F_OK) != 0)
  }
}
