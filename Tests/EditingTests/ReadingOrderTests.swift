import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Readings of rows that arrive in another order than they were made in.
@MainActor
struct ReadingOrderTests {
  private static let script = """
    CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE note(id INTEGER PRIMARY KEY, a INT, b INT, c INT, shelf_id INT REFERENCES shelf(id));
    INSERT INTO shelf VALUES(1, 's');
    INSERT INTO note VALUES(1, 0, 0, 0, 1), (2, 0, 0, 0, 1);
    """
  private let id = RecordID(entityName: "Note", key: 1)
  private static let names = ["a", "b", "c"]

  private func makeContext() async throws -> EditingContext {
    EditingContext(store: try await EntityStore.open(.script(Self.script, title: "test")))
  }

  /// Others write.
  private func write(_ value: Int, to name: String, _ store: EntityStore) async throws {
    _ = try await store.save([.update(id, values: [name: .int(Int64(value))], original: [:])])
  }

  /// The row as a list, a page, a page of several or what is fetched along reads it.
  private func read(_ way: Int, _ names: [String], _ store: EntityStore) async throws -> Record {
    let paths = names.map { PropertyPath(components: [$0]) }
    switch way {
    case 0:
      let fetch = FetchSpecification(entityName: "Note", paths: paths)
      return try await store.window(fetch, from: .start, count: 10).records[0]
    case 1: return try #require(try await store.record(id, paths: paths))
    case 2: return try #require(try await store.records([id], paths: paths)[id])
    default:
      var fetch = FetchSpecification(entityName: "Shelf")
      fetch.prefetchingKeyPaths = [PropertyPath(components: ["notes"])]
      let shelf = try await store.window(fetch, from: .start, count: 1).records[0]
      guard case .many(let notes)? = shelf.related["notes"] else { throw StoreError.notFound(id) }
      return try #require(notes.first { $0.id == id })
    }
  }

  @Test(arguments: 0..<60)
  func `Each value is that of the last reading, in whatever order they arrive`(seed: Int)
    async throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let context = try await makeContext()
    var (readings, last): ([Record], [String: Value]) = ([], [:])
    for number in 1...8 {
      let name = try #require(Self.names.randomElement(using: &random))
      try await write(number, to: name, context.store)
      let names = Self.names.filter { _ in Bool.random(using: &random) }
      let way = Int.random(in: 0..<4, using: &random)
      let record = try await read(way, names.isEmpty ? ["a"] : names, context.store)
      for name in Self.names { last[name] = record.value(forKey: name) ?? last[name] }
      readings.append(record)
    }
    for record in readings.shuffled(using: &random) { _ = context.object(for: record) }
    let object = try #require(context.registeredObject(for: id))
    for (name, value) in last { #expect(object.base.value(forKey: name) == value, "\(name)") }
  }

  @Test(arguments: 0..<4)
  func `An older reading that arrives late takes nothing of what was entered`(way: Int)
    async throws
  {
    let context = try await makeContext()
    let older = try await read(way, ["a", "b"], context.store)
    try await write(1, to: "a", context.store)
    let object = context.object(for: try await read(1, Self.names, context.store))
    // What stands in the older one is a change by now.
    object.set(.int(0), forAttribute: "a")
    for _ in 0..<2 { #expect(context.object(for: older) === object) }
    #expect(object.changedKeys == ["a"] && object.base.value(forKey: "a") == .int(1))
    try await context.save()
    #expect(context.object(for: older).base.value(forKey: "a") == .int(0))
    let stored = try await context.store.record(id)
    #expect(stored?.value(forKey: "a") == .int(0))
  }

  @Test func `After a save nothing that was read before is taken for what is stored`() async throws
  {
    let context = try await makeContext()
    let older = try await read(0, ["a", "b"], context.store)
    let object = context.object(for: older)
    object.set(.int(7), forAttribute: "a")
    try await context.save()
    #expect(context.object(for: older) === object && object.base.value(forKey: "a") == .int(7))
    // What an older reading alone knows is taken all the same.
    let fuller = try await read(1, Self.names, context.store)
    #expect(context.object(for: fuller).base.value(forKey: "c") == .int(0))
  }

  @Test func `What is read while a save reads its rows again is of the objects that were saved`()
    async throws
  {
    let context = try await makeContext()
    let older = try await read(1, Self.names, context.store)
    let object = context.object(for: older)
    var last: (new: ManagedObject?, count: Int) = (nil, 0)
    // The main actor may be held up for a whole save, so that nothing is read within it.
    for key in Int64(3)..<203 {
      let new = context.insert(object.entity, values: ["a": .int(key)])
      var (count, hasEnded) = (0, false)
      object.set(.int(key), forAttribute: "a")
      let saving = Task {
        defer { hasEnded = true }
        try await context.save()
      }
      while !hasEnded {
        count += 1
        #expect(context.object(for: older) === object)
        await Task.yield()
      }
      try await saving.value
      #expect(object.base.value(forKey: "a") == .int(key))
      #expect(context.object(for: older) === object)
      let id = RecordID(entityName: "Note", key: key)
      let inserted = try #require(try await context.store.record(id))
      #expect(context.object(for: inserted) === new && new.state == .stored)
      last = (new, count)
      if count > 1 { break }
    }
    let new = try #require(last.new)
    #expect(last.count > 1)
    // Both can be changed and saved as before.
    object.set(.int(8), forAttribute: "a")
    new.set(.int(9), forAttribute: "b")
    try await context.save()
    #expect(try await context.store.record(id)?.value(forKey: "a") == .int(8))
  }

  @Test func `What others wrote behind what was entered is not deleted unasked`() async throws {
    let context = try await makeContext()
    let object = context.object(for: try await read(1, Self.names, context.store))
    object.set(.int(5), forAttribute: "b")
    try await write(44, to: "b", context.store)
    _ = context.object(for: try await read(1, Self.names, context.store))
    context.delete(object)
    for _ in 0..<2 {
      await #expect { try await context.save() } throws: { error in
        if case .store(.changedByOther)? = error as? SaveError { true } else { false }
      }
      context.undo()
      context.redo()
    }
    context.acceptStored(of: [object])
    try await context.save()
    #expect(try await context.store.record(id) == nil)
  }
}
