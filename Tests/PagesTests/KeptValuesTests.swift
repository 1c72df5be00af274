import SceneSupport
import CommandLineTool
import SQLite
import TestSupport
import Testing

/// Tests that saved values are stored exactly as given, and that untouched values stay the same to the byte.
@MainActor
struct KeptValuesTests: ShopFile {
  let folder = TemporaryFolder()

  private func make(_ script: String) throws {
    try Connection(path: path, mode: .create).execute(script)
  }

  private func file(_ text: String, _ name: String) -> String {
    folder.write(Array(text.utf8), to: name)
  }

  // MARK: Null and what is left out

  private static let defaults = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT DEFAULT 'x', b INTEGER DEFAULT 5,
      c TEXT NOT NULL DEFAULT 'q');
    """

  @Test func `A2: a null that is given is stored, and what is left out gets its default`()
    async throws
  {
    try make(Self.defaults)
    #expect(try await run("insert", "T", "--null", "a", "--null", "b").output == "T#1\n")
    #expect(try await run("insert", "T", "--null", "b").output == "T#2\n")
    #expect(try await run("insert", "T").output == "T#3\n")
    let refused = try await run("insert", "T", "--null", "c")
    #expect(refused.code == 1 && refused.messages.contains("C: needs a value"), "\(refused)")
    let json = file(#"[{"a":null,"b":null},{"a":"z"},{}]"#, "rows.json")
    #expect(try await run("import", "T", json).messages == "3 objects imported\n")
    // Where rules are asked about each row it is the same.
    let rules = file("object.b = 99 => validation = 'no'", "my.rules")
    let ruled = try await run("import", "T", json, "--rules", rules)
    #expect(ruled.messages == "3 objects imported\n", "\(ruled)")
    let imported = ["NULL|NULL|q", "'z'|5|q", "'x'|5|q"]
    #expect(
      try rows("SELECT quote(a), quote(b), c FROM t ORDER BY id")
        == ["NULL|NULL|q", "'x'|NULL|q", "'x'|5|q"] + imported + imported
    )
    let missing = try await run("import", "T", file(#"[{"c":null}]"#, "null.json"))
    #expect(missing.code != 0 && missing.messages.contains("c: needs a value"), "\(missing)")
  }

  @Test
  func `A2: a field that is emptied by hand is stored as null, one left alone as its default`()
    async throws
  {
    let scene = try await Scene(Self.defaults, "--entity T --task create")
    try await scene.go(to: "a")
    try await scene.type("y")
    try await scene.send("backspace")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT quote(a), quote(b), c FROM t") == ["NULL|5|q"], "\(scene.text)")
  }

  @Test func `G1: who may not write a property does not make it null either`() async throws {
    try make(Self.defaults)
    let rules = file("propertyKey = 'a' => isPropertyEditable = false", "my.rules")
    let refused = try await run("insert", "T", "--null", "a", "--rules", rules)
    #expect(refused.code == 1 && refused.messages.contains("A cannot be changed"), "\(refused)")
    let json = file(#"[{"a":null}]"#, "rows.json")
    let imported = try await run("import", "T", json, "--rules", rules)
    #expect(imported.code == 1 && imported.messages.contains("A cannot be changed"), "\(imported)")
    #expect(try await run("insert", "T", "--rules", rules).output == "T#1\n")
    #expect(try rows("SELECT quote(a) FROM t") == ["'x'"])
  }

  // MARK: Bytes and storage classes

  @Test func `A2: bytes that are no text are not written over unseen`() async throws {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, other TEXT);
      INSERT INTO t VALUES(1, CAST(x'61FF62' AS TEXT), 'o'), (2, 'a\u{FFFD}b', 'p');
      """
    )
    for policy in ["changed", "all", "none"] {
      let set = "lockingPolicy='\(policy)'"
      let other = try await run("set", "T#1", "other=\(policy)", "--set", set)
      #expect(other.messages == "1 object changed\n", "\(other)")
      let refused = try await run("set", "T#1", "name=a\u{FFFD}c", "--set", set)
      #expect(refused.code == 1 && refused.messages.contains("not UTF-8"), "\(refused)")
      #expect(try rows("SELECT hex(name), other FROM t WHERE id = 1") == ["61FF62|\(policy)"])
    }
    // The sign itself is a text like others.
    #expect(try await run("set", "T#2", "name=a\u{FFFD}c").messages == "1 object changed\n")
    #expect(try await run("set", "T#1", "name=whole").messages == "1 object changed\n")
    #expect(try rows("SELECT name FROM t ORDER BY id") == ["whole", "a\u{FFFD}c"])
  }

  @Test func `A2: on the screen bytes that are no text stay until they are replaced whole`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO t VALUES(1, CAST(x'61FF62' AS TEXT));
      """,
      "--entity T --id 1 --task edit"
    )
    try await scene.go(to: "name")
    try await scene.send("end")
    try await scene.type("c")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not UTF-8"), "\(scene.text)")
    #expect(try scene.rows("SELECT hex(name) FROM t") == ["61FF62"])
  }

  @Test(arguments: ["v", "v ANY"])
  func `A14: a column that takes anything keeps texts as texts and numbers as numbers`(
    column: String
  ) async throws {
    let options = column == "v" ? "" : " STRICT"
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(column))\(options);
      INSERT INTO t VALUES(1, '007'), (2, '1e3'), (3, 5), (4, 1.5), (5, 'a'), (6, x'00'), (7, NULL);
      """
    )
    let shown = "iif(typeof(v) = 'blob', hex(v), v)"
    for (id, text, stored) in [
      (1, "008", "text|008"), (2, "1e4", "text|1e4"), (3, "6", "integer|6"), (4, "2", "real|2.0"),
      (5, "7", "text|7"), (6, "00fe", "blob|00FE"), (7, "007", "text|007"),
    ] {
      let outcome = try await run("set", "T#\(id)", "v=\(text)")
      #expect(outcome.messages == "1 object changed\n", "\(outcome)")
      #expect(try rows("SELECT typeof(v), \(shown) FROM t WHERE id = \(id)") == [stored])
    }
    for (text, stored) in [
      ("09", "text|09"), ("9", "integer|9"), ("1e3", "text|1e3"), ("2.5", "real|2.5"),
    ] {
      let id = try await run("insert", "T", "v=\(text)").output.dropFirst(2).dropLast()
      #expect(try rows("SELECT typeof(v), v FROM t WHERE id = \(id)") == [stored])
    }
    let exported = try await run("export", "T", "--format", "json")
    let before = try rows("SELECT typeof(v), \(shown) FROM t ORDER BY id")
    try script("DELETE FROM t")
    let back = try await run("import", "T", file(exported.output, "rows.json"))
    #expect(back.code == 0, "\(back)")
    #expect(try rows("SELECT typeof(v), \(shown) FROM t ORDER BY id") == before)
  }

  @Test func `A14: typing over a text in an untyped column and taking it back leaves the text`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v, w);
      INSERT INTO t VALUES(1, '007', 'a'), (2, 1, 'b');
      """,
      "--entity T --id 1 --task edit"
    )
    try await scene.go(to: "v")
    try await scene.retype("7")
    try await scene.retype("007")
    try await scene.go(to: "w")
    try await scene.send("end")
    try await scene.type("c")
    try await scene.send("ctrl-s")
    let stored = try scene.rows("SELECT typeof(v), v, w FROM t WHERE id = 1")
    #expect(stored == ["text|007|ac"], "\(scene.text)")
  }

  // MARK: Numbers

  @Test func `A21: a number with more digits than the column keeps is refused, not rounded`()
    async throws
  {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a DECIMAL(30,4), b "DECIMAL TEXT", c NUMERIC);
      INSERT INTO t VALUES(1, 9007199254740993, '12345678901234567890.1234', 123456789012345678);
      """
    )
    let refused = try await run("set", "T#1", "a=12345678901234567890.1234")
    #expect(refused.code == 1 && refused.messages.contains("more digits"), "\(refused)")
    let exact = try await run("set", "T#1", "a=9007199254740995", "b=99999999999999999999.5")
    #expect(exact.messages == "1 object changed\n", "\(exact)")
    #expect(
      try await run("export", "T").output
        == "id,a,b,c\n1,9007199254740995,99999999999999999999.5,123456789012345678\n"
    )
    let listed = try await run("list", "T").output
    #expect(listed.contains("9 007 199 254 740 995") && listed.contains("123 456 789 012 345 678"))
    for condition in ["a = 9007199254740995", "a > 9007199254740994"] {
      let found = try await run("export", "T?\(condition)", "--columns", "id").output
      #expect(found == "id\n1\n", "\(condition)")
    }
    #expect(try await run("export", "T?a = 9007199254740996", "--columns", "id").output == "id\n")
  }

  @Test(arguments: ["1152921504606846976", "9223372036854775808", "-1180591620717411303424"])
  func `A21: a whole number that a binary fraction is exactly is stored`(text: String) async throws
  {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL, n NUMERIC, d DECIMAL(40,2));
      INSERT INTO t VALUES(1, 1, 1, 1);
      """
    )
    let set = try await run("set", "T#1", "r=\(text)", "n=\(text)", "d=\(text)")
    #expect(set.messages == "1 object changed\n", "\(set)")
    let csv = file("r,n,d\n\(text),\(text),\(text)\n", "t.csv")
    #expect(try await run("import", "T", csv).messages == "1 object imported\n")
    let json = file("[{\"r\":\(text),\"n\":\(text),\"d\":\(text)}]", "t.json")
    #expect(try await run("import", "T", json).messages == "1 object imported\n")
    let exact = try rows("SELECT typeof(r), r = \(text), n = \(text), d = \(text) FROM t")
    #expect(exact == Array(repeating: "real|1|1|1", count: 3))
  }

  @Test func `A21: a number that a view hands on with more digits than its table keeps is refused`()
    async throws
  {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a DECIMAL(30,4), b TEXT);
      CREATE VIEW v AS SELECT id, a, b FROM t;
      CREATE TRIGGER v_set INSTEAD OF UPDATE ON v
        BEGIN UPDATE t SET a = NEW.a, b = NEW.b WHERE id = OLD.id; END;
      INSERT INTO t VALUES(1, 1, 'x');
      """
    )
    let refused = try await run("set", "V?b = 'x'", "a=12345678901234567890.1234")
    #expect(refused.code == 1 && refused.messages.contains("more digits"), "\(refused)")
    #expect(try await run("set", "V?b = 'x'", "a=2.5").messages == "1 object changed\n")
    #expect(try rows("SELECT a FROM t") == ["2.5"])
  }

  @Test(arguments: ["9e999", "-9e999", "-1e999", "9.0e+999"])
  func `A21: an infinite number is taken as programs write it, and what is none never`(
    text: String
  ) async throws {
    try make("CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL)")
    #expect(try await run("insert", "T", "r=\(text)").output == "T#1\n")
    let isNegative = text.hasPrefix("-")
    #expect(try rows("SELECT r < 0, abs(r) > 1e308 FROM t") == [isNegative ? "1|1" : "0|1"])
    let written = isNegative ? "-9e999" : "9e999"
    #expect(try await run("export", "T").output == "id,r\n1,\(written)\n")
    let json = try await run("export", "T", "--format", "json").output
    #expect(json == "[\n  {\"id\":1,\"r\":\(written)}\n]\n")
    for number in ["nan", "inf", "1e400"] {
      #expect(try await run("insert", "T", "r=\(number)").code == 2)
    }
  }

  // MARK: Moments

  private static let moments = [
    "2024-03-01T10:00:00+02:00", "2024-03-02 11:30:00.5-0500", "2024-03-03T00:00:00Z",
  ]

  @Test(arguments: ["csv", "json"], [false, true])
  func `A12: moments with an offset are exported and imported as they are stored`(
    format: String,
    isRuled: Bool
  ) async throws {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, at TIMESTAMP, name TEXT);
      INSERT INTO t VALUES(1, '\(Self.moments[0])', 'a'), (2, '\(Self.moments[1])', 'b'),
        (3, '\(Self.moments[2])', 'c');
      """
    )
    let rule =
      isRuled
      ? "object.name = 'zz' => isPropertyVisible = false, validation = 'no'" : "// none"
    let rules = file(rule, "my.rules")
    let exported = try await run("export", "T", "--format", format, "--rules", rules).output
    for moment in Self.moments { #expect(exported.contains(moment), "\(exported)") }
    // Among others, and where none says how moments are written.
    for delete in ["DELETE FROM t WHERE id < 4", "DELETE FROM t"] {
      try script("INSERT OR IGNORE INTO t VALUES(9, '2024-01-01T00:00:00+09:00', 'z'); \(delete)")
      let rows = file(exported, "rows.\(format)")
      let back = try await run("import", "T", rows, "--rules", rules)
      #expect(back.messages == "3 objects imported\n", "\(back)")
      #expect(try self.rows("SELECT at FROM t WHERE id < 9 ORDER BY id") == Self.moments)
    }
  }

  @Test func `A12: a moment that is changed keeps its form and its offset`() async throws {
    try make(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, at TIMESTAMP);
      INSERT INTO t VALUES(1, '\(Self.moments[0])'), (2, '\(Self.moments[1])');
      """
    )
    #expect(try await run("get", "T#1", "at", "--format", "json").output.contains("10:00:00+02:00"))
    _ = try await run("set", "T", "at=2024-05-01 12:00", "--all")
    #expect(
      try rows("SELECT at FROM t") == ["2024-05-01T14:00:00+02:00", "2024-05-01 07:00:00.0-0500"]
    )
  }
}
