import Testing

/// Editing one object: the file then differs in exactly what was entered.
@MainActor
struct EditingSceneTests {
  private static let artists = """
    CREATE TABLE artist(artist_id INTEGER PRIMARY KEY, name NVARCHAR(120));
    INSERT INTO artist VALUES(1, 'AC/DC'), (2, 'Accept'), (3, 'Aerosmith');
    """

  @Test func `A changed name is the only change in the file`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist")
    let before = try scene.dump()
    try await scene.send("j enter e")
    try await scene.go(to: "name")
    try await scene.retype("Accept!")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"))
    #expect(
      try scene.dump().symmetricDifference(before) == [
        "artist: integer2|text'Accept'", "artist: integer2|text'Accept!'",
      ]
    )
  }
}
