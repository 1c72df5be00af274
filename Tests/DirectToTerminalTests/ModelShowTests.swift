import DirectToTerminal
import FoundationEssentials
import SQLite
import Testing

/// What `d2t model show --format json` prints.
@MainActor
struct ModelShowTests {
  private nonisolated static let folders = [
    "sample", "apps", "coredata", "torture", "hostile", "sqlite-suite",
  ]

  private struct Shown: Decodable {
    struct Entity: Decodable {
      let name, table, kind: String
      let hidden, readOnly: Bool
      let identity: [String]
      let attributes: [Attribute]
      let relationships: [Relationship]
    }

    struct Attribute: Decodable {
      let name, column, type, declaredType: String
      let nullable, generated: Bool
    }

    struct Relationship: Decodable {
      struct Join: Decodable { let source, destination: String }

      let name, destination: String
      let toMany: Bool
      let joins: [Join]
      let through: String?
    }

    let entities: [Entity]
  }

  private func shown(_ path: String, _ arguments: [String] = []) async throws -> Shown {
    let words = ["model", "show", "--format", "json", path] + arguments
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.code == 0, "\(outcome.messages)")
    return try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
  }

  @Test func `Every member of the documented shape is there`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE film (film_id INTEGER PRIMARY KEY, title VARCHAR(30) NOT NULL, upper AS (upper(title)));
      CREATE TABLE copy (copy_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film);
      CREATE VIEW titles AS SELECT title FROM film;
      """
    )
    let model = try await shown(path)
    #expect(model.entities.map(\.name) == ["Film", "Copy", "Titles"])
    #expect(model.entities.map(\.kind) == ["table", "table", "view"])
    #expect(model.entities.map(\.readOnly) == [false, false, true])
    #expect(model.entities.map(\.identity) == [["filmId"], ["copyId"], []])
    let film = model.entities[0]
    #expect(film.attributes.map(\.column) == ["film_id", "title", "upper"])
    #expect(film.attributes.map(\.declaredType) == ["INTEGER", "VARCHAR(30)", ""])
    #expect(film.attributes.map(\.nullable) == [false, false, true])
    #expect(film.attributes.map(\.generated) == [false, false, true])
    let reference = try #require(model.entities[1].relationships.first)
    #expect(reference.destination == "Film")
    #expect(!reference.toMany)
    #expect(reference.joins.map(\.source) == ["filmId"])
    #expect(reference.joins.map(\.destination) == ["filmId"])
    #expect(try await shown(path, ["--entity", "COPY"]).entities.map(\.name) == ["Copy"])
  }

  @Test(arguments: Corpus.databases(in: folders))
  func `The model of a database is JSON that refers only to what it names`(name: String)
    async throws
  {
    let folder = TemporaryFolder()
    let model = try await shown(try folder.copyDatabase(Corpus.path(name)))
    let entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    #expect(entities.count == model.entities.count)
    for entity in model.entities {
      #expect(["table", "view", "virtual"].contains(entity.kind))
      let attributes = Set(entity.attributes.map(\.name))
      #expect(attributes.count == entity.attributes.count)
      for relationship in entity.relationships {
        let destination = try #require(entities[relationship.destination])
        let keys = Set(destination.attributes.map(\.name) + destination.identity)
        #expect(
          relationship.joins.allSatisfy { attributes.union(entity.identity).contains($0.source) }
        )
        #expect(relationship.through.map { entities[$0] != nil } ?? true)
        if relationship.through == nil {
          #expect(relationship.joins.allSatisfy { keys.contains($0.destination) })
        }
      }
    }
  }
}
