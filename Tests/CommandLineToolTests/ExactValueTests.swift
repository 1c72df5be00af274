import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing

/// `d2t get` and `y` give the value, not its display.
@MainActor
struct ExactValueTests: ShopFile {
  let folder = TemporaryFolder()

  nonisolated static let script = """
    CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE reading(id INTEGER PRIMARY KEY, amount REAL, count INTEGER, price DECIMAL(12, 2), day DATE, at DATETIME,
      clock TIME, bytes BLOB, note TEXT, ok BOOLEAN, place_id INTEGER REFERENCES place(id));
    INSERT INTO place VALUES (7, 'Here');
    INSERT INTO reading VALUES (1, 1234567.000000125, 1234567890123, 1234.5, '2024-02-29', '2024-02-29 12:34:56.789',
      '09:05:01', x'00FF', 'two words', 1, 7);
    INSERT INTO reading(id) VALUES (2);
    """

  init() throws { try Connection(path: path, mode: .create).execute(Self.script) }

  nonisolated static let values: [(name: String, value: String)] = [
    ("amount", "1234567.000000125"), ("count", "1234567890123"), ("price", "1234.5"),
    ("day", "2024-02-29"), ("at", "2024-02-29 12:34:56.789"), ("clock", "09:05:01"),
    ("bytes", "x'00FF'"), ("note", "two words"), ("ok", "1"), ("place", "7"),
  ]

  @Test(arguments: values) func `K2: get prints the value with all its digits`(
    name: String,
    value: String
  ) async throws {
    let rules = folder.write(Array("*true* => locale = 'de'".utf8), to: "my.rules")
    #expect(try await run("get", "Reading#1", name, "--rules", rules).output == value + "\n")
    #expect(try await run("get", "Reading#2", name).output == "\n")
  }

  @Test func `K2: --display prints what the screen shows`() async throws {
    #expect(try await run("get", "Reading#1", "place", "--display").output == "Here\n")
    #expect(try await run("get", "Reading#1", "count", "--display").output != "1234567890123\n")
    #expect(try await run("get", "Reading#1", "bytes", "--display").output != "x'00FF'\n")
    let whole = try await run("get", "Reading#1")
    #expect(whole.output.contains("1234567.000000125"), "\(whole.output)")
    #expect(try await run("get", "Reading#1", "--display").output.contains("Here"))
  }
}
