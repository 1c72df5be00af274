import Editing
import EditingTestSupport
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import Testing

/// One person who edits objects of a file in any order while another program writes it; beside the context stands a
/// plain account of what is pending, and of what the person has seen.
@MainActor
final class RandomEditing {
  /// The unsaved changes of one object.
  private struct Pending: Equatable {
    var values: [String: Value] = [:]
    var isDeleted = false
    var isThere = true
  }

  /// A step, what had been seen of the object before it, and what had been set to what was stored anyway.
  private typealias Step = (
    index: Int, before: Pending, seen: [String: Value], same: [String: Value]
  )

  static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, stock INTEGER,
      artist_id INTEGER REFERENCES artist(id) ON DELETE SET NULL);
    INSERT INTO artist VALUES(1, 'a', NULL), (2, 'b', '1970'), (3, 'c', '1980');
    INSERT INTO album VALUES(1, 'x', 1, 1), (2, 'y', 2, 1), (3, 'z', NULL, NULL), (4, 'w', 5, 3);
    """

  private let context: EditingContext
  private let other: Connection
  private var random: any RandomNumberGenerator
  private let name: String
  /// The steps so far, for failure messages.
  private var log: [String] = []
  private var place: String { "\(name): \(log.joined(separator: "; "))" }
  private var objects: [ManagedObject] = []
  private var isNew: [Bool] = []
  private var pending: [Pending] = []
  /// The stored values that the user saw when changing an attribute, by object.
  private var seen: [[String: Value]] = []
  /// The rows over which a conflict was decided for the own change: what others do to them later is a conflict again.
  private var accepted: [Int: Record] = [:]
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  /// The number of steps by kind and outcome.
  private(set) var tally: [String: Int] = [:]

  init(
    _ context: EditingContext,
    _ other: Connection,
    _ random: any RandomNumberGenerator,
    name: String
  ) {
    (self.context, self.other, self.random, self.name) = (context, other, random, name)
  }

  private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  // MARK: Steps

  /// Does something, and looks whether the context says what the account says.
  func step() async throws {
    switch below(20) {
    case 0...1: try await read()
    case 2...7: set()
    case 8: setToOne()
    case 9: insert()
    case 10: delete()
    case 11...13: undo()
    case 14: redo()
    case 15...16: try write()
    default: try await save()
    }
    look()
  }

  private var usable: [Int] { objects.indices.filter { pending[$0].isThere } }

  private func pick(_ indices: [Int]) -> Int? {
    indices.isEmpty ? nil : indices[below(indices.count)]
  }

  /// Reads a row that may be known already; what is pending stays.
  private func read() async throws {
    let id = RecordID(
      entityName: below(2) == 0 ? "Artist" : "Album",
      values: [.int(Int64(1 + below(6)))]
    )
    guard let record = try await context.store.record(id) else { return }
    let object = object(of: record)
    guard !objects.contains(where: { $0 === object }) else { return }
    log.append("\(objects.count) is \(id.entityName) \(id.values[0])")
    objects.append(object)
    (isNew, pending, seen) = (isNew + [false], pending + [Pending()], seen + [[:]])
  }

  /// The object of a record that was read: what was set to what was stored anyway is nobody's change.
  private func object(of record: Record) -> ManagedObject {
    let same = objects.indices.map(same)
    let object = context.object(for: record)
    for index in same.indices { followStoredValues(index, same[index]) }
    return object
  }

  private func same(_ index: Int) -> [String: Value] {
    pending[index].values.filter { $0.value == objects[index].base.value(forKey: $0.key) }
  }

  private func followStoredValues(_ index: Int, _ same: [String: Value]) {
    guard !isNew[index] else { return }
    for (name, value) in same where objects[index].base.value(forKey: name) != value {
      pending[index].values[name] = nil
    }
  }

  private func change(_ index: Int, to now: Pending) {
    guard pending[index] != now else { return }
    log.append("\(index): \(now.isThere ? now.isDeleted ? "deleted" : "\(now.values)" : "gone")")
    if effective(pending[index], index) != effective(now, index) {
      undoSteps.append((index, pending[index], seen[index], same(index)))
      redoSteps = []
    }
    pending[index] = now
    see(index)
  }

  /// Without what stands there anyway; that a new object holds nothing is said on purpose.
  private func effective(_ pending: Pending, _ index: Int) -> Pending {
    var pending = pending
    pending.values = pending.values.filter { name, value in
      value != (objects[index].base.value(forKey: name) ?? .null) || isNew[index] && value.isNull
    }
    return pending
  }

  private func isIdle(_ step: Step) -> Bool {
    var before = step.before
    before.values = before.values.filter { step.same[$0.key] == nil }
    return effective(before, step.index) == effective(pending[step.index], step.index)
  }

  private func label(_ index: Int) -> String {
    objects[index].entity.name == "Artist" ? "name" : "title"
  }

  /// Keeps what changed attributes hold now, and what the object is called: who writes has seen both.
  private func see(_ index: Int, label known: Value? = nil) {
    let names = Set(pending[index].values.keys)
    let label = label(index)
    seen[index] = seen[index].filter { names.contains($0.key) || $0.key == label && !names.isEmpty }
    if !names.isEmpty, seen[index][label] == nil { seen[index][label] = known }
    for name in names.union(names.isEmpty ? [] : [label]) where seen[index][name] == nil {
      seen[index][name] = objects[index].base.value(forKey: name) ?? .null
    }
  }

  private func set() {
    guard let index = pick(usable) else { return }
    let object = objects[index]
    let names = object.entity.name == "Artist" ? ["name", "born"] : ["title", "stock"]
    let name = names[below(2)]
    let value: Value =
      below(12) == 0 ? .null : name == "stock" ? .int(Int64(below(5))) : .string("v\(below(5))")
    var now = pending[index]
    now.values[name] = value
    object.set(value, forAttribute: name)
    change(index, to: now)
  }

  private func setToOne() {
    let albums = usable.filter { objects[$0].entity.name == "Album" }
    guard let index = pick(albums),
      let relationship = objects[index].entity.relationship(named: "artist")
    else { return }
    let artist = pick(usable.filter { objects[$0].entity.name == "Artist" && !isNew[$0] })
    var now = pending[index]
    now.values["artistId"] = artist.flatMap { objects[$0].id?.values[0] } ?? .null
    objects[index].setToOne(relationship, to: artist.map { objects[$0].base })
    change(index, to: now)
  }

  private func insert() {
    let name = below(2) == 0 ? "Artist" : "Album"
    log.append("\(objects.count) is a new \(name)")
    guard let entity = context.store.model.entity(named: name) else { return }
    let title = name == "Artist" ? "name" : "title"
    objects.append(context.insert(entity, values: [title: .string("new")]))
    (isNew, pending, seen) = (isNew + [true], pending + [Pending(isThere: false)], seen + [[:]])
    change(objects.count - 1, to: Pending())
  }

  private func delete() {
    guard let index = pick(usable) else { return }
    context.delete(objects[index])
    var now = pending[index]
    if isNew[index] { now.isThere = false } else { now.isDeleted = true }
    change(index, to: now)
  }

  private func undo() {
    context.undo()
    reverse(&undoSteps, &redoSteps)
  }

  private func redo() {
    context.redo()
    reverse(&redoSteps, &undoSteps)
  }

  private func reverse(
    _ from: inout [Step],
    _ to: inout [Step]
  ) {
    guard let (index, before, known, same) = from.popLast() else { return }
    log.append("\(index) back to \(before)")
    to.append((index, pending[index], seen[index], self.same(index)))
    pending[index] = before
    followStoredValues(index, same)
    see(index, label: known[label(index)])
  }

  /// Another program changes or deletes a row.
  private func write() throws {
    let id = 1 + below(6)
    let statements = [
      "UPDATE artist SET name = 'o\(below(5))' WHERE id = \(id)",
      "UPDATE album SET title = 'o\(below(5))' WHERE id = \(id)",
      "UPDATE album SET stock = \(below(5)) WHERE id = \(id)",
      "DELETE FROM album WHERE id = \(id)", "INSERT INTO album(title) VALUES('other')",
    ]
    let statement = statements[below(4) == 0 ? 3 + below(2) : below(3)]
    log.append(statement)
    try other.execute(statement)
    tally["written by another", default: 0] += 1
  }

  // MARK: Looking

  private func look() {
    for index in objects.indices {
      let (object, pending) = (objects[index], pending[index])
      guard pending.isThere else { continue }
      #expect((object.state == .deleted) == pending.isDeleted, "\(place)")
      for (name, value) in pending.values {
        #expect(object.value(at: PropertyPath(components: [name])) == value, "\(place): \(name)")
      }
      let changed = pending.values.filter {
        $0.value != (object.base.value(forKey: $0.key) ?? .null)
      }
      #expect(object.changedKeys == Set(changed.keys), "\(place)")
    }
    let waiting = context.pendingObjects
    let expected = objects.indices.filter(isPending).map { ObjectIdentifier(objects[$0]) }
    #expect(Set(waiting.map { ObjectIdentifier($0) }) == Set(expected), "\(place)")
    for fault in context.accountFaults { Issue.record("M2: \(fault)\n\(place)") }
    while let last = undoSteps.last, isIdle(last) { undoSteps.removeLast() }
    #expect(context.canUndo == !undoSteps.isEmpty, "\(place)")
    #expect(context.canRedo == !redoSteps.isEmpty, "\(place)")
  }

  private func isPending(_ index: Int) -> Bool {
    let (object, pending) = (objects[index], pending[index])
    guard pending.isThere else { return false }
    return isNew[index] || pending.isDeleted || !object.changedKeys.isEmpty
  }

  // MARK: Saving

  private typealias Rows = [String: [Int64: [String: Value]]]

  private func rows() throws -> Rows {
    var rows: Rows = ["Artist": [:], "Album": [:]]
    for (entity, columns) in [
      ("Artist", ["name", "born"]), ("Album", ["title", "stock", "artist_id"]),
    ] {
      for row in try other.rows("SELECT id, \(columns.joined(separator: ", ")) FROM \(entity)") {
        guard case .int(let id) = row[0] else { continue }
        let names = columns.map { $0 == "artist_id" ? "artistId" : $0 }
        rows[entity, default: [:]][id] = Dictionary(
          uniqueKeysWithValues: zip(names, row.dropFirst().map(Self.value))
        )
      }
    }
    return rows
  }

  private static func value(_ stored: SQLiteValue) -> Value {
    switch stored {
    case .int(let number): .int(number)
    case .text(let text): .string(text)
    default: .null
    }
  }

  private func key(_ index: Int) -> Int64? {
    if case .int(let key)? = objects[index].base.id?.values.first { key } else { nil }
  }

  private func save() async throws {
    let isWhole = below(3) > 0
    let chosen = objects.indices.filter { isPending($0) && (isWhole || below(2) == 0) }
    guard !chosen.isEmpty else { return }
    let before = try rows()
    let changed = chosen.map { Set(objects[$0].changedKeys) }
    do throws(SaveError) {
      try await context.save(chosen.map { objects[$0] })
    } catch {
      try await refused(error, chosen, before)
      return
    }
    tally["saved", default: 0] += 1
    log.append("saved \(chosen)")
    var expected = before
    for (index, names) in zip(chosen, changed) where !pending[index].isDeleted {
      let entity = objects[index].entity.name
      let key = try #require(self.key(index), "\(place)")
      var row = before[entity]?[key] ?? [:]
      if isNew[index] {
        #expect(row.isEmpty, "\(place): a new object took the place of another")
        let paths = objects[index].base.layout.paths.map(\.first).filter { $0 != "id" }
        row = Dictionary(uniqueKeysWithValues: paths.map { ($0, .null) })
        row[entity == "Artist" ? "name" : "title"] = .string("new")
        for (name, value) in pending[index].values { row[name] = value }
      } else {
        for name in names {
          #expect(row[name] == seen[index][name], "\(place): lost what another wrote to \(name)")
          row[name] = pending[index].values[name]
        }
      }
      expected[entity, default: [:]][key] = row
    }
    for index in chosen where pending[index].isDeleted {
      guard let key = self.key(index) else { continue }
      expected[objects[index].entity.name]?[key] = nil
      guard objects[index].entity.name == "Artist" else { continue }
      for (album, row) in expected["Album"] ?? [:] where row["artistId"] == .int(key) {
        expected["Album"]?[album]?["artistId"] = .null
      }
    }
    let after = try rows()
    #expect(after.mapValues { $0.filter { !$0.value.isEmpty } } == expected, "\(place)")
    for index in chosen {
      pending[index] = Pending(isThere: !pending[index].isDeleted)
      (isNew[index], seen[index]) = (false, [:])
    }
    undoSteps.removeAll { chosen.contains($0.index) || !isPending($0.index) }
    redoSteps.removeAll { chosen.contains($0.index) }
  }

  /// Nothing was written, for a reason; of a conflict mine or theirs is chosen.
  private func refused(_ error: SaveError, _ chosen: [Int], _ before: Rows) async throws {
    #expect(try rows() == before, "\(place)")
    #expect(context.hasChanges, "\(place)")
    log.append("refused: \(error)")
    guard case .store(let reason) = error else {
      // What is missing was taken away by a step.
      tally["invalid", default: 0] += 1
      return undo()
    }
    let isStale = chosen.contains { index in
      guard !isNew[index], let key = self.key(index) else { return false }
      guard !isReplaced(index), let row = before[objects[index].entity.name]?[key] else {
        return true
      }
      if let read = objects[index].readForDeletion ?? accepted[index], pending[index].isDeleted,
        row.contains(where: { read.value(forKey: $0.key) != $0.value })
      {
        return true
      }
      let changed = objects[index].changedKeys
      return changed.union(changed.isEmpty ? [] : [label(index)]).contains {
        row[$0] != seen[index][$0]
      }
    }
    switch reason {
    case .changedByOther, .notFound:
      tally["conflict", default: 0] += 1
      #expect(isStale, "\(place): \(reason)")
    default: tally["\(reason)".prefix { $0.isLetter }.description, default: 0] += 1
    }
    for index in chosen where !isNew[index] { try await resolve(index) }
  }

  /// Whether the row was deleted by the other program and a new object has its key now.
  private func isReplaced(_ index: Int) -> Bool {
    let id = objects[index].base.id
    return objects.indices.contains {
      $0 > index && pending[$0].isThere && objects[$0].base.id == id
    }
  }

  private func resolve(_ index: Int) async throws {
    let object = objects[index]
    guard let id = object.base.id else { return }
    if let record = try await context.store.record(id), !isReplaced(index), below(2) == 0 {
      tally["mine", default: 0] += 1
      #expect(self.object(of: record) === object)
      context.acceptStored(of: [object])
      accepted[index] = record
      func accept(_ seen: inout [String: Value]) {
        for name in seen.keys { seen[name] = record.value(forKey: name) ?? .null }
      }
      accept(&seen[index])
      for step in undoSteps.indices where undoSteps[step].index == index {
        accept(&undoSteps[step].seen)
      }
      for step in redoSteps.indices where redoSteps[step].index == index {
        accept(&redoSteps[step].seen)
      }
    } else {
      tally["theirs", default: 0] += 1
      object.revert()
      change(index, to: Pending())
      seen[index] = [:]
    }
  }
}
