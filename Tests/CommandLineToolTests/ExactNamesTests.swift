import CommandLineTool
import SQLite
import TestSupport
import Testing

/// Names of tables and columns are compared as SQLite does: by their bytes, A to Z like a to z.
@MainActor
struct ExactNamesTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/names.db" }
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  private func run(_ command: String, _ words: String...) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: [command, path] + words)).run()
  }

  @Test func `A11: tables whose names only look alike are two`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE "\(Self.composed)"(id INTEGER PRIMARY KEY, a);
      CREATE TABLE "\(Self.decomposed)"(id INTEGER PRIMARY KEY, b);
      INSERT INTO "\(Self.composed)" VALUES(1, 'one');
      INSERT INTO "\(Self.decomposed)" VALUES(1, 'two');
      """
    )
    #expect(try await run("export", Self.composed).output == "id,a\n1,one\n")
    #expect(try await run("export", Self.decomposed).output == "id,b\n1,two\n")
  }

  @Test func `A11: columns whose names only look alike are written each for itself`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, "\(Self.composed)" TEXT, "\(Self.decomposed)" TEXT,
        CHECK ("\(Self.decomposed)" IN ('x', 'y')));
      CREATE INDEX i ON t("\(Self.composed)");
      INSERT INTO t VALUES(1, 'a', 'x'), (2, 'b', 'y');
      """
    )
    #expect(try await run("set", "T#1", Self.decomposed + "=y").messages == "1 object changed\n")
    #expect(try await run("set", "T#2", Self.composed + "=c").messages == "1 object changed\n")
    let rows = try Connection(path: path, mode: .readOnly).rows(
      "SELECT id || \"\(Self.composed)\" || \"\(Self.decomposed)\" FROM t ORDER BY id"
    ) { $0.text(0) }
    #expect(rows == ["1ay", "2cy"])
    let sorted = try await run(
      "export",
      "T?sort=-\(Self.decomposed)&sort=-\(Self.composed)",
      "--columns",
      "id,\(Self.composed),\(Self.decomposed)"
    )
    #expect(sorted.output.hasSuffix("\n2,c,y\n1,a,y\n"), "\(sorted)")
  }
}
