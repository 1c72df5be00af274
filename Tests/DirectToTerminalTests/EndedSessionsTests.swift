import Glibc
import SQLite
import Terminal
import TestSupport
import Testing

@testable import DirectToTerminal

/// What has ended keeps nothing open: a process that does much for a long time does not run out of descriptors.
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
}
