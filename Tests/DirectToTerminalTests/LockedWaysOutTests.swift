import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import Terminal
import Testing
import Widgets

@testable import DirectToTerminal

/// Every way out of the program, from the tables that make them: one without a verdict fails here.
@MainActor
struct LockedWaysOutTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The files of Sources with their texts.
  private static func sources() throws -> [String: String] { try read.get() }

  private static let read = Result {
    let folder = root.appending(path: "Sources")
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where [".swift", ".c", ".h"].contains(where: name.hasSuffix) {
      texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return texts
  }

  // MARK: Commands and words

  @Test func `G6: every command has a verdict, and no verdict is of a command that is not there`() {
    let names = Set(CommandDefinition.all.map(\.name))
    #expect(names == Set(LockedVerdict.commands.keys))
    let refused = LockedVerdict.commands.filter(\.value.isRefused).map(\.key.rawValue).sorted()
    #expect(refused == ["newRule", "openRule", "suspend"])
  }

  @Test func `G6: every command that the sources define is in the table of commands`() throws {
    let known = Set(CommandDefinition.all.map(\.name.rawValue))
    var found: Set<String> = []
    for (name, text) in try Self.sources() where name.hasSuffix(".swift") {
      let pieces =
        text.split(separator: "CommandDefinition(\n").dropFirst()
        + text.split(separator: "CommandDefinition(\"").dropFirst().map { "\"" + $0 }
      for piece in pieces {
        let start = piece.drop { $0 == " " }
        guard start.first == "\"" else { continue }
        found.insert(String(start.dropFirst().prefix { $0 != "\"" }))
      }
    }
    #expect(found.subtracting(known).sorted() == [])
    #expect(found.count > 50)
  }

  @Test func `G6: every word behind the colon has a verdict`() throws {
    let text = try #require(
      Self.sources()["DirectToTerminal/Commands/Session+CommandLine.swift"]
    )
    var words: Set<String> = Set(Session.ruleVerbs)
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
    #expect(words == Set(LockedVerdict.typedWords.keys))
    for verb in Session.ruleVerbs { #expect(LockedVerdict.typedWords[verb]?.isRefused == true) }
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
      "import": ["import", path, "Artist", "\(own)/rows.csv"], "keys": ["keys"],
      "commands": ["commands"], "help": ["help"], "version": ["version"],
    ][name]
  }

  private static let refusedSubcommands = [
    "model check", "model convert", "model show", "rules check", "rules convert", "rules format",
    "rules init", "rules list", "rules report", "rules test",
  ]

  @Test func `G6: a subcommand that takes files of one's own is refused in locked mode`() {
    for subcommand in Subcommand.all {
      switch subcommand.arguments {
      case .rulesAndDatabase, .ruleFiles, .ruleConversion, .modelsAndDatabase, .modelConversion:
        #expect(subcommand.locked.isRefused, "\(subcommand.name)")
      case .none, .database, .keyAndDatabase, .link: break
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
        #expect(outcome.messages.contains("rows.csv' is refused: locked mode reads no files"))
        #expect(changed.isEmpty)
      } else {
        #expect(outcome.code == 0, "\(words): \(outcome.messages)")
        let writes = ["set", "insert", "delete"].contains(subcommand.name)
        #expect(changed == (writes ? [site.database] : []), "\(words)")
      }
      #expect(!outcome.output.contains("secret") && !outcome.messages.contains("secret"))
    }
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
      "--order": "apple", "--task": "list", "--entity": "Artist", "--id": "1", "--link": "Artist",
      "--property": "name", "--color": "never", "--size": "80x20", "--columns": "name",
      "--limit": "1", "--fetch": "none", "--null": "name", "--set": "title=x",
      "--attach": "x=/etc/passwd", "--rules": "/etc/passwd", "--model": "/etc/passwd",
      "--user": "root", "--role": "manager",
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
    #expect(left.surroundings.variables.isEmpty && left.confinement != nil)
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
    for (name, text) in try Self.sources()
    where name != "DirectToTerminal/Rights/Surroundings.swift" {
      for spelling in ["siteFolder =", "accountsFile =", "userID ="] {
        #expect(!text.contains(spelling), "\(name)")
      }
    }
    #expect(Surroundings().siteFolder == "/etc/d2t" && Surroundings().accountsFile == "/etc/passwd")
    #expect(
      Set(Surroundings().variables.keys)
        .isSubset(of: ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SUDO_UID"])
    )
  }

  // MARK: Variables

  @Test func `G6: every variable that the sources read has a verdict`() throws {
    var read: Set<String> = []
    var files: Set<String> = []
    for (name, text) in try Self.sources() {
      let asks = ["getenv", "environ", "ProcessInfo", "variables[", "areWanted"]
      guard asks.contains(where: text.contains) else { continue }
      let literals = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let names = literals.filter { word in
        word.count > 1 && word.first?.isLetter == true
          && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
      }
      if text.contains("getenv") { files.insert(name) }
      read.formUnion(names)
    }
    #expect(
      files == [
        "DirectToTerminal/Live/ExternalEditor.swift", "DirectToTerminal/Rights/Surroundings.swift",
        "NCursesTerminal/NCursesTerminal.swift", "NCursesTerminal/TerminalInput.swift",
        "d2t/main.swift",
      ],
      "somebody else reads variables"
    )
    #expect(read.isSuperset(of: ["TERM", "EDITOR", "SUDO_UID", "LC_ALL", "HOME", "NO_COLOR"]))
    let known = Set(LockedVerdict.variables.keys)
    // Names of colours and the like in the same files.
    #expect(read.subtracting(known).subtracting(["C", "POSIX", "UTF"]).sorted() == [])
  }

  @Test func `G6: variables that lead to files, libraries or programs do not stay`() {
    for name in [
      "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "HOME", "PAGER", "EDITOR", "VISUAL", "SHELL",
      "TMPDIR", "SQLITE_TMPDIR", "LD_PRELOAD", "LOCPATH", "GCONV_PATH", "XDG_CONFIG_HOME",
      "XDG_STATE_HOME", "NLSPATH", "TZ", "SWIFT_BACKTRACE", "NEVER_HEARD_OF",
    ] {
      #expect(LockedVerdict.refusedVariables(of: [name: "x"]) == [name])
    }
    let all = Surroundings.allVariables()
    #expect(all["PATH"] == getenv("PATH").map { String(cString: $0) } && all.count > 1)
    let harmless = [
      "TERM": "xterm-256color", "LANG": "de_DE.UTF-8@euro", "LC_ALL": "", "ESCDELAY": "25",
    ]
    #expect(LockedVerdict.refusedVariables(of: harmless) == [])
    for name in ["TERM", "LANG", "LC_ALL", "LC_CTYPE"] {
      #expect(LockedVerdict.refusedVariables(of: [name: "../../tmp/x"]) == [name])
      #expect(LockedVerdict.refusedVariables(of: [name: "a:b"]) == [name])
    }
  }

  // MARK: Files and programs

  /// The files of Sources that open, look at or change files, or start programs, with what becomes of that in locked mode.
  private static let doors = [
    "CNCurses/shim.h": "declares a file in memory",
    "DirectToTerminal/Data/InputFile.swift": "`import`: standard input only",
    "DirectToTerminal/Commands/PromptHistory.swift": "without a folder nothing is read or kept",
    "DirectToTerminal/Live/ExternalEditor.swift": "refused commands alone lead here",
    "DirectToTerminal/Live/InotifyWatch.swift": "tells that a file changed",
    "DirectToTerminal/Live/MountTable.swift": "a fixed path",
    "DirectToTerminal/Live/PathTrace.swift": "looks whether rule files are there",
    "DirectToTerminal/Live/RuleDraft.swift": "refused commands alone lead here",
    "DirectToTerminal/Live/StatWatch.swift": "looks whether rule files changed",
    "DirectToTerminal/Program/Invocation+Data.swift": "tells a database from a link",
    "DirectToTerminal/Program/Program+Models.swift": "refused subcommands",
    "DirectToTerminal/Program/Program+Rules.swift": "refused subcommands",
    "DirectToTerminal/Rights/FileIdentity.swift": "tells files apart",
    "DirectToTerminal/Rights/FilePlace.swift": "follows links",
    "DirectToTerminal/Rights/Surroundings.swift": "the list of accounts",
    "DirectToTerminal/Session/AuditTrail.swift": "the site's path",
    "DirectToTerminal/Session/Opening.swift": "a sentence about a file that is not there",
    "DirectToTerminal/Session/RuleSources.swift": "rules beside the listed database and the site's",
    "DirectToTerminal/Session/StateFolder.swift": "no folder without variables",
    "EntityModel/Declared/ModelReader.swift": "the site's models",
    "EntityStore/EntityStore+Making.swift": "`--create` is refused",
    "EntityStore/SQLite/DatabaseFiles.swift": "the listed database",
    "EntityStore/SQLite/FileCheck.swift": "the listed database",
    "EntityStore/SQLite/OpenFiles.swift": "the listed database",
    "NCursesTerminal/ErrorLog.swift": "a file without a name",
    "NCursesTerminal/NCursesTerminal.swift": "the terminal itself",
    "RuleEngine/Loading/RuleFileReader.swift": "rules that were found or included by such",
    "SQLite/Connection.swift": "the listed database",
  ]

  private static let calls = [
    "O_RDONLY", "O_WRONLY", "O_RDWR", "fopen(", "opendir(", "creat(", "unlink(", "rename(",
    "mkdir(", "tmpfile(", "mkstemp",
    "posix_spawn(", "popen(", "system(", "fork(", "execv", "execl", "stat(", "lstat(", "access(",
    "realpath(", "truncate(", "symlink(", "link(", "chmod(", "chown(", "FileManager",
    "contentsOf: URL",
    "options: .atomic", "inotify_init", "memfd_create", "sqlite3_open", "dlopen(",
  ]

  @Test func `G6: every file of the sources that reaches for files or programs has a verdict`()
    throws
  {
    var found: Set<String> = []
    for (name, text) in try Self.sources() where !name.hasPrefix("CSQLite/") {
      if Self.calls.contains(where: { Self.uses($0, text) }) { found.insert(name) }
    }
    #expect(found.subtracting(Self.doors.keys).sorted() == [], "doors without a verdict")
    #expect(Set(Self.doors.keys).subtracting(found).sorted() == [], "verdicts on what is no door")
    let started = try Self.sources().filter { _, text in
      ["posix_spawn(", "popen(", "fork(", "execv", "system("].contains { Self.uses($0, text) }
    }
    #expect(started.keys.sorted() == ["DirectToTerminal/Live/ExternalEditor.swift"])
  }

  private static func uses(_ call: String, _ text: String) -> Bool {
    // Most texts have none, which is found out quickly.
    guard strstr(text, call) != nil else { return false }
    return text.split(separator: "\n").contains { calls(call, in: $0.drop { $0 == " " }) }
  }

  /// Whether a line calls a function of the system: not a method, and not one that is declared there.
  private static func calls(_ call: String, in line: Substring) -> Bool {
    guard !line.hasPrefix("//") else { return false }
    var rest = line[...]
    while let found = rest.firstRange(of: call) {
      let before = rest[..<found.lowerBound]
      let isMethod = before.hasSuffix(".") && !before.hasSuffix("Glibc.") && !call.hasPrefix(".")
      let isLonger = before.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      if !isMethod, !isLonger || call.hasPrefix("."), !before.hasSuffix("func ") { return true }
      rest = rest[found.upperBound...]
    }
    return false
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
