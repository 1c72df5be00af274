import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// Steps that would take nothing back are none.
@MainActor
struct IdleStepsTests {
  private let id = RecordID(entityName: "Note", key: 1)

  @Test func `What others have written meanwhile is no step any more`() async throws {
    let script = """
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, title TEXT);
      INSERT INTO note VALUES(1, 'a', 'b');
      """
    let store = try await EntityStore.open(.script(script, title: "test"))
    let context = EditingContext(store: store)
    let note = context.object(for: try #require(try await store.record(id)))
    note.set(.string("same"), forAttribute: "text")
    note.set(.string("mine"), forAttribute: "title")
    _ = try await store.save([.update(id, values: ["text": .string("same")], original: [:])])
    _ = context.object(for: try #require(try await store.record(id)))
    #expect(context.canUndo && note.changedKeys == ["title"])
    context.undo()
    #expect(!context.canUndo && !note.hasChanges)
    context.redo()
    #expect(context.canUndo && note.changedKeys == ["title"])
  }

  @Test func `A new object that comes back refers to what was stored meanwhile`() async throws {
    let script = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist(id));
      """
    let context = EditingContext(
      store: try await EntityStore.open(.script(script, title: "test"))
    )
    let album = context.insert(try #require(context.store.model.entity(named: "Album")))
    let artist = context.insert(try #require(context.store.model.entity(named: "Artist")))
    album.setToOne(try #require(album.entity.relationship(named: "artist")), toNew: artist)
    context.delete(album)
    try await context.save()
    #expect(artist.id == RecordID(entityName: "Artist", key: 1))
    context.undo()
    #expect(album.snapshot.value(forKey: "artistId") == .int(1))
    try await context.save()
    let stored = try await context.store.record(RecordID(entityName: "Album", key: 1))
    #expect(stored?.value(forKey: "artistId") == .int(1))
  }
}
