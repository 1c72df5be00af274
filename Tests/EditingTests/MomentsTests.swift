import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// Tests that undo and redo restore what the user had seen of a row, which decides whether a save is a conflict.
@MainActor
struct MomentsTests {
  private let id = RecordID(entityName: "Note", key: 1)
  private let context: EditingContext
  private let note: ManagedObject

  init() async throws {
    let script = """
      CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, text TEXT, stock INT);
      INSERT INTO note VALUES(1, 'a', 'b', 1);
      """
    context = EditingContext(store: try await EntityStore.open(.script(script, title: "test")))
    note = context.object(for: try #require(try await context.store.record(id)))
  }

  private func read() async throws -> Record { try #require(try await context.store.record(id)) }

  /// Others write a value, and the row is read again.
  private func write(_ value: Value, to name: String) async throws {
    _ = try await context.store.save([.update(id, values: [name: value], original: [:])])
    _ = context.object(for: try await read())
  }

  private func expectQuestion() async {
    await #expect { try await context.save() } throws: { error in
      if case .store(.changedByOther)? = error as? SaveError { true } else { false }
    }
  }

  @Test func `A deletion that is done again is that of what was called so then`() async throws {
    context.delete(note)
    context.undo()
    try await write(.string("another"), to: "title")
    context.redo()
    #expect(note.state == .deleted)
    await expectQuestion()
  }

  @Test(arguments: [true, false])
  func `What somebody has seen is not asked about again after undo`(isDeletion: Bool) async throws {
    if isDeletion { context.delete(note) } else { note.set(.int(2), forAttribute: "stock") }
    try await write(.string("renamed"), to: "title")
    await expectQuestion()
    if isDeletion { context.discard(note) } else { note.revert(["stock"]) }
    context.acceptStored(of: [note])
    context.undo()
    #expect(context.isPending(note))
    try await context.save()
    #expect(
      try await context.store.record(id)?.value(forKey: "stock") == (isDeletion ? nil : .int(2))
    )
  }

  @Test(arguments: ["title", "text", "stock"])
  func `What the person's own hand has written is not asked about, what others have is`(
    name: String
  ) async throws {
    note.set(.string("mine"), forAttribute: "text")
    note.set(.int(2), forAttribute: "stock")
    context.undo()
    let before = try await read()
    try await write(.string("own"), to: "text")
    try await write(.string("own"), to: "title")
    context.learn([(note, before, try await read())])
    if name != "text" { try await write(name == "title" ? .string("x") : .int(7), to: name) }
    context.redo()
    if name == "title" { return await expectQuestion() }
    try await context.save()
    let stored = try await read()
    #expect(stored.value(forKey: "text") == .string("mine"))
    #expect(stored.value(forKey: "stock") == .int(2))
  }
}
