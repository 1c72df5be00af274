import SceneSupport
import CommandLineTool
import Pages
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests that pages tell nothing of a property for the objects of which rules hide it: no form, title, label, copy or report.
@MainActor
struct PartlyHiddenTests {
  /// Two files that differ in nothing but what the clerk may not see.
  private static func script(hidden: [Int]) -> String {
    """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, credit INTEGER, is_vip BOOLEAN NOT NULL);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), note TEXT);
    INSERT INTO customer VALUES (1, 'Ada', 500, 0), (2, 'Bob', \(hidden[0]), 1), (3, 'Cyd', 100, 0),
      (4, 'Dan', \(hidden[1]), 1), (5, 'Eve', NULL, 0);
    INSERT INTO invoice VALUES (1, 1, 'one'), (2, 2, 'two'), (3, 3, 'three'), (4, 4, 'four'), (5, NULL, 'five');
    """
  }

  private static let files = [[50, 9_001], [7_777, 1], [100, 500]].map { script(hidden: $0) }

  private static let rule =
    "role = 'clerk' and propertyKey = 'credit' and object.isVip = true => isPropertyVisible = false\n"

  private static func scenes(_ arguments: String, rules: String = rule) async throws -> [Scene] {
    var scenes: [Scene] = []
    for file in files {
      scenes.append(try await Scene(file, rules: rules, arguments, width: 120))
    }
    return scenes
  }

  private static func expectSame(_ scenes: [Scene], _ what: String) {
    for other in scenes.dropFirst() {
      #expect(scenes[0].text == other.text, "\(what) tells of what is hidden")
    }
  }

  @Test(arguments: ["edit --id 2", "edit --id 4"])
  func `A change that is not saved shows nothing of what the stored object hides`(place: String)
    async throws
  {
    let scenes = try await Self.scenes("--role clerk --entity Customer --task \(place)")
    for scene in scenes {
      try await scene.go(to: "isVip")
      try await scene.send("space")
      #expect(scene.text.contains("1 changed") && !scene.text.contains("Credit"), "\(scene.text)")
    }
    Self.expectSame(scenes, "a form")
    for scene in scenes { try await scene.send("esc") }
    Self.expectSame(scenes, "leaving it")
  }

  @Test(arguments: ["x{object.credit}x", "{object.name} {object.credit}"])
  func `G1: a rule of the user's own reads what the stored object shows, whatever is changed`(
    title: String
  ) async throws {
    let scenes = try await Self.scenes("--role clerk --entity Customer --task edit --id 2")
    for scene in scenes {
      #expect(try await scene.apply("rule *true* => title = `\(title)`"), "\(scene.text)")
      try await scene.go(to: "isVip")
      try await scene.send("space")
      #expect(scene.text.contains("1 changed"), "\(scene.text)")
    }
    Self.expectSame(scenes, "the title")
  }

  @Test(arguments: [
    "propertyKey = 'credit' and object.credit > 60 => validation = 'is too much'",
    "propertyKey = 'credit' and propertyValue > 60 => validation = 'is too much'",
  ])
  func `G2: what the stored object hides is not judged, whatever is changed`(rule: String)
    async throws
  {
    let scenes = try await Self.scenes(
      "--role clerk --entity Customer --task edit --id 2",
      rules: Self.rule + rule
    )
    for scene in scenes {
      try await scene.go(to: "isVip")
      try await scene.send("space")
      try await scene.send("ctrl-s")
      scene.expectSaved()
    }
  }

  @Test(arguments: ["clerk", "boss"])
  func `What rows show is offered to whom nothing is hidden`(role: String) async throws {
    let rows = (1...40).map { "(\($0), '\($0 % 2 == 0 ? "gone" : "here")', \($0 % 2))" }
    let scene = try await Scene(
      """
      CREATE TABLE job(id INTEGER PRIMARY KEY, status TEXT, is_open BOOLEAN NOT NULL);
      INSERT INTO job VALUES \(rows.joined(separator: ", "));
      """,
      rules:
        "role = 'clerk' and propertyKey = 'status' and object.isOpen = false => isPropertyVisible = false",
      "--entity Job --task edit --id 1 --role \(role)"
    )
    let findings = scene.session.work.model.entity(named: "Job")?.findings["status"]
    let offered = findings?.values ?? []
    #expect(offered == (role == "boss" ? [.string("gone"), .string("here")] : []))
  }

