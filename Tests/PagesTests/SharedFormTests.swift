import SceneSupport
import TestSupport
import Testing

/// An object that is edited on more than one page: what is entered is the same on all of them, and is lost on none.
@MainActor
struct SharedFormTests {
  private static let staff = """
    CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INT,
      boss_id INT REFERENCES employee);
    INSERT INTO employee VALUES (1, 'Anna', 500, NULL), (2, 'Bert', 300, 1);
    """

  private func scene(_ rules: String = "") async throws -> Scene {
    try await Scene(Self.staff, rules: rules, "--entity Employee", height: 24)
  }

  private func goToList(_ scene: Scene) async throws {
    try await scene.send("ctrl-p")
    try await scene.type("Employee")
    try await scene.send("enter")
  }

  private func salaries(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT salary FROM employee ORDER BY id")
  }

  /// Two pages on which Anna is edited, one behind the other.
  private func twice() async throws -> Scene {
    let scene = try await scene()
    try await scene.send("e")
    try await goToList(scene)
    try await scene.send("g e")
    #expect(scene.text.contains("Salary") && scene.text.contains("500"), "\(scene.text)")
    return scene
  }

  @Test(arguments: ["ctrl-s", "esc", "discard"])
  func `A page further back knows what is entered once the same object was left on another`(
    way: String
  ) async throws {
    let scene = try await twice()
    try await scene.go(to: "name")
    if way != "esc" { try await scene.retype("Anne") }
    try await scene.send(way == "discard" ? "esc down down enter" : way)
    // Back over the list to the page that is still there.
    try await scene.send("esc")
    #expect(scene.text.contains("Salary"), "\(scene.text)")
    #expect(scene.text.contains(way == "ctrl-s" ? "Anne" : "Anna"), "\(scene.text)")
    try await scene.go(to: "salary")
    try await scene.retype("12x")
    try await scene.send("ctrl-s")
    scene.expectStatus("✗ not saved: Salary: needs a whole number, for example 42")
    #expect(try salaries(scene) == ["500", "300"])
    try await scene.retype("12")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try salaries(scene) == ["12", "300"])
  }

  @Test func `What is typed along a path into an object of another page is asked about`()
    async throws
  {
    let scene = try await scene(
      """
      entity.name = 'Employee' and task = 'edit' and object.name = 'Bert'
        => displayPropertyKeys = ['name', 'boss.salary']
      """
    )
    try await scene.send("e")
    try await goToList(scene)
    try await scene.send("G e")
    try await scene.go(to: "boss.salary")
    try await scene.retype("12x")
    #expect(scene.lines[0].contains("1 wrong"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("are not saved"), "\(scene.text)")
    try await scene.send("down down enter esc")
    #expect(scene.text.contains("500") && !scene.text.contains("12x"), "\(scene.text)")
    try await scene.go(to: "salary")
    try await scene.retype("501")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try salaries(scene) == ["501", "300"])
  }

  @Test func `What is pending is gone on with on the page where it is entered`() async throws {
    let scene = try await scene()
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Neu")
    try await goToList(scene)
    try await scene.send("P enter")
    #expect(scene.text.contains("Neu") && scene.text.contains("Salary"), "\(scene.text)")
    try await scene.send("esc down down enter")
    // The only page about it is left: that of the list which led there.
    #expect(!scene.text.contains("Neu"), "\(scene.text)")
    #expect(scene.text.contains("Anna") && scene.text.contains("Bert"), "\(scene.text)")
    try await scene.send("ctrl-q")
    #expect(scene.isFinished, "nothing is pending")
    #expect(try scene.rows("SELECT count(*) FROM employee") == ["2"])
  }

  @Test func `Pages about an object go when it is deleted from a list`() async throws {
    let scene = try await scene()
    try await scene.send("G enter")
    #expect(scene.text.contains("Bert"), "\(scene.text)")
    try await goToList(scene)
    try await scene.send("G d y")
    #expect(scene.status.contains("deleted Bert"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("Bert") && !scene.text.contains("somebody"), "\(scene.text)")
    #expect(try salaries(scene) == ["500"])
  }

  @Test func `A new object that is taken back by undo leaves every page`() async throws {
    let scene = try await scene()
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Neu")
    try await goToList(scene)
    try await scene.send("u u")
    #expect(scene.status.contains("is not created"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("Anna") && !scene.text.contains("Neu"), "\(scene.text)")
    try await scene.send("ctrl-q")
    #expect(scene.isFinished)
  }
}
