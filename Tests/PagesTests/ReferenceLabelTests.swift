import SceneSupport
import Testing

@testable import CommandLineTool  // what `list` prints

/// The text for a referenced object that nothing names.
@MainActor
struct ReferenceLabelTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE sort(code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE job(id INTEGER PRIMARY KEY, title TEXT, person_id INTEGER REFERENCES person,
      sort_code TEXT REFERENCES sort);
    INSERT INTO person VALUES (7, NULL), (8, ''), (9, 'Ada'), (10, char(9));
    INSERT INTO sort VALUES ('', NULL), ('a', NULL);
    INSERT INTO job VALUES (1, 'one', 7, ''), (2, 'two', 8, 'a'), (3, 'three', 9, NULL),
      (4, 'four', NULL, NULL), (5, 'five', 10, NULL);
    """
  private static let columns = """
    entity.name = 'Job' => displayPropertyKeys = ['title', 'person', 'sort']
    entity.name in ('Person', 'Sort') => labelKey = 'name'
    """

  private func scene(_ arguments: String = "--entity Job") async throws -> Scene {
    try await Scene(Self.script, rules: Self.columns, arguments)
  }

  /// The line of a job, with single blanks between its words.
  private func line(_ title: String, _ scene: Scene) throws -> String {
    let line = try #require(
      scene.lines.first { $0.dropFirst(2).hasPrefix(title + " ") },
      "\(scene.text)"
    )
    return line.dropFirst(2).split(separator: " ").joined(separator: " ")
  }

  @Test func `J17: a list tells a reference without a label by entity and key`() async throws {
    let scene = try await scene()
    #expect(try line("one", scene) == "one Person 7 Sort ''")
    #expect(try line("two", scene) == "two Person 8 a")
    #expect(try line("three", scene) == "three Ada ∅", "\(scene.text)")
    #expect(try line("four", scene) == "four ∅ ∅")
    #expect(try line("five", scene) == "five Person 10 ∅")
  }

  @Test(arguments: ["inspect", "edit"])
  func `J17: the page of an object tells it so`(task: String) async throws {
    let scene = try await scene("--entity Job --task \(task) --id 1")
    #expect(try line("Person", scene).hasPrefix("Person Person 7"), "\(scene.text)")
    #expect(try line("Sort", scene).hasPrefix("Sort Sort ''"), "\(scene.text)")
  }

  @Test func `J17: what stands for a reference is found by a search`() async throws {
    let scene = try await scene()
    for (text, title) in [("person 10", "five"), ("Person 8", "two"), ("sort ''", "one")] {
      try await scene.send("/")
      try await scene.type(text)
      try await scene.send("enter")
      let found = scene.lines.first { $0.hasPrefix("›") } ?? ""
      #expect(found.contains(title), "\(text): \(scene.text)")
    }
  }

  @Test func `J17: a chooser calls it so, finds it so, and the review tells it so`() async throws {
    let scene = try await scene("--entity Job --task edit --id 3")
    try await scene.go(to: "person")
    try await scene.type("person 7")
    #expect(scene.lines.contains { $0.contains("│") && $0.contains("Person 7") }, "\(scene.text)")
    try await scene.send("enter")
    #expect(try line("Person", scene).hasPrefix("Person Person 7"), "\(scene.text)")
    try await scene.send("esc down down down enter")
    #expect(scene.text.contains("Ada") && scene.text.contains("Person 7"), "\(scene.text)")
  }

  @Test func `J17: a reference to a new object without a name is not missing`() async throws {
    let scene = try await scene("--entity Job --task edit --id 4")
    try await scene.go(to: "person")
    try await scene.send("space down down down down enter")
    try await scene.send("esc down down down down enter")
    #expect(try line("Person", scene).hasPrefix("Person new Person"), "\(scene.text)")
    try await scene.send("ctrl-x")
    #expect(try line("Person", scene).hasPrefix("Person ∅"), "\(scene.text)")
  }

  @Test func `J17: what is printed for people tells it so`() async throws {
    let scene = try await scene()
    let words = ["list", scene.path, "Job", "--columns", "title,person"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.output.contains("Person 7") && outcome.output.contains("Person 8"))
    #expect(!outcome.output.contains("#"))
  }
}
