import FaultScenarios
import Glibc
import SQLite
import Testing

/// The program is killed in the middle of a save, as by `kill -9`, a write done half: what is opened afterwards is the
/// file before the save or the file after it.
@Suite(.serialized)
struct KilledSaveTests {
  private let folder = FaultFolder("d2t-killed")

  /// The path of the program `KilledSave`, which is killed during a save; it is beside the tests.
  private static let program: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/KilledSave"
  }()

  /// Saves in another process, which is killed in the operation `number`.
  /// - Returns: how it ended, as `waitpid` has it.
  private func save(killedIn number: Int, attaching attached: [String] = []) throws -> Int32 {
    var pid = pid_t()
    let words: [String] = [Self.program, folder.database, String(number)] + attached
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions,
      STDOUT_FILENO,
      folder.path + "/count",
      O_WRONLY | O_CREAT | O_TRUNC,
      0o600
    )
    try #require(posix_spawn(&pid, Self.program, &actions, nil, &arguments, environ) == 0)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private func printedCount() -> Int? {
    defer { unlink(folder.path + "/count") }
    guard let file = fopen(folder.path + "/count", "r") else { return nil }
    defer { fclose(file) }
    var number = 0
    while case let byte = getc(file), byte >= 0x30, byte <= 0x39 {
      number = number * 10 + Int(byte) - 0x30
    }
    return number
  }

  @Test(arguments: FaultScenario.Journal.allCases)
  func `A killed save is done or not begun`(journal: FaultScenario.Journal) throws {
    try FaultScenario.make(folder.database, journal)
    let template = folder.files
    let before = try FaultScenario.contents(folder.database).rows
    folder.reset(to: template)
    #expect(try save(killedIn: 0) == 0)
    let operations = try #require(printedCount())
    let after = try FaultScenario.contents(folder.database).rows
    #expect(operations > 20 && after != before)
    var random = SystemRandomNumberGenerator()
    var (undone, done) = (0, 0)
    for round in 0..<length("D2T_KILL_POINTS", or: 30) / FaultScenario.Journal.allCases.count {
      folder.reset(to: template)
      // One kill comes before anything is written; chance alone may miss all that is early.
      let number = round == 0 ? 1 : Int.random(in: 1...operations, using: &random)
      let status = try save(killedIn: number)
      _ = printedCount()
      #expect(status & 0x7F == SIGKILL, "operation \(number) of \(operations): \(status)")
      let found = try FaultScenario.contents(folder.database)
      #expect(found.integrity == "ok", "killed in operation \(number)")
      #expect(found.rows == before || found.rows == after, "killed in operation \(number)")
      if found.rows == before { undone += 1 } else { done += 1 }
    }
    #expect(undone > 0, "\(done) were done")
  }

  @Test func `A killed save over two files is done in both or in none`() throws {
    let other = FaultFolder("d2t-killed")
    try FaultScenario.make(folder.database, .rollback)
    let template = folder.files
    let before = try FaultScenario.contents(folder.database).rows
    for folder in [folder, other] { folder.reset(to: template) }
    #expect(try save(killedIn: 0, attaching: [other.database]) == 0)
    let operations = try #require(printedCount())
    let after = try FaultScenario.contents(folder.database).rows
    let otherAfter = try FaultScenario.contents(other.database).rows
    #expect(after != before && otherAfter == after)
    var random = SystemRandomNumberGenerator()
    var undone = 0
    for round in 0..<length("D2T_KILL_POINTS", or: 30) / 2 {
      for folder in [folder, other] { folder.reset(to: template) }
      // What makes it one transaction comes at the end.
      let first = round.isMultiple(of: 2) ? 1 : operations * 3 / 4
      let number = Int.random(in: first...operations, using: &random)
      let status = try save(killedIn: number, attaching: [other.database])
      _ = printedCount()
      #expect(status & 0x7F == SIGKILL, "operation \(number) of \(operations): \(status)")
      // Either file may be the first that somebody opens.
      let folders = Bool.random(using: &random) ? [folder, other] : [other, folder]
      let found = try folders.map { try FaultScenario.contents($0.database) }
      #expect(found.allSatisfy { $0.integrity == "ok" }, "killed in operation \(number)")
      #expect(found[0].rows == found[1].rows, "killed in operation \(number)")
      #expect(found[0].rows == before || found[0].rows == after, "killed in operation \(number)")
      if found[0].rows == before { undone += 1 }
    }
    #expect(undone > 0)
  }
}
