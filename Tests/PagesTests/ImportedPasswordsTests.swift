import CommandLineTool
import Passwords
import SceneSupport
import TestSupport
import Testing

/// `d2t import` keeps passwords as the form does.
@MainActor
struct ImportedPasswordsTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try makeShop()
    try script("CREATE TABLE member(id INTEGER PRIMARY KEY, name TEXT, password TEXT)")
  }

  private func importing(_ text: String, to name: String, rules: String) async throws
    -> Program.Outcome
  {
    let rules = folder.write(Array(rules.utf8), to: "my.rules")
    let file = folder.write(Array(text.utf8), to: name)
    return try await run("import", "Member", file, "--rules", rules)
  }

  private nonisolated static let hashing = "*true* => passwordHash = 'sha256'\n"

  @Test(
    arguments: ["csv", "json"],
    [hashing, "entity.name = 'Member' => passwordHash = 'sha256'"]
  )
  func `Passwords of a file are saved as hashes where a rule says so`(kind: String, rules: String)
    async throws
  {
    // More than are entered one by one.
    let names = (1...80).map { "name \($0) of them all" }
    let text =
      kind == "csv"
      ? "name,password\n" + names.map { "\($0),\($0)\n" }.joined()
      : names.map { "{\"name\": \"\($0)\", \"password\": \"\($0)\"}\n" }.joined()
    let outcome = try await importing(text, to: "new." + kind, rules: rules)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try rows("SELECT count(*) FROM member WHERE password LIKE '$5$%'") == ["80"])
    for name in [names[0], names[79]] {
      let hash = try rows("SELECT password FROM member WHERE name = '\(name)'")[0]
      #expect(StoredPassword(hash).isSame(as: name, allowing: [.crypt]))
    }
  }

  @Test(arguments: ["component = 'EditPassword'", "loginPasswordKey = 'name'"])
  func `A password is what rules say that it is`(rule: String) async throws {
    let rules = Self.hashing + "entity.name = 'Member' and propertyKey = 'name' => " + rule
    let rule = rules.replacing("and propertyKey = 'name' => login", with: "=> login")
    let outcome = try await importing("name\nsesame\n", to: "a.csv", rules: rule)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try rows("SELECT name LIKE '$5$%' FROM member") == ["1"])
  }

  @Test func `A hash stays as it is, and nothing is hashed where no rule says so`() async throws {
    let hash = try #require(PasswordHash.sha512.hash(of: "sesame"))
    let text = "name,password\nAda,\(hash)\nBob,\n"
    #expect(try await importing(text, to: "a.csv", rules: Self.hashing).code == 0)
    #expect(try await importing("name,password\nCid,x\n", to: "b.csv", rules: "").code == 0)
    let stored = try rows("SELECT ifnull(password, '') FROM member ORDER BY id")
    #expect(stored == [hash, "", "x"])
  }

  @Test(arguments: [
    "*true* => passwordHash = 'md5'", "*true* => passwordHash = 5",
    "*true => passwordHash = 'sha256'",
    "entity.name = 'Member' => passwordHash = entity.name",
  ])
  func `Where the rule that demands a hash has a fault no password is saved`(rule: String)
    async throws
  {
    for kind in ["csv", "json"] {
      let text =
        kind == "csv" ? "name,password\nAda,geheim\n" : #"{"name": "Ada", "password": "geheim"}"#
      let outcome = try await importing(text, to: "a." + kind, rules: rule + "\n")
      #expect(
        outcome.code != 0 && outcome.messages.contains("passwordHash is faulty"),
        "\(outcome)"
      )
      #expect(!outcome.messages.contains("geheim"))
    }
    #expect(try rows("SELECT count(*) FROM member") == ["0"])
    // What has no password is not kept from being saved.
    #expect(try await importing("name\nAda\n", to: "b.csv", rules: rule + "\n").code == 0)
    let set = try await run(
      "set",
      "Member#1",
      "password=geheim",
      "--rules",
      folder.path + "/my.rules"
    )
    #expect(set.code == 1 && set.messages.contains("passwordHash is faulty"), "\(set)")
    #expect(try rows("SELECT password IS NULL FROM member") == ["1"])
  }

  @Test(arguments: [
    (hashing, String(repeating: "secret", count: 100), "cannot be a password"),
    (hashing + "propertyKey = 'password' => length = 3", "secret", "at most 3"),
  ])
  func `What is refused is not told`(rules: String, password: String, reason: String)
    async throws
  {
    let text = "name,password\nAda,\(password)\n"
    let outcome = try await importing(text, to: "a.csv", rules: rules)
    #expect(outcome.code == 2 && outcome.messages.contains(reason), "\(outcome)")
    #expect(outcome.messages.contains("line 2") && !outcome.messages.contains("secret"))
    #expect(try rows("SELECT count(*) FROM member") == ["0"])
  }
}
