import SceneSupport
import TestSupport
import Testing

/// Tests that a property has the same heading on every page.
@MainActor
struct HeadingTests {
  private static let rules = """
    entity.name = 'Track' => displayPropertyKeys = ['name', 'album.artist.name', 'album']
    """

  @Test(arguments: [
    "--task list --entity Track", "--task query --entity Track",
    "--task inspect --entity Track --id 1", "--task edit --entity Track --id 1",
    "--task create --entity Track",
  ])
  func `N8: a property of a path has the same heading on every page`(
    arguments: String
  ) async throws {
    let scene = try await Scene(RecordShop.script, rules: Self.rules, arguments, width: 120)
    #expect(scene.text.contains("Album artist name"), "\(scene.text)")
  }

  @Test func `N8: order, filter and query name a property by its heading`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: Self.rules + "\nentity.name = 'Track' => sortOrderings = ['album.artist.name']",
      "--task query --entity Track",
      width: 140
    )
    try await scene.send("down")
    try await scene.type("Accept")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("Album artist name Accept"), "\(scene.text)")
    #expect(scene.text.contains("sort: Album artist name ↑"), "\(scene.text)")
  }

  @Test func `N8: a name that a rule gives is the heading on every page`() async throws {
    let rules =
      Self.rules
      + "\npropertyKey in ('name', 'album.artist.name') => displayNameForProperty = 'Label'"
    for arguments in ["--task list --entity Track", "--task query --entity Track"] {
      let scene = try await Scene(RecordShop.script, rules: rules, arguments, width: 120)
      #expect(scene.text.contains("Label") && !scene.text.contains("artist label"), "\(scene.text)")
    }
  }
}
