import EntityStore
import Glibc
import Passwords
import Qualifiers
import RuleEnvironment
import RuleFiles
import SQLite
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// People say who they are on the page `login`, and rights go by it at once.
@MainActor
struct LoginTests {
  private static func script(_ password: String) -> String {
    """
    CREATE TABLE shop(id INTEGER PRIMARY KEY, city TEXT NOT NULL);
    CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, login TEXT UNIQUE, password TEXT,
      role TEXT, active BOOLEAN, shop_id INTEGER REFERENCES shop(id));
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, shop_id INTEGER REFERENCES shop(id));
    INSERT INTO shop VALUES (1, 'Oslo'), (2, 'Rome');
    INSERT INTO staff VALUES (1, 'Ada L.', 'ada', '\(password)', 'manager', 1, 1),
      (2, 'Bob M.', 'bob', '\(password)', 'clerk', 1, 2), (3, 'Cid N.', 'cid', '\(password)', 'clerk', 0, 1);
    INSERT INTO customer VALUES (1, 'Anna of Oslo', 1), (2, 'Rita of Rome', 2);
    """
  }

  private static let rules = """
    *true* => firstTask = 'login', loginQualifier = where (active = true), passwordHash = 'sha256'
    user.record is null => visibleEntityNames = []
    role = 'clerk' and entity.name = 'Customer' => restrictingQualifier = where (shop.id = $user.record.shop_id)
    role = 'clerk' and entity.name = 'Shop' => restrictingQualifier = where (id = $user.shop.id)
    """

  private let folder = TemporaryFolder()

  private func scene(
    _ password: String? = nil,
    rules: String = rules,
    _ arguments: String = ""
  ) async throws -> Scene {
    let hash = try password ?? #require(PasswordHash.sha512.hash(of: "sesame"))
    let state = folder.path
    return try await Scene(Self.script(hash), rules: rules, arguments) {
      $0.work.settings.surroundings.variables = ["XDG_STATE_HOME": state]
    }
  }

  private func logIn(_ name: String, _ password: String, _ scene: Scene) async throws {
    try await scene.retype(name)
    try await scene.send("enter")
    try await scene.retype(password)
    try await scene.send("enter")
  }

  private func go(to place: String, _ scene: Scene) async throws {
    try await scene.send(":")
    try await scene.type(place)
    try await scene.send("enter")
  }

  @Test func `The key for saving logs in, as the line of keys says`() async throws {
    let scene = try await scene()
    #expect(scene.lines.last?.contains("^S log in") == true, "\(scene.text)")
    try await scene.retype("ada")
    try await scene.send("enter")
    try await scene.retype("sesame")
    try await scene.send("ctrl-s")
    #expect(scene.session.navigator.current.task != .login, "\(scene.text)")
  }

  private static let wrong = "! the name or the password is wrong"

  // MARK: The page

  @Test func `A database that rules put behind a login shows nothing before it`() async throws {
    let scene = try await scene()
    #expect(scene.text.contains("Name") && scene.text.contains("Password"), "\(scene.text)")
    try await scene.send("esc")
    try await scene.send("ctrl-p")
    for piece in ["Customer", "Staff", "Anna"] { #expect(!scene.text.contains(piece)) }
  }

  @Test func `The right name and password lead on, and rights go by the user's record at once`()
    async throws
  {
    let scene = try await scene()
    try await logIn("bob", "sesame", scene)
    let user = try #require(scene.session.work.root[PermissionKeys.shared.user])
    #expect([user.name, user.role] == ["bob", "clerk"])
    #expect(scene.session.work.root[PermissionKeys.shared.role] == "clerk")
    try await go(to: "Customer", scene)
    #expect(scene.text.contains("Rita of Rome") && !scene.text.contains("Anna"), "\(scene.text)")
    try await go(to: "Shop", scene)
    #expect(scene.text.contains("Rome") && !scene.text.contains("Oslo"), "\(scene.text)")
  }

  @Test func `What rules read of a user is the record, and never the password`() async throws {
    let scene = try await scene()
    try await logIn("bob", "sesame", scene)
    let user = try #require(scene.session.work.root[PermissionKeys.shared.user])
    #expect(
      user.value(forKey: "shop_id") == .int(2) && user.value(forKey: "name") == .string("bob")
    )
    #expect(user.record?.value(forKey: "name") == .string("Bob M."))
    #expect(user.value(forKey: "password") == nil)
    #expect(user.record?.values.contains { $0.string?.hasPrefix("$6$") == true } == false)
  }

