import DirectToTerminal
import SQLite
import TestSupport

/// Tests of subcommands on a file with the record shop.
@MainActor
protocol ShopFile {
  var folder: TemporaryFolder { get }
}

extension ShopFile {
  var path: String { folder.path + "/shop.db" }

  func makeShop() throws { try Connection(path: path, mode: .create).execute(RecordShop.script) }

  func run(_ command: String, _ words: String...) async throws -> Program.Outcome {
    try await run(all: [command] + words)
  }

  /// The same, the name of the subcommand first.
  func run(all words: [String]) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: [words[0], path] + words.dropFirst())).run()
  }

  func rows(_ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  func script(_ script: String) throws {
    try Connection(path: path, mode: .readWrite).execute(script)
  }
}
