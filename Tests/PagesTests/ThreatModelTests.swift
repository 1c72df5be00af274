import RuleFiles
import AccessControl
import SceneSupport
import Diagnostics
import FoundationEssentials
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import SQLite
import Terminal
import TestSupport
import Testing

@testable import CommandLineTool  // what locked mode leaves
@testable import Pages
import Workspace

/// Tests that each sentence about guard rails and security in docs/Permissions.md is true.
@MainActor
struct ThreatModelTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func section() throws -> String {
    let text = try String(
      contentsOf: root.appending(path: "docs/Permissions.md"),
      encoding: .utf8
    )
    let parts = text.split(separator: "\n## ", maxSplits: 2)
    let title = "Guard rails and security\n"
    try #require(parts.count == 3 && parts[1].hasPrefix(title), "it is the first section")
    return String(parts[1].drop { $0 != "\n" })
  }

  /// The sentences outside of code, without marks, each on one line.
  private static func sentences() throws -> [String] {
    let pieces = try section().split(separator: "```", omittingEmptySubsequences: false)
    let words = pieces.enumerated().filter { $0.offset % 2 == 0 }
      .flatMap { $0.element.split(whereSeparator: { $0 == " " || $0 == "\n" }) }
      .filter { $0 != "-" }
    var sentences: [String] = []
    var current: [Substring] = []
    for word in words {
      current.append(word)
      guard word.hasSuffix(".") || word.hasSuffix(".**") else { continue }
      sentences.append(
        current.joined(separator: " ").split(separator: "**").joined()
      )
      current = []
    }
    #expect(current.isEmpty, "the last sentence ends: \(current)")
    return sentences
  }

  private static func block(_ kind: String) throws -> String {
    let pieces = try section().split(separator: "```\(kind)\n")
    try #require(pieces.count == 2, "\(kind)")
    return String(pieces[1].split(separator: "```", omittingEmptySubsequences: false)[0])
  }

  // MARK: Sentence by sentence

  /// Each sentence with the tests that try it.
  private static let tests: [String: [String]] = [
    "Rules bind those who use this program; whoever may read the file can open it with another one.":
      [file],
    "By themselves they are guard rails: `--user`, `--role`, `--rules`, `--model`, and a copy or a hard link of the file under another name are claims that nothing checks.":
      ["G6: outside of locked mode what one says is believed"],
    "They are security where two things come together: the file belongs to an account to which nothing but this program leads, and the rules of the site lock the program.":
      [file, listed, example],
    "Locked mode counts where a rule of the site, in `/etc/d2t/*.rules`, answers `isLocked` with true.":
      [off, "G6: a lock can be for some accounts and not for others"],
    "No option, no variable and no rule of another layer switches it on or off.": [
      off, "G6: only rules of the site answer the keys of the site",
    ],
    "The account of the process says who one is, by its name in `/etc/passwd`; one that is not there is refused, and so is one of a directory service.":
      [
        "G6: in locked mode the account says who one is, and a rule of the site in what role",
        "G6: in locked mode a user id that the list of accounts does not know is refused",
      ],
    "A rule of the site says the role, and who is given none is refused.": [
      "G6: in locked mode who is given no role is refused"
    ],
    "Nothing is opened but what `databases` lists, no demo either.": [listed],
    "A file is told by what it is and not by its name: a link of one's own leads to the listed file and its rules.":
      ["G6: a database has its rules by whatever link it is called"],
    "A folder in the list is trusted with all that lies in it, rules too, so people must not be able to write there.":
      ["G6: a folder in the list is trusted with the rules in it"],
    "The rules of the site are read, and those beside the listed file, but none of the user's own.":
      ["G6: in locked mode rules of the user are not read, and nothing is kept for him"],
    "Models are those that `modelFiles` names.": [
      "G6: in locked mode the site's models are laid over the database"
    ],
    "`--rules`, `--order`, `--model`, `--attach`, `--user`, `--role`, `--set`, `--create` and `--write` are refused.":
      [
        "G6: an option that takes a file, rule or person is refused in locked mode",
        "G6: each option of each subcommand is tried: refused with a sentence, or taken",
      ],
    "So are the subcommands about models and rule files; `rules explain` and `rules lints` are not.":
      [tried, "G6: a subcommand that takes files of one's own is refused in locked mode"],
    "No editor is started, no shell is gone back to, no rule is typed: the screen says why.": [
      "G6: in locked mode no key on the why page opens an editor or begins a rule",
      "G6: in locked mode ctrl-z says why it does nothing",
      "G6: in locked mode no rule can be typed",
      "G6: in locked mode the palette and help say why a command cannot run",
    ],
    "A command that an application adds is refused unless its definition says that it is safe there, and writes by the user's right, whatever right it claims ([Commands](Applications.md#commands)).":
      [
        "P5: In locked mode the application's own right is the user's",
        "G6: in locked mode a command that nobody has judged is refused",
        "G6: in locked mode the commands of an application do nothing, whatever they are called",
      ],
    "Rule and model files of an application are named by absolute paths.": [
      "S7: in locked mode an application reads no files of whatever folder it is started in"
    ],
    "`import` reads standard input alone.": [tried],
    "Nothing is written but the database, with what SQLite needs for it, and the audit log; what is entered at prompts is forgotten.":
      [
        tried, "G6: every file of the sources that reaches for files or programs has a verdict",
        "G6: in locked mode rules of the user are not read, and nothing is kept for him",
      ],
    "All variables are taken out of the process before the screen starts, but `TERM`, `NO_COLOR`, `ESCDELAY`, `LANG`, `LC_ALL` and `LC_CTYPE` where they hold a plain name or number.":
      [
        "G6: variables that lead to files, libraries or programs do not stay",
        "G6: the variables that stay are those that the document names",
      ],
    "The audit log lies where `auditLog` says.": [
      "G6: the audit log lies where the site says, in locked mode or not"
    ],
    "What rules want told there and cannot be told is not saved.": [
      "G6: in locked mode what cannot be told in the audit log is not saved"
    ],
    "A save is told before its commit, in lines with a common `attempt`, and once more with its `outcome` (`saved`, `not saved`) after it.":
      [
        "L2: locked mode raises soft limits, and tells a change before and after",
        "L2: in locked mode each way to save is told before and after",
      ],
    "Lines without an outcome belong to a process that was killed in between: compare the rows.": [
      "L2: of a locked program that is killed the log knows what it was about to save"
    ],
    "Hard limits on file size, CPU time, memory and data (`ulimit`) are refused at the start, and so are fewer than 64 free descriptors.":
      [limits, "L7: too few descriptors are told"],
    "Soft limits are raised.": [
      "L2: locked mode raises soft limits, and tells a change before and after"
    ],
    "Limits would let a person end the process, or silence the log, at a chosen moment.": [limits],
    "No signal ends the process between a commit and its audit lines, in locked mode or not.": [
      signals
    ],
    "Signals wait until these are written.": [signals],
    "`SIGKILL` cannot wait; nobody can send it to a process of another account.": [
      "L2: of a locked program that is killed the log knows what it was about to save"
    ],
    "The file of `loginAttempts` is replaced by rename, so the account must be able to write its folder.":
      ["L2: the file is replaced whole, or left as it is"],
    "While a file of the site has a fault or cannot be read, nothing is opened.": [
      "G6: while the site's rules have a fault nothing is opened",
      "G6: a site's folder or file that cannot be read opens nothing",
    ],
    "What the site says of locked mode counts from the next start.": [
      "G6: what the site says of locked mode changes nothing in a program that runs"
    ],
    "One can go on looking, changing and printing what rules permit.": [
      tried, "G6: in locked mode one can work: find, edit, save, copy what is seen",
    ],
    "`y` gives the terminal what stands on its screen, and `!` shows rules, though nothing of what they hide.":
      [
        "G6: in locked mode one can work: find, edit, save, copy what is seen",
        "G6: in locked mode the why page tells nothing of what is hidden",
      ],
    "An account of its own, behind sudo.": [example],
    "The database, its rules and the log belong to an account that has no shell and no password; people may start the program as that account, and nothing else.":
      [example],
    "With `sudo -u d2t d2t /srv/shop/shop.db` mia is `mia`, for `trustsSudo` takes the account from `SUDO_UID`, which sudo sets.":
      [rules, sudo],
    "Who can start the program as `d2t` without sudo can be anybody.": [sudo],
    "Variables that are read before the program begins, by the loader and the runtime, are sudo's to take out: `env_reset` does.":
      [example],
    "Behind a server's login.": [rules],
    "`ForceCommand sudo -u d2t /usr/local/bin/d2t /srv/shop/shop.db` gives people who log in by ssh that screen and no shell; a command that they name, `scp` and `sftp` end there, and forwarding of ports with `DisableForwarding yes`.":
      [rules, "G6: in locked mode ctrl-z leads to no shell, wherever it is pressed"],
    "Without an account of its own for the file, every other service that lets the person's account read files leads to it.":
      [file],
  ]

  private static let file = "G6: who may read the file can open it with another program"
  private static let listed = "G6: in locked mode nothing is opened that the site does not list"
  private static let off = "G6: no option moves the folder of the site, and no variable does"
  private static let tried =
    "G6: each subcommand is tried: it is refused, or works and writes nowhere else"
  private static let example =
    "G6: the example gives the files to an account that only sudo leads to"
  private static let limits = "L2: locked mode does not run with hard limits of the person"
  private static let signals =
    "L3: a command that a signal ends has saved and told all, or nothing"
  private static let rules = "G6: the rules of the example let in whom the document says"
  private static let sudo =
    "G6: SUDO_UID counts where the site trusts sudo, and there nothing else does"

  @Test func `G6: every sentence about guard rails and security has a test`() throws {
    let sentences = try Self.sentences()
    #expect(Set(sentences).subtracting(Self.tests.keys).sorted() == [], "sentences without a test")
    #expect(Set(Self.tests.keys).subtracting(sentences).sorted() == [], "tests without a sentence")
    #expect(sentences.count == Self.tests.count)
    let prefixes = [
      "ApplicationRight", "Locked", "ThreatModel", "LoginAttempts", "ProcessLimits",
      "SignalledSave",
    ]
    var texts = ""
    for target in ["PagesTests", "WorkspaceTests", "EndToEndTests"] {
      let folder = Self.root.appending(path: "Tests/\(target)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where prefixes.contains(where: name.hasPrefix) {
        texts += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
    }
    let names = Set(
      texts.split(separator: "func `").dropFirst().map { String($0.prefix { $0 != "`" }) }
    )
    for (sentence, tests) in Self.tests {
      #expect(!tests.isEmpty, "\(sentence)")
      #expect(Set(tests).subtracting(names).sorted() == [], "\(sentence)")
    }
  }

  // MARK: Guard rails

  private static let hiding = """
    role = 'clerk' and propertyKey = 'unitPrice' => isPropertyVisible = false
    user.name = 'tom' and propertyKey = 'milliseconds' => isPropertyVisible = false
    """

  @Test func `G6: who may read the file can open it with another program`() async throws {
    let site = try LockedSite(applicationRules: Self.hiding)
    let words = ["list", site.database, "Track", "--columns", "unitPrice"]
    let outcome = try await site.run(words)
    #expect(outcome.code == 2 && !outcome.output.contains("0.99"), "\(outcome)")
    let other = try Connection(path: site.database, mode: .readOnly)
    #expect(try other.rows("SELECT UnitPrice FROM Track") { $0.text(0) }.contains("0.99"))
  }

  @Test func `G6: outside of locked mode what one says is believed`() async throws {
    let site = try LockedSite("", applicationRules: Self.hiding)
    func shows(_ column: String, _ words: [String], at path: String? = nil) async throws -> Bool {
      let all = ["list", path ?? site.database, "Track", "--columns", column] + words
      return try await site.run(all).code == 0
    }
    #expect(try await !shows("unitPrice", ["--role", "clerk"]))
    #expect(try await shows("unitPrice", ["--role", "manager"]))
    #expect(try await !shows("milliseconds", ["--user", "tom"]))
    #expect(try await shows("milliseconds", ["--user", "mia"]))
    let own = site.write(
      "1000: propertyKey = 'unitPrice' => isPropertyVisible = true",
      to: "home/own.rules"
    )
    #expect(try await shows("unitPrice", ["--role", "clerk", "--rules", own]))
    let model = site.write(
      #"{"entities": [{"name": "Track", "table": "Track", "attributes": [{"name": "cost", "column": "UnitPrice"}, {"name": "unitPrice", "column": "Bytes"}]}]}"#,
      to: "home/own.json"
    )
    #expect(try await shows("cost", ["--role", "clerk", "--model", model]))
    let hard = site.path("elsewhere/hard.db")
    #expect(link(site.database, hard) == 0)
    let copy = site.folder.write(site.contents()[site.database] ?? [], to: "elsewhere/copy.db")
    for path in [hard, copy] {
      #expect(try await shows("unitPrice", ["--role", "clerk"], at: path), "\(path)")
    }
  }

  // MARK: Locked mode

  @Test func `G6: the variables that stay are those that the document names`() throws {
    let sentence = try #require(
      Self.sentences().first { $0.hasPrefix("All variables are taken out") }
    )
    let named = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let kept = LockedModePolicy.variables.filter { $0.value == .permitted }.keys
    #expect(Set(named) == Set(kept))
  }

  @Test func `G6: what the site says of locked mode changes nothing in a program that runs`()
    async throws
  {
    let site = try LockedSite(applicationRules: "role = 'manager' => title = 'for managers'")
    let scene = try await site.scene()
    scene.session.work.followRules()
    let lockedSession = scene.session.work.lockedSession
    let generation = scene.session.work.resolver.generation
    site.write("*true* => isLocked = false, role = 'manager'", to: "etc/site.rules")
    try await scene.wait { scene.session.work.resolver.generation != generation }
    #expect(scene.session.work.lockedSession == lockedSession && lockedSession?.role == "clerk")
    #expect(!scene.text.contains("for managers"))
    try await scene.send("ctrl-z")
    #expect(scene.terminal.suspendCount == 0)
  }

  @Test func `G6: in locked mode the why page tells nothing of what is hidden`() async throws {
    let site = try LockedSite(
      applicationRules: Self.hiding
        + "\nobject.unitPrice > 0.9 and propertyKey = 'name' => color = 'red'"
    )
    let scene = try await site.scene(height: 2000)
    try await scene.send("! c")
    #expect(scene.text.contains("object.unitPrice > 0.9"), "\(scene.text)")
    #expect(!scene.text.contains("0.99"), "\(scene.text)")
  }

  // MARK: The example

  @Test func `G6: the example gives the files to an account that only sudo leads to`() throws {
    let commands = try Self.block("sh").split(separator: "\n")
    let account = try #require(commands.first { $0.hasPrefix("useradd ") })
    #expect(account.contains("--shell /usr/sbin/nologin") && account.hasSuffix(" d2t"))
    let owned = commands.filter { $0.contains(" -o d2t ") }
    #expect(owned.count == 2)
    for command in owned {
      #expect(command.contains("-m 0700") || command.contains("-m 0600"), "\(command)")
    }
    for name in ["/srv/shop", "/var/log/d2t", "shop.db shop.rules"] {
      #expect(owned.contains { $0.contains(name) }, "\(name)")
    }
    // Nobody but the system's owner writes what locks the program.
    let site = try #require(commands.first { $0.hasSuffix("/etc/d2t/site.rules") })
    #expect(site.contains("-o root -g root -m 0644"))
    let lines = try Self.block("sudoers").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "Defaults!/usr/local/bin/d2t env_reset, !setenv")
    #expect(lines.last == "%shop ALL = (d2t) NOPASSWD: NOSETENV: /usr/local/bin/d2t")
  }

  @Test func `G6: the rules of the example let in whom the document says`() async throws {
    var rules = try Self.block("site")
    for (path, own) in [
      ("/srv/shop/shop.db", "FOLDER/data/shop.db"), ("/var/log/d2t/", "FOLDER/log/"),
    ] { rules = rules.split(separator: path).joined(separator: own) }
    let site = try LockedSite(rules, applicationRules: "*true* => auditsChanges = true")
    site.surroundings.userID = LockedSite.stranger
    #expect(try await site.run([site.database]).code == 3, "not through sudo")
    site.surroundings.variables["SUDO_UID"] = "\(LockedSite.mia)"
    let lockedSession = try site.program([site.database]).invocation.lockedSession
    #expect(lockedSession?.user == "mia" && lockedSession?.role == "manager")
    site.surroundings.variables["SUDO_UID"] = "0"
    #expect(try site.program([site.database]).invocation.lockedSession?.role == "clerk")
    #expect(try await site.run(["set", site.database, "Artist#1", "name=X"]).code == 0)
    #expect(access(site.path("log/audit.jsonl"), F_OK) == 0)
    #expect(try await site.run([site.path("more/other.db")]).code == 3)
  }
}
