import CFaultVFS
import DirectToTerminal
import Editing
import EntityStore
import FaultScenarios
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// Faults at every step of a save: the file is as before or as after, never between, and the edits stay pending.
@MainActor
@Suite(.serialized)
struct FaultInjectionTests {
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let code: Int32
    let kinds: Int
    let isSticky: Bool

    var testDescription: String { name + (isSticky ? " for good" : " once") }

    static let all: [Fault] =
      [true, false].flatMap { isSticky in
        [
          Fault(name: "disk full", code: 13, kinds: FAULT_WRITE, isSticky: isSticky),
          Fault(name: "write error", code: 10 | 3 << 8, kinds: FAULT_WRITE, isSticky: isSticky),
          Fault(name: "sync error", code: 10 | 4 << 8, kinds: FAULT_SYNC, isSticky: isSticky),
          Fault(
            name: "truncate error",
            code: 10 | 6 << 8,
            kinds: FAULT_TRUNCATE,
            isSticky: isSticky
          ),
          Fault(name: "read error", code: 10 | 1 << 8, kinds: FAULT_READ, isSticky: isSticky),
          Fault(name: "delete error", code: 10 | 10 << 8, kinds: FAULT_DELETE, isSticky: isSticky),
          Fault(name: "journal not made", code: 14, kinds: FAULT_OPEN, isSticky: isSticky),
          Fault(name: "medium not writable", code: 8, kinds: FAULT_WRITE, isSticky: isSticky),
          Fault(
            name: "folder not writable",
            code: 8 | 6 << 8,
            kinds: FAULT_OPEN,
            isSticky: isSticky
          ),
          Fault(name: "lock error", code: 10 | 15 << 8, kinds: FAULT_LOCK, isSticky: isSticky),
        ]
      } + [
        // Who holds the file for good is waited for; that takes its time and is tested below.
        Fault(name: "busy", code: 5, kinds: FAULT_LOCK, isSticky: false),
        Fault(name: "no memory", code: 7, kinds: FAULT_READ | FAULT_WRITE, isSticky: false),
      ]

