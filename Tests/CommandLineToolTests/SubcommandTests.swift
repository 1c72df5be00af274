@testable import CommandLineTool
import Pages
import SceneSupport
import SQLite
import Terminal
import TestSupport
import Testing
import Workspace

/// The table of subcommands, and what is made from it.
@MainActor
struct SubcommandTests {
  @Test func `E17: help, the manual and every shell know all subcommands and options`() throws {
    let help = Help.text(for: nil)
    let manual = Help.manual()
    for subcommand in Subcommand.all where !subcommand.isScreen {
      #expect(help.contains("  \(subcommand.name)  "), "\(subcommand.name)")
      #expect(manual.contains(".SS d2t \(subcommand.name)\n"), "\(subcommand.name)")
      for word in subcommand.name.split(separator: " ") {
        for text in [ShellCompletion.bash, ShellCompletion.zsh, ShellCompletion.fish] {
          #expect(text.contains(word), "\(subcommand.name)")
        }
      }
    }
    for option in CommandLineOption.all {
      for name in option.names {
        for text in [ShellCompletion.bash, ShellCompletion.zsh] { #expect(text.contains(name)) }
        #expect(
          ShellCompletion.fish.contains(
            name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
          )
        )
      }
    }
  }

  @Test
  func `E18: each option belongs to a subcommand, and each subcommand names options that exist`() {
    let names = CommandLineOption.all.map { $0.names[0] }
    for subcommand in Subcommand.all {
      for option in subcommand.options {
        #expect(names.contains(option), "\(subcommand.name) \(option)")
      }
    }
    for name in names where !CommandLineOption.ofAll.contains(name) {
      #expect(Subcommand.all.contains { $0.options.contains(name) }, "\(name)")
    }
  }

  @Test
  func `E18: an option that a subcommand does not list is refused by it, and only such a one`() {
    for subcommand in Subcommand.all where !subcommand.isScreen {
      let help = Help.text(for: Invocation.Command(rawValue: subcommand.name))
      for option in CommandLineOption.all {
        let isListed = help.contains("\n  \(option.usage)  ")
        var words = subcommand.name.split(separator: " ").map(String.init) + [option.names[0]]
        if option.placeholder != nil { words.append("1") }
        var refusal = ""
        do throws(UsageError) { _ = try Invocation(arguments: words) } catch {
          refusal = error.message
        }
        #expect(refusal.contains("is not an option of") == !isListed, "\(words): \(refusal)")
      }
    }
  }

  // MARK: Nothing that is printed drives a terminal

  /// A name and value with an escape sequence, a bell, a C1 control, a carriage return and a change of direction.
  private static let hostile = "x\u{1B}]0;title\u{7}\u{9B}31m\ry\u{202E}z"

  private static var script: String {
    let name = SQLText.identifier(hostile)
    return """
      CREATE TABLE Shelf(id INTEGER PRIMARY KEY, \(name) TEXT DEFAULT '\(hostile)', label TEXT);
      INSERT INTO Shelf VALUES (1, '\(hostile)', '\(hostile)');
      CREATE TABLE \(name)(id INTEGER PRIMARY KEY, note TEXT CHECK (note <> '\(hostile)'), shelf INTEGER REFERENCES Shelf(id));
      INSERT INTO \(name) VALUES (1, 'a', 1);
      """
  }

  private static var rules: String {
    "entity.name = '\(hostile.filter { $0 != "\r" })' => title = '\(hostile.filter { $0 != "\r" })'\n*true* => noSuchKey\u{1B}[31m = 1\n"
  }

