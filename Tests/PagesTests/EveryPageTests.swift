import SceneSupport
import FoundationEssentials
import RuleEnvironment
import EntityStore
import EntityModel
import Editing
import SQLite
import Terminal
import TestSupport
import Testing

import CommandLineTool
@testable import Pages
import Workspace

/// Pages where rules or options put them, whether they fit or not.
@MainActor
struct EveryPageTests {
  @Test func `D6: no page is blank, whatever task, page and subject`() async throws {
    let scene = try await Scene(RecordShop.script, "--entity Artist --id 1", width: 60, height: 14)
    let session = scene.session
    // Related rows beside a list come at once.
    session.work.reading.readsAhead = false
    let (entity, object) = try (
      #require(session.work.model.entity(named: "Artist")),
      #require(session.navigator.current.object)
    )
    let subjects: [PageState.Subject] = [.database, .entity(entity), .object(object)]
    let pages = session.ui.catalog.pages.keys.sorted()
    // One in seven cases every time.
    let variables = ProcessInfo.processInfo.environment
    let (isWhole, seed) = (variables["D2T_LONG"] == "1", Int(variables["D2T_SEED"] ?? "") ?? 0)
    var place = 0
    for page in pages {
      session.work.root[ComponentKeys.shared.page] = page
      for task in session.ui.catalog.tasks {
        for subject in subjects {
          place += 1
          guard isWhole || place % 7 == abs(seed) % 7 else { continue }
          session.navigator.replaceCurrent(with: PageState(task: task, subject: subject))
          try await scene.settle()
          let body = scene.lines[1..<(scene.lines.count - 2)].joined()
          #expect(body.contains { $0.isLetter }, "\(page) \(task) \(subject): \(scene.text)")
          #expect(!scene.text.contains("no row component"), "\(page) \(task): \(scene.text)")
          let sizes = ScreenVariant.sizes
          for size in isWhole ? sizes : [sizes[place / 7 % sizes.count]] {
            try await scene.resize(width: size.width, height: size.height)
            try await expectSameInLooks(scene, "\(page) \(task) \(subject) \(size)", place)
          }
          try await scene.resize(width: 60, height: 14)
        }
      }
    }
  }

  /// Expects a page to say the same in another look with another number of colours, or in all, and its frame to be whole.
  private func expectSameInLooks(_ scene: Scene, _ title: String, _ place: Int) async throws {
    // A field has bars at its sides where a look has no shade for it.
    func said() -> [String] {
      scene.lines.map { line in
        let text = String(line.map { "▏▕".contains($0) ? " " : $0 })
        return String(text.reversed().drop { $0 == " " })
      }
    }
    let lines = said()
    for variant in ScreenVariant.some(isPlain: place % 2 == 0, at: place) {
      scene.session.work.root[MiscKeys.shared.look] = variant.look
      scene.terminal.colorCount = variant.colorCount
      try await scene.arrive(.ground(isLight: false))
      #expect(said() == lines, "\(title) \(variant)")
      let faults = scene.terminal.screen.faults(in: variant)
      #expect(faults.isEmpty, "\(title) \(variant): \(faults)\n\(scene.text)")
    }
    scene.session.work.root[MiscKeys.shared.look] = "default"
    scene.terminal.colorCount = 256
  }

  @Test(arguments: [
    ("*true* => firstTask = 'list'", "", "needs an entity"),
    ("task = 'list' => page = 'inspect'", "--entity Artist", "needs an object"),
    ("", "--task login", "Nobody can log in here: no entity holds the users"),
  ])
  func `D6: a page that does not fit says so, and shows what there is`(
    rules: String,
    arguments: String,
    sentence: String
  ) async throws {
    let scene = try await Scene(RecordShop.script, rules: rules, arguments)
    #expect(scene.text.contains(sentence), "\(scene.text)")
    #expect(scene.text.contains(arguments.contains("Artist") ? "Celtic Frost" : "Customer"))
  }

  @Test func `D6: a relationship is edited in a list of columns`() async throws {
    let scene = try await Scene(RecordShop.script, "--task editRelationship --entity Artist")
    #expect(scene.text.contains("Celtic Frost") && !scene.text.contains("row component"))
  }

