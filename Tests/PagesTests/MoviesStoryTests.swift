import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import RuleFiles
import SQLiteStore
import SceneSupport
import StandardKeys
import TestSupport
import Testing

@testable import Pages
import Workspace

/// A day and a morning in the demo's shop, behind the login: a manager sets what a film is, a clerk rents a copy out, and the
/// manager takes that back the next day; the clerk reaches nothing that is not the shop's.
@MainActor
struct MoviesStoryTests {
  private let state = TemporaryFolder()

  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private func open(copyOf original: String? = nil, files: [String] = ["MoviesLogin", "Movies"])
    async throws -> Scene
  {
    let script = try String(contentsOfFile: Self.root + "/Models/Movies.sql", encoding: .utf8)
    // The demo's own rules come first, as where it is opened without a file.
    let rules = files.map { "--rules \(Self.root)/Rules/\($0).rules" }
    let folder = state.path
    let scene = try await Scene(
      original == nil ? script : "",
      copyOf: original,
      rules.joined(separator: " "),
      width: 130,
      height: 44,
      before: { $0.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder] }
    )
    let log = try SQLiteSaveLog(path: folder + "/log.db")
    await scene.session.work.saves.begin(with: log, in: scene.session.work)
    return scene
  }

  private func logIn(_ name: String, _ scene: Scene) async throws {
    if scene.session.navigator.current.task != .login { try await enter(":login", scene) }
    try await scene.retype(name)
    try await scene.send("enter")
    try await scene.retype("popcorn-\(name)")
    try await scene.send("enter")
    #expect(scene.session.work.root[PermissionKeys.shared.user]?.name == name, "\(scene.text)")
  }

  /// Enters a text at the prompt that its first character opens.
  private func enter(_ text: String, _ scene: Scene) async throws {
    try await scene.send(String(text.prefix(1)))
    try await scene.paste(String(text.dropFirst()))
    try await scene.send("enter")
  }

  @Test func `2-5: a new rental is due in three days, and served by who has logged in`()
    async throws
  {
    let scene = try await open()
    try await logIn("otis", scene)
    try await enter(":Rental", scene)
    try await scene.send("o")
    #expect(scene.line(with: "Served by *")?.contains("Otis Farthingale") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("needs a value"), "\(scene.text)")
    #expect(!scene.status.contains("Due") && !scene.status.contains("Served"), "\(scene.text)")
    for field in ["copy", "customer"] {
      try await scene.go(to: field)
      try await scene.send("enter end enter")
    }
    try await scene.go(to: "fee")
    try await scene.type("2.5")
    try await scene.send("ctrl-s")
    let new =
      "due_date = date('now', 'localtime', '+3 days'), staff_id FROM rental ORDER BY id DESC LIMIT 1"
    #expect(try scene.rows("SELECT \(new)") == ["1|2"], "\(scene.text)")
  }

  @Test func `2-5: a new rental is due in three days without a login too`() async throws {
    let scene = try await open(files: ["Movies"])
    try await enter(":Rental", scene)
    try await scene.send("o ctrl-s")
    #expect(scene.status.contains("needs a value"), "\(scene.text)")
    #expect(!scene.status.contains("Due"), "\(scene.text)")
    #expect(scene.line(with: "Due *")?.contains("∅") == false, "\(scene.text)")
  }

  @Test func `From an overdue rental one comes to the rental, its copy and its customer`()
    async throws
  {
    let scene = try await open()
    try await logIn("mabel", scene)
    try await enter(":Overdue now", scene)
    try await scene.send("enter")
    #expect(scene.line(with: "Rental") != nil, "\(scene.text)")
    try await scene.go(to: "rental")
    try await scene.send("enter")
    let page = scene.session.navigator.current
    #expect(
      page.object?.entity.name == "Rental" && scene.text.contains("Customer"),
      "\(scene.text)"
    )
    try await scene.send("e")
    #expect(scene.lines[0].contains("edit"), "\(scene.text)")
  }

  @Test func `A new film with a new person in a new role is entered without leaving but by ^S`()
    async throws
  {
    let scene = try await open(files: ["Movies"])
    try await enter(":Movie", scene)
    try await scene.send("o")
    try await set(["title": "Noon at Nine", "released": "2026-01-02", "minutes": "9x"], scene)
    #expect(scene.lines[0].contains("3 changed · 1 wrong"), "\(scene.text)")
    try await set(["minutes": "95"], scene)
    try await scene.go(to: "roles")
    try await scene.send("o")
    #expect(scene.focusedProperty == "person", "\(scene.text)")
    let owner = try #require(scene.line(with: "Movie *"), "\(scene.text)")
    #expect(owner.contains("Noon at Nine") && !owner.contains("●"), "\(scene.text)")
    try await scene.type("Ada Newcomer")
    try await scene.send("down enter")
    #expect(scene.lines.last?.contains("^S done, back") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("done: Person “Ada Newcomer” will be saved with Credit “Noon at Nine”")
    try await scene.send("ctrl-s")
    scene.expectStatus("done: Credit “Noon at Nine” will be saved with Movie “Noon at Nine”")
    let cast =
      "SELECT p.name FROM role r JOIN person p ON p.id = r.person_id JOIN movie m ON m.id = r.movie_id "
      + "WHERE m.title = 'Noon at Nine'"
    #expect(try scene.rows(cast).isEmpty, "nothing is written before the film is saved")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 3 objects")
    #expect(try scene.rows(cast) == ["Ada Newcomer"])
  }

  /// Opens the form of the only object that a condition leaves.
  private func edit(_ entity: String, _ condition: String, _ scene: Scene) async throws {
    try await enter(":" + entity, scene)
    try await enter("F" + condition, scene)
    try await scene.send("e")
  }

  private func set(_ values: KeyValuePairs<String, String>, _ scene: Scene) async throws {
    for (name, text) in values {
      try await scene.go(to: name)
      try await scene.retype(text)
    }
  }

  private static let film = "(SELECT id FROM movie WHERE title = 'Who Stole the Gardener?')"
  private static let cast =
    "SELECT job, character_name FROM role WHERE movie_id = \(film) AND character_name LIKE '%Locksmith'"

  /// Returns the texts of the other stores, which clerks of the first store must never see.
  private func others(_ scene: Scene) throws -> Set<String> {
    Set(
      try scene.rows("SELECT barcode FROM copy WHERE store_id <> 1")
        + scene.rows("SELECT name FROM staff WHERE store_id <> 1") + ["17.77", "18.88", "27.50"]
    )
  }

  /// Presses keys, and looks at every screen on the way for what is not to be there.
  private func look(_ keys: [String], _ secrets: Set<String>, _ scene: Scene) async throws {
    for key in keys {
      try await scene.send(key)
      let shown = secrets.filter { scene.text.contains($0) }
      #expect(shown.isEmpty, "\(key): \(shown)\n\(scene.text)")
    }
  }

  @Test func `A manager mends a film, a clerk rents a copy out, and the manager takes that back`()
    async throws
  {
    let scene = try await open()
    try await mend(scene)
    let rentals = try scene.rows("SELECT count(*) FROM rental")
    let before = try scene.dump(of: "rental")
    try await rentOut(scene)
    await scene.end()
    let next = try await open(copyOf: scene.path)
    #expect(try next.rows("SELECT count(*) FROM rental") != rentals)
    try await logIn("mabel", next)
    try await next.send("H")
    let line = try #require(next.line(with: "  otis  "), "\(next.text)")
    #expect(line.contains("new Rental"), "\(next.text)")
    try await next.send("u y")
    #expect(next.status.contains("taken back: the save of "), "\(next.text)")
    #expect(try next.dump(of: "rental") == before)
    #expect(next.line(with: "  otis  ")?.contains("taken back") == true, "\(next.text)")
  }

  @Test(arguments: [("otis", "1"), ("inez", "2")])
  func `L4: a clerk sees in views no more than in tables`(name: String, store: String) async throws
  {
    let scene = try await open()
    try await logIn(name, scene)
    #expect(scene.session.work.root[PermissionKeys.shared.role] == "clerk")
    func values(_ entity: String, _ key: String) async throws -> [String] {
      try await scene.session.work.database.fetch(entity: entity, limit: 100_000)
        .compactMap { $0.value(forKey: key)?.description }
    }
    let own = Set(try await values("Copy", "barcode"))
    var seen = 0
    for view in scene.session.work.model.entities where view.definition.kind == .view {
      guard scene.session.work.visibilityRefusal(of: view) == nil else { continue }
      let shown = try await values(view.name, "barcode")
      #expect(!shown.isEmpty && own.isSuperset(of: shown), "\(view.name)")
      let all = try scene.rows(
        "SELECT count(*) FROM \(view.tableName) WHERE barcode IN (SELECT barcode FROM copy WHERE store_id = \(store))"
      )
      #expect(all == ["\(shown.count)"], "\(view.name)")
      seen += 1
    }
    #expect(seen == 1, "of sums over all shops nothing can be left out")
  }

  /// The genres and the cast of a film, in its form and with one save; then what is no clerk's business.
  private func mend(_ scene: Scene) async throws {
    #expect(!scene.text.contains("Movie"), "nothing is shown before the login\n\(scene.text)")
    try await logIn("mabel", scene)
    try await edit("Movie", "title = 'Who Stole the Gardener?'", scene)
    try await scene.go(to: "genres")
    try await scene.send("space j space")
    #expect(scene.text.contains("4 of 12 ticked"), "\(scene.text)")
    try await scene.go(to: "roles", by: "backtab")
    try await scene.send("o")
    try await scene.go(to: "person")
    try await scene.send("enter")
    try await enter("/Ada Pemberthy", scene)
    try await scene.send("enter")
    try await set(["characterName": "The Locksmith"], scene)
    try await scene.send("ctrl-s")
    #expect(try scene.rows(Self.cast).isEmpty, "the film is not saved yet")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT genre_id FROM movie_genre WHERE movie_id = \(Self.film) ORDER BY 1")
        .prefix(2)
        == ["1", "2"],
      "\(scene.text)"
    )
    #expect(
      try scene.rows(Self.cast) == ["actor|The Locksmith"],
      "\(scene.text)"
    )
    for (name, pay) in [("Otis Farthingale", "17.77"), ("Gustav Plimsoll", "18.88")] {
      try await edit("Staff", "name = '\(name)'", scene)
      try await set(["hourlyPay": pay], scene)
      try await scene.send("ctrl-s")
      #expect(scene.status.contains("saved"), "\(scene.text)")
    }
    let barcode = try #require(try scene.rows("SELECT barcode FROM copy WHERE store_id = 2").first)
    try await edit("Copy", "barcode = '\(barcode)'", scene)
    try await set(["price": "9.87"], scene)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"), "\(scene.text)")
  }

  /// A clerk makes a rental, and looks everywhere meanwhile.
  private func rentOut(_ scene: Scene) async throws {
    try await logIn("otis", scene)
    let others = try others(scene)
    let own = try scene.rows("SELECT count(*) FROM copy WHERE store_id = 1")[0]
    try await enter(":Copy", scene)
    try await look(["G", "g", "space", "M", "esc", "X", "Q", "ctrl-s"], others, scene)
    #expect(scene.status.contains("/\(own)"), "\(scene.text)")
    try await enter(":Staff", scene)
    try await look(["enter", "alt-h", "esc", "esc", "j", "enter", "esc"], others, scene)
    try await enter(":Movie", scene)
    try await enter("Ftitle = 'Who Stole the Gardener?'", scene)
    try await look(["enter", "alt-h", "enter", "esc", "u", "y", "esc", "u"], others, scene)
    #expect(try scene.rows(Self.cast) == ["actor|The Locksmith"], "\(scene.text)")
    try await enter(":Rental", scene)
    try await look(["o", "enter", "end", "home", "down", "enter"], others, scene)
    try await scene.go(to: "customer")
    try await look(["enter", "down", "enter"], others, scene)
    try await scene.go(to: "staff")
    try await look(["enter", "end", "enter"], others, scene)
    try await set(["dueDate": "2099-12-31", "fee": "1.99"], scene)
    try await look(["esc", "end", "enter", "P", "s", "esc", "esc", "ctrl-s"], others, scene)
    #expect(scene.status.contains("saved"), "\(scene.text)")
    #expect(try scene.rows("SELECT fee FROM rental WHERE due_date = '2099-12-31'") == ["1.99"])
    try await look(["H", "enter", "esc", "j", "j", "j", "enter", "esc", "esc"], others, scene)
    try await scene.send("H")
    let text = scene.text
    #expect(!text.contains("Plimsoll") && !text.contains("of Staff"), "\(text)")
    try await look(["g", "u", "n", "esc", "u", "n"], others, scene)
  }
}
