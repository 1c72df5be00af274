import RuleFiles
import SceneSupport
import Diagnostics
import EntityModel
import Glibc
import RuleEngine
import RuleEnvironment
import SQLite
import StandardKeys
import Terminal
import Testing
import Widgets

@testable import CommandLineTool  // how rows are imported
@testable import Pages
import Workspace

/// Whom locked mode lets in, and to what.
@MainActor
struct LockedModeTests {
  /// The titles of the pages of a shop whose rules tell who one is.
  private static let telling = """
    role = 'manager' => title = 'for managers'
    role = 'clerk' => title = 'for clerks'
    user.name = 'mia' => navigationBarTitle = 'mia'
    """

  private func title(_ site: LockedSite, _ words: [String], as user: uid_t? = nil) async throws
    -> String
  {
    let session = try await site.program(words, as: user).session()
    defer { Task { await session.close() } }
    return session.work.root[RenderingKeys.shared.title]
  }

  // MARK: Who one is

  @Test func `G6: in locked mode the account says who one is, and a rule of the site in what role`()
    async throws
  {
    let site = try LockedSite(applicationRules: Self.telling)
    #expect(try await title(site, [site.database]) == "for clerks")
    #expect(try await title(site, [site.database], as: LockedSite.mia) == "for managers")
    let session = try await site.program([site.database], as: LockedSite.mia).session()
    let user = session.work.root[PermissionKeys.shared.user]
    #expect(user?.name == "mia" && user?.role == "manager")
    await session.close()
  }