    init(name: String, code: Int32, kinds: some BinaryInteger, isSticky: Bool) {
      (self.name, self.code, self.kinds, self.isSticky) = (name, code, Int(kinds), isSticky)
    }
  }

  private let folder = FaultFolder("d2t-fault")

  /// A scenario with what it was before and what it is after a save in which nothing goes wrong.
  private func prepared(
    _ journal: FaultScenario.Journal
  ) async throws -> (template: DatabaseFiles, before: [String], after: [String]) {
    fault_install("d2t-fault")
    fault_disarm()
    try FaultScenario.make(folder.database, journal)
    let template = folder.files
    let before = try FaultScenario.contents(folder.database).rows
    let store = try await EntityStore.open(.file(folder.database))
    _ = try await store.save(FaultScenario.changes)
    await store.close()
    return (template, before, try FaultScenario.contents(folder.database).rows)
  }

  @Test(arguments: FaultScenario.Journal.allCases, Fault.all)
  func `The file is as before or as after, never between`(
    journal: FaultScenario.Journal,
    fault: Fault
  ) async throws {
    let (template, before, after) = try await prepared(journal)
    try await forEachStep(atMost: length("D2T_FAULT_STEPS", or: 3)) { step in
      folder.reset(to: template)
      func arm() { fault_arm(step, fault.code, Int32(fault.kinds), fault.isSticky ? 1 : 0) }
      var store: EntityStore?
      var failure: StoreError?
      do throws(StoreError) {
        // What lies beside the file is dealt with by whoever opens it.
        if journal.hasFilesBeside { arm() }
        let opened = try await EntityStore.open(.file(folder.database))
        store = opened
        _ = try await opened.count(FetchSpecification(entityName: "Album"))
        if !journal.hasFilesBeside { arm() }
        _ = try await opened.save(FaultScenario.changes)
      } catch {
        failure = error
      }
      let happened = fault_count()
      fault_disarm()
      let found = try FaultScenario.contents(folder.database)
      #expect(found.integrity == "ok", "step \(step)")
      if let failure {
        #expect(found.rows == before, "step \(step): the save failed and was done: \(failure)")
        #expect(failure.sentence.split(separator: " ").count > 3, "\(failure)")
        // What was meant can be saved once the trouble is over, by the same connection if there is one.
        if store == nil { store = try await EntityStore.open(.file(folder.database)) }
        _ = try await store?.save(FaultScenario.changes)
      }
      await store?.close()
      #expect(try FaultScenario.contents(folder.database).rows == after, "step \(step)")
      #expect(step > 0 || failure == nil)
      return happened
    }
  }

  /// Tries a save without a fault, to see how many steps it has, then with one at each step where they are few, else at
  /// some of them; `attempt` saves with a fault at a step, counted from 1, and returns how many steps there were.
  func forEachStep(atMost most: Int, _ attempt: (Int) async throws -> Int) async throws {
    let stride = max(1, try await attempt(0) / most)
    var step = 1
    while try await attempt(step) >= step { step += stride }
  }

  @Test func `Edits stay pending when the disk is full, with a sentence, and are saved later`()
    async throws
  {
    let (template, before, _) = try await prepared(.rollback)
    folder.reset(to: template)
    let store = try await EntityStore.open(.file(folder.database))
    let context = EditingContext(store: store)
    let id = RecordID(entityName: "Album", values: [.int(3)])
    let album = context.object(for: try #require(try await store.record(id)))
    album.set(.string("mine"), forAttribute: "title")
    fault_arm(1, 13, Int32(FAULT_WRITE), 1)
    do throws(SaveError) {
      try await context.write(context.pendingObjects, guardedBy: nil)
      Issue.record("saved on a full disk")
    } catch {
      guard case .store(let error) = error else { throw error }
      #expect(error.sentence.contains("disk is full"), "\(error.sentence)")
    }
    fault_disarm()
    #expect(context.pendingObjects.count == 1 && album.changedKeys == ["title"])
    #expect(try FaultScenario.contents(folder.database).rows == before)
    try await context.write(context.pendingObjects, guardedBy: nil)
    #expect(
      try FaultScenario.contents(folder.database).rows.contains { $0.hasPrefix("album|3|mine|") }
    )
  }

  // MARK: Constraints

  nonisolated static let broken: [(name: String, change: Change)] = [
    (
      "unique",
      .insert(
        entityName: "Artist",
        values: ["name": .string("artist 1")],
        references: [:],
        token: 90
      )
    ),
    (
      "not null",
      .insert(entityName: "Album", values: ["notes": .string("x")], references: [:], token: 90)
    ),
    (
      "check",
      .insert(entityName: "Artist", values: ["name": .string("bad")], references: [:], token: 90)
    ),
    (
      "trigger",
      .insert(
        entityName: "Album",
        values: ["title": .string("forbidden")],
        references: [:],
        token: 90
      )
    ),
    (
      "reference",
      .insert(
        entityName: "Album",
        values: ["title": .string("x"), "artistId": .int(999)],
        references: [:],
        token: 90
      )
    ),
    (
      "gone",
      .update(
        RecordID(entityName: "Album", values: [.int(999)]),
        values: ["title": .string("x")],
        original: [:]
      )
    ),
    (
      "changed",
      .update(
        RecordID(entityName: "Album", values: [.int(1)]),
        values: ["title": .string("x")],
        original: ["title": .string("other")]
      )
    ),
  ]

  @Test(arguments: broken.indices, FaultScenario.Journal.allCases)
  func `A change that is refused in any place of a save leaves the file as it was`(
    index: Int,
    journal: FaultScenario.Journal
  ) async throws {
    let (template, before, _) = try await prepared(journal)
    let (name, broken) = Self.broken[index]
    folder.reset(to: template)
    let store = try await EntityStore.open(.file(folder.database))
    for place in 0...FaultScenario.changes.count {
      var changes = FaultScenario.changes
      changes.insert(broken, at: place)
      do throws(StoreError) {
        _ = try await store.save(changes)
        Issue.record("\(name) at \(place) was saved")
      } catch {
        #expect(!error.sentence.isEmpty)
      }
      let found = try FaultScenario.contents(folder.database)
      #expect(found.rows == before && found.integrity == "ok", "\(name) at \(place)")
    }
  }

  // MARK: Another program

  /// Returns when SQLite has tried to lock the file so often since `fault_arm`.
  private static func untilLocksWereTried(_ count: Int) async {
    while fault_count() < count { await Task.yield() }
  }

  @Test func `A save waits for another program and can be called off while it waits`() async throws
  {
    let (template, before, after) = try await prepared(.rollback)
    folder.reset(to: template)
    let store = try await EntityStore.open(.file(folder.database))
    let other = try Connection(path: folder.database, mode: .readWrite)
    try other.begin(.immediate)
    fault_arm(0, 0, Int32(FAULT_LOCK), 0)
    let waiting = Task { try await store.save(FaultScenario.changes) }
    await Self.untilLocksWereTried(3)
    store.cancelSaves()
    await #expect(throws: StoreError.self) { try await waiting.value }
    #expect(try FaultScenario.contents(folder.database).rows == before)
    fault_arm(0, 0, Int32(FAULT_LOCK), 0)
    let patient = Task { try await store.save(FaultScenario.changes) }
    await Self.untilLocksWereTried(3)
    other.rollBack()
    _ = try await patient.value
    #expect(try FaultScenario.contents(folder.database).rows == after)
  }

  @Test func `A reader of another program delays a commit and loses nothing`() async throws {
    let (template, _, after) = try await prepared(.rollback)
    folder.reset(to: template)
    let store = try await EntityStore.open(.file(folder.database))
    let reader = try Connection(path: folder.database, mode: .readWrite)
    try reader.begin(.deferred)
    _ = try reader.scalar("SELECT count(*) FROM artist")
    fault_arm(0, 0, Int32(FAULT_LOCK), 0)
    let saving = Task { try await store.save(FaultScenario.changes) }
    await Self.untilLocksWereTried(12)
    reader.rollBack()
    _ = try await saving.value
    #expect(try FaultScenario.contents(folder.database).rows == after)
  }
}
