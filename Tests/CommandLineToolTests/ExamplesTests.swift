import CommandLineTool
import Diagnostics
import EntityModel
import FoundationEssentials
import Pages
import RuleEngine
import RuleEnvironment
import RuleFiles
import SQLite
import StandardKeys
import TestSupport
import Testing
import Widgets
import Workspace

/// The examples that help, manual and documents give, run as they stand there.
@MainActor
struct ExamplesTests {
  @Test func `N2: every example of the manual runs`() async throws {
    let manual = try await output("help --format man")
    let examples = manual.split(separator: "\n").filter { $0.hasPrefix("    d2t") }.map { line in
      String(line.dropFirst(4)).replacing("\\-", with: "-").replacing("\\&", with: "")
    }
    #expect(examples.count > 25)
    for example in examples { try await run(example, in: ExamplePlace.demo()) }
  }

  @Test func `N2: every example of help runs, and is that of the manual`() async throws {
    let manual = try await output("help --format man").replacing("\\-", with: "-")
      .replacing("\\&", with: "")
    let names = manual.split(separator: "\n").filter { $0.hasPrefix(".SS d2t ") }
      .map { String($0.dropFirst(8)) }
    #expect(names.count > 25)
    var others: Set<String> = []
    for name in names where !name.hasPrefix("--") {
      for line in try await output("help " + name).split(separator: "\n") {
        if line.hasPrefix("Example: ") {
          #expect(manual.contains("    \(line.dropFirst(9))\n"), "\(line)")
        } else if line.hasPrefix("A LINK "), let start = line.firstRange(of: ": d2t ") {
          others.insert(String(line[line.index(start.lowerBound, offsetBy: 2)...].dropLast()))
        }
      }
    }
    #expect(others.count == 1)
    for example in others { try await run(example, in: ExamplePlace.demo()) }
  }

