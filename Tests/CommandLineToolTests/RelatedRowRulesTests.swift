import CommandLineTool
import SceneSupport
import TestSupport
import Testing

/// Rules that compute something of a row or of the rows related to it: on a database, as on objects in memory.
@MainActor
struct RelatedRowRulesTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try makeShop()
    try script(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE task (
        id INTEGER PRIMARY KEY, hours INTEGER, secret TEXT, password TEXT, team_id INTEGER REFERENCES team (id));
      INSERT INTO team VALUES (1, 'Big'), (2, 'Small'), (3, 'None');
      INSERT INTO task VALUES
        (1, 7, 'a', 'p', 1), (2, 8, 'b', 'p', 1), (3, 9223372036854775807, 'c', NULL, NULL),
        (4, 1, 'd', NULL, 2);
      """
    )
  }

  private func rules(_ text: String) -> [String] {
    ["--rules", folder.write(Array(text.utf8), to: "my.rules")]
  }

  /// The numbers of the teams whose name may be changed.
  private func editable(_ rule: String) async throws -> [Int] {
    var found: [Int] = []
    for id in 1...3 {
      let words = ["set", "Team#\(id)", "name=X", "--dry-run"] + rules(rule)
      if try await run(all: words).code == 0 { found.append(id) }
    }
    return found
  }

  @Test(
    arguments: [
      ("object.tasks.@count > 1 => isObjectEditable = false", [2, 3]),
      ("object.tasks[hours > 7].@count = 1 => isObjectEditable = false", [2, 3]),
      ("not (object.tasks.@sum.hours < 5) => isObjectEditable = false", [2, 3]),
      ("object.tasks.@max(hours + 1) = 9 => isObjectEditable = false", [2, 3]),
      ("*true* => isObjectEditable = object.tasks.@sum.hours < 5", [2, 3]),
      ("*true* => isObjectEditable = object.tasks.@count = 2", [1]),
      // What is not known of all rows forbids.
      ("not (object.tasks[hours > $object.id].@count = 9) => isObjectEditable = false", []),
    ]
  )
  func `Rights go by what is computed of related rows`(rule: String, editable: [Int]) async throws {
    #expect(try await self.editable("entity.name = 'Team' and \(rule)") == editable)
  }

  @Test func `Rules of a row go by the rows related to an object that it refers to`() async throws {
    let rule = rules(
      "entity.name = 'Task' and propertyKey = 'secret' and object.team.tasks.@count > 1 => isPropertyVisible = false"
    )
    let words = ["list", "Task", "--columns", "id,secret", "--format", "csv"]
    #expect(try await run(all: words + rule).output == "id,secret\n1,\n2,\n3,c\n4,d\n")
  }

  @Test func `A right whose rule has a fault is not given`() async throws {
    for rule in [
      "object.hours + 1 > 100 => isPropertyVisible = false",
      "*true* => isPropertyVisible = object.hours + 1 < 100",
    ] {
      let words = ["list", "Task", "--columns", "id,secret", "--format", "csv"]
      let rule = rules("entity.name = 'Task' and propertyKey = 'secret' and \(rule)")
      #expect(try await run(all: words + rule).output == "id,secret\n1,a\n2,b\n3,\n4,d\n")
    }
  }

  @Test func `A new object has no related rows`() async throws {
    let rule = rules("entity.name = 'Team' and object.tasks.@count > 0 => isObjectEditable = false")
    let outcome = try await run(all: ["insert", "Team", "name=New"] + rule)
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test func `An aggregate that no fetch can compute is told where rules are checked`() async throws
  {
    let open = rules(
      "entity.name = 'Team' and object.tasks[hours > $object.id].@count = 9 => isObjectEditable = false"
    )
    let outcome = try await rulesCommand(["check", open[1], path])
    #expect(outcome.code != 0, "\(outcome)")
    let told = outcome.output + outcome.messages
    #expect(told.contains("summarized by the database, which has no `$object.id`"), "\(outcome)")
  }

  @Test func `An explanation shows aggregates and names faults`() async throws {
    for (rule, entity, reason) in [
      ("object.hours + 1 > 100", "Task", "beyond 64 bits: this forbids"),
      (
        "object.tasks.@sum.hours > 1 and object.tasks.@count > 1", "Team",
        "object.tasks.@sum.hours = 15"
      ),
      ("object.tasks.@count > 1", "Team", "object.tasks.@count = 2"),
      ("object.tasks.@max.password = 'p'", "Team", "object.tasks.@max.password = 'not shown'"),
    ] {
      let rules = rules("entity.name = '\(entity)' and \(rule) => isObjectEditable = false")
      let id = entity == "Task" ? "3" : "1"
      let words = ["explain", "isObjectEditable", path, "--entity", entity, "--id", id]
      let outcome = try await rulesCommand(words + rules)
      #expect(outcome.output.contains(reason), "\(outcome)")
    }
  }

  private func rulesCommand(_ words: [String]) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: ["rules"] + words)).run()
  }
}
