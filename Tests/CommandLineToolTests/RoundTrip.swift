import Pages
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import TestSupport
import Testing

@testable import Editing  // what a save would write
import Workspace

/// The results of trying to read and write every entity of one database: counts by step, and the refusals.
struct RoundTripAccount {
  enum Step: String, CaseIterable {
    case list, inspect, insert, update, delete
  }

  var done: [Step: Int] = [:]
  var refused: [(step: Step, entityName: String, sentence: String)] = []

  /// `list 11, inspect 11 …`, and one line for each refusal.
  var text: String {
    let counts = Step.allCases.map { "\($0.rawValue) \(done[$0] ?? 0)" }.joined(separator: ", ")
    return ([counts] + refused.map { "  \($0.step.rawValue) \($0.entityName): \($0.sentence)" })
      .joined(separator: "\n")
  }
}

/// The rows of a table, each as the text of all its values and storage classes.
struct TableContents: Equatable {
  private var rows: [String: Int] = [:]
  private(set) var count = 0

  init(_ rows: [String] = []) {
    count = rows.count
    for row in rows { self.rows[row, default: 0] += 1 }
  }

  /// How many of the rows are not among those of `other`.
  func missing(in other: Self) -> Int {
    rows.map { max(0, $1 - (other.rows[$0] ?? 0)) }.reduce(0, +)
  }
}

/// Lists, inspects, makes, changes and deletes an object of each entity of a database as a person would, and looks at
/// the file after each step with SQL of its own.
@MainActor
final class RoundTrip {
  private let session: Session
  private let path: String
  private let folder: TemporaryFolder
  private let connection: Connection
  private let maker: RowMaker
  private(set) var account = RoundTripAccount()
  /// Whether all that was made could be deleted again.
  private var isAsBefore = true

  init(_ session: Session, path: String, folder: TemporaryFolder, seed: UInt64 = 1) throws {
    (self.session, self.path, self.folder) = (session, path, folder)
    connection = try Connection(path: path, mode: .readOnly)
    maker = RowMaker(store: session.work.store, seed: seed)
  }

  private var store: EntityStore { session.work.store }
  private var editing: EditingContext { session.work.editing }

  /// The entities that are chosen; afterwards the file holds what it held before, but for an object less of each entity.
  func run() async throws {
    let before = contents()
    let entities = chosenEntities
    for entity in entities {
      let rows = try await list(entity)
      try await inspect(rows, of: entity)
      guard !entity.identity.isEmpty, entity.readOnlyReason == nil else { continue }
      try await change(rows, of: entity)
      try await insert(entity, like: rows)
    }
    if !hasTriggers, isAsBefore { expectSame(before, contents(), "after all") }
    for entity in entities
    where !entity.identity.isEmpty && entity.readOnlyReason == nil {
      try await deleteLast(of: entity)
    }
  }

  /// All entities in a long run; else some of a database with many, which are much alike.
  private var chosenEntities: [Entity] {
    store.model.entities.enumerated()
      .filter { $0.offset < 12 || $0.offset % 16 == 0 || TestLength.isLong }
      .map(\.element)
  }

  /// Fills empty tables with a few rows, so that there is something to refer to.
  func fill() async throws {
    for entity in store.model.entities + store.model.entities
    where !entity.identity.isEmpty && entity.readOnlyReason == nil {
      let values = try await maker.values(of: entity, like: nil)
      let object = editing.insert(entity, values: entity.initialValues.merging(values) { $1 })
      if (try? await session.work.save([object])) == nil { editing.withdraw(object) }
    }
  }

  // MARK: Looking

  private func list(_ entity: Entity) async throws -> [Record] {
    do throws(StoreError) {
      let window = try await store.window(
        FetchSpecification(entityName: entity.name),
        from: .start,
        count: 20
      )
      account.done[.list, default: 0] += 1
      return window.records
    } catch {
      try judgeReading(error, of: entity)
      return []
    }
  }

