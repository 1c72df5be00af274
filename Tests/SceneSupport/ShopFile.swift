package import CommandLineTool
import SQLite
package import TestSupport

/// Tests of subcommands on a file with the record shop.
@MainActor
package protocol ShopFile {
  var folder: TemporaryFolder { get }
}

extension ShopFile {
  package var path: String { folder.path + "/shop.db" }

  package func makeShop() throws {
    try Connection(path: path, mode: .create).execute(RecordShop.script)
  }

  package func run(_ command: String, _ words: String...) async throws -> Program.Outcome {
    try await run(all: [command] + words)
  }

  /// Runs a subcommand on the shop; the first word is its name.
  package func run(all words: [String]) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: [words[0], path] + words.dropFirst())).run()
  }

  package func rows(_ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  package func script(_ script: String) throws {
    try Connection(path: path, mode: .readWrite).execute(script)
  }
}
