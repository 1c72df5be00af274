import Editing
import EditingTestSupport
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import SceneSupport
import TestSupport

@testable import Pages
import Workspace

/// A session in which somebody edits, relates, deletes, undoes, saves and is interrupted at random; beside it stands an account
/// of what must come of that, and after each step file, pending changes and account are compared.
@MainActor
final class RandomSession {
  typealias Cell = SessionAccount.Cell
  typealias Row = SessionAccount.Row
  typealias Key = SessionAccount.Key
  typealias World = SessionAccount.World
  typealias State = SessionAccount.State

  /// Session and account say different things.
  struct Disagreement: Error { let text: String }

  /// An object that the person has met.
  struct Known {
    let object: ManagedObject
    let table: String
    var isNew = false
    var state = State()
    /// The initial values of a new object.
    var initial: Row = [:]
    /// The attributes that were set to the value they already had in the file.
    var same: Row = [:]
    /// The stored values that the user saw when changing attributes; all attributes of a row to be deleted.
    var seen: Row = [:]
  }

  /// The state of one object before an undo step, with what the user had seen of it, to return to.
  struct Part {
    let index: Int
    var before: State
    var seen: Row = [:]
    var same: Row = [:]
  }

  /// A step that undo reverts as a whole.
  struct Step {
    var parts: [Part]
    var typing: (index: Int, name: String)?
  }

  var scene: Scene
  let folder = TemporaryFolder()
  var known: [Known] = []
  var steps: [Step] = []
  var redone: [Step] = []
  /// The file as it must be.
  var world: World
  /// The saves that can be taken back, as what stood in the file before and after, and those taken back.
  var saves: [(before: World, after: World)] = []
  var back: [(before: World, after: World, later: Int)] = []
  /// Whether another program has written.
  var isVisited = false
  /// The number of steps by kind and outcome.
  var tally: [String: Int] = [:]
  var log: [String] = []
  private var counter = 0

  static let rules = "*true* => savesDeletesAtOnce = false"
  private static let arguments = "--entity Book --user ann"

  init() async throws {
    scene = try await Scene(SessionAccount.script, rules: Self.rules, Self.arguments, height: 40)
    world = [:]
    try await begin()
  }

  private func begin() async throws {
    let log = try SQLiteSaveLog(path: folder.path + "/log.db")
    await scene.session.work.saves.begin(with: log, in: scene.session.work)
    world = try file()
  }

  var session: Session { scene.session }
  var editing: EditingContext { session.work.editing }
  var page: PageContext { PageContext(session.navigator.current, in: session.ui) }

  func fail(_ text: String) -> Disagreement {
    Disagreement(text: "\(text)\nafter: \(log.joined(separator: "; "))\n\(scene.text)")
  }

