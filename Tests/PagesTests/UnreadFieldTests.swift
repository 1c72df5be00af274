import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

@testable import Pages
import Workspace

/// Fields of values of which a list has read the beginning only.
@MainActor
struct UnreadFieldTests {
  @Test func `E6: a field that is not read to its end yet is no fault once it is`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES(1, 'beginning')",
        title: "Long"
      )
    )
    let entity = try #require(store.model.entity(named: "T"))
    let attribute = try #require(entity.attribute(named: "v"))
    let context = EditingContext(store: store)
    let id = RecordID(entityName: "T", values: [.int(1)])
    let paths = ["id", "v"].map { PropertyPath($0) }
    let object = context.object(
      for: Record(
        layout: RecordLayout(entity: entity, paths: paths),
        id: id,
        values: [.int(1), .string("beg")],
        truncatedPositions: [1]
      )
    )
    let form = FormModel(object: object)
    form.set(.string("x"), for: attribute)
    #expect(form.problems == ["v": "is not fully read yet"] && !object.hasChanges)
    let whole = try #require(try await store.record(id, paths: paths))
    #expect(context.object(for: whole) === object)
    #expect(form.problems.isEmpty && form.problems.count == 0)
    form.set(.string("x"), for: attribute)
    #expect(form.problems.isEmpty && object.changedKeys == ["v"])
  }
}