  @Test func `D5: why on a page without a list is about that page`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: "task = 'login' => title = 'Who?'",
      "--task login"
    )
    try await scene.send("!")
    #expect(
      scene.lines[0].contains("(login)") || scene.text.contains("title = 'Who?'"),
      "\(scene.text)"
    )
  }

  @Test func `D5: near misses come first, and a search finds a line of the panel`() async throws {
    let rules = """
      entity.name = 'Album' and task = 'edit' and propertyKey = 'title' => color = 'red'
      entity.name = 'Artist' and task = 'edit' => color = 'blue'
      """
    let scene = try await Scene(
      RecordShop.script,
      rules: rules,
      "--entity Artist",
      width: 100,
      height: 60
    )
    try await scene.send("!")
    let near = try #require(scene.lines.firstIndex { $0.contains("color = 'blue'") })
    let far = try #require(scene.lines.firstIndex { $0.contains("color = 'red'") })
    #expect(near < far)
    #expect(scene.line(with: "isPropertyEditable = true") == nil)
    try await scene.send("/")
    try await scene.type("ispropertyeditable = true")
    try await scene.send("enter")
    #expect(scene.line(with: "› isPropertyEditable = true") != nil, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("nowhere to be found")
    try await scene.send("enter")
    #expect(scene.text.contains("'nowhere to be found' not found"), "\(scene.text)")
  }

  @Test
  func
    `D5: in a field the keys of editing come before those of drawing, and none that nothing reads`()
    async throws
  {
    let scene = try await Scene(RecordShop.script, "--entity Album --id 1 --task edit", height: 150)
    try await scene.go(to: "artist")
    try await scene.send("f3")
    let editable = try #require(scene.lines.firstIndex { $0.contains("isPropertyEditable =") })
    let row = try #require(scene.lines.firstIndex { $0.contains("rowComponent =") })
    #expect(editable < row && !scene.text.contains("formatter ="), "\(scene.text)")
  }

  @Test func `D5: an editor that is not there is named, and nothing hides that`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: "*true* => title = 'x'",
      "--entity Artist"
    )
    scene.session.ui.screen.editor = ExternalEditor(command: "/no/such/editor")
    try await scene.send("!")
    try await scene.send("o")
    #expect(scene.text.contains("there is no editor '/no/such/editor'"), "\(scene.text)")
  }

  @Test
  func `A17: of equal rules that of the file named later wins, over that beside the database too`()
    async throws
  {
    let folder = TemporaryFolder()
    let database = folder.path + "/shop2.db"
    try Connection(path: database, mode: .create).execute(RecordShop.script)
    _ = folder.write(
      Array("entity.name = 'Artist' => displayNameForEntity = 'Beside'".utf8),
      to: "shop2.rules"
    )
    let files = ["First", "Second"].map { name in
      folder.write(
        Array("entity.name = 'Artist' => displayNameForEntity = '\(name)'".utf8),
        to: "\(name).rules"
      )
    }
    func answer(_ named: [String]) async throws -> String {
      let options = named.flatMap { ["--rules", $0] }
      let words =
        ["rules", "explain", "displayNameForEntity", "--entity", "Artist", database] + options
      return await Program(try Invocation(arguments: words)).run().output
    }
    #expect(try await answer([]).contains("'Beside'"))
    #expect(try await answer([files[0]]).contains("is 'First'"))
    #expect(try await answer(files).contains("is 'Second'"))
    #expect(try await answer(files.reversed()).contains("is 'First'"))
  }

  @Test func `A4: a field along a path writes the object that it leads to, and no other`()
    async throws
  {
    let rules = """
      task = 'edit' => displayPropertyKeys = ['title', 'artist.name']
      task in ('edit', 'create') and propertyKey = 'artist.name' => component = 'EditText'
      propertyKey = 'artist.name' => component = 'EditString'
      """
    let scene = try await Scene(
      RecordShop.script,
      rules: rules,
      "--entity Album --id 1 --task edit"
    )
    #expect(scene.text.contains("Accept"))
    try await scene.send("tab")
    try await scene.retype("Accepted")
    #expect(scene.lines[0].contains("1 changed"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT Name FROM Artist ORDER BY ArtistId")
        == ["Accepted", "Blind Guardian", "Celtic Frost"]
    )
    #expect(
      try scene.rows("SELECT Title FROM Album ORDER BY AlbumId")
        == ["Balls to the Wall", "Nightfall"]
    )
  }

  @Test func `A4: a field along a path is that of the object that was chosen just now`()
    async throws
  {
    let scene = try await Scene(
      RecordShop.script,
      rules: "task = 'edit' => displayPropertyKeys = ['artist', 'artist.name']",
      "--entity Album --id 1 --task edit"
    )
    try await scene.send("tab")
    try await scene.retype("Accepted")
    try await scene.send("backtab enter down enter")
    #expect(
      scene.text.contains("Blind Guardian") && !scene.text.contains("Accepted"),
      "\(scene.text)"
    )
    try await scene.go(to: "artist.name")
    try await scene.retype("The Guardian")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT Name FROM Artist ORDER BY ArtistId")
        == ["Accepted", "The Guardian", "Celtic Frost"]
    )
    #expect(try scene.rows("SELECT ArtistId FROM Album WHERE AlbumId = 1") == ["2"])
  }

  @Test(arguments: [
    "entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false",
    "entity.name = 'Artist' and object.id = 1 => isObjectEditable = false",
    "entity.name = 'Artist' => restrictingQualifier = where (name != 'Accept')",
  ])
  func `A4: a field along a path asks the rights of the object that it leads to`(
    right: String
  ) async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: "task = 'edit' => displayPropertyKeys = ['title', 'artist.name']\n" + right,
      "--entity Album --id 1 --task edit"
    )
    try await scene.send("tab")
    try await scene.type("zzz")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["Accept"])
    #expect(!scene.text.contains("Acceptzzz"))
  }
}
