import CommandLineTool
import SQLite
import SceneSupport
import TestSupport
import Testing

/// Files that `export --typed` wrote, and files that only look so, imported with and without `--typed`.
@MainActor
struct ForgottenMarksTests: ShopFile {
  let folder = TemporaryFolder()

  private static let schema = """
    CREATE TABLE publisher(code TEXT PRIMARY KEY, country TEXT DEFAULT 'UK');
    CREATE TABLE settings(key TEXT PRIMARY KEY, value, made DATE);
    CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT);
    """

  init() throws { try Connection(path: path, mode: .create).execute(Self.schema) }

  private func importing(_ entity: String, _ text: String, _ words: String...) async throws
    -> Program.Outcome
  {
    let isTabs = words.contains("tsv")
    let file = folder.write(Array(text.utf8), to: isTabs ? "rows.tsv" : "rows.csv")
    return try await run(all: ["import", entity, file] + words)
  }

  @Test(arguments: ["csv", "tsv"])
  func `33/3-3: a file of export --typed is refused without --typed, and restored with it`(
    format: String
  ) async throws {
    try script(
      """
      INSERT INTO publisher VALUES ('PENG', 'UK'), ('0012', NULL);
      INSERT INTO settings VALUES ('n', 1, NULL), ('s', '1', '2024-03-01'), ('b', x'00ff', 'soon'), ('t', 'text:1', NULL);
      """
    )
    for (entity, places) in [
      ("Publisher", ["line 2: country: 'null:' is a mark"]),
      (
        "Settings",
        [
          "value: 'text:1' is a mark", "value: 'blob:00FF' is a mark",
          "made: 'text:soon' is a mark",
          "value: 'text:text:1' is a mark",
        ]
      ),
    ] {
      let before = try rows("SELECT * FROM \(entity) ORDER BY 1")
      let plain = try await run(all: ["export", entity, "--format", format])
      #expect(plain.messages.contains("add --typed here and at the import, or use"))
      let exported = try await run(all: ["export", entity, "--typed", "--format", format])
      try script("DELETE FROM \(entity)")
      for more in [[], ["--dry-run"], ["--skip-faults", "--dry-run"]] {
        let file = folder.write(Array(exported.output.utf8), to: "rows.\(format)")
        let refused = try await run(all: ["import", entity, file] + more)
        for place in places { #expect(refused.messages.contains(place), "\(refused.messages)") }
        #expect(refused.messages.contains("use --typed, or --keep-marks for texts"))
        if more.isEmpty { #expect(refused.code == 2) }
        #expect(try rows("SELECT count(*) FROM \(entity)") == ["0"])
      }
      let done = try await importing(entity, exported.output, "--typed", "--format", format)
      #expect(done.code == 0, "\(done.messages)")
      #expect(try rows("SELECT * FROM \(entity) ORDER BY 1") == before)
    }
  }

  @Test
  func
    `33/3-3: texts that no export marks are imported, and those that look marked by --keep-marks`()
    async throws
  {
    let texts = [
      "text:hello", "text:", "integer:5x", "blob:00f", "null:x", "note: a", "nullable", "real:",
    ]
    let lines = texts.map { "\($0)\n" }.joined()
    let done = try await importing("Note", "body\n" + lines)
    #expect(done.code == 0, "\(done.messages)")
    #expect(try rows("SELECT body FROM note ORDER BY id") == texts)
    try script("DELETE FROM note")
    let marks = ["null:", "blob:00FF", "integer:5", "textBytes:61FF", "text:null:"]
    let marked = "body\nplain\n" + marks.map { "\($0)\n" }.joined()
    let refused = try await importing("Note", marked)
    #expect(refused.code == 2)
    for (index, mark) in marks.enumerated() {
      #expect(refused.messages.contains("line \(index + 3): body: '\(mark)' is a mark"), "\(mark)")
    }
    #expect(try rows("SELECT count(*) FROM note") == ["0"])
    #expect(try await importing("Note", marked, "--keep-marks").code == 0)
    #expect(try rows("SELECT body FROM note ORDER BY id") == ["plain"] + marks)
    // In JSON a text is a text.
    let json = folder.write(Array(#"[{"body": "null:"}]"#.utf8), to: "rows.json")
    #expect(try await run(all: ["import", "Note", json]).code == 0)
  }
}