  /// A command line for each subcommand; one that is missing fails the test.
  private static func lines(_ path: String, _ rules: String, _ folder: TemporaryFolder) -> [String:
    [[String]]]
  {
    let model = folder.write(
      Array("{\"entities\": [{\"name\": \"A\u{1B}[1m\", \"table\": \"no\u{1B}[2m\"}]}".utf8),
      to: "m.json"
    )
    let rows = folder.write(Array("label,\u{1B}[1mnone\n\u{1B}[2J,1\n".utf8), to: "rows.csv")
    return [
      "rules check": [[rules, path]],
      "rules explain": [["--all", path, "--entity", "Shelf", "--id", "1"]],
      "rules lints": [[]], "rules list": [[rules, path]], "rules test": [[rules, path]],
      "rules format": [[rules]],
      "rules convert": [[rules]], "rules report": [[rules, path]], "rules init": [[path]],
      "model show": [[path], [path, "--model", model]], "model check": [[model, path]],
      "model convert": [[path, "-"]],
      "list": [[path, "Shelf"], [path, "Shelf?label = '\(hostile)\u{1B}"]],
      "get": [[path, "Shelf#1"], [path, "Shelf#1", "label"], [path, "Shelf#\u{1B}[2J"]],
      "values": [
        [path, "Shelf", "label"], [path, "Shelf", hostile], [path, "Shelf", "\u{1B}[2J"],
      ],
      "describe": [[path, "Shelf"], [path, hostile]],
      "group": [
        [path, "Shelf", "--by", "label", "--max", hostile], [path, "Shelf", "--by", "\u{1B}(x)"],
        [path, "Shelf", "--across", "label", "--count"],
      ],
      "set": [[path, "Shelf#1", "label=\(hostile)"], [path, "Shelf#1", "\(hostile)=1"]],
      "insert": [[path, "Shelf", "label=\(hostile)"], [path, hostile, "note=\(hostile)"]],
      "delete": [[path, "Shelf#1"], [path, "\(hostile)#9"]],
      "export": [[path, "Shelf"]],
      "import": [[path, "Shelf", rows]],
      "journals list": [[]], "journals purge": [[]], "keys": [[]], "catalog": [[]],
      "commands": [[]], "locales": [[]], "help": [[]], "version": [[]],
    ]
  }

  @Test func `G5: on a terminal no output and no message has a control character`() async throws {
    for subcommand in Subcommand.all where subcommand.run != nil {
      try await expectHarmless(subcommand.name, subcommand.formats)
    }
  }

