import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Testing

@testable import AccessControl

/// Whether a path may be seen, asked by whoever asks.
@MainActor
struct VisiblePathTests {
  private static let hidden =
    "entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false"

  @Test func `A property that is hidden is hidden at the end of every path`() async throws {
    let fixture = try await RightsFixture(Self.hidden)
    let (artist, album) = (try fixture.scope("Artist"), try fixture.scope("Album"))
    #expect(!artist.shows(PropertyPath("name")) && artist.shows(PropertyPath("fee")))
    #expect(!album.shows(PropertyPath("artist.name")) && album.shows(PropertyPath("artist.fee")))
  }

  @Test func `The store neither compares by it nor shows it`() async throws {
    let fixture = try await RightsFixture(Self.hidden)
    let fetch = FetchSpecification(
      entityName: "Album",
      sortOrderings: [SortOrdering(key: "artist.name")]
    )
    await #expect(throws: StoreError.self) { try await fixture.store.count(fetch, upTo: nil) }
    let record = try await fixture.store.record(
      RecordID(entityName: "Album", key: 1),
      paths: [PropertyPath("title"), PropertyPath("artist.name")]
    )
    #expect(record?.value(forPath: ["title"]) == .string("Album 1"))
    #expect(record?.value(forPath: ["artist", "name"]) == nil)
  }

  @Test func `Rules of the user's own do not read it`() async throws {
    let fixture = try await RightsFixture(
      Self.hidden,
      own: "entity.name = 'Album' => labelKey = `{object.artist.name}`, auxiliaryQualifier = null"
    )
    let album = try fixture.scope("Album")
    #expect(fixture.resolver.hides(PropertyPath("object.artist.name"), in: album))
    #expect(!fixture.resolver.hides(PropertyPath("object.artist.fee"), in: album))
    #expect(!fixture.resolver.hides(PropertyPath("user.name"), in: album))
  }

  @Test func `What is hidden of some objects stands in no column along a path, and in no label`()
    async throws
  {
    let fixture = try await RightsFixture(
      "entity.name = 'Artist' and propertyKey = 'name' and object.fee > 9 => isPropertyVisible = false\n"
        + "labelKey = if entity.name = 'Artist' then 'name fee' else 'title'"
    )
    let (artist, album) = (try fixture.scope("Artist"), try fixture.scope("Album"))
    func shows(_ path: String, _ scope: EnvironmentValues) -> Bool {
      scope.showsOfEveryObject(PropertyPath(path), at: scope.scoped(toProperty: path))
    }
    #expect(shows("name", artist) && shows("fee", artist))
    #expect(!shows("artist.name", album) && shows("artist.fee", album))
    #expect(artist.shownLabelKey == "fee" && album.shownLabelKey == "title")
  }

  @Test func `An entity that is left out is hidden with all paths through it`() async throws {
    let fixture = try await RightsFixture("visibleEntityNames = ['Album']")
    let album = try fixture.scope("Album")
    #expect(!album.shows(PropertyPath("artist.fee")) && album.shows(PropertyPath("stock")))
    #expect(album.shows(PropertyPath("artist")), "a to-one is left to what shows its label")
    let artist = try #require(fixture.store.model.entity(named: "Artist"))
    let reason = EntityVisibility(in: fixture.root).refusal(of: artist)
    #expect(reason == "a rule hides it (shop.rules:1 leaves Artist out of visibleEntityNames)")
    await #expect(throws: StoreError.self) {
      try await fixture.store.count(FetchSpecification(entityName: "Artist"), upTo: nil)
    }
    let id = RecordID(entityName: "Artist", key: 1)
    await #expect(throws: StoreError.self) { try await fixture.store.record(id) }
    await #expect(throws: StoreError.self) {
      try await fixture.store.save([.delete(id, original: [:])])
    }
  }

  @Test func `Nothing is shown of the objects of an entity that is left out`() async throws {
    let fixture = try await RightsFixture("visibleEntityNames = ['Artist']")
    let artist = try fixture.scope("Artist")
    let toManys = try #require(fixture.store.model.entity(named: "Artist")).toManyNames
    #expect(!toManys.isEmpty)
    for name in toManys { #expect(!artist.shows(PropertyPath(name)), "\(name)") }
  }
}
