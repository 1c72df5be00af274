import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import Testing

@MainActor
struct EditingContextTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born DATE);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL
      REFERENCES artist(id), price DECIMAL(6,2) DEFAULT 9.99, stock INT CHECK (stock >= 0));
    CREATE TABLE note(text TEXT);
    INSERT INTO artist VALUES(1, 'Accept', '1976-01-01'), (2, 'Aerosmith', NULL);
    INSERT INTO album VALUES(1, 'Restless', 1, 5.5, 3);
    """

  private func context() async throws -> EditingContext {
    EditingContext(store: try await EntityStore.open(.script(Self.script, title: "test")))
  }

  /// A thing that was lent to an artist, or to nobody, and now is to one that is not saved yet.
  private func lentToNewArtist(
    insteadOf artist: Int64?
  ) async throws -> (context: EditingContext, loan: ManagedObject, new: ManagedObject) {
    let script =
      Self.script
      + "CREATE TABLE loan(id INTEGER PRIMARY KEY, artist_id INTEGER REFERENCES artist(id), \"to\" TEXT);"
      + "INSERT INTO loan VALUES(1, \(artist.map { "\($0)" } ?? "NULL"), NULL)"
    let context = EditingContext(
      store: try await EntityStore.open(.script(script, title: "test"))
    )
    let loan = try await object("Loan", 1, in: context)
    let new = context.insert(
      try entity("Artist", in: context),
      values: ["name": .string("Newcomer")]
    )
    loan.setToOne(try #require(loan.entity.relationship(named: "artist")), toNew: new)
    return (context, loan, new)
  }

  private func object(_ entity: String, _ id: Int64, in context: EditingContext) async throws
    -> ManagedObject
  {
    let id = RecordID(entityName: entity, values: [.int(id)])
    return context.object(for: try #require(try await context.store.record(id)))
  }

  private func entity(_ name: String, in context: EditingContext) throws -> Entity {
    try #require(context.store.model.entity(named: name))
  }

  // MARK: Identity

  @Test func `Two readings of one row are one object`() async throws {
    let context = try await context()
    let first = try await object("Artist", 1, in: context)
    first.set(.string("Accept!"), forAttribute: "name")
    let second = try await object("Artist", 1, in: context)
    #expect(first === second)
    #expect(second.snapshot.value(forKey: "name") == .string("Accept!"))
  }

  @Test func `A snapshot with pending changes never becomes what was read`() async throws {
    let context = try await context()
    let artist = try await object("Artist", 1, in: context)
    artist.set(.string("Accept!"), forAttribute: "name")
    #expect(context.object(for: artist.snapshot) === artist)
    #expect(artist.changedKeys == ["name"])
    #expect(artist.base.value(forKey: "name") == .string("Accept"))
  }

  @Test func `Changes of an object whose row is gone stay pending when a new one takes its key`()
    async throws
  {
    let context = try await context()
    let artist = try await object("Artist", 2, in: context)
    let id = try #require(artist.id)
    _ = try await context.store.save([.delete(id, original: [:])])
    let new = context.insert(try entity("Artist", in: context), values: ["name": .string("New")])
    try await context.save()
    #expect(new.id == id)
    artist.set(.string("Aero"), forAttribute: "name")
    #expect(context.hasChanges && context.pendingObjects.map(\.token) == [artist.token])
    let error = await #expect(throws: SaveError.self) { try await context.save() }
    guard case .store(.notFound(id)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await context.store.record(id)?.value(forKey: "name") == .string("New"))
    artist.revert()
    #expect(!context.hasChanges)
  }

  // MARK: Undo

  @Test func `A8: each step taken back or done again tells of which object and attributes it was`()
    async throws
  {
    let context = try await context()
    let first = try await object("Artist", 1, in: context)
    let second = try await object("Artist", 2, in: context)
    first.set(.string("One"), forAttribute: "name", isTyping: true)
    second.set(.string("Two"), forAttribute: "name", isTyping: true)
    second.revert()
    let new = context.insert(try entity("Artist", in: context))
    second.markDeleted()
    var told: [(object: ManagedObject?, effect: StepOutcome.Effect)] = []
    while let outcome = context.undo() { told.append((outcome.object, outcome.effect)) }
    let objects = [second, new, second, second, first]
    #expect(told.count == 5 && zip(told, objects).allSatisfy { $0.object === $1 })
    #expect(
      told.map(\.effect) == [
        .changed([]), .withdrawn, .changed(["name"]), .changed(["name"]), .changed(["name"]),
      ]
    )
    #expect(context.redo()?.object === first && context.redo()?.object === second)
    #expect(context.undo()?.effect == .changed(["name"]))
  }

  @Test func `A8: a deletion that was refused is taken back, and nothing that was done meanwhile`()
    async throws
  {
    let context = try await context()
    let first = try await object("Artist", 1, in: context)
    let second = try await object("Artist", 2, in: context)
    first.set(.string("One"), forAttribute: "name")
    context.delete(first)
    second.set(.string("Two"), forAttribute: "name")
    context.keep(first)
    #expect(first.state == .stored && first.changedKeys == ["name"])
    #expect(second.changedKeys == ["name"])
    #expect(context.undo()?.object === second)
    #expect(context.undo()?.object === first)
    #expect(!context.canUndo && !context.hasChanges)
    context.keep(first)
    #expect(!context.canUndo, "nothing is to be deleted")
  }

  @Test func `What is typed into one field is one step`() async throws {
    let context = try await context()
    let artist = try await object("Artist", 1, in: context)
    for text in ["A", "Ab", "Abc"] {
      artist.set(.string(text), forAttribute: "name", isTyping: true)
    }
    artist.set(.null, forAttribute: "born")
    context.undo()
    #expect(artist.changedKeys == ["name"])
    context.undo()
    #expect(!artist.hasChanges)
    #expect(!context.canUndo)
    context.redo()
    #expect(artist.snapshot.value(forKey: "name") == .string("Abc"))
    context.redo()
    #expect(artist.changedKeys == ["name", "born"])
  }

  @Test func `Typing back to what it was leaves no step`() async throws {
    let context = try await context()
    let artist = try await object("Artist", 1, in: context)
    artist.set(.string("Accep"), forAttribute: "name", isTyping: true)
    #expect(context.canUndo)
    artist.set(.string("Accept"), forAttribute: "name", isTyping: true)
    #expect(!artist.hasChanges && !context.canUndo)
    artist.set(.string("Other"), forAttribute: "name", isTyping: true)
    context.undo()
    // What stands there anyway is no step, and ends nothing that can be done again.
    artist.set(.string("Accept"), forAttribute: "name")
    #expect(!context.canUndo && context.redoCount == 1)
    let new = context.insert(try entity("Album", in: context))
    new.set(.null, forAttribute: "price")
    context.undo()
    #expect(
      !new.isSetToNull("price") && context.canUndo,
      "nothing instead of the default is a change"
    )
  }

  @Test func `To choose what is chosen is no step, though it is called otherwise by now`()
    async throws
  {
    let (context, loan, new) = try await lentToNewArtist(insteadOf: 1)
    new.set(.string("Renamed"), forAttribute: "name")
    loan.set(.string("x"), forAttribute: "to")
    context.undo()
    let relationship = try #require(loan.entity.relationship(named: "artist"))
    loan.setToOne(relationship, toNew: new)
    #expect(context.redoCount == 1)
    for _ in 0..<3 { context.undo() }
    #expect(!context.canUndo && !loan.hasChanges)
    loan.setToOne(relationship, to: try await object("Artist", 1, in: context).base)
    #expect(!context.canUndo && context.redoCount == 4)
  }

  @Test func `Many changes in one step are told of once, when all are made`() async throws {
    let context = try await context()
    let artists = [
      try await object("Artist", 1, in: context), try await object("Artist", 2, in: context),
    ]
    var told: [Int] = []
    context.onChange = { told.append(context.pendingCount) }
    context.group("deletion", of: artists[0], at: "") {
      context.group("of the first", of: artists[0], at: "") { context.delete(artists[0]) }
      context.delete(artists[1])
    }
    #expect(told == [2])
    context.group("nothing", of: artists[0], at: "") {}
    #expect(told == [2])
    _ = context.undo()
    #expect(told == [2, 0] && !context.canUndo)
  }

  @Test func `Insertion and deletion can be taken back`() async throws {
    let context = try await context()
    let new = context.insert(try entity("Artist", in: context))
    let old = try await object("Artist", 2, in: context)
    context.delete(old)
    #expect(context.pendingObjects.map(\.state) == [.inserted, .deleted])
    context.undo()
    context.undo()
    #expect(context.pendingObjects.isEmpty)
    context.redo()
    #expect(context.pendingObjects.first === new)
  }

  @Test func `A new object withdrawn leaves no trace`() async throws {
    let context = try await context()
    let new = context.insert(try entity("Artist", in: context), values: ["name": .string("x")])
    #expect(!new.hasInput && !context.hasInput)
    context.withdraw(new)
    #expect(!context.hasChanges && !context.canUndo)
  }

  // MARK: Saving

  @Test func `New objects that refer to each other are saved in order and adopted`() async throws {
    let context = try await context()
    let album = context.insert(
      try entity("Album", in: context),
      values: ["title": .string("Debut"), "stock": .int(0)]
    )
    let artist = context.insert(
      try entity("Artist", in: context),
      values: ["name": .string("Newcomer")]
    )
    let relationship = try #require(album.entity.relationship(named: "artist"))
    album.setToOne(relationship, toNew: artist)
    // The artist comes along: without it the album cannot be written.
    try await context.save([album])
    #expect(artist.id == RecordID(entityName: "Artist", values: [.int(3)]))
    #expect(album.snapshot.value(forKey: "artistId") == .int(3))
    #expect(
      album.snapshot.value(forKey: "price") == .decimal(Decimal(999) / 100),
      "the database's default"
    )
    #expect(!context.hasChanges && !context.canUndo)
    #expect(context.registeredObject(for: try #require(album.id)) === album)
  }

  @Test(arguments: [1, nil])
  func `A stored object can point to a new one, and takes its key when both are saved`(
    artist: Int64?
  ) async throws {
    let (context, loan, new) = try await lentToNewArtist(insteadOf: artist)
    #expect(loan.changedKeys == ["artistId"] && loan.snapshot.value(forKey: "artistId") == .null)
    context.undo()
    #expect(!loan.hasChanges)
    context.redo()
    try await context.save([loan])
    let key = try #require(new.id?.values.first)
    #expect(loan.snapshot.value(forKey: "artistId") == key && !context.hasChanges)
    let stored = try await context.store.record(try #require(loan.id))
    #expect(stored?.value(forKey: "artistId") == key)
  }

  @Test func `Who points to a new object takes its key when that is saved alone`() async throws {
    let (context, loan, new) = try await lentToNewArtist(insteadOf: nil)
    loan.set(.string("x"), forAttribute: "to")
    try await context.save([new])
    let key = try #require(new.id?.values.first)
    #expect(loan.changedKeys == ["artistId", "to"])
    #expect(loan.snapshot.value(forKey: "artistId") == key)
    context.undo()
    #expect(loan.changedKeys == ["artistId"])
    #expect(loan.snapshot.value(forKey: "artistId") == key)
    try await context.save()
    let stored = try await context.store.record(try #require(loan.id))
    #expect(stored?.value(forKey: "artistId") == key)
  }

  @Test func `A new object that is taken back is not saved because another points to it`()
    async throws
  {
    let (context, loan, new) = try await lentToNewArtist(insteadOf: 1)
    context.delete(new)
    try await context.save()
    let artists = try await context.store.count(FetchSpecification(entityName: "Artist"))
    let stored = try await context.store.record(try #require(loan.id))
    #expect(artists == 2 && stored?.value(forKey: "artistId") == .null)
  }

  @Test func `A refused save keeps everything pending and writes nothing`() async throws {
    let context = try await context()
    let first = try await object("Artist", 1, in: context)
    let second = try await object("Artist", 2, in: context)
    first.set(.string("Changed"), forAttribute: "name")
    second.set(.string("Changed"), forAttribute: "name")
    await #expect(throws: SaveError.self) { try await context.save() }
    #expect(first.changedKeys == ["name"] && second.changedKeys == ["name"])
    #expect(context.canUndo)
    let stored = try await context.store.record(RecordID(entityName: "Artist", values: [.int(1)]))
    #expect(stored?.value(forKey: "name") == .string("Accept"))
  }

  @Test func `Everything is checked before the first statement`() async throws {
    let context = try await context()
    let album = try await object("Album", 1, in: context)
    album.set(.null, forAttribute: "title")
    album.set(.null, forAttribute: "artistId")
    let count = context.store.statementCount
    do throws(SaveError) {
      try await context.save()
      Issue.record("the save must be refused")
    } catch {
      guard case .invalid(let problems) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(problems.map(\.key).sorted() == ["artist", "title"])
    }
    #expect(context.store.statementCount == count)
  }

  @Test func `Only what was saved loses its undo steps`() async throws {
    let context = try await context()
    let first = try await object("Artist", 1, in: context)
    let second = try await object("Artist", 2, in: context)
    first.set(.string("One"), forAttribute: "name")
    second.set(.string("Two"), forAttribute: "name")
    try await context.save([first])
    context.undo()
    #expect(!second.hasChanges && !context.canUndo)
  }

  @Test func `A changed key is the identity from then on`() async throws {
    let context = try await context()
    let artist = try await object("Artist", 2, in: context)
    artist.set(.int(7), forAttribute: "id")
    try await context.save()
    let id = RecordID(entityName: "Artist", values: [.int(7)])
    #expect(artist.id == id)
    #expect(context.registeredObject(for: id) === artist)
  }

  @Test func `What another reading brings does not excuse overwriting it`() async throws {
    let context = try await context()
    let artist = try await object("Artist", 1, in: context)
    artist.set(.string("Mine"), forAttribute: "name")
    let id = try #require(artist.id)
    _ = try await context.store.save([
      .update(id, values: ["name": .string("Theirs")], original: [:])
    ])
    _ = try await object("Artist", 1, in: context)
    await #expect(throws: SaveError.self) { try await context.save() }
    #expect(artist.snapshot.value(forKey: "name") == .string("Mine"))
    #expect(artist.conflictingKeys == ["name"])
    context.acceptStored(of: [artist])
    try await context.save()
    let stored = try await context.store.record(id)
    #expect(stored?.value(forKey: "name") == .string("Mine"))
  }

  @Test
  func `What triggers make of a row is seen after the save, and a row they move away is let go`()
    async throws
  {
    let script = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT, changes INTEGER DEFAULT 0);
      CREATE TABLE gone(id INTEGER PRIMARY KEY, v TEXT);
      INSERT INTO t(id, v) VALUES(1, 'one');
      CREATE TRIGGER t_bu BEFORE UPDATE OF v ON t BEGIN UPDATE t SET changes = changes + 1 WHERE id = NEW.id; END;
      CREATE TRIGGER t_au AFTER UPDATE OF v ON t BEGIN UPDATE t SET v = lower(trim(v)) WHERE id = NEW.id AND v <> lower(trim(v)); END;
      CREATE TRIGGER t_ai AFTER INSERT ON t BEGIN UPDATE t SET v = upper(NEW.v) WHERE id = NEW.id; END;
      CREATE TRIGGER gone_ai AFTER INSERT ON gone BEGIN UPDATE gone SET id = id + 1000 WHERE id = NEW.id; END;
      """
    let store = try await EntityStore.open(.script(script, title: "test"))
    let context = EditingContext(store: store)
    let stored = try await object("T", 1, in: context)
    stored.set(.string(" TWO "), forAttribute: "v")
    let new = context.insert(try entity("T", in: context), values: ["v": .string("new")])
    let moved = context.insert(try entity("Gone", in: context), values: ["v": .string("x")])
    try await context.save()
    #expect(stored.snapshot.value(forKey: "v") == .string("two"))
    #expect(stored.snapshot.value(forKey: "changes")?.compare(.int(0)) == .greater)
    let inserted = try await store.record(try #require(new.id))
    #expect(inserted?.value(forKey: "v") == new.snapshot.value(forKey: "v"))
    #expect(moved.id == nil && !context.hasChanges)
  }

  @Test func `Rows without a key are stored and not taken for each other`() async throws {
    let context = try await context()
    let note = try entity("Note", in: context)
    let first = context.insert(note, values: ["text": .string("a")])
    let second = context.insert(note, values: ["text": .string("b")])
    try await context.save()
    #expect(first.snapshot.value(forKey: "text") == .string("a"))
    #expect(second.snapshot.value(forKey: "text") == .string("b"))
    #expect(!context.hasChanges)
  }
}