  @Test(arguments: [
    ["list", "Customer?sort=credit"], ["list", "Customer?sort=-credit&credit>60"],
    ["list", "Invoice?sort=customer.credit"],
    ["list", "Customer", "--columns", "credit", "--distinct"],
    ["list", "Invoice", "--columns", "customer.credit", "--distinct"],
    ["export", "Customer"], ["export", "Customer", "--format", "json"], ["get", "Customer#2"],
    ["get", "Customer#4", "--format", "json"], ["get", "Customer#2", "credit"],
    [
      "rules", "explain", "isPropertyVisible", "--entity", "Customer", "--id", "2", "--property",
      "credit",
    ],
    ["rules", "explain", "--all", "--entity", "Customer", "--id", "2", "--property", "credit"],
    [
      "rules", "explain", "--all", "--entity", "Customer", "--id", "2", "--property", "credit",
      "--format", "json",
    ],
  ])
  func `Subcommands print the same whatever is hidden`(words: [String]) async throws {
    let folder = TemporaryFolder()
    let rules = folder.write(Array(Self.rule.utf8), to: "my.rules")
    var outputs: [String] = []
    for file in Self.files {
      let path = folder.path + "/test.db"
      unlink(path)
      try Connection(path: path, mode: .create).execute(file)
      var arguments = words
      arguments.insert(path, at: words[0] == "rules" ? words.count : 1)
      arguments += ["--rules", rules, "--role", "clerk"]
      let outcome = await Program(try Invocation(arguments: arguments)).run()
      outputs.append(outcome.output + outcome.messages)
    }
    #expect(
      outputs[0] == outputs[1] && outputs[0] == outputs[2],
      "\(outputs.joined(separator: "\n"))"
    )
    #expect(!outputs[0].isEmpty)
  }

  @Test func `A hidden cell is neither copied nor filtered by nor explained`() async throws {
    let scenes = try await Self.scenes("--role clerk --entity Customer")
    for scene in scenes {
      var copied: [String] = []
      scene.session.ui.screen.onCopy = { copied.append($0) }
      try await scene.send("j right")
      #expect(scene.line(with: "Bob") != nil)
      for keys in ["y", "=", "!"] {
        try await scene.send(keys)
        for secret in ["9001", "7777", "9,001", "7,777", "9 001", "7 777"] {
          #expect(!scene.text.contains(secret), "\(keys): \(scene.text)")
        }
      }
      #expect(copied == [], "nothing is copied")
    }
    Self.expectSame(scenes, "the panel")
  }

  @Test func `What only each object can tell is not sorted by`() async throws {
    let rules = """
      role = 'clerk' and propertyKey = 'credit' and objectLabel = 'Bob' => isPropertyVisible = false
      """
    let scene = try await Scene(
      Self.files[0],
      rules: rules,
      "--role clerk --entity Customer",
      width: 140
    )
    let sorted = FetchSpecification(
      entityName: "Customer",
      sortOrderings: [SortOrdering(key: "credit")]
    )
    do throws(StoreError) {
      _ = try await scene.session.work.store.window(sorted, from: .start, count: 9)
      Issue.record("sorted")
    } catch {
      #expect(error.sentence.contains("for some objects only"), "\(error.sentence)")
      #expect(error.sentence.contains("my.rules"), "\(error.sentence)")
    }
  }

  @Test func `Labels leave out what some objects hide`() async throws {
    let rules = Self.rule + "entity.name = 'Customer' => labelKey = 'name credit'\n"
    for arguments in [
      "--entity Invoice", "--entity Customer --task inspect --id 2",
      "--entity Invoice --task edit --id 2",
    ] {
      let scenes = try await Self.scenes("--role clerk " + arguments, rules: rules)
      Self.expectSame(scenes, arguments)
    }
  }
}