  /// Checks that SQLite refuses the same read, with an error that the message of the store explains.
  private func judgeReading(_ error: StoreError, of entity: Entity) throws {
    account.refused.append((.list, entity.name, error.sentence))
    let names = entity.attributes.map { quoted($0.columnName) }.joined(separator: ", ")
    // What cannot be read at all has no columns.
    let columns = names.isEmpty ? "*" : names
    let objection = #expect(throws: SQLiteError.self, "\(entity.name): \(error.sentence)") {
      _ = try connection.rows("SELECT \(columns) FROM \(quoted(entity.tableName)) LIMIT 20") {
        $0.int(0)
      }
    }
    guard let objection else { return }
    #expect(SQLiteOpinion.isTold(objection, in: error.sentence), "\(entity.name)")
  }

  private func inspect(_ rows: [Record], of entity: Entity) async throws {
    guard !entity.identity.isEmpty else { return }
    var found = 0
    for row in rows {
      // A key that is null, or not there, tells no row from another.
      guard let id = row.id, !id.values.contains(where: \.isNull) else { continue }
      let whole = try await store.record(id)
      #expect(whole != nil, "\(entity.name) \(id.values) was listed and is not found")
      guard let whole else { continue }
      found += 1
      let truncated = row.truncatedPositions
      for (position, path) in row.layout.paths.enumerated()
      where !truncated.contains(position) {
        let value = whole.value(forPath: path.components[...])
        #expect(value == row.value(at: position), "\(entity.name) \(id.values) \(path)")
      }
    }
    if found > 0 || rows.isEmpty { account.done[.inspect, default: 0] += 1 }
  }

  // MARK: Writing

  /// Changes an attribute of a stored object and changes it back: the row is as it was, to the storage class.
  private func change(_ rows: [Record], of entity: Entity) async throws {
    let withKey = rows.filter { $0.id?.values.contains(where: \.isNull) == false }
    guard let id = withKey.first?.id, let row = try await store.record(id),
      let (name, value) = maker.change(of: row, among: rows)
    else { return }
    let before = contents(of: entity)
    let object = editing.object(for: row)
    let old = row.value(forKey: name) ?? .null
    object.set(value, forAttribute: name)
    guard try await save(object, .update, entity) else { return editing.revertAll() }
    let changed = contents(of: entity)
    #expect(
      before.missing(in: changed) <= 1 && changed.count == before.count,
      "\(entity.name).\(name): one row changes"
    )
    object.set(old, forAttribute: name)
    guard try await save(object, .update, entity) else { return editing.revertAll() }
    if !hasTriggers { expectSame(before, contents(of: entity), "\(entity.name).\(name) = \(old)") }
  }

  /// Makes an object, finds it, changes and deletes it: the table is as it was.
  private func insert(_ entity: Entity, like rows: [Record]) async throws {
    let before = contents(of: entity)
    var made: ManagedObject?
    // What is unique together is not known of an entity; another try has other values.
    for attempt in 0..<3 where made == nil {
      let values = try await maker.values(
        of: entity,
        like: rows.randomElement(using: &maker.random)
      )
      let object = editing.insert(entity, values: entity.initialValues.merging(values) { $1 })
      if try await save(object, .insert, entity, isLast: attempt == 2) {
        made = object
      } else {
        editing.withdraw(object)
      }
    }
    guard let object = made else { return }
    // The trigger of a view makes keys of which nobody hears.
    guard let id = object.id else { return }
    let found = try await store.record(id)
    #expect(found != nil, "\(entity.name) \(id.values) was made and is not found")
    for (path, value) in zip(found?.layout.paths ?? [], found?.values ?? []) {
      let known = object.base.value(forPath: path.components[...])
      #expect(known == value, "\(entity.name) \(id.values) \(path) is seen as it is stored")
    }
    let added = contents(of: entity)
    if entity.definition.kind != .view {
      #expect(added.count == before.count + 1, "\(entity.name): one row more")
    }
    if let found, let (name, value) = maker.change(of: found, among: rows) {
      object.set(value, forAttribute: name)
      if try await save(object, .update, entity, isCounted: false) {
        let stored = try await store.record(id)?.value(forKey: name)
        #expect(hasTriggers || stored?.compare(value) == .equal, "\(entity.name).\(name)")
      } else {
        object.revert()
      }
    }
    editing.delete(object)
    guard try await save(object, .delete, entity, isCounted: false) else {
      isAsBefore = false
      return editing.revertAll()
    }
    if !hasTriggers { expectSame(before, contents(of: entity), "\(entity.name) deleted again") }
  }

  private func deleteLast(of entity: Entity) async throws {
    let fetch = FetchSpecification(entityName: entity.name)
    guard let window = try? await store.window(fetch, from: .end, count: 1),
      let row = window.records.last, let id = row.id, !id.values.contains(where: \.isNull)
    else { return }
    let before = contents(of: entity)
    let object = editing.object(for: row)
    editing.delete(object)
    guard try await save(object, .delete, entity) else { return editing.revertAll() }
    #expect(try await store.record(id) == nil, "\(entity.name) \(id.values) is deleted and there")
    let after = contents(of: entity)
    #expect(hasTriggers || after.missing(in: before) == 0, "\(entity.name)")
    #expect(hasTriggers || after.count < before.count, "\(entity.name)")
  }

  /// Saves; a refusal must be SQLite's as well, be told in its words, and leave the file as it was.
  private func save(
    _ object: ManagedObject,
    _ step: RoundTripAccount.Step,
    _ entity: Entity,
    isLast: Bool = true,
    isCounted: Bool = true
  ) async throws -> Bool {
    let version = try connection.dataVersion()
    let changes = editing.changes(of: editing.insertionOrder(of: [object]))
    do throws(SaveError) {
      try await session.work.save([object])
      if isCounted { account.done[step, default: 0] += 1 }
      return true
    } catch {
      let sentence: String
      switch error {
      case .invalid(let problems):
        sentence = problems.map { "\($0.key): \($0.message)" }.joined(separator: "; ")
      case .store(let error): sentence = error.sentence
      }
      #expect(try connection.dataVersion() == version, "\(entity.name): a refused save wrote")
      guard isLast else { return false }
      account.refused.append((step, entity.name, sentence))
      let place = Comment(rawValue: "\(step.rawValue) \(entity.name): \(sentence)")
      if let write = Entity.Write(rawValue: step.rawValue), let reason = entity.refusal(of: write) {
        // A value that is none is told before it is tried to write it.
        if case .store = error { #expect(sentence.contains(reason), place) }
        return false
      }
      // What a model says is no matter of SQLite's.
      if step == .delete, sentence.contains("(the model ") { return false }
      if step == .insert, sentence.contains("store has no such entity") { return false }
      let copy = try folder.copyDatabase(path)
      let opinion = SQLiteOpinion(path: copy, model: store.model)
      let objection = changes.lazy.compactMap(opinion.objection).first
      #expect(objection != nil, "SQLite writes \(changes), d2t does not: \(place)")
      if let objection, case .store = error {
        #expect(SQLiteOpinion.isTold(objection, in: sentence), "\(objection): \(place)")
      }
      return false
    }
  }

  // MARK: The file

  private lazy var hasTriggers =
    (try? connection.scalar("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'")) != .int(0)

  /// The rows of a table with their storage classes; none of what cannot be read.
  private func contents(of entity: Entity) -> TableContents {
    // Core Data counts the versions of a row; hidden columns of virtual tables are no part of it.
    let columns = entity.attributes
      .filter {
        $0.columnName != "Z_OPT" && (entity.definition.kind != .virtual || !$0.definition.isHidden)
      }
      .map { "quote(\(quoted($0.columnName)))" }
    let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM \(quoted(entity.tableName))"
    guard !columns.isEmpty, entity.definition.kind != .view,
      let rows = try? connection.rows(sql, [], as: { row throws(SQLiteError) in row.text(0) })
    else { return TableContents() }
    return TableContents(rows)
  }

  private func contents() -> [String: TableContents] {
    var contents: [String: TableContents] = [:]
    for entity in store.model.entities where !Self.isBookkeeping(entity) {
      contents[entity.name] = self.contents(of: entity)
    }
    return contents
  }

  /// Counters, which only go up, and what virtual tables keep.
  private static func isBookkeeping(_ entity: Entity) -> Bool {
    entity.definition.isHidden && entity.readOnlyReason != nil
  }

  private func expectSame<Rows: Equatable>(_ before: Rows, _ after: Rows, _ place: String) {
    #expect(before == after, "\(place)")
  }
}
