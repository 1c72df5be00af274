import RuleFiles
import AccessControl
import EntityStore
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import Terminal
import Testing
import Widgets

@testable import CommandLineTool  // every subcommand and option
@testable import Pages
import Workspace

/// Every way out of the program, from the tables that make them: one without a verdict fails here.
@MainActor
struct LockedWaysOutTests {
  // MARK: Commands and words

  @Test func `G6: every command says what becomes of it in locked mode`() {
    let unjudged = CommandDefinition.all.filter { $0.locked == .unjudged }
    #expect(unjudged.map(\.name.rawValue) == [])
    let refused = CommandDefinition.all.filter { LockedModePolicy.of($0).isRefused }
    #expect(
      refused.map(\.name.rawValue).sorted() == [
        "chartToFile", "completePath", "editText", "exportGroups", "groupRule", "loadFromFile",
        "newRule", "openRule", "saveToFile",
        "showOutside", "suspend",
      ]
    )
  }

  @Test func `G6: every command that the sources define is in the table of commands`() throws {
    let known = Set(CommandDefinition.all.map(\.name.rawValue))
    var found: Set<String> = []
    // The name follows the verdict, or the name of the type.
    let openings = [".safe,", ".unjudged,", ".ofFiles,", ".ofPrograms,", ".ofShell,"]
    for (name, text) in try SourceTexts.all() where name.hasSuffix(".swift") {
      let code = text.split(separator: "\n").filter { !$0.contains("///") }.joined(separator: "\n")
      for opening in openings + ["CommandDefinition("] {
        for piece in code.split(separator: opening).dropFirst() {
          let argument = piece.drop(while: \.isWhitespace)
          guard argument.first == "\"" else { continue }
          found.insert(String(argument.dropFirst().prefix { $0 != "\"" }))
        }
      }
    }
    #expect(found.subtracting(known).sorted() == ["press"], "the keys of a button")
    #expect(known.subtracting(found).sorted() == [])
  }

  @Test func `G6: every word behind the colon has a verdict`() throws {
    let text = try #require(
      SourceTexts.all()["Pages/Commands/CommandLine.swift"]
    )
    var words: Set<String> = Set(RuleCommands.verbs)
    for line in text.split(separator: "\n") {
      let isWord = ["case \"", "hasPrefix(\"", "text == \""].contains { line.contains($0) }
      guard isWord else { continue }
      for (index, piece) in line.split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated()
      where index % 2 == 1 {
        words.insert(String(piece.prefix { $0 != " " }))
      }
    }
    words.remove("")
    #expect(words == Set(LockedModePolicy.typedWords.keys))
    for verb in RuleCommands.verbs { #expect(LockedModePolicy.typedWords[verb]?.isRefused == true) }
  }

  // MARK: Subcommands and options

  /// A command line for each subcommand; one that is missing fails the tests.
  private static func words(_ name: String, _ path: String) -> [String]? {
    let own = "\(path)/../elsewhere"
    return [
      "open": [path], "render": ["render", path, "--entity", "Track"],
      "rules check": ["rules", "check", "\(own)/x.rules", path],
      "rules explain": ["rules", "explain", "title", path], "rules lints": ["rules", "lints"],
      "rules list": ["rules", "list", path], "rules test": ["rules", "test", path],
      "rules format": ["rules", "format", "--write", "\(own)/x.rules"],
      "rules convert": ["rules", "convert", "\(own)/x.rules", "\(own)/y.d2wmodel"],
      "rules report": ["rules", "report", "\(own)/x.d2wmodel", path],
      "rules init": ["rules", "init", path], "model show": ["model", "show", path],
      "model check": ["model", "check", "\(own)/m.json", path],
      "model convert": ["model", "convert", path, "\(own)/m2.json"],
      "list": ["list", path, "Track"], "get": ["get", path, "Track#1"],
      "set": ["set", path, "Artist#1", "name=Abba"],
      "insert": ["insert", path, "Artist", "name=X"],
      "delete": ["delete", path, "Track#1"], "export": ["export", path, "Track"],
      "import": ["import", path, "Artist", "\(own)/rows.csv"], "keys": ["keys", path],
      "values": ["values", path, "Track", "name"], "describe": ["describe", path, "Track"],
      "group": ["group", path, "Track", "--by", "name"],
      "journals list": ["journals", "list"], "journals purge": ["journals", "purge", "--yes"],
      "catalog": ["catalog"], "commands": ["commands"], "locales": ["locales"], "help": ["help"],
      "version": ["version"],
    ][name]
  }

  private static let refusedSubcommands = [
    "journals list", "journals purge", "model check", "model convert", "model show", "rules check",
    "rules convert", "rules format",
    "rules init", "rules list", "rules report", "rules test",
  ]

  @Test func `G6: a subcommand that takes files of one's own is refused in locked mode`() {
    for subcommand in Subcommand.all {
      switch subcommand.arguments {
      case .rulesAndDatabase, .ruleFiles, .ruleConversion, .modelsAndDatabase, .modelConversion,
        .journals:
        #expect(subcommand.locked.isRefused, "\(subcommand.name)")
      case .none, .names, .database, .keyAndDatabase, .link: break
      }
    }
    let refused = Subcommand.all.filter(\.locked.isRefused).map(\.name).sorted()
    #expect(refused == Self.refusedSubcommands)
  }

  @Test func `G6: each subcommand is tried: it is refused, or works and writes nowhere else`()
    async throws
  {
    for subcommand in Subcommand.all {
      let site = try LockedSite()
      for name in ["x.rules", "x.d2wmodel", "m.json", "rows.csv"] {
        site.write("name\nsecret\n", to: "elsewhere/\(name)")
      }
      let words = try #require(Self.words(subcommand.name, site.database), "\(subcommand.name)")
      let before = site.contents()
      let outcome = try await site.run(words)
      let changed = Self.changes(before, site.contents())
      if let reason = subcommand.locked.refusal {
        #expect(outcome.code == 2, "\(words)")
        #expect(outcome.messages == "d2t: '\(subcommand.invocation)' is refused: \(reason)\n")
        #expect(outcome.output.isEmpty && changed.isEmpty)
      } else if subcommand.name == "import" {
        #expect(outcome.code == 2, "a file of one's own")
        #expect(outcome.messages.contains("rows.csv' is refused: locked mode uses only"))
        #expect(changed.isEmpty)
      } else {
        #expect(outcome.code == 0, "\(words): \(outcome.messages)")
        let writes = ["set", "insert", "delete"].contains(subcommand.name)
        #expect(changed == (writes ? [site.database] : []), "\(words)")
      }
      #expect(!outcome.output.contains("secret") && !outcome.messages.contains("secret"))
    }
  }

  @Test func `G6: the keys of the program are listed without a database`() async throws {
    let site = try LockedSite()
    let outcome = try await site.run(["keys"])
    #expect(outcome.code == 0 && outcome.output.contains("displayPropertyKeys"), "\(outcome)")
  }

  private static func changes(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  @Test func `G6: an option that takes a file, rule or person is refused in locked mode`() {
    for option in CommandLineOption.all where option.takesFile {
      #expect(option.locked.isRefused, "\(option.names[0])")
    }
    let refused = CommandLineOption.all.filter(\.locked.isRefused).map { $0.names[0] }.sorted()
    #expect(
      refused == [
        "--attach", "--create", "--model", "--order", "--role", "--rules", "--set", "--user",
        "--write",
      ]
    )
  }

  @Test func `G6: each option of each subcommand is tried: refused with a sentence, or taken`()
    async throws
  {
    let values = [
      "--order": "apple", "--task": "list", "--entity": "Artist", "--id": "1", "--link": "Track",
      "--property": "name", "--color": "never", "--size": "80x20", "--columns": "name",
      "--limit": "1", "--fetch": "none", "--null": "name", "--set": "title=x",
      "--attach": "x=/etc/passwd", "--rules": "/etc/passwd", "--model": "/etc/passwd",
      "--user": "root", "--role": "manager", "--replace": "name/a/b", "--compute": "name=name",
      "--map": "x=name", "--upsert": "name", "--by": "name", "--across": "name",
      "--sum": "milliseconds",
      "--avg": "milliseconds", "--min": "name", "--max": "name", "--median": "milliseconds",
      "--count-distinct": "name", "--sort": "name", "--step": "10", "--chart": "bar",
    ]
    let site = try LockedSite()
    let before = site.contents()
    for subcommand in Subcommand.all where !subcommand.locked.isRefused && subcommand.opensFiles {
      for option in subcommand.knownOptions where !option.isAnswer {
        let name = option.names[0]
        var words = try #require(Self.words(subcommand.name, site.database))
        if subcommand.name == "import" { words.removeLast() }
        // It names no key then.
        if name == "--all", subcommand.name == "rules explain" { words.removeAll { $0 == "title" } }
        words.append(name)
        if option.placeholder != nil {
          words.append(name == "--format" ? subcommand.formats[0] : try #require(values[name]))
        }
        var refusal: SiteRefusal?
        do throws(SiteRefusal) {
          var invocation = try Self.invocation(words)
          invocation.surroundings = site.surroundings
          _ = try invocation.admitted(Catalog.builtIn.names) { builtInVocabulary }
        } catch { refusal = error }
        #expect((refusal != nil) == option.locked.isRefused, "\(words)")
        guard let refusal, let reason = option.locked.refusal else { continue }
        #expect(refusal.code == 2 && refusal.message == "'\(name)' is refused: \(reason)")
        #expect(try await site.run(words).code == 2, "\(words)")
      }
    }
    #expect(site.contents() == before)
  }

  private static func invocation(_ words: [String]) throws(SiteRefusal) -> Invocation {
    do throws(UsageError) { return try Invocation(arguments: words) } catch {
      throw .argument("not parsed: \(error.message)")
    }
  }

  @Test func `G6: what a program sets without options is undone in locked mode as well`() throws {
    let site = try LockedSite()
    var invocation = Invocation()
    invocation.database = site.database
    invocation.surroundings = site.surroundings
    (invocation.rules, invocation.models) = (["/x.rules"], ["/x.json"])
    (invocation.settings, invocation.attachedFiles) = (["title=x"], [.init(name: "x", path: "/x")])
    (invocation.user, invocation.role) = ("root", "manager")
    (invocation.ruleOrder, invocation.createsFile, invocation.writes) = (.apple, true, true)
    invocation.target = "/x"
    let left = Program(invocation).invocation
    #expect(left.rules.isEmpty && left.models.isEmpty && left.settings.isEmpty)
    #expect(left.attachedFiles.isEmpty && left.user == "tom" && left.role == "clerk")
    #expect(left.ruleOrder == .d2t && !left.createsFile && !left.writes && left.target == nil)
    #expect(left.surroundings.variables.isEmpty && left.lockedSession != nil)
  }

  @Test func `G6: help leaves out what locked mode refuses`() async throws {
    let site = try LockedSite()
    let help = try await site.run(["help"]).output
    let listHelp = try await site.run(["list", "--help"]).output
    for option in CommandLineOption.all where option.locked.isRefused {
      #expect(!help.contains("  \(option.usage) "), "\(option.usage)")
      #expect(!listHelp.contains("  \(option.usage) "), "\(option.usage)")
    }
    for name in Self.refusedSubcommands { #expect(!help.contains("  \(name)  "), "\(name)") }
    #expect(help.contains("  list  ") && help.contains("--readonly"))
  }

  @Test func `G6: no option moves the folder of the site, and no variable does`() throws {
    for option in CommandLineOption.all {
      var invocation = Invocation()
      for value in ["x", "1", "d2t", "never", "80x20", "Artist"] {
        do throws(UsageError) { try option.apply(&invocation, value) } catch { continue }
      }
      #expect(invocation.surroundings.siteFolder == "/etc/d2t", "\(option.names[0])")
      #expect(invocation.surroundings.accountsFile == "/etc/passwd", "\(option.names[0])")
      #expect(invocation.surroundings.userID == getuid(), "\(option.names[0])")
    }
    for (name, text) in try SourceTexts.all()
    where name != "RuleFiles/HostEnvironment.swift" && !name.hasPrefix("DirectToTerminalTesting/") {
      for spelling in ["siteFolder =", "accountsFile =", "userID ="] {
        #expect(!text.contains(spelling), "\(name)")
      }
    }
    #expect(
      HostEnvironment().siteFolder == "/etc/d2t" && HostEnvironment().accountsFile == "/etc/passwd"
    )
    #expect(
      Set(HostEnvironment().variables.keys)
        .isSubset(of: ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SUDO_UID"])
    )
  }

  // MARK: Keys

  @Test func `G6: keys that name files are answered by the site alone`() {
    let words = ["file", "files", "path", "paths", "folder", "folders", "url", "program", "editor"]
    for entry in builtInVocabulary.entries where entry.isAssignable {
      var name = ""
      for character in entry.name {
        name += character.isUppercase ? " " + character.lowercased() : "\(character)"
      }
      let named = name.split(separator: " ").contains { words.contains(String($0)) }
      // Paths of properties are no paths of files.
      guard named, !name.hasPrefix("prefetch") else { continue }
      #expect(entry.key.isOfSite, "\(entry.name)")
    }
    for name in ["databases", "modelFiles", "auditLog"] {
      #expect(builtInVocabulary[name]?.isOfSite == true)
    }
  }
}
