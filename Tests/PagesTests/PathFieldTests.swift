import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Fields along paths, which belong to other objects than the one of their page.
@MainActor
struct PathFieldTests {
  private static let staff = """
    CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INT,
      boss_id INT REFERENCES employee);
    INSERT INTO employee VALUES (1, 'Anna', 500, NULL), (2, 'Bert', 300, 1), (3, 'Carl', 200, 1);
    """
  private static let shown = """
    entity.name = 'Employee' and task in ('edit', 'create')
      => displayPropertyKeys = ['name', 'boss.salary']

    """

  private func bert(_ rules: String = "", _ more: String = "") async throws -> Scene {
    try await Scene(
      Self.staff + more,
      rules: Self.shown + rules,
      "--entity Employee --task edit --id 2",
      height: 24
    )
  }

  private func salaries(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT salary FROM employee ORDER BY id")
  }

  // MARK: What is demanded

  private static let departments = """
    CREATE TABLE dep(id INTEGER PRIMARY KEY, name TEXT NOT NULL, cost INT NOT NULL,
      hidden TEXT NOT NULL);
    INSERT INTO dep VALUES (1, 'Sales', 10, 'h1'), (2, 'Repairs', 20, 'h2');
    CREATE TABLE emp(id INTEGER PRIMARY KEY, name TEXT, dep_id INT REFERENCES dep);
    INSERT INTO emp VALUES (1, 'A', 1), (2, 'B', NULL);
    """
  private static let departmentRules = """
    entity.name = 'Emp' and task in ('edit', 'create')
      => displayPropertyKeys = ['name', 'dep', 'dep.cost', 'dep.hidden']
    entity.name = 'Dep' and task != 'edit' => displayPropertyKeys = ['name']
    """

  @Test func `What a path leads to is not demanded of an object that refers elsewhere now`()
    async throws
  {
    let scene = try await Scene(
      Self.departments,
      rules: Self.departmentRules,
      "--entity Emp --task edit --id 1"
    )
    try await scene.go(to: "dep")
    try await scene.send("enter down enter")
    #expect(scene.line(with: "Dep ")?.contains("Repairs") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT dep_id FROM emp WHERE id = 1") == ["2"])
  }

  @Test(arguments: [
    "attribute.isMandatory = true and propertyValue = null => isMandatory = true",
    "propertyKey = 'dep.cost' => isMandatory = true",
    "attribute.name = 'cost' and propertyValue = null => validation = 'costs nothing'",
    "attribute.name = 'cost' => length = 1",
  ])
  func `What a path leads to is not demanded of an object that refers to nothing`(rule: String)
    async throws
  {
    let scene = try await Scene(
      Self.departments,
      rules: Self.departmentRules + "\n" + rule,
      "--entity Emp --task edit --id 2"
    )
    try await scene.go(to: "name")
    try await scene.retype("B1")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT name FROM emp WHERE id = 2") == ["B1"])
  }

  @Test func `What is demanded of the object behind a path is told and marked in its field`()
    async throws
  {
    let scene = try await Scene(
      Self.departments,
      rules: Self.departmentRules,
      "--entity Emp --task edit --id 1"
    )
    try await scene.go(to: "dep.cost")
    try await scene.send("end ctrl-u")
    try await scene.send("ctrl-s")
    scene.expectStatus("✗ not saved: Cost: needs a value")
    #expect(scene.line(with: "Cost ")?.contains("✗") == true, "\(scene.text)")
    #expect(try scene.rows("SELECT cost FROM dep WHERE id = 1") == ["10"])
  }

  // MARK: What is forbidden

  @Test(arguments: ["isPropertyEditable = false", "isObjectEditable = false"])
  func `A rule that forbids the field of a path keeps it from being entered`(right: String)
    async throws
  {
    let scope = right.contains("Object") ? "object.name = 'Anna'" : "propertyKey = 'boss.salary'"
    let scene = try await bert("entity.name = 'Employee' and \(scope) => \(right)")
    await #expect(throws: Scene.Restless.self) { try await scene.go(to: "boss.salary") }
    #expect(scene.line(with: "Salary ")?.contains("500") == true, "\(scene.text)")
  }