  func check(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw fail(text()) }
  }

  func note(_ outcome: String) { tally[outcome, default: 0] += 1 }

  // MARK: The file

  func file() throws -> World {
    let connection = try Connection(path: scene.path, mode: .readOnly)
    var world: World = [:]
    for (name, keys, columns) in SessionAccount.tables {
      let names = columns.keys.sorted()
      let key = keys.map { $0 == "bookId" ? "book_id" : $0 == "tagId" ? "tag_id" : $0 }
      let all = key + names.map { columns[$0] ?? $0 }
      let table = name == "BookTag" ? "book_tag" : name
      for row in try connection.rows("SELECT \(all.joined(separator: ", ")) FROM \(table)") {
        let cells = (0..<all.count).map { Self.cell(row[$0]) }
        let values = cells.prefix(key.count).map { cell -> Int64 in
          if case .int(let id) = cell { id } else { -1 }
        }
        world[Key(table: name, values: Array(values))] = Dictionary(
          uniqueKeysWithValues: zip(names, cells.dropFirst(key.count))
        )
      }
    }
    return world
  }

  private static func cell(_ value: SQLiteValue) -> Cell {
    switch value {
    case .int(let number): .int(number)
    case .text(let text): .text(text)
    default: .null
    }
  }

  static func cell(_ value: Value?) -> Cell {
    switch value {
    case .int(let number)?: .int(number)
    case .string(let text)?: .text(text)
    default: .null
    }
  }

  static func value(_ cell: Cell) -> Value {
    switch cell {
    case .int(let number): .int(number)
    case .text(let text): .string(text)
    case .null, .new: .null
    }
  }

  func text() -> String {
    counter += 1
    return "w\(counter)"
  }

  // MARK: Objects

  func key(of index: Int) -> Key? {
    guard !known[index].isNew, let id = known[index].object.base.id else { return nil }
    let values = id.values.map { value -> Int64 in
      if case .int(let key) = value { key } else { -1 }
    }
    return Key(table: known[index].table, values: values)
  }

  func keys(of table: String) -> [Key] {
    world.keys.filter { $0.table == table }.sorted {
      $0.values.lexicographicallyPrecedes($1.values)
    }
  }

  /// The object of a row, read now.
  func index(of key: Key) async throws -> Int {
    let id = RecordID(entityName: key.table, values: key.values.map { .int($0) })
    guard let record = try await session.work.store.record(id, paths: nil) else {
      throw fail("\(key) is not found")
    }
    let object = editing.object(for: record)
    if let index = known.firstIndex(where: { $0.object === object }) {
      follow(index)
      return index
    }
    known.append(Known(object: object, table: key.table))
    log.append("\(known.count - 1) is \(key.table) \(key.values)")
    return known.count - 1
  }

  /// An object of a table that can be worked with, new ones and stored; `nil` where there is none.
  func pick(_ table: String, _ number: Int, isNew: Bool = true) async throws -> Int? {
    let new = isNew ? known.indices.filter { isUsable($0) && known[$0].table == table } : []
    let rows = keys(of: table)
    guard !new.isEmpty || !rows.isEmpty else { return nil }
    let place = number % (new.count + rows.count)
    let index = place < new.count ? new[place] : try await index(of: rows[place - new.count])
    return known[index].state.isDeleted ? nil : index
  }

  private func isUsable(_ index: Int) -> Bool {
    known[index].isNew && known[index].state.isThere
  }

  func base(_ index: Int, _ name: String) -> Cell {
    Self.cell(known[index].object.base.value(forKey: name))
  }

  /// Returns the attributes of an object whose values a save would write.
  func changed(_ index: Int) -> Set<String> {
    Set(
      known[index].state.values.filter { name, cell in
        if case .new = cell { return true }
        return cell != base(index, name)
      }.keys
    )
  }

  func isPending(_ index: Int) -> Bool {
    guard known[index].state.isThere else { return false }
    return known[index].isNew || known[index].state.isDeleted || !changed(index).isEmpty
  }

  // MARK: Looking

  /// Whether session, file and account say the same.
  func look() throws {
    let now = try file()
    let faults = editing.accountFaults
    try check(faults.isEmpty, "M2: \(faults.joined(separator: ", "))")
    try check(now == world, "the file is another: \(Self.difference(world, now))")
    settleIdentities()
    for index in known.indices where !known[index].isNew { follow(index) }
    // What is stored by now is nothing to be taken back.
    while let last = steps.last, isIdle(last) {
      steps.removeLast()
    }
    for index in known.indices where known[index].state.isThere {
      let (object, state) = (known[index].object, known[index].state)
      try check((object.state == .deleted) == state.isDeleted, "\(index) is \(object.state)")
      for (name, cell) in state.values {
        if case .new = cell { continue }
        let stands = Self.cell(object.value(at: PropertyPath(components: [name])))
        try check(stands == cell, "\(index) has \(stands) in \(name), not \(cell)")
      }
      guard object.state != .inserted else { continue }
      try check(
        object.changedKeys == changed(index),
        "of \(index) \(object.changedKeys) is changed, not \(changed(index))"
      )
    }
    let expected = Set(known.indices.filter(isPending))
    let pending = Set(
      editing.pendingObjects.map { object in known.firstIndex { $0.object === object } ?? -1 }
    )
    try check(pending == expected, "pending are \(pending.sorted()), not \(expected.sorted())")
    try check(editing.canUndo == !steps.isEmpty, "undo: \(editing.canUndo), steps \(steps.count)")
    try check(editing.redoCount == redone.count, "redo: \(editing.redoCount), not \(redone.count)")
  }

  static func difference(_ one: World, _ other: World) -> String {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.map { key in
      "\(key.table) \(key.values): \(one[key].map { "\($0)" } ?? "none") → \(other[key].map { "\($0)" } ?? "none")"
    }.sorted().joined(separator: "; ")
  }

  /// Objects that were let go of are known no more.
  private func settleIdentities() {
    let pending = Set(editing.pendingObjects.map { ObjectIdentifier($0) })
    for index in known.indices where !known[index].isNew && known[index].state.isThere {
      let object = known[index].object
      guard !pending.contains(ObjectIdentifier(object)), let id = object.base.id,
        editing.registeredObject(for: id) !== object
      else { continue }
      // Nothing that was entered goes with it, unless its row is gone.
      if let key = key(of: index), isPending(index), world[key] != nil { continue }
      known[index].state = State(isThere: false)
      forget { $0 == index }
    }
  }

  /// Goes back to the list.
  func goHome() async throws {
    for _ in 0..<6 where !isHome {
      try await scene.send("esc")
      if scene.text.contains("The changes are not saved") { try await scene.send("end enter") }
    }
    try check(isHome, "there is no way back to the list")
  }

  /// Whether the list is on the screen.
  var isHome: Bool { session.navigator.current.list?.entity.name == "Book" }

  /// The program ends, what is pending goes, and another begins on the same file.
  func restart() async throws {
    let next = try await Scene(
      copyOf: scene.path,
      rules: Self.rules,
      Self.arguments,
      height: 40
    )
    await scene.end()
    scene = next
    (known, steps, redone, back) = ([], [], [], [])
    try await begin()
  }
}
