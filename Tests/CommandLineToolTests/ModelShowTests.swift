import SQLite
import TestSupport
import Testing

/// Tests the output of `d2t model show --format json` against the pragmas of the database.
@MainActor
struct ModelShowTests {
  private nonisolated static let folders = [
    "sample", "apps", "coredata", "torture", "hostile", "sqlite-suite",
  ]

  private func shown(_ path: String, _ arguments: [String] = []) async throws -> ModelShown {
    let (model, messages) = try await ModelShown.of(path, arguments)
    if model == nil { Issue.record("\(messages)") }
    return try #require(model)
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
  func `The model of a database is what its own pragmas say`(name: String) async throws {
    let folder = TemporaryFolder()
    let path = try folder.copyDatabase(Corpus.path(name))
    let model = try await shown(path)
    try PragmaWalk(model, try Connection(path: path, mode: .readWrite)).run()
  }

  @Test(arguments: ForeignSchemas.all.indices)
  func `The model of a database that is in no corpus is what its own pragmas say`(index: Int)
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/foreign.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(ForeignSchemas.all[index].script)
    try PragmaWalk(try await shown(path), connection).run()
  }

  @Test(arguments: Corpus.databases(in: ["corrupt"]))
  func `Of a damaged database a model is shown, or a sentence`(name: String) async throws {
    let folder = TemporaryFolder()
    let path = try folder.copyDatabase(Corpus.path(name))
    let (model, messages) = try await ModelShown.of(path)
    guard let model, messages.isEmpty else {
      #expect(messages.contains("damaged"), "\(messages)")
      return
    }
    try PragmaWalk(model, try Connection(path: path, mode: .readWrite)).run()
  }

  @Test(arguments: 0..<TestLength.of("D2T_SCHEMAS", 30))
  func `The model of whatever schema is what its own pragmas say`(seed: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/random.db"
    var schema = RandomSchema(seed: UInt64(seed))
    let connection = try Connection(path: path, mode: .create)
    // What SQLite refuses is not there.
    for statement in schema.statements() { try? connection.execute(statement) }
    try PragmaWalk(try await shown(path), connection).run()
  }
}
