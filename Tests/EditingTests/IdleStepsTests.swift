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
  private let context: EditingContext
  private let note: ManagedObject

  init() async throws {
    let script = """
      CREATE TABLE box(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, title TEXT, box_id INTEGER REFERENCES box);
      INSERT INTO note VALUES(1, 'a', 'b', NULL);
      """
    context = EditingContext(store: try await EntityStore.open(.script(script, title: "test")))
    note = context.object(for: try #require(try await context.store.record(id)))
  }

  /// Others write a value, and the row is read again.
  private func write(_ value: String, to name: String) async throws {
    try await write(.string(value), to: name)
  }

  private func write(_ value: Value, to name: String) async throws {
    _ = try await context.store.save([.update(id, values: [name: value], original: [:])])
    _ = context.object(for: try #require(try await context.store.record(id)))
  }

  @Test func `What others have written meanwhile is no step any more`() async throws {
    note.set(.string("same"), forAttribute: "text")
    note.set(.string("mine"), forAttribute: "title")
    try await write("same", to: "text")
    #expect(context.canUndo && note.changedKeys == ["title"])
    context.undo()
    #expect(!context.canUndo && !note.hasChanges)
    context.redo()
    #expect(context.canUndo && note.changedKeys == ["title"])
  }

  @Test func `A step back to what follows others, who have written the same, is none any more`()
    async throws
  {
    note.set(.string("a"), forAttribute: "text")
    note.set(.string("mine"), forAttribute: "text")
    try await write("mine", to: "text")
    #expect(!note.hasChanges && !context.canUndo)
  }

  @Test func `A step back to a new object is none any more once others refer to it, too`()
    async throws
  {
    let box = context.insert(try #require(context.store.model.entity(named: "Box")))
    box.set(.string("new"), forAttribute: "name")
    let relationship = try #require(note.entity.relationship(named: "box"))
    note.set(.string("mine"), forAttribute: "title")
    note.setToOne(relationship, toNew: box)
    note.set(.null, forAttribute: "boxId")
    try await context.save([box])
    let key = try #require(box.snapshot.value(forKey: "id"))
    note.set(.string("b"), forAttribute: "title")
    context.undo()
    #expect(context.canUndo && note.changedKeys == ["title"])
    try await write(key, to: "boxId")
    context.undo()
    #expect(!context.canUndo && !note.hasChanges)
  }

  @Test func `What was done to a row that is gone is not brought back where another has its key`()
    async throws
  {
    note.set(.string("mine"), forAttribute: "text")
    note.set(.string("a"), forAttribute: "text")
    _ = try await context.store.save([.delete(id, original: [:])])
    let other = context.insert(try #require(context.store.model.entity(named: "Note")))
    other.set(.string("other"), forAttribute: "text")
    try await context.save()
    #expect(other.id == id && !context.canUndo && context.redoCount == 0)
  }

  @Test
  func `What is typed over what others have written is kept by undo, though it was there before`()
    async throws
  {
    note.set(.string("mine"), forAttribute: "text")
    try await write("theirs", to: "text")
    note.set(.string("a"), forAttribute: "text")
    context.undo()
    #expect(note.snapshot.value(forKey: "text") == .string("mine"))
    context.redo()
    #expect(note.snapshot.value(forKey: "text") == .string("a") && note.conflictingKeys == ["text"])
  }

  @Test func `The new object to which one refers chosen once more is no step`() async throws {
    let script = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist(id));
      """
    let context = EditingContext(
      store: try await EntityStore.open(.script(script, title: "test"))
    )
    let artist = context.insert(try #require(context.store.model.entity(named: "Artist")))
    let album = context.insert(try #require(context.store.model.entity(named: "Album")))
    let relationship = try #require(album.entity.relationship(named: "artist"))
    album.begin(referringBy: relationship, to: artist, as: .begun)
    artist.set(.string("A"), forAttribute: "name")
    context.undo()
    album.setToOne(relationship, toNew: artist)
    #expect(context.redoCount == 1 && !album.hasInput)
    context.redo()
    #expect(artist.snapshot.value(forKey: "name") == .string("A"))
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
    for _ in 0..<3 { context.undo() }
    context.redo()
    try await context.save([artist])
    #expect(artist.id == RecordID(entityName: "Artist", key: 1))
    context.redo()
    #expect(album.snapshot.value(forKey: "artistId") == .int(1))
    try await context.save()
    let stored = try await context.store.record(RecordID(entityName: "Album", key: 1))
    #expect(stored?.value(forKey: "artistId") == .int(1))
  }

  // MARK: Steps before a save

  @Test func `What was discarded before a save goes with that save`() async throws {
    let entity = try #require(context.store.model.entity(named: "Note"))
    let gone = context.insert(entity)
    gone.set(.string("typed"), forAttribute: "text")
    context.discard(gone)
    note.set(.string("mine"), forAttribute: "text")
    try await context.save()
    #expect(!context.canUndo)
  }

  @Test func `What was done before a save to what is pending still is taken back first`()
    async throws
  {
    let other = context.insert(try #require(context.store.model.entity(named: "Note")))
    other.set(.string("typed"), forAttribute: "text")
    other.set(.null, forAttribute: "text")
    note.set(.string("mine"), forAttribute: "text")
    try await context.save([note])
    #expect(context.canUndo)
    context.undo()
    #expect(other.snapshot.value(forKey: "text") == .string("typed"))
  }

  @Test func `A step of several objects stays, with all of theirs, while one of them is pending`()
    async throws
  {
    let entity = try #require(context.store.model.entity(named: "Note"))
    let (first, second) = (context.insert(entity), context.insert(entity))
    try await context.save()
    first.set(.string("earlier"), forAttribute: "text")
    context.group("both", of: first, at: "text") {
      first.set(.string("one"), forAttribute: "title")
      second.set(.string("two"), forAttribute: "title")
    }
    first.revert()
    note.set(.string("mine"), forAttribute: "text")
    try await context.save([note])
    context.undo()
    #expect(first.changedKeys == ["text", "title"] && second.changedKeys == ["title"])
    context.undo()
    #expect(first.changedKeys == ["text"] && !second.hasChanges)
    context.undo()
    #expect(!context.hasChanges && !context.canUndo)
  }

  @Test func `Steps outside a nested form go with a save made in it, too`() async throws {
    let entity = try #require(context.store.model.entity(named: "Note"))
    let gone = context.insert(entity)
    gone.set(.string("typed"), forAttribute: "text")
    context.discard(gone)
    note.set(.string("mine"), forAttribute: "text")
    let made = context.insert(entity)
    let nested = context.nest(for: made)
    #expect(context.hasOuterSteps)
    try await context.save()
    #expect(!context.hasOuterSteps && !context.canUndo)
    context.cancel(nested)
    #expect(!context.canUndo && !context.hasChanges)
  }
}