  @Test(arguments: [
    "README.md", "docs/Browsing.md", "docs/Data.md", "docs/DirectToWeb.md", "docs/Editing.md",
    "docs/Models.md", "docs/Tour.md",
  ])
  func `N2: every command line of a document runs`(path: String) async throws {
    let document = try Self.document(path)
    let lines = Self.blocks("", in: document).flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("d2t ") }
    #expect(!lines.isEmpty || path == "README.md")
    var place = try ExamplePlace.of(path, document)
    for line in lines {
      // Elsewhere a line reads what one above it has written.
      if path == "docs/Models.md" { place = try ExamplePlace.of(path, document) }
      try await run(Self.withoutRemark(String(line)), in: place)
    }
  }

  @Test func `N2: every command line within a document's sentence is one that is known`()
    async throws
  {
    let manual = try await output("help --format man").replacing("\\-", with: "-")
    for path in Self.documents {
      let parts = try Self.document(path).split(separator: "`", omittingEmptySubsequences: false)
      for part in parts where part.hasPrefix("d2t ") && !part.contains("\n") {
        let words = part.split(separator: " ").dropFirst().map(String.init)
        let command = words.prefix { $0.allSatisfy { $0.isLowercase } }
        for word in words where word.hasPrefix("--") {
          let option = word.prefix { $0 != "=" }
          #expect(manual.contains("\\fB\(option)\\fR"), "\(path): \(part)")
        }
        guard !command.isEmpty else { continue }
        #expect(
          (1...command.count).contains {
            manual.contains(".SS d2t \(command.prefix($0).joined(separator: " "))\n")
          } || command == ["rules"],
          "\(path): \(part)"
        )
      }
    }
  }

  // MARK: Rules

  @Test(arguments: documents)
  func `N2: every rule that a document shows is one without faults`(path: String) async throws {
    for example in Self.blocks("rules", in: try Self.document(path)) {
      try await expectClean(example)
    }
  }

  @Test func `N2: every way of naming something that the catalogue shows is a rule without faults`()
    async throws
  {
    let parts = Catalog.builtIn.parts.filter { $0.kind != .task && !$0.usage.contains("…") }
    #expect(parts.count > 200)
    let text = parts.map { "pageConfiguration = '\($0.name)' => \($0.usage)" }
    try await expectClean(Set(text).sorted().joined(separator: "\n"))
  }

  @Test func `N2: every rule in the summary of a key is one without faults`() async throws {
    for entry in builtInVocabulary.entries {
      for part in entry.key.summary.split(separator: "`") where part.hasPrefix("{") {
        guard part.hasSuffix("}"), part != "{}" else { continue }
        try await expectClean("*true* => \(entry.name) = \(part)")
      }
    }
  }

  @Test func `N2: every command, option and variable of the environment has a description`()
    async throws
  {
    for command in Catalog.builtIn.commandDefinitions {
      #expect(command.summary.count > 3 && command.summary != command.title, "\(command.name)")
    }
    let manual = try await output("help --format man")
    let lines = manual.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() where line == ".TP" {
      #expect(
        lines[place + 1].hasPrefix(".B ") && lines[place + 2].count > 8,
        "\(lines[place + 1])"
      )
    }
    let variables = try Self.variablesRead()
    #expect(variables.contains("XDG_STATE_HOME") && variables.contains("NO_COLOR"))
    for name in variables { #expect(manual.contains(".B \(name)\n"), "\(name)") }
  }

  // MARK: Running

  /// Runs a command line in a folder: files that are named are those of the folder.
  private func run(_ line: String, in place: ExamplePlace) async throws {
    var words = Self.words(of: line)
    var target: String?
    if let arrow = words.firstIndex(of: ">") {
      target = words.last
      words.removeSubrange(arrow...)
    }
    // What is made is not there yet.
    if words.starts(with: ["d2t", "model", "convert"]) {
      place.folder.remove(words[words.count - 1])
    }
    if words.contains("--create") { try await makeWholeModel(in: place) }
    do {
      var invocation = try Invocation(arguments: words.dropFirst().map(place.path))
      invocation.surroundings.variables = ["HOME": place.folder.path]
      invocation.surroundings.siteFolder = ""
      let program = Program(invocation)
      guard program.invocation.command != .open, program.invocation.command != .render else {
        let session = try await program.session()
        #expect(session.work.faults.isEmpty, "\(line): \(session.work.faults.map(\.rendered))")
        await session.close()
        session.release()
        return
      }
      let outcome = await program.run()
      #expect(outcome.code == 0, "\(line)\n\(outcome.output.suffix(400))\(outcome.messages)")
      if let target { place.folder.write(outcome.output, to: target) }
    } catch {
      Issue.record("\(line): \(Program.outcome(of: error).messages)")
    }
  }

  /// A model of which tables can be made: it declares all that it names.
  private func makeWholeModel(in place: ExamplePlace) async throws {
    let words = ["model", "show", place.path("shop.db"), "--format", "json"]
    let model = await Program(try Invocation(arguments: words)).run().output
    place.folder.write(model, to: "Shop.json")
  }

  private func output(_ arguments: String) async throws -> String {
    let words = arguments.split(separator: " ").map(String.init)
    return await Program(try Invocation(arguments: words)).run().output
  }

  private func expectClean(_ rules: String) async throws {
    let folder = TemporaryFolder()
    let file = folder.write(rules, to: "example.rules")
    let outcome = await Program(try Invocation(arguments: ["rules", "check", file])).run()
    #expect(outcome.code == 0 && !outcome.output.contains("error"), "\(rules)\n\(outcome.output)")
  }

  // MARK: Texts

  nonisolated static let documents =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: root + "/docs")) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }

  nonisolated private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static func document(_ path: String) throws -> String {
    try TemporaryFolder.text(at: root + "/" + path)
  }

  /// The code between fences with a name, or without one.
  private static func blocks(_ name: String, in text: String) -> [String] {
    var blocks: [String] = []
    var block: (name: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (title, lines) = block {
        if line == "```" {
          if title == name { blocks.append(lines.joined(separator: "\n")) }
          block = nil
        } else {
          block = (title, lines + [line])
        }
      } else if line.hasPrefix("```") {
        block = (line.dropFirst(3), [])
      }
    }
    return blocks
  }

  /// A command line without what is said of it behind many blanks.
  private static func withoutRemark(_ line: String) -> String {
    let command = line.firstRange(of: "      ").map { String(line[..<$0.lowerBound]) } ?? line
    return command.firstRange(of: " # ").map { String(command[..<$0.lowerBound]) } ?? command
  }

  /// The words of a command line as a shell takes it apart.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if quote == nil, character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The variables of the environment that the sources read by name.
  private static func variablesRead() throws -> Set<String> {
    var found: Set<String> = []
    let names = try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources")
    for name in names where name.hasSuffix(".swift") && !name.contains("LockedModePolicy") {
      let text = try document("Sources/" + name)
      for start in ["getenv(\"", "variables[\"", "environment[\""] {
        for part in text.split(separator: start).dropFirst() {
          found.insert(String(part.prefix { $0 != "\"" }))
        }
      }
      guard text.contains("getenv(name)") || text.contains("variable(name)") else { continue }
      for part in text.split(separator: "[\"").dropFirst() {
        let list = part.prefix { $0 != "]" }
        found.formUnion(
          list.split { !$0.isUppercase && $0 != "_" }.map(String.init).filter { $0.count > 3 }
        )
      }
    }
    return found.filter { $0.allSatisfy { $0.isUppercase || $0 == "_" } }
  }
}

/// A folder with the files that examples name.
@MainActor
private struct ExamplePlace {
  let folder = TemporaryFolder()

  /// The path of a file that a word names, of `NAME=FILE` too; other words stay.
  func path(_ word: String) -> String {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard let last = parts.last, Self.isFile(last) else { return word }
    let path = folder.path + "/" + last
    return parts.count == 2 ? parts[0] + "=" + path : path
  }

