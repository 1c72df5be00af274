import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@testable import Editing

/// Tests that a journal restores unsaved changes, even when its end is lost or damaged.
@MainActor
struct JournalTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/journal" }

  private func writer(
    limit: Int = 1 << 26,
    writingBy write: @escaping JournalFile.Write = { Glibc.write($0, $1.baseAddress, $1.count) }
  ) -> JournalWriter {
    JournalWriter(
      path: path,
      JournalHeader(path: "/x", userName: "ann", time: 1),
      limit: limit,
      writingBy: write
    )
  }

  private func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return bytes
  }

  private func states(of context: EditingContext) -> [Int: PendingState] {
    context.pendingObjects.reduce(into: [:]) {
      $0[$1.token] = $1.pendingState(drafts: [:]) { _ in true }
    }
  }

  @Test func `A text is another after its edit, whatever its characters are`() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "", "a", "é", "e\u{301}", "東", "😀", "\u{0}", String(repeating: "ab", count: 5000),
    ]
    func text() -> String {
      (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }
    for _ in 0..<2000 {
      let (old, new) = (text(), text())
      let edit = TextEdit(from: old, to: new)
      #expect((edit == nil) == old.utf8.elementsEqual(new.utf8))
      guard let edit else { continue }
      #expect(edit.applied(to: old).map { Array($0.utf8) } == Array(new.utf8), "\(old) → \(new)")
    }
    let long = String(repeating: "x", count: 100_000)
    let edit = TextEdit(from: long, to: long.prefix(70_000) + "y" + long.suffix(30_000))
    #expect(edit?.inserted.utf8.count ?? 9 < 2)
    #expect(TextEdit(from: "é", to: "ä")?.applied(to: "") == nil)
  }

  @Test(arguments: 1...4)
  func `A journal that is cut anywhere holds what was pending at an earlier step`(seed: UInt64)
    async throws
  {
    let person = try await RandomPerson(seed: seed)
    let writer = writer()
    var known: [(size: Int, states: [Int: PendingState])] = [(0, [:])]
    for _ in 0..<9 {
      try person.step()
      try writer.write(person.changes)
      let size = contents(of: path).count
      // Nothing is pending: the next is another file.
      if size < known[known.count - 1].size { known = [(0, [:])] }
      known.append((size, states(of: person.context)))
    }
    let bytes = contents(of: path)
    for count in 0...bytes.count {
      let expected = known.last { $0.size <= count }?.states
      #expect(JournalContents(Array(bytes[..<count])).states == expected, "cut at \(count)")
    }
    guard bytes.count > 20 else { return }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let place = random.below(bytes.count)
      var damaged = bytes
      damaged[place] ^= 0x20
      let expected = place < 12 ? [:] : known.last { $0.size <= place }?.states
      let read = JournalContents(damaged)
      #expect(read.states == expected, "damaged at \(place)")
      // The last frame may be an end that was not written any more.
      let frame = place < 12 ? nil : known.last { $0.size <= place }?.size
      let isLast = place < 12 || place >= known.last(where: { $0.size < bytes.count })?.size ?? 0
      let start = frame == 0 ? 12 : frame
      #expect(read.damage == (isLast ? nil : start), "damaged at \(place)")
    }
  }

  @Test(arguments: 1...20)
  func `What was taken from a journal is what was pending`(seed: UInt64) async throws {
    let person = try await RandomPerson(seed: seed * 31)
    let writer = writer()
    for _ in 0..<40 {
      try person.step()
      try writer.write(person.changes)
    }
    let read = JournalContents(contents(of: path)).states
    #expect(read == states(of: person.context))
    let store = try await EntityStore.open(.script(RandomPerson.script, title: "test"))
    let context = EditingContext(store: store)
    let records = try await store.records(read.values.compactMap(\.subject.id))
    let before = states(of: context)
    let taken = context.take(read, over: records) { entity in
      ([:], entity.attributes.map { PropertyPath(components: [$0.name]) })
    } where: { _, _ in
      true
    }
    #expect(taken.count == read.count)
    for (token, object) in taken {
      var state = try #require(object.pendingState(drafts: [:]) { _ in true })
      for (name, value) in state[.reference] {
        guard case .list(let parts) = value, case .int(let new) = parts[0] else { continue }
        let old = try #require(taken.first { $0.value.token == Int(new) }?.key)
        state.contents[PendingState.Place(.reference, name)] = .list(
          [.int(Int64(old))] + parts.dropFirst()
        )
      }
      let wanted = try #require(read[token])
      // A reference to what is not to be made any more leads nowhere.
      let isDead = wanted[.reference].values.contains { value in
        guard case .list(let parts) = value, case .int(let old) = parts[0] else { return false }
        return taken[Int(old)] == nil
      }
      if !isDead { #expect(state == wanted) }
    }
    while context.canUndo { context.undo() }
    #expect(states(of: context) == before)
  }

  @Test func `What cannot be written counts not at all, and is written with the next`() async throws
  {
    let person = try await RandomPerson(seed: 3)
    let artist = person.objects[0]
    var room = 1000
    let writer = writer { descriptor, bytes in
      guard room > 0 else {
        errno = ENOSPC
        return -1
      }
      let count = min(room, bytes.count)
      room -= count
      return Glibc.write(descriptor, bytes.baseAddress, count)
    }
    artist.set(.string("first"), forAttribute: "name")
    try writer.write(person.changes)
    let before = contents(of: path)
    artist.set(.string(String(repeating: "no room", count: 500)), forAttribute: "name")
    #expect(throws: JournalFault.refused(ENOSPC)) { try writer.write(person.changes) }
    #expect(contents(of: path) == before)
    room = 1 << 20
    artist.set(.string("last"), forAttribute: "name")
    try writer.write(person.changes)
    #expect(JournalContents(contents(of: path)).states == states(of: person.context))
  }

  @Test func `What the disk does not take is told, and all of it is written anew`() async throws {
    let person = try await RandomPerson(seed: 3)
    // It takes what is written, and brings nothing to a disk.
    symlink("/dev/null", path + "~")
    let writer = writer()
    person.objects[0].set(.string("first"), forAttribute: "name")
    try writer.write(person.changes)
    while writer.fault == nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(writer.fault == .refused(EINVAL) && contents(of: path).isEmpty)
    try writer.write([])
    #expect(JournalContents(contents(of: path)).states == states(of: person.context))
    try await writer.beginSave([person.objects[0].token], time: 1)
    #expect(writer.fault == nil)
    unlink(path)
    person.objects[1].set(.string("second"), forAttribute: "name")
    try writer.write(person.changes)
    #expect(JournalContents(contents(of: path)).states == states(of: person.context))
  }

  @Test func `A journal that grows is written anew, and one that is too long is refused`()
    async throws
  {
    let person = try await RandomPerson(seed: 3)
    let artist = person.objects[0]
    let writer = writer(limit: 1 << 20)
    let long = String(repeating: "long text ", count: 60_000)
    var largest = 0
    for number in 0..<300 {
      artist.set(.string(String(repeating: "\(number)", count: 1000)), forAttribute: "name")
      try writer.write(person.changes)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      largest = max(largest, Int(status.st_size))
    }
    #expect(largest < 300_000, "\(largest)")
    #expect(JournalContents(contents(of: path)).states == states(of: person.context))
    for object in person.objects.dropFirst() where object.entity.name == "Artist" {
      object.set(.string(long), forAttribute: "name")
    }
    let before = contents(of: path)
    #expect(throws: JournalFault.tooLong) { try writer.write(person.changes) }
    #expect(contents(of: path) == before)
  }

  @Test func `Who holds a journal keeps it from others, and it goes when nothing is pending`()
    async throws
  {
    let person = try await RandomPerson(seed: 3)
    var held: JournalWriter? = writer()
    person.objects[0].set(.string("mine"), forAttribute: "name")
    try held?.write(person.changes)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    func left() throws -> [OrphanedJournal] {
      try OrphanedJournal.all(in: folder.path, beginningWith: "jour", orOf: "/y")
    }
    #expect(try left().isEmpty)
    held = nil
    #expect(try left().map(\.name) == ["journal"])
    #expect(try OrphanedJournal.all(in: folder.path, beginningWith: "x", orOf: "/x").count == 1)
    #expect(try OrphanedJournal.all(in: folder.path, beginningWith: "x", orOf: "/y").isEmpty)
    let offered = try left()
    #expect(try left().isEmpty, "it is offered elsewhere")
    let other = JournalWriter(path: path + "2", JournalHeader(path: "/x", userName: "", time: 2))
    try other.write([(7, offered[0].contents.states.values.first)], takingOver: ["journal"])
    #expect(folder.names == ["journal", "journal2"])
    try other.clear()
    #expect(folder.names == ["journal"])
  }

  @Test func `What cannot be read is told and stays, and is not taken for empty`() throws {
    mkdir(folder.path + "/jour-folder", 0o700)
    // It can be opened and held, and each read of its beginning fails.
    symlink("/proc/self/mem", folder.path + "/jour-unread")
    var told: [String] = []
    let left = try OrphanedJournal.all(in: folder.path, beginningWith: "jour", orOf: "") {
      told.append(String($0.dropFirst(folder.path.count + 1)))
    }
    #expect(left.isEmpty)
    let unread = "this journal cannot be read:"
    #expect(
      told.sorted() == [
        "jour-folder: \(unread) Is a directory", "jour-unread: \(unread) Input/output error",
      ]
    )
    #expect(folder.names == ["jour-folder", "jour-unread"])
    let file = folder.write([], to: "file")
    #expect(throws: JournalFault.refused(ENOTDIR)) {
      try OrphanedJournal.all(in: file, beginningWith: "jour", orOf: "")
    }
    #expect(
      try OrphanedJournal.all(in: folder.path + "/none", beginningWith: "x", orOf: "").isEmpty
    )
  }

  @Test func `A journal of another file is held by nobody who looks for one`() async throws {
    let person = try await RandomPerson(seed: 3)
    person.objects[0].set(.string("mine"), forAttribute: "name")
    let changes = person.changes
    var other: JournalWriter? = writer()
    try other?.write(changes)
    other = nil
    // Who starts on that file tries to hold it all the while.
    let path = path
    let isOver = Mutex(false)
    let start = Task.detached {
      var (tries, held) = (0, 0)
      while !isOver.withLock({ $0 }) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        tries += 1
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { held += 1 }
        close(descriptor)
      }
      return (tries, held)
    }
    for _ in 0..<2000 {
      #expect(try OrphanedJournal.all(in: folder.path, beginningWith: "x", orOf: "/y").isEmpty)
    }
    isOver.withLock { $0 = true }
    // A process that another test begins has the descriptor of a try until it is another program; who looked and held the
    // journal would hold it most of the time.
    let (tries, held) = await start.value
    #expect(held * 100 <= tries, "held in \(held) of \(tries) tries")
  }

  @Test func `What cannot be taken away is told`() async throws {
    let person = try await RandomPerson(seed: 3)
    person.objects[0].set(.string("mine"), forAttribute: "name")
    var held: JournalWriter? = writer()
    try held?.write(person.changes)
    // Nobody, whatever the rights, takes a folder for a file.
    func block() {
      rename(path, path + ".away")
      mkdir(path, 0o700)
    }
    block()
    let fault = JournalFault.notRemoved(path, EISDIR)
    #expect(fault.reason == "\(path) cannot be removed (Is a directory)")
    #expect(throws: fault) { try held?.clear() }
    held = nil
    rmdir(path)
    rename(path + ".away", path)
    let left = try OrphanedJournal.all(in: folder.path, beginningWith: "jour", orOf: "")
    block()
    #expect(throws: fault) { try left.first?.remove() }
    rmdir(path)
    try left.first?.remove()
  }

  @Test func `What was taken over is not offered twice`() async throws {
    let person = try await RandomPerson(seed: 3)
    person.objects[0].set(.string("mine"), forAttribute: "name")
    let changes = person.changes
    var writers: [JournalWriter] = [writer()]
    try writers[0].write(changes)
    writers.append(
      JournalWriter(path: path + "2", JournalHeader(path: "/x", userName: "", time: 2))
    )
    try writers[1].write(changes, takingOver: ["journal"])
    writers = []
    let left = try OrphanedJournal.all(in: folder.path, beginningWith: "jour", orOf: "")
    #expect(left.map(\.name) == ["journal2"])
    #expect(folder.names == ["journal2"])
  }

  @Test func `A save that nobody has heard of again is told`() async throws {
    let person = try await RandomPerson(seed: 3)
    person.objects[0].set(.string("mine"), forAttribute: "name")
    let token = person.objects[0].token
    let writer = writer()
    try writer.write(person.changes)
    try await writer.beginSave([token, 99], time: 0.1 + 0.2)
    var read = JournalContents(contents(of: path))
    #expect(read.openSave?.time == 0.1 + 0.2 && read.openSave?.tokens == [token])
    read.settleSave(isDone: false)
    #expect(read.states.count == 1)
    try writer.write([], endsSave: true)
    #expect(JournalContents(contents(of: path)).openSave == nil)
    try await writer.beginSave([token], time: nil)
    read = JournalContents(contents(of: path))
    read.settleSave(isDone: true)
    #expect(read.states.isEmpty)
    try writer.write([(token, nil)], endsSave: true)
    #expect(folder.names.isEmpty)
  }
}
