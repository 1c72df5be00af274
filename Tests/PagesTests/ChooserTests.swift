import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Choosing objects in a field and on a page, by all that is shown of them.
@MainActor
struct ChooserTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE copy(id INTEGER PRIMARY KEY, barcode TEXT NOT NULL UNIQUE,
      film_id INT NOT NULL REFERENCES film, format TEXT);
    CREATE TABLE rental(id INTEGER PRIMARY KEY, note TEXT, copy_id INT REFERENCES copy);
    CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE shelf_copy(shelf_id INT REFERENCES shelf, copy_id INT REFERENCES copy,
      PRIMARY KEY(shelf_id, copy_id));
    INSERT INTO film VALUES(1, 'Penguin at Midnight'), (2, 'Heat');
    INSERT INTO copy VALUES(501, '43104-A', 2, 'disc'), (502, '43105-B', 1, 'tape'),
      (503, '43106-C', 2, 'tape');
    INSERT INTO rental VALUES(1, 'first', NULL);
    INSERT INTO shelf VALUES(1, 'left');
    """
  private static let rules = """
    entity.name = 'Copy' => labelKey = 'barcode'
    entity.name = 'Copy' => displayPropertyKeys = ['barcode', 'film', 'format']

    """

  private func scene(
    rules: String = rules,
    _ arguments: String = "--entity Rental --task edit --id 1",
    field: String = "copy"
  ) async throws -> Scene {
    let scene = try await Scene(Self.script, rules: rules, arguments)
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    try await scene.go(to: field)
    return scene
  }

  @Test(arguments: [
    ("penguin", "502"), ("midnight PENG", "502"), ("43106", "503"), ("heat 43106", "503"),
    ("503", "503"), ("43105 penguin", "502"),
  ])
  func `J18: what a list shows of references finds, in the field and on its page`(
    text: String,
    id: String
  ) async throws {
    for keys in ["", "enter"] {
      let scene = try await scene()
      try await scene.send(keys)
      try await scene.type(text)
      try await scene.send("enter ctrl-s")
      scene.expectSaved()
      #expect(try scene.rows("SELECT copy_id FROM rental") == [id], "\(keys)\n\(scene.text)")
    }
  }

  @Test func `J18: what was found elsewhere stands behind the label`() async throws {
    let scene = try await scene()
    try await scene.type("penguin")
    #expect(scene.line(with: "43105-B · Penguin at Midnight") != nil, "\(scene.text)")
    try await scene.send("esc")
    try await scene.type("43105")
    #expect(scene.line(with: "43105-B") != nil && !scene.text.contains("·"), "\(scene.text)")
  }

  @Test func `J18: the page finds by every column it shows`() async throws {
    let scene = try await scene()
    try await scene.send("enter")
    try await scene.type("disc")
    try await scene.send("enter ctrl-s")
    #expect(try scene.rows("SELECT copy_id FROM rental") == ["501"], "\(scene.text)")
  }

  @Test(arguments: [
    "entity.name = 'Film' and propertyKey = 'title' => isPropertyVisible = false",
    "entity.name = 'Copy' and propertyKey = 'film' => isPropertyVisible = false",
    "entity.name = 'Copy' => displayPropertyKeys = ['barcode']",
  ])
  func `J18: what rules hide or do not list finds nothing`(rule: String) async throws {
    for keys in ["", "enter"] {
      let scene = try await scene(rules: rule + "\nentity.name = 'Copy' => labelKey = 'barcode'\n")
      try await scene.send(keys)
      try await scene.type("penguin")
      #expect(scene.text.contains("nothing found"), "\(scene.text)")
      #expect(!scene.text.contains("43105"), "\(scene.text)")
    }
  }

  @Test func `J18: letters and digits find on a chooser’s page, and are no commands`() async throws
  {
    let scene = try await scene()
    try await scene.send("enter")
    let page = scene.session.navigator.current
    for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
      try await scene.type(String(letter))
      try #require(scene.line(with: "│ \(letter)") != nil, "\(letter)\n\(scene.text)")
      try #require(scene.session.navigator.current === page, "\(letter)\n\(scene.text)")
      try await scene.send("esc")
    }
    #expect(scene.session.navigator.current === page, "\(scene.text)")
    try await scene.send("down enter ctrl-s")
    #expect(try scene.rows("SELECT copy_id FROM rental") == ["502"], "\(scene.text)")
  }

  @Test func `J18: where several are chosen, typing leads to the row`() async throws {
    let rule = "relationship.isToMany = true and task = 'edit' => component = 'EditToMany'\n"
    let scene = try await scene(
      rules: Self.rules + rule,
      "--entity Shelf --task edit --id 1",
      field: "copies"
    )
    try await scene.send("a")
    try await scene.type("peng")
    try await scene.send("enter space")
    try await scene.type("43106")
    try await scene.send("enter space enter ctrl-s")
    #expect(
      try scene.rows("SELECT copy_id FROM shelf_copy ORDER BY 1") == ["502", "503"],
      "\(scene.text)"
    )
  }
}