  @Test func `G6: in locked mode a user id that the list of accounts does not know is refused`()
    async throws
  {
    let site = try LockedSite()
    let outcome = try await site.run([site.database], as: LockedSite.stranger)
    #expect(outcome.code == 3)
    #expect(
      outcome.messages
        == "d2t: \(site.path("passwd")) has no account 2999, and the site's rules go by accounts\n"
    )
    // Also where the condition of the lock itself would not hold for nobody.
    site.write("user.name != 'root' => isLocked = true", to: "etc/site.rules")
    #expect(try await site.run([site.database], as: LockedSite.stranger).code == 3)
  }

  @Test func `G6: in locked mode who is given no role is refused`() async throws {
    let site = try LockedSite(
      "*true* => isLocked = true, databases = ['FOLDER/data/shop.db']\nuser.name = 'mia' => role = 'manager'"
    )
    #expect(try await site.run([site.database], as: LockedSite.mia).code == 0)
    let outcome = try await site.run([site.database])
    #expect(outcome.code == 3)
    #expect(outcome.messages.contains("no rule gives 'tom' a role"))
  }

  @Test func `G6: SUDO_UID counts where the site trusts sudo, and there nothing else does`()
    async throws
  {
    let site = try LockedSite(applicationRules: Self.telling)
    site.surroundings.variables["SUDO_UID"] = "2001"
    #expect(try await title(site, [site.database]) == "for clerks")
    site.write("*true* => trustsSudo = true\n" + LockedSite.usual, to: "etc/site.rules")
    #expect(try await title(site, [site.database]) == "for managers")
    for value in ["", "mia", "-1", "2999", "2001 "] {
      site.surroundings.variables["SUDO_UID"] = value
      #expect(try await site.run([site.database]).code == 3, "\(value)")
    }
    site.surroundings.variables["SUDO_UID"] = nil
    let outcome = try await site.run([site.database])
    #expect(outcome.messages.contains("the site requires sudo; start the program with sudo"))
  }

  @Test func `G6: a lock can be for some accounts and not for others`() async throws {
    let site = try LockedSite("user.name != 'mia' => isLocked = true")
    #expect(try await site.run([site.path("elsewhere/shop.db")], as: LockedSite.mia).code == 0)
    #expect(try await site.run([site.path("elsewhere/shop.db")]).code == 3)
  }

  // MARK: What is opened

  @Test func `G6: in locked mode nothing is opened that the site does not list`() async throws {
    let site = try LockedSite()
    symlink(site.path("elsewhere/shop.db"), site.path("more/linked.db"))
    for name in [
      "elsewhere/shop.db", "elsewhere/none.db", "more/linked.db", "more", "data", "passwd",
      "data/../elsewhere/shop.db", "etc/site.rules",
    ] {
      let outcome = try await site.run([site.path(name)])
      #expect(outcome.code == 3, "\(name)")
      // What is there and what is not is told in the same words.
      #expect(
        outcome.messages
          == "d2t: \(site.path(name)): not one of the databases that the site lists\n"
      )
    }
    // A URL names the file behind its scheme, and one of another kind names nothing that a site lists.
    #expect(try await site.run(["sqlite:" + site.database]).code == 0)
    for name in ["sqlite:" + site.path("elsewhere/shop.db"), "texts:" + site.database] {
      let outcome = try await site.run([name])
      #expect(outcome.code == 3 && outcome.messages.contains("not one of the databases"), "\(name)")
    }
    let demo = try await site.run([])
    #expect(demo.code == 3 && demo.messages.contains("which database?"))
    site.write("*true* => isLocked = true, role = 'clerk'", to: "etc/site.rules")
    #expect(try await site.run([site.database]).code == 3, "no list lists nothing")
    site.write(
      "*true* => isLocked = true, role = 'clerk', databases = ['data/shop.db']",
      to: "etc/site.rules"
    )
    #expect(try await site.run([site.database]).messages.contains("must be an absolute"))
  }

  @Test func `G6: a database has its rules by whatever link it is called`() async throws {
    let site = try LockedSite(applicationRules: Self.telling)
    site.write("*true* => title = 'own'", to: "elsewhere/mine.rules")
    let (linked, hard) = (site.path("elsewhere/mine.db"), site.path("elsewhere/hard.db"))
    symlink(site.database, linked)
    #expect(link(site.database, hard) == 0)
    symlink(site.path("data"), site.path("elsewhere/folder"))
    for path in [
      site.database, linked, hard, site.path("elsewhere/folder/shop.db"),
      site.path("more/../data/shop.db"),
    ] {
      let program = try site.program([path])
      #expect(program.invocation.database == DirectoryEntryPath.real(site.database), "\(path)")
      #expect(try await title(site, [path]) == "for clerks", "\(path)")
    }
    #expect(try await site.run([site.path("more/other.db")]).code == 0, "a folder lists its files")
  }

  @Test func `G6: outside of locked mode a link has the rules beside the file that it leads to`()
    async throws
  {
    let site = try LockedSite("", applicationRules: "*true* => title = 'the shop'")
    let linked = site.path("elsewhere/mine.db")
    symlink(site.database, linked)
    #expect(try await title(site, [linked]) == "the shop")
    site.write("*true* => title = 'own'", to: "elsewhere/mine.rules")
    #expect(try await title(site, [linked]) == "the shop", "the file's own rules come first")
  }

  @Test func `G6: in locked mode rules of the user are not read, and nothing is kept for him`()
    async throws
  {
    let site = try LockedSite()
    site.write("*true* => title = 'mine'", to: "home/d2t/my.rules")
    #expect(try await title(site, [site.database]) != "mine")
    let session = try await site.program([site.database]).session()
    session.work.promptHistory.keep(in: session.work.surroundings)
    session.work.promptHistory.add("x", to: .command)
    await session.close()
    #expect(access(site.path("home/.local"), F_OK) != 0)
    #expect(access(site.path("home/d2t/command.history"), F_OK) != 0)
    site.write("", to: "etc/site.rules")
    #expect(try await title(site, [site.database]) == "mine")
  }

  @Test func `G6: in locked mode the site's models are laid over the database`() async throws {
    let model = #"{"entities": [{"name": "Song", "table": "Track"}]}"#
    let site = try LockedSite(
      LockedSite.usual + "\ndatabase.title = 'shop' => modelFiles = ['FOLDER/etc/shop.json']"
    )
    site.write(model, to: "etc/shop.json")
    #expect(try await site.run(["list", site.database, "Song"]).code == 0)
    #expect(try await site.run(["list", site.path("more/other.db"), "Song"]).code == 2)
  }

  // MARK: The site's files

  @Test
  func `S7: in locked mode an application reads no files of whatever folder it is started in`()
    async throws
  {
    let site = try LockedSite()
    let absolute = site.write("*true* => title = 'Ours'", to: "own.rules")
    func run(_ parts: Application) async throws -> Program.Outcome {
      var invocation = try Invocation(arguments: ["list", site.database, "Artist"])
      invocation.surroundings = site.surroundings
      return await Program(invocation, application: parts).run()
    }
    for application in [
      Application("own") { Rules(file: "own.rules") },
      Application("own") { Models(file: "a.json") },
    ] {
      let outcome = try await run(application)
      #expect(outcome.code == 3 && outcome.messages.contains("must be an absolute"), "\(outcome)")
    }
    let outcome = try await run(Application("own") { Rules(file: absolute) })
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test(arguments: [
    "*true* => isLoked = true", "*true* => isLocked = 'yes'", "when (", "include 'none.rules'",
    "*true* => isLocked = tru", "database.title = 'shop' => isLocked = true",
    "role = 'clerk' => isLocked = true", "*true* => isLocked = debug",
  ])
  func `G6: while the site's rules have a fault nothing is opened`(rules: String) async throws {
    let site = try LockedSite(rules)
    for words in [
      [site.database], ["list", site.database, "Track"], ["rules", "check", "x.rules"],
    ] {
      let outcome = try await site.run(words)
      #expect(outcome.code == 3, "\(words)")
      #expect(
        outcome.messages.hasPrefix(
          "d2t: \(site.path("etc/site.rules")):1: fault in the site's rules, nothing is opened: "
        ),
        "\(outcome.messages)"
      )
    }
    #expect(try await site.run(["help"]).code == 0)
  }

  @Test func `G6: a site's folder or file that cannot be read opens nothing`() async throws {
    let site = try LockedSite()
    unlink(site.path("etc/site.rules"))
    #expect(mkdir(site.path("etc/site.rules"), 0o755) == 0)
    #expect(try await site.run([site.database]).code == 3)
    rmdir(site.path("etc/site.rules"))
    #expect(try await site.run([site.database]).code == 0, "an empty folder says nothing")
    symlink(site.path("loop"), site.path("loop"))
    symlink(site.path("gone"), site.path("dangling"))
    for name in ["loop", "dangling", "passwd", "passwd/etc"] {
      site.surroundings.siteFolder = site.path(name)
      let outcome = try await site.run([site.database])
      #expect(outcome.code == 3, "\(name)")
      #expect(outcome.messages.contains("the site's rules cannot be read"), "\(name)")
    }
    site.surroundings.siteFolder = site.path("gone")
    #expect(try await site.run([site.database]).code == 0, "no folder says nothing")
  }

  @Test func `G6: a folder in the list is trusted with the rules in it`() async throws {
    let site = try LockedSite()
    site.write("*true* => title = 'from the folder'", to: "more/other.rules")
    #expect(try await title(site, [site.path("more/other.db")]) == "from the folder")
  }

  @Test func `G6: a value of isLocked that leads nowhere locks`() async throws {
    let site = try LockedSite("*true* => isLocked = user.isGuest")
    #expect(try await site.run([site.database]).code == 3)
  }

  @Test(arguments: [
    "isLocked", "databases", "modelFiles", "trustsSudo", "auditLog", "loginAttempts", "role",
  ])
  func `G6: only rules of the site answer the keys of the site`(name: String) async throws {
    let key = try #require(builtInVocabulary[name])
    #expect(key.isOfSite)
    let value = [
      "isLocked": "true", "trustsSudo": "true", "databases": "['/']", "modelFiles": "['/']",
    ][name, default: "'/x'"]
    let site = try LockedSite("", applicationRules: "*true* => \(name) = \(value)")
    site.write("*true* => \(name) = \(value)", to: "home/d2t/my.rules")
    let session = try await site.program([site.database]).session()
    #expect(
      session.work.rules.faults.map(\.id) == ["site-key", "site-key"],
      "\(session.work.rules.faults)"
    )
    #expect(session.work.resolver.model.rules(for: key).isEmpty)
    #expect(!session.work.root[PermissionKeys.shared.isLocked])
    await session.close()
    let outcome = try await site.run([site.database, "--set", "\(name)=/x"])
    #expect(outcome.code == 2 && outcome.messages.contains("only rules of the site may set"))
    #expect(builtInVocabulary.entries.filter(\.key.isOfSite).count == 7)
  }

  @Test func `G6: outside of locked mode a rule of the site gives a role to whom none is given`()
    async throws
  {
    let site = try LockedSite(
      "*true* => role = 'clerk'\nuser.name = 'mia' => role = 'manager'",
      applicationRules: Self.telling
    )
    #expect(try await title(site, [site.database]) == "for clerks")
    #expect(try await title(site, [site.database, "--user", "mia"]) == "for managers")
    #expect(try await title(site, [site.database, "--role", "manager"]) == "for managers")
  }

  @Test(arguments: [
    ("clrk", true), ("clerk", false), ("manger", true), ("manager", false), ("boss", false),
  ])
  func `G6: a role that is nearly one of the rules is told of, and still none of them`(
    role: String,
    isMisspelt: Bool
  ) async throws {
    let site = try LockedSite(
      "",
      applicationRules: """
        role = 'clerk' and propertyKey = 'unitPrice' => isPropertyVisible = false
        entity.name = 'Artist' => isEntityReadOnly = user.role != 'manager'
        """
    )
    let outcome = try await site.run(["list", site.database, "Track", "--role", role])
    #expect(outcome.code == 0)
    let near = role.hasPrefix("m") ? "manager" : "clerk"
    #expect(
      outcome.messages
        == (isMisspelt
          ? "d2t: no rule names the role '\(role)'; did you mean '\(near)'?\n" : "")
    )
    let scene = try await Scene(
      copyOf: site.database,
      "--entity Track --role \(role)",
      adjusting: { $0.database = site.database }
    )
    try await scene.send("!")
    #expect(scene.text.contains("no rule names the role") == isMisspelt, "\(scene.text)")
  }

  // MARK: The audit log

  @Test func `G6: the audit log lies where the site says, in locked mode or not`() async throws {
    let site = try LockedSite(applicationRules: "*true* => auditsChanges = true")
    let words = ["set", site.database, "Artist#1", "name=Abba"]
    #expect(try await site.run(words).messages == "1 object changed\n")
    let log = site.path("log/audit.jsonl")
    let line = String(decoding: site.contents()[log] ?? [], as: UTF8.self)
    #expect(line.contains(#""user":"tom","role":"clerk""#), "\(line)")
    unlink(log)
    site.write("*true* => auditLog = 'FOLDER/log/audit.jsonl'", to: "etc/site.rules")
    #expect(try await site.run(words.dropLast() + ["name=Accept"]).code == 0)
    #expect(access(log, F_OK) == 0)
  }

  @Test(arguments: [
    "FOLDER/none/audit.jsonl", "log", "", "FOLDER/log", "FOLDER/data/shop.db",
    "FOLDER/log/../data/shop.db-journal",
  ])
  func `G6: in locked mode what cannot be told in the audit log is not saved`(path: String)
    async throws
  {
    let site = try LockedSite(
      """
      *true* => isLocked = true, databases = ['FOLDER/data/shop.db'], role = 'clerk'
      \(path.isEmpty ? "" : "*true* => auditLog = '\(path)'")
      """,
      applicationRules: "*true* => auditsChanges = true"
    )
    let before = site.contents()
    for words in [
      ["set", site.database, "Artist#1", "name=Abba"],
      ["insert", site.database, "Artist", "name=X"],
      ["delete", site.database, "Track#1"],
    ] {
      let outcome = try await site.run(words)
      #expect(outcome.code == 1, "\(words)")
      #expect(outcome.messages.contains("not saved: the audit log was not written: "), "\(outcome)")
    }
    let session = try await site.program(["import", site.database, "Artist"]).session()
    let artist = try #require(session.work.model.entity(named: "Artist"))
    #expect(throws: (any Error).self) { _ = try RowImport(of: artist, in: session.work) }
    await session.close()
    #expect(site.contents() == before)
  }

  // MARK: Keys

  @Test func `G6: no rule of a user undoes or takes a key that the site binds`() async throws {
    let site = try LockedSite("*true* => keyBindings = {quitNow: '', edit: 'f4'}")
    func keys(_ rules: String) async throws -> (quit: Int?, edit: String, open: String) {
      site.write(rules, to: "home/d2t/my.rules")
      let session = try await site.program([site.database]).session()
      defer { Task { await session.close() } }
      let bindings = ScreenSettings(work: session.work).keyBindings()
      let texts = [CommandDefinition.edit, .open].map { command in
        bindings.keys(for: command).map(\.description).joined(separator: " ")
      }
      return (bindings["quitNow"]?.count, texts[0], texts[1])
    }
    for rules in [
      "", "*true* => keyBindings = {}", "*true* => keyBindings = {quitNow: 'ctrl-q', edit: 'e'}",
      "*true* => keyBindings = {open: 'f4'}",
    ] {
      #expect(try await keys(rules) == (0, "f4", "enter"), "\(rules)")
    }
    #expect(try await keys("*true* => keyBindings = {open: 'f4 f5'}") == (0, "f4", "f5"))
  }
}
