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
}