  @Test func `G5: a page that is printed has no control characters but those of colours`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/h.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let rules = folder.write(Array(Self.rules.utf8), to: "my.rules")
    for format in Subcommand.named(.render).formats {
      for place in [
        [], ["--entity", "Shelf"], ["--link", "Shelf#1"], ["--entity", Self.hostile],
      ] {
        let words = ["render", path, "--rules", rules, "--format", format] + place
        let program = Program(try Invocation(arguments: words))
        let session = try await program.session()
        let page = try RenderedPage(session: session, invocation: program.invocation)
        var patience = Patience()
        while !page.advance() {
          let lasts = patience.lasts
          try #require(lasts, "waited in vain")
          try await Task.sleep(for: .milliseconds(1))
        }
        let messages = Program.Outcome(messages: session.work.faultSummary).harmlessMessages
        let text = format == "ansi" ? Self.withoutColors(page.text) : page.text
        #expect(text.contains("x␛]0;title␇") || place.isEmpty, "\(words)")
        expectHarmless(text + messages, "\(words)")
        await session.close()
      }
    }
  }

  /// The text without what chooses colours: `ESC [ 1 ; 31 m`.
  private static func withoutColors(_ text: String) -> String {
    var pieces = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    for index in pieces.indices.dropFirst() {
      let numbers = pieces[index].prefix { $0.isNumber || $0 == ";" }
      guard pieces[index].dropFirst(numbers.count).first == "m" else { return text }
      pieces[index] = pieces[index].dropFirst(numbers.count + 1)
    }
    return pieces.joined()
  }

  private func expectHarmless(_ text: String, _ place: String) {
    for scalar in text.unicodeScalars {
      let isHarmless = scalar == "\n" || scalar == "\t" || !Sanitizer.isUnsafe(scalar)
      #expect(isHarmless, "\(place): \(scalar.debugDescription)")
    }
  }

  private func expectHarmless(_ name: String, _ formats: [String]) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/h.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let rules = folder.write(Array(Self.rules.utf8), to: "my.rules")
    let lines = try #require(
      Self.lines(path, rules, folder)[name],
      "a line for '\(name)' is missing here"
    )
    // Each line in every format that its subcommand prints, and in that of its own choice.
    let variants = lines.flatMap { words in [words] + formats.map { words + ["--format", $0] } }
    for words in variants {
      let outcome: Program.Outcome
      do {
        var program = Program(
          try Invocation(arguments: name.split(separator: " ").map(String.init) + words)
        )
        program.writesToTerminal = true
        outcome = await program.run()
      } catch { outcome = Program.outcome(of: error) }
      #expect(!(outcome.output + outcome.messages).isEmpty || outcome.code == 0, "\(words)")
      expectHarmless(outcome.output + outcome.harmlessMessages, "\(words)")
    }
  }

  @Test func `G5: files and pipes get the values as they are stored`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/h.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let words = ["export", path, "Shelf", "--columns", "label"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.output == "label\n\"\(Self.hostile)\"\n")
  }

  @Test func `G5: formulas are printed as texts where that is asked for, numbers as they are`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/f.db"
    let values = ["=1+1", "-5", "+x", "@a", "plain", "-cmd"]
    let rows = values.enumerated().map { "(\($0 + 1), '\($1)')" }.joined(separator: ", ")
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE T(id INTEGER PRIMARY KEY, v TEXT); INSERT INTO T VALUES \(rows)"
    )
    let words = ["export", path, "T", "--columns", "v"]
    let plain = await Program(try Invocation(arguments: words)).run()
    #expect(plain.output == "v\n" + values.map { $0 + "\n" }.joined())
    let escaped = await Program(try Invocation(arguments: words + ["--escape-formulas"])).run()
    #expect(escaped.output == "v\n'=1+1\n-5\n'+x\n'@a\nplain\n'-cmd\n")
  }

  @Test func `G5: what is copied has no control characters and all letters`() async throws {
    let scene = try await Scene(
      "CREATE TABLE T(id INTEGER PRIMARY KEY, v TEXT); INSERT INTO T VALUES (1, 'a' || char(27) || '[201~b' || char(0x200D) || char(10) || 'c')",
      "--entity T"
    )
    try await scene.send("l y")
    #expect(scene.terminal.clipboard == "a␛[201~b\u{200D}\nc")
  }

  // MARK: Bounds

  @Test func `G8: a list that never finds a row gives up and says how to go on`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/never.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE VIEW never AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i FROM n WHERE i < 0
      """
    )
    let words = ["list", path, "Never", "--set", "fetchTimeLimit=1"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("stopped after 1 s"), "\(outcome.messages)")
    #expect(outcome.messages.contains("fetchTimeLimit"), "\(outcome.messages)")
  }

  @Test func `G8: other rows are not filled up to the length of one long value`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/long.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE T(id INTEGER PRIMARY KEY, v TEXT, w TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO T SELECT i, iif(i = 1, replace(hex(zeroblob(20000)), '0', 'x'), 'short'), 'end' FROM n;
      """
    )
    let words = ["list", path, "T", "--columns", "v,w"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 51)
    #expect(lines.dropFirst(2).allSatisfy { $0.utf8.count < 200 })
    #expect(lines.allSatisfy { $0.hasSuffix("end") || $0.hasSuffix("W") })
  }

  @Test(arguments: ["T", "V", "W"])
  func `G8: a film in a cell is printed by its size`(entity: String) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/film.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE T(id INTEGER PRIMARY KEY, v BLOB, w TEXT);
      INSERT INTO T VALUES (1, zeroblob(3000000), replace(hex(zeroblob(100000)), '0', 'x'));
      CREATE VIEW V AS SELECT v, w FROM T;
      CREATE TABLE W(id TEXT PRIMARY KEY, v BLOB, w TEXT) WITHOUT ROWID;
      INSERT INTO W SELECT id, v, w FROM T;
      """
    )
    func run(_ words: String...) async throws -> Program.Outcome {
      await Program(try Invocation(arguments: [words[0], path] + words.dropFirst())).run()
    }
    let list = try await run("list", entity, "--columns", "v,w")
    #expect(list.output.contains("<blob 3 MB>"), "\(list.output.prefix(100)) \(list.messages)")
    // A text that is longer than anybody reads in a list ends with a mark there, and nowhere else.
    #expect(list.output.contains("x…\n") && list.output.utf8.count < 300_000)
    guard entity != "V" else { return }
    let get = try await run("get", entity + "#1")
    #expect(get.output.contains("<blob 3 MB>") && get.output.utf8.count > 200_000)
    let csv = try await run("list", entity, "--columns", "w", "--format", "csv")
    #expect(csv.output.utf8.count > 200_000)
    let set = try await run("set", entity + "#1", "v=0102", "w=short")
    #expect(set.code == 0, "\(set.messages)")
    let after = try await run("get", entity + "#1")
    #expect(after.output.contains("<blob 2 B>") && after.output.contains("short"))
  }

  @Test func `G8: a view too large to be planned is told on the screen and without one`()
    async throws
  {
    let views = (1...25).map {
      "CREATE VIEW v\($0) AS SELECT * FROM v\($0 - 1) UNION ALL SELECT * FROM v\($0 - 1);"
    }
    let script = "CREATE TABLE t(a); CREATE VIEW v0 AS SELECT a FROM t;" + views.joined()
    let folder = TemporaryFolder()
    let path = folder.path + "/views.db"
    try Connection(path: path, mode: .create).execute(script)
    let outcome = await Program(try Invocation(arguments: ["list", path, "V25"])).run()
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("V25 cannot be read: it nests too many views"))
    let scene = try await Scene(script, "--entity V25", width: 120)
    #expect(scene.text.contains("cannot be read: it nests too many views"), "\(scene.text)")
  }

  @Test func `G10: model check says that a file is trusted, and why`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/search.db"
    let model = folder.write(Array(#"{"entities": []}"#.utf8), to: "m.json")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      "CREATE VIRTUAL TABLE f USING fts5(x); CREATE VIEW v AS SELECT snippet(f) AS s FROM f WHERE f MATCH 'a'"
    )
    try connection.distrustSchema()
    let isRefused = (try? connection.prepare("SELECT * FROM v")) == nil
    let check = await Program(
      try Invocation(arguments: ["model", "check", model, path])
    ).run()
    #expect(check.code == 0, "\(check.output) \(check.messages)")
    let reason = "the code in the file is trusted: view 'v' uses"
    #expect(check.output.contains(reason) == isRefused, "\(check.output)")
  }

  @Test(arguments: ["W", "Nokey", "Named", "V"])
  func `G9: a table of as many columns as SQLite allows is listed, shown and changed`(
    entity: String
  ) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/wide.db"
    let columns = (1...1999).map { "c\($0)" }.joined(separator: ", ")
    let script = """
      CREATE TABLE W(id INTEGER PRIMARY KEY, \(columns));
      CREATE TABLE Nokey(c0, \(columns));
      CREATE TABLE Named(id TEXT PRIMARY KEY, \(columns.replacing(",", with: " TEXT,")) TEXT) WITHOUT ROWID;
      CREATE VIEW V AS SELECT * FROM Nokey;
      INSERT INTO W(id, c1, c1999) VALUES (1, 'first', 'last'), (2, 'second', 'other');
      INSERT INTO Nokey(c0, c1, c1999) VALUES (1, 'first', 'last'), (2, 'second', 'other');
      INSERT INTO Named(id, c1, c1999) VALUES ('1', 'first', 'last'), ('2', 'second', 'other');
      """
    try Connection(path: path, mode: .create).execute(script)
    func run(_ words: String...) async throws -> Program.Outcome {
      let arguments: [String] = [words[0], path] + Array(words.dropFirst())
      return await Program(try Invocation(arguments: arguments)).run()
    }
    let list = try await run("list", entity, "--format", "csv")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 3, "\(list.messages)")
    #expect(lines.dropFirst().map { $0.contains("first") && $0.contains("last") } == [true, false])
    #expect(
      lines.dropFirst().map { $0.contains("second") && $0.contains("other") } == [false, true]
    )
    guard entity != "V" else { return }
    let get = try await run("get", entity + "#1", "--format", "csv")
    #expect(get.output.contains("first") && get.output.contains("last"), "\(get.messages)")
    let set = try await run("set", entity + "#1", "c1998=new")
    #expect(set.code == 0, "\(set.messages)")
    let after = try await run("get", entity + "#1", "--format", "csv")
    #expect(after.output.contains("new") && after.output.contains("last"))
    let scene = try await Scene(script, "--entity \(entity) --task list")
    #expect(scene.text.contains("first"), "\(scene.text)")
  }
}
