import EntityModel
import Pages
import SceneSupport
import TestSupport
import Testing

/// Tests how components show values that they are not made for.
@MainActor
struct ShownComponentTests {
  private static let script = """
    CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL, price NUMERIC(8,2) NOT NULL,
      born DATE NOT NULL, changed TIMESTAMP NOT NULL, active BOOLEAN NOT NULL, picture BLOB NOT NULL,
      owner_id INT NOT NULL REFERENCES owner);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, thing_id INT NOT NULL REFERENCES thing);
    INSERT INTO owner VALUES(1, 'Ada');
    INSERT INTO thing VALUES(1, 'Engine', 7, 3.5, '1843-09-01', '1843-09-01 12:00:00', 1, x'00ff', 1);
    INSERT INTO part VALUES(1, 'Wheel', 1), (2, 'Rod', 1), (3, 'Card', 1);
    """

  private static let keys = [
    "name", "number", "price", "born", "changed", "active", "picture", "owner", "parts",
  ]

  /// A text of each value that a component shows in some way.
  private static let traces: [String: [String]] = [
    "name": ["Engine"], "number": ["7"], "price": ["3.5"], "born": ["1843", "09"],
    "changed": ["1843", "12:00"], "active": ["yes", "[x]", "✓", "1", "true"],
    "picture": ["2 B", "bytes", "x'00ff'", "binary", "00FF"], "owner": ["Ada"],
    "parts": ["3", "Wheel"],
  ]

  @Test(arguments: ["list", "inspect", "edit"])
  func `N3: no component shows a value that is there as null, or nothing`(task: String)
    async throws
  {
    let keys = Self.keys.map { "'\($0)'" }.joined(separator: ", ")
    for name in Catalog.builtIn.components.keys.sorted() where name != "DisplayNothing" {
      let scene = try await Scene(
        Self.script,
        rules: """
          entity.name = 'Thing' => displayPropertyKeys = [\(keys)], component = '\(name)'
          """,
        "--entity Thing --task \(task)" + (task == "list" ? "" : " --id 1"),
        width: 400,
        height: 60
      )
      let page = scene.lines.dropFirst().dropLast(2).joined(separator: "\n")
      #expect(!page.contains("∅"), "\(name) on \(task):\n\(page)")
      let isSecret = name.hasSuffix("Password")
      for key in Self.keys {
        let isShown = (Self.traces[key] ?? []).contains { page.contains($0) }
        #expect(isShown || isSecret, "\(name) of \(key) on \(task):\n\(page)")
      }
    }
  }

  @Test(arguments: ["DisplayString", "DisplayBool", "DisplayBlob", "DisplayToOne"])
  func `N3: a component that is not made for many objects shows how many, and says so`(name: String)
    async throws
  {
    let rules = "propertyKey = 'parts' => component = '\(name)'"
    for arguments in ["--task edit --id 1", "--task inspect --id 1"] {
      let scene = try await Scene(Self.script, rules: rules, "--entity Thing " + arguments)
      #expect(scene.text.contains("⚠ 3: '\(name)' does not fit this"), "\(scene.text)")
    }
  }

  @Test func `N3: one for many objects says so of a value, and null stays null`() async throws {
    let rules = "propertyKey in ('name', 'owner') => component = 'DisplayToMany'"
    let scene = try await Scene(Self.script, rules: rules, "--entity Thing --task inspect --id 1")
    #expect(scene.text.contains("⚠ Engine: 'DisplayToMany' does not fit this"), "\(scene.text)")
    #expect(scene.text.contains("⚠ Ada: 'DisplayToMany' does not fit this"), "\(scene.text)")
    let empty = try await Scene(
      "CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, owner_id INT REFERENCES owner); INSERT INTO thing VALUES(1, 'x', NULL);",
      rules: "propertyKey = 'owner' => component = 'DisplayString'",
      "--entity Thing --task inspect --id 1"
    )
    #expect(empty.text.contains("∅") && !empty.text.contains("⚠"), "\(empty.text)")
  }

  @Test func `N3: a truth that is none stands beside its box`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "propertyKey = 'name' and task = 'edit' => component = 'EditBool'",
      "--entity Thing --task edit --id 1"
    )
    #expect(scene.text.contains("⚠ Engine is neither yes nor no"), "\(scene.text)")
  }
}
