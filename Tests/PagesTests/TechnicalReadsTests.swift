import CommandLineTool
import Pages
import SQLite
import SceneSupport
import TestSupport
import Testing

/// Jobs of a person for whom rules hide the keys by which the program knows the objects.
@MainActor
struct TechnicalReadsTests {
  private static let script = """
    CREATE TABLE company(id INTEGER PRIMARY KEY, number INT UNIQUE, name TEXT NOT NULL);
    CREATE TABLE person(code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, label TEXT UNIQUE);
    CREATE TABLE deal(id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      company_number INT REFERENCES company(number), person_code TEXT REFERENCES person(code));
    CREATE TABLE deal_tag(deal_id INT NOT NULL REFERENCES deal, tag_id INT NOT NULL REFERENCES tag,
      PRIMARY KEY(deal_id, tag_id));
    INSERT INTO company VALUES(98, 9098, 'Nordwind'), (99, 9099, 'Acme');
    INSERT INTO person VALUES('p-71', 'Ada'), ('p-72', 'Bob');
    INSERT INTO tag VALUES(61, 'hot'), (62, 'cold');
    INSERT INTO deal VALUES(1, 'Rebrand', 9098, 'p-71'), (2, 'Website', NULL, NULL);
    INSERT INTO deal_tag VALUES(1, 61);
    """

  /// The ways in which rules hide keys.
  nonisolated static let hiding = [
    "",
    "propertyKey in ['id', 'code', 'number', 'companyNumber', 'personCode'] => isPropertyVisible = false",
    "attribute.isPrimaryKey => isPropertyVisible = false",
    """
    entity.name in ['Company', 'Person', 'Tag'] and propertyKey in ['id', 'code', 'number']
      => isPropertyVisible = false
    """,
    "task in ['select', 'edit', 'create'] and propertyKey in ['id', 'code', 'number'] => isPropertyVisible = false",
  ]

  private func scene(_ rules: String, _ arguments: String) async throws -> Scene {
    try await Scene(Self.script, rules: rules, arguments)
  }

  /// Expects that no key of another table is on the screen.
  private func expectNoKey(
    _ scene: Scene,
    _ rules: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard !rules.isEmpty, !rules.hasPrefix("attribute") else { return }
    for key in ["9098", "9099", "p-71", "p-72"] {
      #expect(!scene.text.contains(key), "\(rules)\n\(scene.text)", sourceLocation: location)
    }
  }

  /// The ways in which rules keep companies back, and the rules that read their names nevertheless.
  nonisolated private static let unseen = [
    "*true* => visibleEntityNames = ['Deal', 'Person', 'Tag']",
    "entity.name = 'Company' => restrictingQualifier = where (id > 98)",
    "entity.name = 'Company' and propertyKey = 'name' => isPropertyVisible = false",
    "entity.name = 'Company' and propertyKey = 'name' and object.id = 98 => isPropertyVisible = false",
  ]
  nonisolated private static let reading = [
    "entity.name = 'Deal' and object.company.name = 'x' => color = 'red'",
    "entity.name = 'Deal' and propertyKey = 'title' => isMandatory = object.company.name > 'A'",
  ]

  @Test(arguments: unseen, reading)
  func `J1: what rules read of objects that nobody may see names no reference to them`(
    unseen: String,
    reading: String
  ) async throws {
    let rules = unseen + "\n" + reading
    let scene = try await scene(rules, "--entity Deal")
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    for keys in ["", "l y", "enter", "j j y", "esc e", "tab f3", "esc esc /"] {
      try await scene.send(keys)
      #expect(!scene.text.contains("Nordwind"), "\(rules) after \(keys)\n\(scene.text)")
    }
    #expect(!copied.contains("Nordwind"), "\(rules): \(copied)")
  }

