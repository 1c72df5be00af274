import CommandLineTool
import DirectToTerminal
import SceneSupport
import Terminal
import TestSupport
import Testing

/// Tests that every custom type can be shown, entered, searched, exported and imported, however it is stored.
@MainActor
struct PropertyTypeTests {
  private let folder = TemporaryFolder()

  private func scene(
    _ type: OwnType,
    _ arguments: String,
    rules: String = ""
  ) async throws -> Scene {
    let model = folder.write(Array(type.model.utf8), to: "model.json")
    return try await Scene(
      type.script,
      rules: rules,
      "--model \(model) --entity Thing " + arguments,
      catalog: type.catalog
    )
  }

  /// A subcommand on the file of a scene, the name of it first.
  private func run(_ type: OwnType, _ scene: Scene, _ words: String...) async throws
    -> Program.Outcome
  {
    let arguments = [words[0], scene.path] + words.dropFirst() + ["--model"]
    return await Program(
      try Invocation(arguments: arguments + [folder.path + "/model.json"]),
      application: .adding(type.catalog)
    ).run()
  }

  private func kinds(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT quote(kind) FROM thing ORDER BY id")
  }

  @Test(arguments: OwnType.all)
  func `Values are shown by their text, and what is none as it stands and marked`(
    type: OwnType
  ) async throws {
    let scene = try await scene(
      type,
      "--task list",
      rules: "task = 'list' => displayPropertyKeys = ['name', 'kind']"
    )
    var styles: [Style] = []
    for (index, text) in (type.shown + [type.bad.shown]).enumerated() {
      let y = try #require(scene.lines.firstIndex { $0.contains("row \(index + 1)") })
      #expect(scene.lines[y].contains(text), "\(scene.text)")
      // The cursor's row looks otherwise.
      guard index > 0 else { continue }
      let place = try #require(scene.lines[y].place(of: text))
      styles.append(scene.terminal.screen[Point(x: place, y: y)].style)
    }
    #expect(styles[0] == styles[1] && styles[1] != styles[2], "\(styles)")
    let got = try await run(type, scene, "list", "Thing", "--columns", "kind")
    for text in type.shown + [type.bad.shown] { #expect(got.output.contains(text), "\(got)") }
  }

  @Test(arguments: OwnType.all)
  func `A value is entered, taken back, entered again and saved`(type: OwnType) async throws {
    let scene = try await scene(type, "--task edit --id 1")
    func enter() async throws {
      try await scene.go(to: "kind")
      if let text = type.entered.typed { try await scene.retype(text) }
      if let keys = type.entered.keys { try await scene.send(keys) }
    }
    try await enter()
    #expect(scene.lines[0].contains("1 changed"), "\(scene.text)")
    // A field takes back what was typed, and then that it was emptied.
    try await scene.send(type.entered.typed == nil ? "ctrl-_" : "ctrl-_ ctrl-_")
    #expect(scene.line(with: "Kind")?.contains(type.shown[0]) == true, "\(scene.text)")
    #expect(!scene.lines[0].contains("1 changed"), "\(scene.text)")
    try await enter()
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene) == [type.entered.stored] + type.stored.dropFirst() + [type.bad.stored])
  }

  @Test(arguments: OwnType.all)
  func `What is no value is kept when it is not touched`(type: OwnType) async throws {
    let scene = try await scene(type, "--task edit --id 4")
    let before = try scene.dump()
    #expect(scene.line(with: "Kind")?.contains(type.bad.shown) == true, "\(scene.text)")
    #expect(scene.text.contains("no value of the type '\(type.name)'"), "\(scene.text)")
    try await scene.go(to: "name")
    try await scene.retype("other")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.dump().map { $0.replacing("other", with: "row 4") }.sorted() == before.sorted()
    )
  }

  @Test(arguments: OwnType.all)
  func `A text that is no value stays in its field, is told and not saved`(
    type: OwnType
  ) async throws {
    let scene = try await scene(type, "--task edit --id 4")
    try await scene.go(to: "kind")
    try await scene.retype(type.refused.text)
    let line = try #require(scene.line(with: type.refused.text))
    #expect(line.contains("✗"), "\(scene.text)")
    #expect(scene.text.contains(type.refused.sentence), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(scene.text.contains(type.refused.text), "\(scene.text)")
    #expect(try kinds(scene) == type.stored + [type.bad.stored])
    try await scene.retype(type.shown[1])
    #expect(scene.line(with: "Kind")?.contains("✗") == false, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene) == type.stored + [type.stored[1]])
  }

  @Test(arguments: OwnType.all)
  func `A condition takes the text of a value, on screen, in links and subcommands`(
    type: OwnType
  ) async throws {
    let condition = "kind = '\(type.shown[1])'"
    let scene = try await scene(type, "--task list")
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
    #expect(scene.text.contains("row 2"), "\(scene.text)")
    for row in ["row 1", "row 3", "row 4"] { #expect(!scene.text.contains(row), "\(scene.text)") }
    let listed = try await run(type, scene, "list", "Thing?\(condition)", "--columns", "name")
    #expect(listed.output.contains("row 2") && !listed.output.contains("row 1"), "\(listed)")
    let several = "kind in ('\(type.shown[0])', '\(type.shown[2])')"
    let found = try await run(type, scene, "list", "Thing?\(several)", "--columns", "name")
    #expect(found.output.contains("row 1") && found.output.contains("row 3"), "\(found)")
    #expect(!found.output.contains("row 2"), "\(found)")
  }

  @Test(arguments: OwnType.all)
  func `Rows are sorted by what is stored, and found by what is shown`(
    type: OwnType
  ) async throws {
    let scene = try await scene(
      type,
      "--task list",
      rules: "*true* => displayPropertyKeys = ['kind'], sortOrderings = ['-kind']"
    )
    let shown = scene.lines.filter { line in
      (type.shown + [type.bad.shown]).contains { line.contains($0) }
    }
    for (line, text) in zip(shown, [type.bad.shown] + type.shown.reversed()) {
      #expect(line.contains(text), "\(scene.text)")
    }
    guard type.isSearched else { return }
    try await scene.send("/")
    try await scene.type(type.shown[2])
    try await scene.send("enter")
    try await scene.send("enter")
    #expect(scene.text.contains("row 3"), "\(scene.text)")
  }

  @Test(arguments: OwnType.all, ["csv", "json"])
  func `What is exported is imported again as it was, by its text too`(
    type: OwnType,
    format: String
  ) async throws {
    let scene = try await scene(type, "--task list")
    let exported = try await run(type, scene, "export", "Thing?id < 4", "--format", format)
    #expect(exported.code == 0, "\(exported)")
    let before = try scene.dump()
    try scene.execute("DELETE FROM thing WHERE id < 4")
    let file = folder.write(Array(exported.output.utf8), to: "rows." + format)
    let imported = try await run(type, scene, "import", "Thing", file)
    #expect(imported.messages == "3 objects imported\n", "\(imported)")
    #expect(try scene.dump() == before)
    func importing(_ text: String) async throws -> Program.Outcome {
      let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      let file = folder.write(Array("name,kind\nnew,\"\(quoted)\"\n".utf8), to: "new.csv")
      return try await run(type, scene, "import", "Thing", file)
    }
    #expect(try await importing(type.shown[1]).messages == "1 object imported\n")
    #expect(try kinds(scene).last == type.stored[1])
    for text in [type.refused.text, type.bad.shown] {
      let refused = try await importing(text)
      #expect(refused.code != 0, "\(refused)")
      #expect(refused.messages.contains(type.refused.sentence), "\(refused)")
    }
    #expect(try kinds(scene).count == 5)
  }

  @Test(arguments: OwnType.all)
  func `Subcommands set a value by its text and refuse what is none`(
    type: OwnType
  ) async throws {
    let scene = try await scene(type, "--task list")
    let set = try await run(type, scene, "set", "Thing#1", "kind=" + type.shown[2])
    #expect(set.code == 0, "\(set)")
    #expect(try kinds(scene)[0] == type.stored[2])
    let refused = try await run(type, scene, "set", "Thing#2", "kind=" + type.refused.text)
    #expect(refused.code != 0 && refused.messages.contains(type.refused.sentence), "\(refused)")
    let kept = try await run(type, scene, "set", "Thing#4", "name=other")
    #expect(kept.code == 0, "\(kept)")
    #expect(try kinds(scene)[1...] == type.stored[1...] + [type.bad.stored])
  }

  @Test(arguments: OwnType.all)
  func `A change by somebody else is told by the text of the value, and nothing is lost`(
    type: OwnType
  ) async throws {
    let scene = try await scene(type, "--task edit --id 1")
    try await scene.go(to: "kind")
    if let text = type.entered.typed { try await scene.retype(text) }
    if let keys = type.entered.keys { try await scene.send(keys) }
    try scene.execute("UPDATE thing SET kind = \(type.stored[2]) WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains(type.shown[2]), "\(scene.text)")
    #expect(try kinds(scene)[0] == type.stored[2])
    try await scene.send("m")
    scene.expectSaved()
    #expect(try kinds(scene)[0] == type.entered.stored)
  }

  @Test(arguments: OwnType.all)
  func `In every language a field reads what it shows`(type: OwnType) async throws {
    let scene = try await scene(
      type,
      "--task edit --id 3",
      rules: "*true* => locale = 'de_DE', component = 'EditString'"
    )
    #expect(scene.line(with: "Kind")?.contains(type.shown[2]) == true, "\(scene.text)")
    try await scene.go(to: "kind")
    try await scene.retype(type.shown[1])
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene)[2] == type.stored[1])
  }

  @Test(arguments: OwnType.all)
  func `A list is narrowed to the value at the cursor, be it none of the type`(
    type: OwnType
  ) async throws {
    for (row, text) in [(2, type.shown[1]), (4, type.bad.shown)] {
      let scene = try await scene(
        type,
        "--task list",
        rules: "task = 'list' => displayPropertyKeys = ['kind', 'name']"
      )
      try await scene.send(String(repeating: "j ", count: row - 1) + "=")
      #expect(scene.text.contains("Kind = \(text)"), "\(scene.text)")
      for other in 1...4 {
        #expect(scene.text.contains("row \(other)") == (other == row), "\(scene.text)")
      }
    }
  }

  @Test(arguments: OwnType.all)
  func `Rules ask for the type by its name and are judged by it`(type: OwnType) async throws {
    let scene = try await scene(
      type,
      "--task list",
      rules: "attribute.type = '\(type.name)' => displayNameForProperty = 'Own'"
    )
    #expect(scene.text.contains("Own"), "\(scene.text)")
    #expect(scene.session.work.rules.faults.isEmpty, "\(scene.session.work.rules.faults)")
  }
}

extension String {
  /// The column of the first character of a piece; all characters are one cell wide.
  fileprivate func place(of piece: String) -> Int? {
    let characters = Array(self)
    return characters.indices.first { characters[$0...].starts(with: piece) }
  }
}
