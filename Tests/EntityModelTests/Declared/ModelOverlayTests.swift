import Diagnostics
import Qualifiers
import Testing

@testable import EntityModel

struct ModelOverlayTests {
  /// Films of a studio, joined with genres; `thing` holds things of two kinds.
  private static let reflected: Model = {
    func table(_ name: String, _ columns: [String], key: [String] = ["id"]) -> Schema.Table {
      var table = Schema.Table(name: name)
      table.columns = columns.map {
        Schema.Column(name: $0, declaredType: $0.hasSuffix("id") ? "INTEGER" : "TEXT")
      }
      table.primaryKey = key
      table.keyIsRowNumber = key.count == 1
      return table
    }
    var film = table("film", ["id", "ttl", "studio_id", "made"])
    film.foreignKeys = [.init(columns: ["studio_id"], table: "studio")]
    var join = table("film_genre", ["film_id", "genre_id"], key: ["film_id", "genre_id"])
    join.foreignKeys = [
      .init(columns: ["film_id"], table: "film"), .init(columns: ["genre_id"], table: "genre"),
    ]
    let tables = [
      table("studio", ["id", "name"]), film, table("genre", ["id", "name"]), join,
      table("thing", ["id", "kind", "name", "wheels"]),
    ]
    return Model(name: "shop", schema: Schema(tables: tables))
  }()

  private func overlay(_ texts: String...) -> (model: Model, faults: [String]) {
    var faults: [Diagnostic] = []
    let models = texts.compactMap { text in
      let (model, found) = ModelJSONReader.read(SourceText(name: "m.json", text: text))
      faults += found
      return model
    }
    let (model, found) = ModelOverlay.model(
      name: "shop",
      declarations: models,
      over: Self.reflected
    )
    return (model, (faults + found).map(\.message))
  }

  @Test func `Nothing declared leaves everything as it was found`() {
    let (model, faults) = overlay(#"{"entities": []}"#)
    #expect(faults == [])
    #expect(model.entities == Self.reflected.entities)
  }

  @Test func `What the program prints is a model that changes nothing`() {
    let (model, faults) = overlay(Self.reflected.json.text(pretty: true))
    #expect(faults == [])
    for (new, old) in zip(model.entities, Self.reflected.entities) {
      // Only that the model says so now, and no look at the database.
      var expected = old.definition
      expected.isLabelFound = expected.labelKey == nil
      for index in expected.attributes.indices { expected.attributes[index].declaredColumn = nil }
      #expect(new.definition == expected)
    }
  }

  @Test func `Renamed entities and attributes are followed everywhere`() throws {
    let (model, faults) = overlay(
      """
      {"entities": [
        {"name": "Movie", "table": "FILM", "attributes": [{"name": "title", "column": "TTL"},
          {"name": "key", "column": "id"}]},
        {"name": "House", "table": "studio", "relationships": [
          {"name": "movies", "destination": "Movie", "toMany": true,
           "joins": [{"source": "id", "destination": "studioId"}]}]}]}
      """
    )
    #expect(faults == [])
    let movie = try #require(model.entity(named: "Movie"))
    #expect(movie.identity == ["key"])
    #expect(movie.attributes.map(\.name) == ["key", "title", "studioId", "made"])
    #expect(movie.definition.labelKey == "title")
    let studio = try #require(movie.relationship(named: "studio")?.definition)
    #expect(studio.destinationName == "House" && studio.inverseName == "movies")
    let house = try #require(model.entity(named: "House"))
    #expect(house.toManyNames == ["movies"])
    let genre = try #require(model.entity(named: "Genre")?.relationship(named: "films")?.definition)
    #expect(genre.destinationName == "Movie")
    #expect(
      model.entity(named: "FilmGenre")?.relationship(named: "film")?.definition.joins[0].destination
        == "key"
    )
  }

