import SceneSupport
import TestSupport
import RuleEnvironment
import RuleFiles
import Testing

import CommandLineTool
@testable import Pages
import Workspace

/// Tests that each key's declaration of its readers is true: no code reads keys for rules, and some code reads every other key.
@MainActor
struct KeyReadingTests {
  /// Stands for the program as the one who asks.
  private static let program = Key(false, "The program.")

  /// The keys that pages, components and commands of a scene ask for, on the ways of `walk`.
  private func keysRead(
    _ rules: String,
    of script: String = RecordShop.script,
    _ walk: (Scene) async throws -> Void
  ) async throws -> Set<String> {
    let folder = TemporaryFolder()
    let scene = try await Scene(script, rules: rules) { session in
      session.work.root = session.work.root.answering(Self.program)
      session.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path]
    }
    await scene.session.keepJournal()
    try await walk(scene)
    let session = scene.session
    #expect(session.work.faults.isEmpty, "\(session.work.faults)")
    return Set(session.work.root.keysRead.compactMap { session.work.rules.vocabulary.name(of: $0) })
  }

  /// Every page, the commands that change, find and save, and a terminal of each size.
  private func walk(_ scene: Scene) async throws {
    try await scene.send("down up enter")
    try await scene.send("s = x B esc")
    for width in [40, 140, 100] { try await scene.resize(width: width, height: 30) }
    try await scene.send("enter J e")
    try await scene.go(to: "name")
    try await scene.retype("Accepted")
    try await scene.send("ctrl-s esc")
    try await scene.send("/ esc F esc d esc P esc")
    try await go(to: "Track", scene)
    try await scene.send("d esc enter e")
    try await scene.go(to: "album")
    try await scene.send("space esc")
  }

  /// A new object.
  private func create(_ scene: Scene) async throws {
    try await go(to: "Artist", scene)
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Accepted")
    try await scene.send("ctrl-n esc esc")
    try await go(to: "Track", scene)
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("New")
  }

  private func go(to entity: String, _ scene: Scene) async throws {
    try await scene.send(":")
    try await scene.type(entity)
    try await scene.send("enter")
  }

  /// A user who changes a password, and then is somebody else in vain.
  private func logIn(_ scene: Scene) async throws {
    try await scene.send("enter enter e")
    try await scene.go(to: "password")
    try await scene.retype("new")
    try await scene.send("ctrl-s")
    try await go(to: "login", scene)
    try await scene.type("ada")
    try await scene.send("tab")
    try await scene.type("old")
    try await scene.send("enter")
  }

  private func showOutside(_ scene: Scene) async throws {
    try await scene.send("enter enter g i j i")
  }

  @Test func `Of keys for rules no page, component or command asks, of all others some does`()
    async throws
  {
    let rules = """
      debug = true
      task = 'query' => chartEntityNames = ['Track']
      entity.name = 'Track' => groups = 'album count'
      task = 'inspect' => tabs = ['One', 'Two'], sections = [['All', 'name']]
      entity.name = 'Track' => creationTimestampPropertyKey = 'name'
      entity.name = 'Artist' and propertyKey = 'name' => choices = ['Accept', 'Accepted']
      """
    var read = try await keysRead(rules, walk)
    read.formUnion(try await keysRead("", walk))
    read.formUnion(try await keysRead(rules, create))
    let staff = """
      CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, password TEXT);
      INSERT INTO staff VALUES (1, 'ada', 'x');
      """
    read.formUnion(try await keysRead("", of: staff, logIn))
    let covers = """
      CREATE TABLE cover(id INTEGER PRIMARY KEY, picture BLOB);
      INSERT INTO cover VALUES (1, x'00');
      """
    read.formUnion(try await keysRead("", of: covers, showOutside))
    // Those of the site are asked before there is a session; LockedModeTests tries each.
    let declared = builtInVocabulary.entries.filter {
      $0.isAssignable && !$0.key.isForRules && !$0.key.isOfSite
    }
    let forRules = builtInVocabulary.entries.filter(\.key.isForRules).map(\.name)
    #expect(Set(forRules).intersection(read).sorted() == [], "code asks for keys for rules")
    #expect(Set(declared.map(\.name)).subtracting(read).sorted() == [], "nothing asks for these")
    #expect(forRules == ["debug", "pageConfiguration", "readOnlyEntityNames"])
  }

  @Test(arguments: [
    ("databases", "*true* => databases = []", "not one of the databases that the site lists"),
    ("role", "user.name = 'tom' => role = null", "no rule gives 'tom' a role"),
    ("modelFiles", "*true* => modelFiles = ['shop.json']", "'shop.json' must be an absolute path"),
    ("trustsSudo", "*true* => trustsSudo = true", "the site requires sudo"),
    ("auditLog", "*true* => auditLog = 'FOLDER/nowhere/log'", "nowhere/log"),
  ])
  func `G6: each key of the site is asked before anything else, and decides`(
    key: String,
    rule: String,
    told: String
  ) async throws {
    let site = try LockedSite(
      "1000: \(rule)\n\(LockedSite.usual)",
      applicationRules: "entity.name = 'Artist' => auditsChanges = true"
    )
    let words = ["set", site.database, "Artist#1", "name=Other"]
    let outcome = await (try site.program(words)).run()
    #expect(outcome.messages.contains(told), "\(key): \(outcome)")
    #expect(outcome.code != 0)
    let usual = try LockedSite(applicationRules: "entity.name = 'Artist' => auditsChanges = true")
    let same = ["set", usual.database, "Artist#1", "name=Other"]
    #expect(await (try usual.program(same)).run().code == 0)
    #expect(builtInVocabulary[key]?.isOfSite == true)
  }

  @Test func `G6: isLocked is asked before anything else, and decides whether rules may be named`()
    async throws
  {
    for isLocked in [true, false] {
      let site = try LockedSite("1000: *true* => isLocked = \(isLocked)\n\(LockedSite.usual)")
      let own = site.write("*true* => title = 'mine'", to: "elsewhere/own.rules")
      let words = ["set", site.database, "Artist#1", "name=Other", "--rules", own]
      let outcome = try await site.run(words)
      #expect((outcome.code == 0) == !isLocked, "\(outcome)")
      #expect(outcome.messages.contains("'--rules' is refused") == isLocked, "\(outcome)")
    }
    #expect(builtInVocabulary["isLocked"]?.isOfSite == true)
  }

  @Test func `G6: the keys of the site are those seven`() {
    let keys = builtInVocabulary.entries.filter(\.key.isOfSite).map(\.name)
    #expect(
      keys.sorted() == [
        "auditLog", "databases", "isLocked", "loginAttempts", "modelFiles", "role", "trustsSudo",
      ]
    )
  }
}
