@testable import RuleFiles  // what is still watched
import EntityModel
import RuleEngine
import DirectToTerminalTesting
import SceneSupport
import EntityStore
import Glibc
import RuleEnvironment
import SQLite
import SQLiteStore
import StandardKeys
import Terminal
import TestSupport
import Testing

import CommandLineTool
import Pages
import Workspace

/// Tests that ended sessions release their resources, so that a long-running process does not run out of descriptors.
@MainActor
struct EndedSessionsTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  /// How many descriptors of this process lead to the database, or to what stands beside it.
  private func openCount() throws -> Int {
    let listing = try #require(opendir("/proc/self/fd"))
    defer { closedir(listing) }
    var count = 0
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/fd/" + name, &target, target.count)
      let bytes = target.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
      if String(decoding: bytes, as: UTF8.self).hasPrefix(folder.path) { count += 1 }
    }
    return count
  }

  private func expectNothingOpen() async throws {
    // Connections are closed on threads of their own.
    var turns = 0
    while try openCount() > 0, turns < 1000 {
      turns += 1
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(try openCount() == 0)
  }

  @Test(arguments: [
    ["list", "Artist"], ["list", "Artits"], ["set", "Artist#1", "name="], ["insert", "Artist"],
    ["export", "Track", "--format", "json"], ["get", "Artist#99"],
  ])
  func `A command that has ended has nothing open`(words: [String]) async throws {
    _ = try await run(all: words)
    try await expectNothingOpen()
  }

  @Test func `Rules that were explained and begun have nothing open`() async throws {
    for words in [["init"], ["explain", "title"], ["check"], ["list"]] {
      let arguments = ["rules"] + words + [path]
      _ = await Program(try Invocation(arguments: arguments)).run()
    }
    try await expectNothingOpen()
  }

  @Test(arguments: [
    ["--entity", "Artist", "--id", "99"], ["--link", "Artist?nme=1"],
    ["--entity", "Artist", "--set", "visibleEntityNames=['Album']"],
  ])
  func `A screen that does not begin has nothing open`(words: [String]) async throws {
    let invocation = try Invocation(arguments: [path] + words)
    await #expect(throws: (any Error).self) { try await Program(invocation).session() }
    try await expectNothingOpen()
  }

  @Test func `A screen that is gone has nothing open`() async throws {
    weak var session: Session?
    do {
      let invocation = try Invocation(arguments: [path, "--entity", "Track"])
      let opened = try await Program(invocation).session()
      let terminal = HeadlessTerminal(size: Size(width: 100, height: 30))
      let controller = ScreenController(session: opened, driver: terminal)
      try await controller.settle(on: terminal)
      for event in KeyEvent.sequence("/ enter s enter e tab esc") ?? [] {
        controller.handle(.key(event))
        try await controller.settle(on: terminal)
      }
      #expect(try openCount() > 0)
      session = opened
      await opened.close()
      opened.release()
    }
    // What was under way for it ends on its own.
    var turns = 0
    while session != nil, turns < 1000 {
      turns += 1
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(session == nil)
    try await expectNothingOpen()
  }

  /// Weak references to the objects of a session that must be freed when it ends.
  ///
  /// The store owns a thread with a pipe, and the rules own a file watch.
  @MainActor private final class Remains {
    private weak var session: Session?
    private weak var store: EntityStore?
    private weak var rules: RuleReloader?

    init(of session: Session) {
      (self.session, store, rules) = (session, session.work.store, session.work.rules.reloader)
    }

    var isGone: Bool { kept.isEmpty }

    /// The names of the objects that are still alive.
    var kept: [String] {
      let parts: [(String, Bool)] = [
        ("session", session != nil), ("store", store != nil), ("rules", rules != nil),
      ]
      return parts.filter(\.1).map(\.0)
    }
  }

  private func expectGone(_ remains: [Remains]) async throws {
    var turns = 0
    while remains.contains(where: { !$0.isGone }), turns < 1000 {
      turns += 1
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(remains.filter { !$0.isGone }.isEmpty, "\(remains.map(\.kept))")
  }

  @Test func `Of screens on which rules were typed nothing stays, whenever they end`() async throws
  {
    var remains: [Remains] = []
    for turn in 0..<12 {
      let scene = try await Scene(Self.movies, "--entity movie --task edit --id 1")
      let session = scene.session
      remains.append(Remains(of: session))
      #expect(try await scene.apply("rule *true* => title = 'Own'"))
      if turn % 3 == 0 { try await scene.send("esc esc") }
      // Something stands in front of the page.
      if turn % 3 == 1 { try await scene.send("ctrl-p") }
      // The rules are read again while all ends.
      if turn % 2 == 0 {
        session.work.rules.reloader?.change { $0.add("*true* => title = 'Late'") }
      }
      if turn % 4 == 0 { await session.close() }
      session.work.rules.reloader?.change { $0.add("*true* => title = 'Later'") }
      session.release()
      await session.close()
    }
    try await expectGone(remains)
  }

  @Test func `Of a session in whose place another one is shown nothing stays`() async throws {
    var remains: [Remains] = []
    for keys in ["enter", "enter enter", "enter enter e"] {
      let scene = try await Scene(Self.movies)
      scene.session.work.followRules()
      try await scene.send(keys)
      remains.append(Remains(of: scene.session))
      try scene.execute("CREATE TABLE actor(id INTEGER PRIMARY KEY, name TEXT)")
      try await scene.send("ctrl-r")
      #expect(scene.text.contains("Actor is new"), "\(scene.text)")
      #expect(scene.session.work.rules.reloader?.isFollowing == true)
      try await scene.send("j k")
      try await expectGone(remains)
      remains.append(Remains(of: scene.session))
      await scene.end()
    }
    try await expectGone(remains)
  }

  /// Tests the polling watch, which replaces the kernel's file notifications where they are not available.
  @Test func `A watch that looks again and again keeps nothing of the place where it began`()
    async throws
  {
    let watch = StatWatch()
    var places = WatchedPaths()
    places.files = [path]
    var remains: [Remains] = []
    do {
      let scene = try await Scene(Self.movies)
      remains.append(Remains(of: scene.session))
      // As a command begins it.
      EnvironmentValues.$current.withValue(scene.session.work.root) { _ = watch.follow(places) }
      await scene.end()
    }
    try await expectGone(remains)
    withExtendedLifetime(watch) {}
  }

  @Test func `Of sessions whose rules hide something nothing stays`() async throws {
    var remains: [Remains] = []
    for width in [100, 40, 70] {
      let scene = try await Scene(
        Self.movies,
        rules: "screen.width < 80 and propertyKey = 'length' => isPropertyVisible = false",
        "--entity movie"
      )
      scene.terminal.resize(to: Size(width: width, height: 30))
      scene.press("enter")
      remains.append(Remains(of: scene.session))
      await scene.end()
    }
    try await expectGone(remains)
  }

  @Test func `Of a thousand sessions that were opened and closed none lives`() async throws {
    let first = try await Program(Invocation(arguments: [path])).session()
    let rules = first.work.resolver.model
    await first.close()
    first.release()
    var remains: [Remains] = []
    for number in 0..<1000 {
      let store = try await EntityStore.open(.script(Self.movies, title: "Movies"))
      let entity = try #require(store.model.entity(named: "Movie"))
      let session = Session(
        store: store,
        rules: rules,
        faults: [],
        vocabulary: builtInVocabulary,
        catalog: .builtIn,
        user: User(name: nil, role: nil),
        start: StartLocation(task: number % 2 == 0 ? .list : .create, entity: entity)
      )
      remains.append(Remains(of: session))
      let terminal = HeadlessTerminal(size: Size(width: 60, height: 8))
      let controller = ScreenController(session: session, driver: terminal)
      // Each has its pages; of one in five they were seen, of some all that they show has arrived.
      #expect(session.navigator.current.entity === entity)
      if number % 10 < 2 { controller.draw() }
      if number % 100 == 0 { try await controller.settle(on: terminal) }
      await session.close()
      session.release()
    }
    try await expectGone(remains)
  }

  private static let movies = """
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT);
    INSERT INTO movie VALUES (1, 'Alien', 117), (2, 'Heat', 170);
    """
}
