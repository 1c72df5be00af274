import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// The one walk along a path on which every right to see is asked.
struct PathVisibilityCheckTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT, studio_id INTEGER REFERENCES studio(id));
    CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE movie_genre(movie_id INTEGER NOT NULL REFERENCES movie(id),
      genre_id INTEGER NOT NULL REFERENCES genre(id), PRIMARY KEY(movie_id, genre_id));
    """

  /// Returns the result of a path walk as a word, followed by the place that blocks the path.
  private static func find(
    _ path: String,
    hidden: Set<String> = [],
    undecided: Set<String> = []
  ) async throws -> String {
    // The store keeps the model alive while its entities are walked.
    let store = try await EntityStore.open(.script(script, title: "films"))
    let movie = try #require(store.model.entity(named: "Movie"))
    func name(_ place: PathVisibilityCheck.Place) -> String {
      place.entity.name + (place.name.map { ".\($0)" } ?? "")
    }
    let walk = PathVisibilityCheck { place in
      if hidden.contains(name(place)) { return .hidden }
      return undecided.contains(name(place)) ? .undecided : .visible
    }
    switch walk.sight(of: PropertyPath(path), from: movie) {
    case .visible: return "visible"
    case .hiddenHere(let place): return "here \(name(place))"
    case .hiddenOnTheWay(let place): return "on the way \(name(place))"
    case .undecided(let place): return "undecided \(name(place))"
    }
  }

  @Test(
    arguments: [
      ("title", [], [], "visible"), ("title", ["Movie.title"], [], "here Movie.title"),
      ("studio.name", ["Studio.name"], [], "here Studio.name"),
      ("studio.name", ["Movie.studio"], [], "on the way Movie.studio"),
      ("studio.name", ["Studio"], [], "on the way Studio"),
      ("studio", ["Studio"], [], "on the way Studio"),
      ("studio.name", [], ["Movie.studio"], "undecided Movie.studio"),
      ("studio.name", ["Studio.name"], ["Movie.studio"], "here Studio.name"),
      ("studio.name", ["Genre", "Movie.title"], ["Studio.id"], "visible"),
      ("genres.name", ["Genre"], [], "on the way Genre"),
    ] as [(String, Set<String>, Set<String>, String)]
  )
  func `What is hidden is told apart from what is on the way and from what is undecided`(
    path: String,
    hidden: Set<String>,
    undecided: Set<String>,
    expected: String
  ) async throws {
    #expect(try await Self.find(path, hidden: hidden, undecided: undecided) == expected)
  }

  @Test func `A6: a table that only joins two others is passed without being asked about`()
    async throws
  {
    #expect(try await Self.find("genres.name", hidden: ["MovieGenre"]) == "visible")
    #expect(try await Self.find("movieGenres", hidden: ["MovieGenre"]) == "on the way MovieGenre")
    // What a rule hides of the table itself stays hidden.
    let way = try await Self.find("genres.name", hidden: ["MovieGenre.genre"])
    #expect(way == "on the way MovieGenre.genre")
  }
}