  @Test func `A rule about a path says nothing of the object's own page`() async throws {
    let scene = try await Scene(
      Self.staff,
      rules:
        "entity.name = 'Employee' and propertyKey = 'boss.salary' => isPropertyEditable = false",
      "--entity Employee --task edit --id 1"
    )
    try await scene.go(to: "salary")
    try await scene.retype("501")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try salaries(scene) == ["501", "300", "200"])
  }

  @Test func `Why a field along a path cannot be entered names the rule of the object behind it`()
    async throws
  {
    let rules = """
      entity.name = 'Employee' and task = 'inspect' => displayPropertyKeys = ['boss.salary', 'name']
      entity.name = 'Employee' and propertyKey = 'salary' => isPropertyEditable = false
      """
    let scene = try await Scene(
      Self.staff,
      rules: rules,
      "--entity Employee --id 2",
      height: 200
    )
    try await scene.send("!")
    #expect(scene.lines[0].contains("Employee.boss.salary"), "\(scene.text)")
    let seen = try #require(scene.line(with: "editable  no"))
    #expect(seen.contains("isPropertyEditable = false") && seen.contains("my.rules:2"), "\(seen)")
    let line = try #require(
      scene.lines.firstIndex { $0.hasPrefix("  isPropertyEditable = false") }
    )
    #expect(scene.lines[line + 1].contains("my.rules:2"), "\(scene.text)")
  }

  // MARK: Who is gone

  @Test func `An object behind a path that somebody else has deleted leaves the page`()
    async throws
  {
    let scene = try await bert()
    try await scene.go(to: "boss.salary")
    try await scene.retype("321")
    #expect(scene.lines[0].contains("1 changed"), "\(scene.text)")
    try scene.execute("UPDATE employee SET boss_id = NULL; DELETE FROM employee WHERE id = 1")
    try await scene.send("ctrl-s")
    try await scene.send("end enter")
    #expect(scene.text.contains("are dropped"), "\(scene.text)")
    #expect(!scene.text.contains("1 changed"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("are not saved"), "\(scene.text)")
  }

  @Test func `An object behind a path that is deleted from a list leaves the pages that show it`()
    async throws
  {
    let scene = try await bert("", "UPDATE employee SET boss_id = 3 WHERE id = 2;")
    try await scene.send("ctrl-p")
    try await scene.type("Employee")
    try await scene.send("enter")
    for _ in 0..<3 where scene.line(with: "Carl") != nil { try await scene.send("j") }
    try scene.execute("UPDATE employee SET boss_id = NULL WHERE id = 2")
    try await scene.send("d y")
    #expect(scene.status.contains("deleted Carl"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("Bert"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("are not saved"), "\(scene.text)")
  }

  @Test func `What another program writes behind a path is shown`() async throws {
    let scene = try await bert()
    #expect(scene.line(with: "Salary ")?.contains("500") == true, "\(scene.text)")
    try scene.execute("UPDATE employee SET salary = 12345 WHERE id = 1")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.line(with: "Salary ")?.contains("12345") == true, "\(scene.text)")
  }

  @Test func `A page of which nothing may be changed says so, with what paths lead to`()
    async throws
  {
    let scene = try await Scene(
      Self.staff,
      rules: Self.shown,
      "--entity Employee --task edit --id 2 --readonly"
    )
    #expect(scene.status.contains("read only: "), "\(scene.text)")
  }

  // MARK: Keys

  @Test func `A field along a path is that of the row which the database joins, however spelled`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE p(code TEXT COLLATE NOCASE PRIMARY KEY, title TEXT);
      INSERT INTO p VALUES ('alpha', 'One');
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, p_code TEXT REFERENCES p);
      INSERT INTO t VALUES (1, 't1', 'alpha'), (2, 't2', 'ALPHA');
      """,
      rules:
        "entity.name = 'T' and task = 'edit' => displayPropertyKeys = ['name', 'p', 'p.title']",
      "--entity T --task edit --id 2"
    )
    try await scene.go(to: "p.title")
    try await scene.retype("Two")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT * FROM p") == ["alpha|Two"])
  }
}
