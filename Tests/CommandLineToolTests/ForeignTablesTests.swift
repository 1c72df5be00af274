import CommandLineTool
import SQLite
import TestSupport
import Testing

/// Tests for databases with unusual tables, found by a tester who did not know the source.
@MainActor
struct ForeignTablesTests {
  private let folder = TemporaryFolder()

  private func run(_ script: String, _ command: String, _ words: String...) async throws
    -> Program.Outcome
  {
    let path = folder.path + "/t.db"
    if !script.isEmpty { try Connection(path: path, mode: .create).execute(script) }
    return await Program(try Invocation(arguments: [command, path] + words)).run()
  }

  private func rows(_ sql: String) throws -> [String] {
    try Connection(path: folder.path + "/t.db", mode: .readOnly).rows(sql) { $0.text(0) }
  }

  @Test(arguments: ["get", "set", "delete"])
  func `A link that names an object beside a condition leads to no other`(command: String)
    async throws
  {
    let change = command == "set" ? ["total=7"] : []
    let script = """
      CREATE TABLE invoice(id INTEGER PRIMARY KEY, total REAL);
      INSERT INTO invoice VALUES(1,10),(2,50)
      """
    let path = folder.path + "/t.db"
    try Connection(path: path, mode: .create).execute(script)
    func run(_ link: String) async throws -> Program.Outcome {
      await Program(try Invocation(arguments: [command, path, link] + change)).run()
    }
    let refused = try await run("Invoice?total > 45#1")
    #expect(refused.code == 1)
    #expect(refused.messages == "d2t: Invoice 1 does not match 'total > 45'\n")
    #expect(try rows("SELECT group_concat(id || ':' || total) FROM invoice") == ["1:10.0,2:50.0"])
    #expect(try await run("Invoice?total > 45#2").code == 0)
  }

  @Test func `Midnight is a time of day, printed and read again`() async throws {
    let script = """
      CREATE TABLE shift(id INTEGER PRIMARY KEY, begins TIME);
      INSERT INTO shift VALUES(1,'00:00'),(2,'12:30'),(3,'00:00:30'),(4,NULL)
      """
    let csv = try await run(script, "export", "Shift", "--columns", "begins").output
    #expect(csv == "begins\n00:00\n12:30\n00:00:30\n\n")
    let file = folder.write(csv, to: "shifts.csv")
    let imported = try await run("", "import", "Shift", file)
    #expect(imported.code == 0, "\(imported.messages)")
    #expect(
      try rows("SELECT coalesce(begins,'null') FROM shift WHERE id > 4 ORDER BY id")
        == ["00:00", "12:30", "00:00:30", "null"]
    )
  }

  @Test(arguments: [
    ("begins = '12:30'", "2"), ("begins > '12:00'", "2,3"),
    ("begins between '00:00' and '12:30'", "1,2"), ("begins in ('00:00', '23:59:30')", "1,3"),
    ("'12:30' < begins", "3"),
  ])
  func `A condition on a time of day reads it as one`(filter: String, ids: String) async throws {
    let script = """
      CREATE TABLE shift(id INTEGER PRIMARY KEY, begins TIME);
      INSERT INTO shift VALUES(1,'00:00'),(2,'12:30'),(3,'23:59:30'),(4,NULL)
      """
    let listed = try await run(script, "export", "Shift?\(filter)", "--columns", "id")
    #expect(listed.output == "id\n" + ids.split(separator: ",").map { $0 + "\n" }.joined())
  }

  @Test(arguments: ["csv", "tsv"])
  func `A column alone keeps the rows that are null`(format: String) async throws {
    let script = "CREATE TABLE s(a TEXT); INSERT INTO s VALUES(NULL),('x'),(NULL),(''),(NULL)"
    let printed = try await run(script, "export", "S", "--columns", "a", "--format", format)
    let file = folder.write(printed.output, to: "s.\(format)")
    #expect(try await run("", "import", "S", file, "--format", format).code == 0)
    let all = try rows("SELECT coalesce(a,'null') FROM s ORDER BY rowid")
    #expect(Array(all.suffix(5)) == ["null", "x", "null", "", "null"])
  }

  @Test func `What is less than every number is not shown as nothing`() async throws {
    let script = """
      CREATE TABLE m(id INTEGER PRIMARY KEY, price DECIMAL(10,2));
      INSERT INTO m VALUES(1,-9e999),(2,9e999)
      """
    let printed = try await run(script, "export", "M", "--columns", "price").output
    #expect(printed == "price\n-9e999\n9e999\n")
  }

  @Test func `Nothing refers to an object that has not what it is referred to by`() async throws {
    let script = """
      CREATE TABLE par(id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT);
      CREATE TABLE ch(id INTEGER PRIMARY KEY, pc TEXT REFERENCES par(code));
      INSERT INTO par VALUES(1,'a','one'),(3,NULL,'three'); INSERT INTO ch VALUES(1,'a')
      """
    let refused = try await run(script, "set", "Ch#1", "pc=3")
    #expect(refused.code == 1)
    #expect(refused.messages == "d2t: Par 3 has no 'code', so nothing can refer to it\n")
    #expect(try rows("SELECT pc FROM ch") == ["a"])
  }
}
