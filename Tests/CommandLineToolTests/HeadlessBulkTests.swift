import Pages
import SceneSupport
import TestSupport
import Testing

@testable import CommandLineTool
import Workspace

/// `set --all`: the same with many rows, as on the page for it.
@MainActor
struct HeadlessBulkTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  @Test func `Texts are replaced in all rows of the link`() async throws {
    let before = try rows("SELECT group_concat(replace(name, 'a', 'A'), '|') FROM track")
    let outcome = try await run("set", "Track", "--all", "--replace", "name/a/A")
    #expect(outcome.messages == "1 object changed\n" && outcome.code == 0, "\(outcome)")
    #expect(try rows("SELECT group_concat(name, '|') FROM track") == before)
    let again = try await run("set", "Track", "--all", "--replace", "name,a,A,")
    #expect(again.messages == "0 objects changed\n" && again.code == 0, "\(again)")
  }

  @Test func `Parts that fit a pattern are replaced, and what its groups have found is kept`()
    async throws
  {
    let before = try rows(
      "SELECT group_concat(substr(name, 2, 1) || substr(name, 1, 1) || substr(name, 3), '|') FROM track"
    )
    let outcome = try await run("set", "Track", "--all", "--replace", "name,/^(.)(.)/,$2$1")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try rows("SELECT group_concat(name, '|') FROM track") == before)
  }

  @Test func `What is wrong in many rows is told once, with how often`() async throws {
    let count = try rows("SELECT count(*) FROM track")[0]
    let outcome = try await run("set", "Track", "--all", "--null", "name")
    #expect(
      outcome.code == 1 && outcome.messages.contains("needs a value (\(count) times)\n"),
      "\(outcome)"
    )
  }

  @Test func `Values are computed of each row, some rows cleared, in one transaction`() async throws
  {
    let outcome = try await run(
      "set",
      "Track?milliseconds > 300000",
      "--all",
      "--compute",
      "bytes=milliseconds * 2 + 1",
      "--null",
      "album"
    )
    #expect(outcome.messages == "2 objects changed\n" && outcome.code == 0, "\(outcome)")
    let tracks = try rows("SELECT bytes, albumid FROM track ORDER BY trackid")
    #expect(tracks == ["3990994|1", "615105|", "822001|"])
  }

  @Test(arguments: [
    (["--compute", "bytes=nothing * 2"], 2, "nothing"),
    (["--compute", "bytes=milliseconds *"], 2, "a value is missing"),
    (["--compute", "bytes"], 2, "or --null PROPERTY, not 'bytes'"),
    (["--replace", "name"], 2, "--replace takes PROPERTY/OLD/NEW"),
    (["--replace", "name//x"], 2, "--replace takes PROPERTY/OLD/NEW"),
    (["--replace", "name,/a(/,b"], 2, "a `(` is not closed, at the end of the pattern"),
    (["--replace", "name,/a/,$1"], 2, "the pattern has 0 groups"),
    (["--replace", "bytes/1/2"], 2, "‘replace’ works in text columns only"),
    (["--replace", "nme/1/2"], 2, "did you mean 'name'?"),
    (["--replace", "name/1/2", "name=3"], 2, "is set twice"),
    (["--compute", "bytes=name"], 1, "is not a whole number"),
  ])
  func `What cannot be done is said, and nothing is written`(
    words: [String],
    code: Int32,
    reason: String
  ) async throws {
    let before = try rows("SELECT * FROM track")
    var outcome = Program.Outcome()
    do throws(UsageError) {
      outcome = await Program(
        try Invocation(arguments: ["set", path, "Track", "--all"] + words)
      ).run()
    } catch { outcome = Program.outcome(of: error) }
    #expect(outcome.code == code && outcome.messages.contains(reason), "\(outcome)")
    #expect(try rows("SELECT * FROM track") == before)
  }

  @Test func `A dry run shows the first twenty and how many there are more`() async throws {
    try script(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
      INSERT INTO artist(name) SELECT 'Band ' || i FROM n
      """
    )
    let outcome = try await run(
      "set",
      "Artist?name like 'Band*'",
      "--all",
      "--replace",
      "name/Band/Group",
      "--dry-run"
    )
    #expect(outcome.messages == "50 objects would be changed; nothing was written\n", "\(outcome)")
    #expect(outcome.output.split(separator: "\n").filter { $0.contains("→ Group") }.count == 20)
    #expect(outcome.output.hasSuffix("… and 30 more\n"), "\(outcome.output)")
    #expect(try rows("SELECT count(*) FROM artist WHERE name LIKE 'Group%'") == ["0"])
  }

  @Test func `Imported rows are told in the table of the rules, and are not where that cannot be`()
    async throws
  {
    try script(
      "CREATE TABLE audit_log(id INTEGER PRIMARY KEY, at TEXT, who TEXT, changes TEXT, link TEXT, record INTEGER)"
    )
    let rules = folder.write(
      Array("*true* => auditsChanges = true, auditEntity = 'AuditLog'".utf8),
      to: "audit.rules"
    )
    let file = folder.write(Array("name\nOne\nTwo\n".utf8), to: "artists.csv")
    let last = try rows("SELECT max(artistid) FROM artist")[0]
    let outcome = try await run("import", "Artist", file, "--rules", rules, "--user", "ann")
    #expect(outcome.code == 0, "\(outcome)")
    let told = try rows("SELECT who, link, record - \(last) FROM audit_log")
    let first = (Int(last) ?? 0) + 1
    #expect(told == ["ann|Artist#\(first)|1", "ann|Artist#\(first + 1)|2"], "\(told)")
    _ = try await run("import", "Artist", file, "--rules", rules, "--dry-run")
    #expect(try rows("SELECT count(*) FROM audit_log") == ["2"])
    try script("DROP TABLE audit_log")
    let refused = try await run("import", "Artist", file, "--rules", rules)
    #expect(refused.code == 1 && refused.messages.contains("no such entity"), "\(refused)")
    #expect(try rows("SELECT max(artistid) FROM artist") == ["\(first + 1)"])
  }
}