  @Test(arguments: [
    ("ada", "Sesame"), ("nobody", "sesame"), ("cid", "sesame"), ("Ada L.", "sesame"),
  ])
  func `A wrong password, an unknown name and one that may not log in are told alike`(
    name: String,
    password: String
  ) async throws {
    let scene = try await scene()
    try await logIn(name, password, scene)
    scene.expectStatus(Self.wrong)
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.record == nil)
    #expect(scene.text.contains("Password"))
  }

  @Test func `A password is dots, as many whatever its length`() async throws {
    let scene = try await scene()
    try await scene.type("ada")
    try await scene.send("enter")
    try await scene.type("s")
    let short = scene.line(with: "Password")
    try await scene.type("esame and more")
    #expect(scene.line(with: "Password") == short && short?.contains("•") == true)
    #expect(!scene.text.contains("esame"))
  }

  @Test
  func `After failures the next attempt waits, whoever made them, and the right password too`()
    async throws
  {
    let scene = try await scene()
    let attempts = LoginAttempts(
      of: "ada",
      at: scene.session.work.store.place.address ?? "",
      in: (StateDirectory.make(["XDG_STATE_HOME": folder.path]) ?? "") + "/logins"
    )
    let now = Int(time(nil))
    for failures in 0..<11 { #expect(try attempts.begin(at: now - 1024 + (1 << failures)) == 0) }
    try await logIn("ada", "sesame", scene)
    #expect(
      scene.status.contains("too many attempts; try again in "),
      "\(scene.text)"
    )
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.record == nil)
    try attempts.forget(at: now)
    try await scene.send("enter")
    try await scene.type("sesame")
    try await scene.send("enter")
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.name == "ada", "\(scene.text)")
  }

  @Test func `Attempts that cannot be counted are not made`() async throws {
    let hash = try #require(PasswordHash.sha512.hash(of: "sesame"))
    let scene = try await Scene(Self.script(hash), rules: Self.rules) {
      $0.work.settings.surroundings.variables = [:]
    }
    try await logIn("ada", "sesame", scene)
    scene.expectStatus("! attempts cannot be counted: neither XDG_STATE_HOME nor HOME is set")
  }

  @Test(arguments: [
    ("c8dae1c50e092f3d877192fc555b1dcf", "allowsLegacyPasswords"),
    ("084A3501EDEF6845F2F1E4198EC3A2B81CF5C6BC", "allowsLegacyPasswords"),
    ("sesame", "allowsPlainPasswords"),
  ])
  func `Digests and plain passwords count where a rule allows them`(stored: String, key: String)
    async throws
  {
    let strict = try await scene(stored)
    try await logIn("ada", "sesame", strict)
    strict.expectStatus(Self.wrong)
    unlink(folder.path + "/d2t/logins")
    let lax = try await scene(stored, rules: Self.rules + "\n*true* => \(key) = true")
    try await logIn("ada", "sesame", lax)
    #expect(lax.session.work.root[PermissionKeys.shared.user]?.name == "ada", "\(lax.text)")
  }

  // MARK: Changing

  @Test func `Another user sees nothing of what the one before did, and log out leads back`()
    async throws
  {
    let scene = try await scene()
    try await logIn("ada", "sesame", scene)
    try await go(to: "Customer", scene)
    #expect(scene.text.contains("Anna of Oslo"))
    try await go(to: "login", scene)
    try await logIn("bob", "sesame", scene)
    try await go(to: "Customer", scene)
    #expect(!scene.text.contains("Anna"), "\(scene.text)")
    try await go(to: "logout", scene)
    #expect(scene.text.contains("Password") && !scene.text.contains("Rita"), "\(scene.text)")
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.record == nil)
    try await go(to: "Customer", scene)
    #expect(!scene.text.contains("Rita"), "\(scene.text)")
  }

  @Test func `Tables that another program has changed are read again for whoever has logged in`()
    async throws
  {
    let scene = try await scene()
    try await logIn("ada", "sesame", scene)
    try await go(to: "login", scene)
    try await logIn("bob", "sesame", scene)
    try await go(to: "Customer", scene)
    try scene.execute("ALTER TABLE customer ADD COLUMN phone TEXT")
    try await scene.send("ctrl-r")
    #expect(scene.text.contains("Phone") && scene.text.contains("Rita of Rome"), "\(scene.text)")
    #expect(!scene.text.contains("Anna"), "\(scene.text)")
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.name == "bob")
  }

  @Test func `What one user has entered at prompts is offered to no other`() async throws {
    let scene = try await scene()
    try await logIn("ada", "sesame", scene)
    try await go(to: "Customer", scene)
    for (key, text) in [("/", "Anna"), ("F", "name = 'Anna of Oslo'")] {
      try await scene.send(key)
      try await scene.paste(text)
      try await scene.send("enter")
    }
    try await go(to: "login", scene)
    try await logIn("bob", "sesame", scene)
    try await go(to: "Customer", scene)
    for key in ["/", "F"] {
      try await scene.send("\(key) up up")
      #expect(!scene.text.contains("Anna"), "\(scene.text)")
      try await scene.send("esc")
    }
  }

  @Test func `Nobody logs in or out over what is pending`() async throws {
    let scene = try await scene()
    try await logIn("ada", "sesame", scene)
    try await go(to: "Customer", scene)
    try await scene.send("enter e")
    try await scene.go(to: "name")
    try await scene.retype("Anne")
    try await scene.send("esc end enter")
    scene.session.navigator.push(PageState(task: .login, subject: .database))
    try await scene.settle()
    #expect(!UnsavedChanges(work: scene.session.work).entered.isEmpty, "\(scene.text)")
    try await logIn("bob", "sesame", scene)
    scene.expectStatus("! save or discard unsaved changes, then log in")
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.name == "ada")
  }

  @Test func `Where a database has no users there is no login, and the page says so`() async throws
  {
    let scene = try await Scene(
      "CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT)",
      "--task login"
    )
    #expect(scene.text.contains("Nobody can log in here"), "\(scene.text)")
    try await go(to: "login", scene)
    #expect(scene.status.contains("no command or entity 'login'"), "\(scene.text)")
  }

  // MARK: Entering passwords

  @Test func `A password that is entered is saved as a hash where a rule says so, and admits`()
    async throws
  {
    let scene = try await scene()
    try await logIn("ada", "sesame", scene)
    try await go(to: "Staff", scene)
    try await scene.send("j enter e")
    try await scene.go(to: "password")
    try await scene.retype("new word")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let stored = try #require(try scene.rows("SELECT password FROM staff WHERE id = 2").first)
    #expect(stored.hasPrefix("$5$"))
    #expect(StoredPassword(stored).isSame(as: "new word", allowing: [.crypt]))
    #expect(!scene.text.contains("new word") && !scene.text.contains("$5$"))
    let others = try scene.rows("SELECT count(*) FROM staff WHERE password LIKE '$6$%'")
    #expect(others == ["2"])
  }

  private func enter(_ password: String, rules: String = "") async throws -> Scene {
    let scene = try await scene(rules: Self.rules + "\n" + rules)
    try await logIn("ada", "sesame", scene)
    try await go(to: "Staff", scene)
    try await scene.send("j enter e")
    try await scene.go(to: "password")
    try await scene.retype(password)
    try await scene.send("ctrl-s")
    return scene
  }

  @Test(arguments: ["$esame 2", "$6$ab$cd"])
  func `A password that begins as a hash does is saved as a hash too`(password: String)
    async throws
  {
    let scene = try await enter(password)
    scene.expectSaved()
    let stored = try #require(try scene.rows("SELECT password FROM staff WHERE id = 2").first)
    #expect(StoredPassword(stored).isSame(as: password, allowing: [.crypt]), "\(stored)")
  }

  @Test func `A password of which no hash can be made is refused, and not saved as it is`()
    async throws
  {
    let scene = try await enter(String(repeating: "geheim", count: 100))
    #expect(scene.status.contains("not saved: Password: cannot be a password"), "\(scene.text)")
    let kept = try scene.rows("SELECT count(*) FROM staff WHERE password LIKE '$6$%'")
    #expect(kept == ["3"] && !scene.text.contains("geheim"), "\(scene.text)")
  }

  @Test func `Rules look at the password that was entered, and not at its hash`() async throws {
    let rule = "entity.name = 'Staff' and propertyKey = 'password' => length = 9"
    try await enter("new word", rules: rule).expectSaved()
    let refused = try await enter("new words!", rules: rule)
    #expect(refused.status.contains("not saved: Password: "), "\(refused.text)")
  }

  @Test func `Nobody logs in while something is written`() async throws {
    let scene = try await scene()
    scene.session.work.saves.isBusy = true
    try await logIn("ada", "sesame", scene)
    scene.expectStatus("! " + SaveController.busySentence)
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.record == nil)
  }

  // MARK: Locked mode

  @Test(arguments: [
    ("*true* => loginEntity = 'Staff', loginAttempts = 'FOLDER/log/logins'", "", nil),
    ("", "*true* => loginEntity = 'Staff'", "needs a rule of the site for loginEntity"),
    ("*true* => loginEntity = 'Staff'", "", "no rule of the site sets loginAttempts"),
  ])
  func `G6: in locked mode the site's rules alone let people log in, counted in the site's file`(
    ofSite: String,
    ofApplication: String,
    refusal: String?
  ) async throws {
    let site = try LockedSite(
      LockedSite.usual + "\n" + ofSite,
      applicationRules: ofApplication.isEmpty ? "" : ofApplication
    )
    let hash = try #require(PasswordHash.sha512.hash(of: "sesame"))
    try Connection(path: site.database, mode: .readWrite).execute(
      """
      CREATE TABLE staff(id INTEGER PRIMARY KEY, login TEXT, password TEXT, role TEXT);
      INSERT INTO staff VALUES (1, 'ada', '\(hash)', 'manager');
      """
    )
    let scene = try await site.scene("--task login")
    scene.session.work.promptHistory.add("salary > 5", to: .filter)
    if refusal?.contains("loginEntity") != true { try await logIn("ada", "sesame", scene) }
    let user = try #require(scene.session.work.root[PermissionKeys.shared.user])
    #expect((user.record != nil) == (refusal == nil), "\(scene.text)")
    guard let refusal else {
      #expect([user.name, user.role] == ["ada", "manager"])
      #expect(site.contents().keys.contains(site.path("log/logins")))
      #expect(scene.session.work.promptHistory.entries(of: .filter).isEmpty)
      try await go(to: "logout", scene)
      #expect(scene.session.work.root[PermissionKeys.shared.user]?.name == "tom")
      return
    }
    #expect(scene.text.contains(refusal), "\(scene.text)")
    #expect([user.name, user.role] == ["tom", "clerk"])
  }

  @Test func `G6: in locked mode failures count for whoever tries next, whichever account that is`()
    async throws
  {
    let site = try LockedSite(
      LockedSite.usual + "\n*true* => loginEntity = 'Staff', loginAttempts = 'FOLDER/log/logins'"
    )
    try Connection(path: site.database, mode: .readWrite).execute(
      """
      CREATE TABLE staff(id INTEGER PRIMARY KEY, login TEXT, password TEXT, role TEXT);
      INSERT INTO staff VALUES (1, 'ada', '\(try #require(PasswordHash.sha512.hash(of: "sesame")))', 'manager');
      """
    )
    let scenes = [try await site.scene("--task login"), try await site.scene("--task login")]
    try await logIn("ada", "wrong", scenes[0])
    scenes[0].expectStatus(Self.wrong)
    let path = site.path("log/logins")
    let line = String(decoding: site.contents()[path] ?? [], as: UTF8.self)
    let number = try #require(line.split(separator: " ").first)
    site.write("\(number) 9 \(time(nil) + 800)\n", to: "log/logins")
    for scene in scenes {
      try await logIn("ada", "sesame", scene)
      #expect(scene.status.contains("too many attempts"), "\(scene.text)")
      #expect(scene.session.work.root[PermissionKeys.shared.user]?.record == nil)
    }
  }

  @Test func `The entity asked for is shown after the login`() async throws {
    let scene = try await scene(nil, "--entity Customer")
    #expect(scene.text.contains("Password") && !scene.text.contains("Customer"), "\(scene.text)")
    try await logIn("ada", "sesame", scene)
    #expect(scene.text.contains("Anna of Oslo"), "\(scene.text)")
    await #expect(throws: StoreError.self) {
      _ = try await Scene(
        "CREATE TABLE customer(id INTEGER PRIMARY KEY);",
        rules: "*true* => visibleEntityNames = []",
        "--entity Customer"
      )
    }
  }

  @Test func `After one wrong password nobody is told that there were many`() {
    #expect(LoginRefusal(pause: 1).sentence == "try again in 1 s")
    #expect(
      LoginRefusal(pause: 60).sentence == "too many attempts; try again in 60 s"
    )
  }
}