  @Test func `Retyping keeps what the database knows better`() throws {
    let (model, _) = overlay(
      """
      {"entities": [{"name": "Film", "attributes": [
        {"name": "made", "type": "date", "nullable": false, "declaredType": "DATE"},
        {"name": "ttl", "hidden": true}]}]}
      """
    )
    let film = try #require(model.entity(named: "Film"))
    let made = try #require(film.attribute(named: "made"))
    #expect(made.type == .date && made.definition.storage == .isoText)
    #expect(
      made.definition.declaredType == "TEXT" && made.definition.isNullable && !made.isNullable
    )
    #expect(film.attribute(named: "ttl")?.definition.isHidden == true)
    #expect(film.definition.labelKey != "ttl")
  }

  @Test func `Entities of one table know their rows`() throws {
    let (model, faults) = overlay(
      """
      {"entities": [
        {"name": "Car", "parent": "Vehicle", "discriminator": "kind = 'car'"},
        {"name": "Vehicle", "table": "thing", "discriminator": "kind = 'other'"},
        {"name": "Van", "parent": "Car", "discriminator": "kind = 'van'",
         "attributes": [{"name": "wheelCount", "column": "wheels"}]}]}
      """
    )
    #expect(faults == [])
    let vehicle = try #require(model.entity(named: "Vehicle"))
    #expect(vehicle.subentityNames == ["Car", "Van"])
    #expect(vehicle.rowQualifier?.description == "kind = 'other' or kind = 'car' or kind = 'van'")
    #expect(model.entity(named: "Car")?.rowQualifier?.description == "kind = 'car' or kind = 'van'")
    let van = try #require(model.entity(named: "Van"))
    #expect(van.rowQualifier?.description == "kind = 'van'" && van.tableName == "thing")
    #expect(van.attribute(named: "wheelCount") != nil)
  }

  @Test func `A flattened relationship leads where its path does, and back`() throws {
    let (model, faults) = overlay(
      """
      {"complete": true, "entities": [
        {"name": "Film", "relationships": [
          {"name": "links", "destination": "Link", "toMany": true,
           "joins": [{"source": "id", "destination": "filmId"}]},
          {"name": "kinds", "path": ["links", "genre"]}],
         "attributes": [{"name": "id"}, {"name": "title", "column": "ttl"},
          {"name": "studioId", "column": "studio_id"}]},
        {"name": "Link", "table": "film_genre", "attributes": [
          {"name": "filmId", "column": "film_id"}, {"name": "genreId", "column": "genre_id"}],
         "relationships": [{"name": "genre", "destination": "Genre",
          "joins": [{"source": "genreId", "destination": "id"}]}]},
        {"name": "Genre", "attributes": [{"name": "id"}, {"name": "name"}]}]}
      """
    )
    #expect(faults == [])
    let kinds = try #require(model.entity(named: "Film")?.relationship(named: "kinds")?.definition)
    #expect(kinds.destinationName == "Genre" && kinds.isToMany && kinds.throughName == "Link")
    let back = try #require(kinds.inverseName)
    let inverse = try #require(model.entity(named: "Genre")?.relationship(named: back)?.definition)
    #expect(inverse.destinationName == "Film" && inverse.isHidden && inverse.path.count == 2)
    #expect(model.entity(named: "Studio")?.definition.isHidden == true)
    #expect(model.entity(named: "Film")?.attribute(named: "made")?.definition.isHidden == true)
  }

  @Test func `A flattened attribute takes the type of what it shows`() throws {
    let (model, faults) = overlay(
      #"{"entities": [{"name": "Film", "attributes": [{"name": "house", "path": "studio.name"}]}]}"#
    )
    #expect(faults == [])
    let house = try #require(model.entity(named: "Film")?.attribute(named: "house"))
    #expect(
      house.type == .string && house.definition.derivation == .path(PropertyPath("studio.name"))
    )
    #expect(model.entity(named: "Film")?.editPropertyKeys.contains("house") == false)
  }

  @Test func `What leads nowhere is a fault and is left out`() throws {
    let (model, faults) = overlay(
      """
      {"entities": [
        {"name": "Actor"},
        {"name": "Film", "parent": "Work", "attributes": [{"name": "length"},
          {"name": "nowhere", "path": "studio.nam"}],
         "relationships": [
          {"name": "cast", "destination": "Actor", "toMany": true, "joins": []},
          {"name": "house", "destination": "Studio", "joins": [{"source": "studioID", "destination": "id"}]},
          {"name": "far", "path": ["studio", "owner"]},
          {"name": "bare"}]},
        {"name": "A", "table": "thing", "parent": "B"}, {"name": "B", "parent": "A"}]}
      """
    )
    #expect(
      faults == [
        "'B' is its own ancestor",
        "the database has no table 'Actor' for 'Actor'",
        "the parent 'Work' of 'Film' is not declared",
        "the table 'film' has no column 'length'",
        "the database has no table 'B' for 'B'",
        "the parent 'B' of 'A' is not declared",
        "'Film.cast' leads to 'Actor', which is not declared",
        "'house' joins 'Film.studioID', which is not a stored attribute",
        "'bare' has no joins and no path, and the database has no such relationship",
        "the path 'studio.nam' leads to no attribute through to-one relationships",
        "the path 'studio.owner' of 'Film.far' leads nowhere",
      ]
    )
    #expect(model.entity(named: "Film")?.relationships.map(\.name).contains("studio") == true)
  }

  @Test func `Declarations alone make a model`() throws {
    let text = """
      {"entities": [
        {"name": "Film", "attributes": [{"name": "id", "type": "integer", "primaryKey": true},
          {"name": "title", "type": "string", "nullable": false}],
         "relationships": [{"name": "studio", "destination": "Studio",
           "joins": [{"source": "id", "destination": "id"}]}]},
        {"name": "Studio", "attributes": [{"name": "id", "type": "integer", "primaryKey": true}]}]}
      """
    let declaration = try #require(ModelJSONReader.read(SourceText(name: "m", text: text)).model)
    let (model, faults) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
    #expect(faults.isEmpty)
    let film = try #require(model.entity(named: "Film"))
    #expect(film.identity == ["id"] && film.tableName == "Film")
    #expect(film.attribute(named: "title")?.isNullable == false)
    #expect(film.attribute(named: "id")?.definition.isRowNumber == true)
  }

  @Test func `An attribute that is declared twice stands for the first column each time`() throws {
    let entities = (0..<12).map { number in
      let attributes = ["a x", "both x", "c y", "both y"].map { pair in
        let parts = pair.split(separator: " ")
        return #"{"name": "\#(parts[0])", "column": "\#(parts[1])\#(number)"}"#
      }
      return #"{"name": "E\#(number)", "attributes": [\#(attributes.joined(separator: ", "))]}"#
    }
    let text = #"{"complete": true, "entities": [\#(entities.joined(separator: ", "))]}"#
    let (declared, _) = ModelJSONReader.read(SourceText(name: "m.json", text: text))
    let (model, _) = ModelOverlay.model(
      name: "m",
      declarations: [try #require(declared)],
      over: nil
    )
    for entity in model.entities {
      let both = try #require(entity.attributes.first { $0.name.hasPrefix("both") })
      #expect(both.definition.derivation == .path(PropertyPath("a")), "\(entity.name)")
    }
  }
}