  @Test(arguments: hiding)
  func `J1: an object is chosen by typing, whatever keys rules hide`(rules: String) async throws {
    let scene = try await scene(rules, "--entity Deal --task edit --id 2")
    try await scene.go(to: "company")
    try await scene.type("acm")
    expectNoKey(scene, rules)
    try await scene.send("enter")
    #expect(scene.line(with: "Company")?.contains("Acme") == true, "\(scene.text)")
    try await scene.go(to: "person")
    try await scene.type("bob")
    expectNoKey(scene, rules)
    try await scene.send("enter ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT company_number, person_code FROM deal WHERE id = 2") == ["9099|p-72"]
    )
  }

  @Test(arguments: hiding)
  func `J1: a new object refers to one that is chosen on the page for that`(rules: String)
    async throws
  {
    let scene = try await scene(rules, "--entity Deal")
    try await scene.send("o")
    try await scene.go(to: "title")
    try await scene.type("Fleet")
    try await scene.go(to: "company")
    try await scene.send("enter")
    expectNoKey(scene, rules)
    try await scene.send("down enter ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows(
        "SELECT title FROM deal JOIN company ON number = company_number WHERE title = 'Fleet'"
      ) == ["Fleet"]
    )
  }

  @Test(arguments: hiding)
  func `J1: many rows are pointed to an object, whatever keys rules hide`(rules: String)
    async throws
  {
    let scene = try await scene(rules, "--entity Deal")
    try await scene.send("M")
    try await scene.type("compan")
    try await scene.send("tab tab")
    try await scene.type("acm")
    expectNoKey(scene, rules)
    try await scene.send("enter")
    expectNoKey(scene, rules)
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT company_number FROM deal") == ["9099", "9099"], "\(scene.text)")
  }

  @Test(arguments: hiding)
  func `J1: pasted texts refer to objects, whatever keys rules hide`(rules: String) async throws {
    let columns = "task = 'list' => displayPropertyKeys = ['title', 'company', 'person']\n"
    let scene = try await scene(columns + rules, "--entity Deal")
    try await scene.send("l p")
    try await scene.paste("Acme\tBob\nNordwind\tAda")
    expectNoKey(scene, rules)
    try await scene.send("ctrl-s y")
    expectNoKey(scene, rules)
    let sql = "SELECT company_number, person_code FROM deal ORDER BY id"
    #expect(try scene.rows(sql) == ["9099|p-72", "9098|p-71"], "\(scene.text)")
  }

  @Test(arguments: [("l p", "9099"), ("l l p", "p-72")])
  func `J1: a pasted key that rules hide names nothing`(keys: String, text: String) async throws {
    let columns = "task = 'list' => displayPropertyKeys = ['title', 'company', 'person']\n"
    let scene = try await scene(columns + Self.hiding[1], "--entity Deal")
    try await scene.send(keys)
    try await scene.paste(text)
    #expect(scene.text.contains("names no object"), "\(scene.text)")
  }

  @Test(arguments: hiding)
  func `J1: what is referred to is shown by its name`(rules: String) async throws {
    let list = try await scene(rules, "--entity Deal --task list")
    #expect(list.line(with: "Rebrand")?.contains("Nordwind") == true, "\(list.text)")
    try await list.send("/")
    try await list.type("nordw")
    #expect(list.text.contains("Rebrand"), "\(list.text)")
    #expect(!list.text.contains("not shown"), "\(list.text)")
    let page = try await scene(rules, "--entity Company --task inspect --id 98")
    #expect(page.text.contains("Rebrand"), "\(page.text)")
  }

  @Test(arguments: hiding)
  func `J1: ticks link and unlink, whatever keys rules hide`(rules: String) async throws {
    let scene = try await scene(
      rules,
      "--entity Deal --task edit --id 1"
    )
    try await scene.go(to: "tags")
    #expect(scene.text.contains("[x] hot"), "\(scene.text)")
    #expect(scene.text.contains("[ ] cold"), "\(scene.text)")
    try await scene.send("space j space ctrl-s")
    #expect(try scene.rows("SELECT tag_id FROM deal_tag WHERE deal_id = 1") == ["62"])
  }

  @Test(arguments: hiding, ["m", "t"])
  func `J1: a conflict about a reference is told by names, whatever keys rules hide`(
    rules: String,
    key: String
  ) async throws {
    let scene = try await scene(rules, "--entity Deal --task edit --id 1")
    try await scene.go(to: "company")
    try await scene.type("acm")
    try await scene.send("enter")
    try await scene.go(to: "person")
    try await scene.type("bob")
    try await scene.send("enter")
    try scene.execute(
      "INSERT INTO company VALUES(97, 9097, 'Lumen'); UPDATE deal SET company_number = 9097"
    )
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: Rebrand was changed elsewhere"), "\(scene.text)")
    let line = "Company: was Nordwind  ·  theirs Lumen  ·  mine Acme"
    #expect(scene.text.contains(line), "\(rules)\n\(scene.text)")
    expectNoKey(scene, rules)
    #expect(!scene.text.contains("9097") || rules.isEmpty || rules.hasPrefix("attribute"))
    try await scene.send(key)
    let number = key == "m" ? 9099 : 9097
    #expect(
      try scene.rows("SELECT company_number, person_code FROM deal WHERE id = 1")
        == ["\(number)|p-72"],
      "\(scene.text)"
    )
  }

  @Test(arguments: hiding)
  func `J1: a file that is imported refers to objects, whatever keys rules hide`(rules: String)
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/deals.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let options = rules.isEmpty ? [] : ["--rules", folder.write(rules, to: "my.rules")]
    func importing(_ text: String, _ name: String) async throws {
      let words = ["import", path, "Deal", folder.write(text, to: name)]
      let outcome = await Program(try Invocation(arguments: words + options)).run()
      #expect(outcome.code == 0, "\(rules)\n\(outcome)")
    }
    try await importing("title,company,person\nA,99,p-72\nB,,\n", "rows.csv")
    try await importing("title,company.name,Person.Name\nC,Acme,Bob\n", "paths.csv")
    try await importing(
      #"[{"title": "D", "company": {"id": 9099, "label": "Acme"}, "person": {"id": "p-72"}}]"#,
      "rows.json"
    )
    let sql = "SELECT title, company_number, person_code FROM deal WHERE id > 2 ORDER BY title"
    let rows = try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<3).map { row.text($0) }.joined(separator: "|")
    }
    #expect(rows == ["A|9099|p-72", "B||", "C|9099|p-72", "D|9099|p-72"], "\(rules)")
  }
}
