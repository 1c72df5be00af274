import EntityStore
import Qualifiers
import SceneSupport
import Terminal
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// A search follows what is typed, counts what it finds and goes back where it is given up.
@MainActor
struct TypedSearchTests {
  private static let people = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, first TEXT, last TEXT, note TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO person SELECT i, CASE WHEN i % 50 = 7 THEN 'Ada' ELSE 'Bob' END || i,
      CASE WHEN i % 100 = 7 THEN 'Lovelace' ELSE 'Byron' END,
      CASE WHEN i = 480 THEN '' || printf('%.200c', 'x') || ' the grey goose of winter' ELSE 'n' END
      FROM n;
    """

  private func scene(_ rules: String = "", width: Int = 80) async throws -> (Scene, ListModel) {
    let sorted = "entity.name = 'Person' => sortOrderings = ['id']\n"
    let scene = try await Scene(Self.people, rules: sorted + rules, "--entity Person", width: width)
    return (scene, try #require(scene.session.navigator.current.list))
  }

  private func id(_ list: ListModel) -> Value? { list.currentRecord?.value(forKey: "id") }

  @Test func `Each letter goes to the first match from where the search began`() async throws {
    let (scene, list) = try await scene()
    try await scene.send("j j right /")
    for (letter, row) in [("a", 7), ("d", 7), ("a", 7), ("5", 57), ("0", 507)] {
      try await scene.type(letter)
      #expect(id(list) == .int(Int64(row)), "\(letter): \(scene.text)")
    }
    #expect(scene.status.contains("match 1 of 1"), "\(scene.text)")
    try await scene.send("backspace")
    #expect(id(list) == .int(57))
    #expect(scene.status.contains("match 1 of 3"), "\(scene.text)")
    try await scene.send("enter")
    #expect(id(list) == .int(57) && list.search.text == "ada5")
  }

  @Test func `Esc goes back to the row, the column and the lines of before`() async throws {
    let (scene, list) = try await scene()
    try await scene.send("pagedown j j right")
    // Columns that became wider for the rows in between stay so.
    func words() -> [[Substring]] { scene.lines.map { $0.split(separator: " ") } }
    let before = (words(), list.cursor.position, list.cursor.column, list.cursor.top)
    try await scene.send("/")
    try await scene.type("bob599")
    #expect(id(list) == .int(599), "\(scene.text)")
    try await scene.send("esc")
    #expect(list.cursor.position == before.1 && list.cursor.column == before.2)
    #expect(list.cursor.top == before.3)
    #expect(words() == before.0, "\(scene.text)")
    #expect(list.search.text.isEmpty && list.search.status.isEmpty)
  }

  @Test func `Esc keeps the text that was searched for before`() async throws {
    let (scene, list) = try await scene()
    try await scene.send("/")
    try await scene.type("ada")
    try await scene.send("enter")
    try await scene.send("/")
    try await scene.type("goose")
    try await scene.send("esc")
    #expect(id(list) == .int(7) && scene.status.contains("match 1 of 12"), "\(scene.text)")
    try await scene.send("n")
    #expect(id(list) == .int(57) && scene.status.contains("match 2 of 12"), "\(scene.text)")
  }

  @Test func `A text that is nowhere leaves one where one was`() async throws {
    let (scene, list) = try await scene()
    try await scene.send("j j /")
    try await scene.type("ada9")
    #expect(id(list) == .int(3) && scene.text.contains("'ada9' not found"), "\(scene.text)")
    for _ in 1...4 { try await scene.send("backspace") }
    #expect(id(list) == .int(3) && list.search.status.isEmpty, "\(scene.text)")
  }

  @Test(arguments: ["", "propertyKey = 'first' and object.id > 9 => formatter = 'upper'"])
  func `n and N count on, in SQL and row by row`(rules: String) async throws {
    let (scene, list) = try await scene(rules)
    try await scene.send("/")
    try await scene.type("love ada")
    try await scene.send("enter")
    var told: [String] = []
    for key in ["n", "n", "N", "N", "N"] {
      try await scene.send(key)
      told += list.search.status
    }
    #expect(told == [2, 3, 2, 1, 6].map { "match \($0) of 6" }, "\(scene.text)")
    // From another row its number is counted anew.
    try await scene.send("j j j N")
    #expect(list.search.status == ["match 6 of 6"], "\(scene.text)")
  }

  @Test func `A match that is not on the screen is told with its column`() async throws {
    let (scene, list) = try await scene(width: 60)
    try await scene.send("/")
    try await scene.type("goose")
    #expect(id(list) == .int(480))
    #expect(list.search.status.last == "in Note: …xx the grey goose of winter", "\(scene.text)")
    try await scene.send("esc")
    try await scene.send("/")
    try await scene.type("bob480")
    #expect(list.search.status == ["match 1 of 1"], "\(scene.text)")
  }

  @Test func `Each word that is typed is marked`() async throws {
    let (scene, list) = try await scene()
    try await scene.send("/")
    try await scene.type("love ada")
    try await scene.send("enter")
    #expect(list.search.marks == ["love", "ada"])
    let y = try #require(scene.lines.firstIndex { $0.hasPrefix("›") })
    let line = scene.lines[y]
    for word in ["Ada7", "Lovelace"] {
      let start = try #require(line.indices.first { line[$0...].hasPrefix(word) })
      let x = line[..<start].count
      let styles = [x, x + 5].map { scene.terminal.screen[Point(x: $0, y: y)].style }
      #expect(styles[0] != styles[1], "\(word)")
    }
  }

  @Test func `Hidden columns are neither found nor counted nor told`() async throws {
    let rules = "propertyKey = 'note' => isPropertyVisible = false"
    let (scene, list) = try await scene(rules)
    try await scene.send("/")
    try await scene.type("goose")
    #expect(scene.text.contains("'goose' not found"), "\(scene.text)")
    #expect(list.search.status.isEmpty)
    let hidden = SearchColumn.value(at: PropertyPath("note"), .init { $0.description })
    await #expect(throws: StoreError.self) {
      try await scene.session.work.store.tally(
        TextSearch(["goose"], in: [hidden]),
        in: list.result.specification,
        upTo: nil
      )
    }
  }
}