  private static func isFile(_ word: String) -> Bool {
    ["db", "sqlite", "rules", "json", "csv", "d2wmodel", "eomodeld"].contains { ending in
      word.hasSuffix("." + ending)
        && word.allSatisfy { $0.isLetter || $0.isNumber || ".-_2".contains($0) }
    }
  }

  private func make(_ name: String, _ script: String) throws {
    try Connection(path: folder.path + "/" + name, mode: .create).execute(script)
  }

  /// The database that comes with the program, made once.
  private static let original: ExamplePlace = {
    let place = ExamplePlace()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let script = try? TemporaryFolder.text(at: root + "/Models/Movies.sql")
    try? place.make("movies.db", script ?? "")
    return place
  }()

  /// The database that comes with the program, and files that go with it.
  static func demo() throws -> ExamplePlace {
    let place = ExamplePlace()
    for name in ["shop.db", "movies.sqlite"] {
      try place.folder.copy(original.folder.path + "/movies.db", to: name)
    }
    place.folder.write(
      """
      propertyKey = 'rating' => hint = 'as on the poster'
      expect propertyKey = 'rating' : hint = 'as on the poster'
      """,
      to: "Shop.rules"
    )
    for name in ["Shop.d2wmodel", "d2w.d2wmodel"] {
      place.folder.write(
        """
        { rules = ( { class = "com.webobjects.directtoweb.Rule"; author = 100;
          lhs = { class = "com.webobjects.eocontrol.EOKeyValueQualifier"; key = "propertyKey";
            selectorName = "isEqualTo"; value = "rating"; };
          rhs = { class = "com.webobjects.directtoweb.Assignment"; keyPath = "displayNameForProperty";
            value = "Certificate"; }; } ); }
        """,
        to: name
      )
    }
    place.folder.write(#"{"name": "Shop", "entities": [{"name": "Movie"}]}"#, to: "Shop.json")
    place.folder.write(
      "Name,released,minutes,language\nThe General,1926-12-31,79,English\n",
      to: "movies.csv"
    )
    place.folder.write(
      "{ EOModelVersion = \"2.1\"; adaptorName = JDBC; entities = ( { className = EOGenericRecord; name = Movie; } ); }",
      to: "Shop.eomodeld/index.eomodeld"
    )
    place.folder.write(
      """
      { attributes = ( { columnName = id; name = id; externalType = INTEGER; valueClassName = NSNumber; } );
        className = EOGenericRecord; externalName = movie; name = Movie; primaryKeyAttributes = (id); }
      """,
      to: "Shop.eomodeld/Movie.plist"
    )
    return place
  }

  /// The files of a document's examples.
  static func of(_ path: String, _ document: String) throws -> ExamplePlace {
    let place = ExamplePlace()
    switch path {
    case "docs/Data.md": try place.makeRecords()
    case "docs/Models.md": try place.makeModel(document)
    case "docs/Tour.md":
      let place = try demo()
      place.folder.write(try firstBlock("rules", in: document), to: "tour.rules")
      return place
    default: return try demo()
    }
    return place
  }

  private func makeRecords() throws {
    try make("shop.db", RecordShop.script)
    try make("copy.db", RecordShop.script + "DELETE FROM Track;")
    folder.write(
      "Vorname,lastName,email,Notiz\nAda,King,ada@example.org,neu\nAlan,Turing,alan@example.org,\n",
      to: "kunden.csv"
    )
  }

  private func makeModel(_ document: String) throws {
    try make(
      "shop.db",
      """
      CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE film(id INTEGER PRIMARY KEY, ttl TEXT NOT NULL, price NUMERIC(6,2), code TEXT,
        internal_note TEXT, kind TEXT, studio_id INT REFERENCES studio);
      CREATE TABLE role(id INTEGER PRIMARY KEY, movie_id INT NOT NULL REFERENCES film,
        person_id INT NOT NULL REFERENCES person);
      INSERT INTO studio VALUES(1, 'Acme');
      INSERT INTO film VALUES(1, 'The General', 3.5, 'AB1', NULL, 'long', 1);
      """
    )
    try make("shop-2019.db", RecordShop.script)
    let demo = try Self.demo()
    for name in ["index.eomodeld", "Movie.plist"] {
      folder.write(demo.folder.text(of: "Shop.eomodeld/" + name), to: "Shop.eomodeld/" + name)
    }
    folder.write(try Self.firstBlock("json", in: document), to: "Shop.json")
  }

  private static func firstBlock(_ name: String, in document: String) throws -> String {
    let start = try #require(document.firstRange(of: "```\(name)\n"))
    let rest = document[start.upperBound...]
    let end = try #require(rest.firstRange(of: "\n```"))
    return String(rest[..<end.lowerBound])
  }
}
