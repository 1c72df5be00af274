import FaultScenarios
import Glibc
import SQLite
import Testing

/// The program is killed in the middle of a save, as by `kill -9`, a write done half: what is opened afterwards is the
/// file before the save or the file after it.
@Suite(.serialized)
struct KilledSaveTests {
  private let folder = FaultFolder("d2t-killed")

  /// Where the program that is killed is: beside the tests.
  private static let program: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/KilledSave"
  }()

  /// Saves in another process, which is killed in the operation `number`.
  /// - Returns: how it ended, as `waitpid` has it.
  private func save(killedIn number: Int) throws -> Int32 {
    var pid = pid_t()
    let words: [String] = [Self.program, folder.database, String(number)]
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
    waitpid(pid, &status, 0)
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
    for _ in 0..<length("D2T_KILL_POINTS", or: 30) / FaultScenario.Journal.allCases.count {
      folder.reset(to: template)
      let number = Int.random(in: 1...operations, using: &random)
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
}
