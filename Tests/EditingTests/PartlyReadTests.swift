import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// Lists read the beginning of long values; what is behind it is never lost.
@MainActor
struct PartlyReadTests {
  private let id = RecordID(entityName: "Note", values: [.int(1)])

  private func context() async throws -> EditingContext {
    let script = """
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, title TEXT);
      INSERT INTO note VALUES(1, 'a long text', 'a');
      """
    return EditingContext(store: try await EntityStore.open(.script(script, title: "test")))
  }

  private func listed(in context: EditingContext) async throws -> Record {
    let fetch = FetchSpecification(entityName: "Note", maximumLength: 4)
    return try #require(try await context.store.window(fetch, from: .start, count: 1).records.first)
  }

  private func stored(in context: EditingContext) async throws -> [Value]? {
    try await context.store.record(id)?.values
  }

  @Test func `A value read in part is not changed until it is read whole`() async throws {
    let context = try await context()
    let note = context.object(for: try await listed(in: context))
    #expect(note.isPartlyRead("text") && !note.isPartlyRead("title"))
    note.set(.string("a lo!"), forAttribute: "text")
    #expect(!note.hasChanges && !context.canUndo)
    _ = context.object(for: try #require(try await context.store.record(id)))
    #expect(!note.isPartlyRead("text"))
    #expect(note.snapshot.value(forKey: "text") == .string("a long text"))
    note.set(.string("short"), forAttribute: "text")
    try await context.save()
    #expect(try await stored(in: context) == [.int(1), .string("short"), .string("a")])
  }

  @Test(arguments: LockingPolicy.allCases)
  func `Another value can be changed meanwhile`(policy: LockingPolicy) async throws {
    let context = try await context()
    let note = context.object(for: try await listed(in: context))
    note.lockingPolicy = policy
    note.set(.string("b"), forAttribute: "title")
    #expect(note.isPartlyRead("text"))
    try await context.save()
    #expect(try await stored(in: context) == [.int(1), .string("a long text"), .string("b")])
  }

  @Test func `A whole value stays when a list reads its beginning again`() async throws {
    let context = try await context()
    let note = context.object(for: try #require(try await context.store.record(id)))
    note.set(.string("a longer text"), forAttribute: "text")
    _ = context.object(for: try await listed(in: context))
    #expect(note.base.value(forKey: "text") == .string("a long text"))
    #expect(note.changedKeys == ["text"])
    try await context.save()
    #expect(try await stored(in: context)?[1] == .string("a longer text"))
  }

  @Test func `A beginning that is another one says that somebody changed the value`() async throws {
    let context = try await context()
    let note = context.object(for: try #require(try await context.store.record(id)))
    note.set(.string("mine"), forAttribute: "text")
    let theirs = Change.update(id, values: ["text": .string("their long text")], original: [:])
    _ = try await context.store.save([theirs])
    _ = context.object(for: try await listed(in: context))
    let error = await #expect(throws: SaveError.self) { try await context.save() }
    guard case .store(.changedByOther)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await stored(in: context)?[1] == .string("their long text"))
  }

  @Test func `What was saved is read again with one statement`() async throws {
    let rows = (1...100).map { "(\($0), 'text', 'title')" }.joined(separator: ", ")
    let script =
      "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, title TEXT);"
      + "INSERT INTO note VALUES\(rows)"
    let context = EditingContext(
      store: try await EntityStore.open(.script(script, title: "test"))
    )
    let fetch = FetchSpecification(entityName: "Note")
    let window = try await context.store.window(fetch, from: .start, count: 100)
    for record in window.records {
      context.object(for: record).set(.string("new"), forAttribute: "title")
    }
    let before = context.store.statementLog.count
    try await context.save()
    #expect(context.store.statementLog[before...].map(\.count) == [100, 1])
    #expect(!context.hasChanges)
  }

  @Test func `A11: the same letters in other bytes are a change`() async throws {
    let context = try await context()
    let note = context.object(for: try #require(try await context.store.record(id)))
    note.set(.string("caf\u{E9}"), forAttribute: "title")
    try await context.save()
    note.set(.string("cafe\u{301}"), forAttribute: "title")
    #expect(note.changedKeys == ["title"])
    try await context.save()
    guard case .string(let title)? = try await stored(in: context)?.last else {
      Issue.record("no title")
      return
    }
    #expect(title.utf8.count == 6)
  }

  @Test func `G8: bytes of which the beginning was read are replaced by others, not added to`()
    async throws
  {
    let script = """
      CREATE TABLE note(id INTEGER PRIMARY KEY, film BLOB);
      INSERT INTO note VALUES(1, zeroblob(1000));
      """
    let store = try await EntityStore.open(.script(script, title: "test"))
    let context = EditingContext(store: store)
    let note = context.object(
      for: try #require(try await store.record(id, maximumByteCount: 10))
    )
    #expect(note.isPartlyRead("film") && note.holdsUnreadBytes("film"))
    #expect(note.snapshot.size(ofBytesAt: ["film"]) == 1_000)
    note.set(.data([1, 2]), forAttribute: "film")
    #expect(note.snapshot.size(ofBytesAt: ["film"]) == 2)
    try await context.save()
    #expect(try await stored(in: context) == [.int(1), .data([1, 2])])
  }
}
