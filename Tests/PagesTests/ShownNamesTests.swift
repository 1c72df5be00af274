import EntityModel
import EntityStore
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Names that rules give to entities and properties, on every page and in every sentence.
@MainActor
struct ShownNamesTests {
  private static let script = """
    CREATE TABLE zqmaker(zqid INTEGER PRIMARY KEY, zqname TEXT NOT NULL, zqcode TEXT UNIQUE,
      zqsize INT, CHECK (zqsize % 100 < 50));
    INSERT INTO zqmaker VALUES (1, 'Augustiner', 'A', 5), (2, 'Paulaner', 'P', 6), (3, 'Schneider', 'S', 7);
    CREATE TABLE zqbeer(zqid INTEGER PRIMARY KEY, zqname TEXT NOT NULL, zqmaker_id INT NOT NULL REFERENCES zqmaker(zqid));
    INSERT INTO zqbeer VALUES (1, 'Helles', 1), (2, 'Salvator', 2), (3, 'Edelstoff', 1);
    CREATE TABLE zqpub(zqid INTEGER PRIMARY KEY, zqname TEXT NOT NULL);
    INSERT INTO zqpub VALUES (1, 'Hirsch');
    CREATE TABLE zqbeer_zqpub(zqbeer_id INT REFERENCES zqbeer(zqid) ON DELETE CASCADE,
      zqpub_id INT REFERENCES zqpub(zqid), PRIMARY KEY (zqbeer_id, zqpub_id));
    INSERT INTO zqbeer_zqpub VALUES (2, 1);
    """

  /// Rules that give each entity and property of a model another name.
  private static func rules(_ scene: Scene) -> String {
    scene.session.work.model.entities.enumerated().map { place, entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      let properties = names.enumerated().map { index, name in
        "  propertyKey = '\(name)' => displayNameForProperty = 'Field \(place)\(index)'\n"
      }
      return
        "when entity.name = '\(entity.name)' {\n  *true* => displayNameForEntity = 'Kind \(place)'\n"
        + properties.joined() + "}\n"
    }
    .joined()
  }

  private func scene(_ arguments: String, width: Int = 120) async throws -> Scene {
    let plain = try await Scene(Self.script)
    let rules = Self.rules(plain)
    await plain.end()
    let scene = try await Scene(Self.script, rules: rules, arguments, width: width, height: 40)
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    return scene
  }

  private func expectShownNames(
    _ scene: Scene,
    _ what: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let lines = scene.lines.filter { $0.lowercased().contains("zq") }
    #expect(lines.isEmpty, "\(what): \(lines.joined(separator: "\n"))", sourceLocation: location)
  }

  @Test(arguments: [
    ("", ["j", "enter"]),
    ("--entity Zqmaker", ["j", "tab", "M", "esc", "p", "esc", "Q", "esc", "d", "esc", "?", "esc"]),
    ("--entity Zqmaker --task inspect --id 1", ["j", "j", "j", "enter", "esc", "d", "esc"]),
    ("--entity Zqmaker --task edit --id 1", ["tab", "tab", "tab", "tab"]),
    ("--entity Zqbeer", ["space", "j", "space", "d", "esc", "P", "esc", "H", "esc"]),
    ("--entity Zqbeer --task edit --id 2", ["tab", "enter", "esc", "tab", "enter", "esc"]),
    ("--entity Zqbeer --task create", ["ctrl-s", "esc"]),
    ("--entity ZqbeerZqpub", ["enter", "esc", "o", "ctrl-s", "esc"]),
  ])
  func `Pages show the names that rules give`(arguments: String, keys: [String]) async throws {
    let scene = try await scene(arguments)
    expectShownNames(scene, arguments)
    for key in keys {
      try await scene.send(key)
      expectShownNames(scene, "\(arguments) \(key)")
    }
  }

  @Test(arguments: [
    // A value that is there once already, and one that a check refuses.
    ("--entity Zqmaker --task edit --id 1", "zqcode", "P", "has the same Field"),
    ("--entity Zqmaker --task edit --id 1", "zqsize", "599", "the database allows only"),
  ])
  func `A refused save says the names that rules give`(
    arguments: String,
    field: String,
    text: String,
    sentence: String
  ) async throws {
    let scene = try await scene(arguments)
    try await scene.go(to: field)
    try await scene.retype(text)
    try await scene.send("ctrl-s")
    #expect(scene.text.contains(sentence), "\(scene.text)")
    let lines = scene.lines.filter {
      $0.lowercased().contains("zq") && !$0.contains("zqsize % 100")
    }
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test func `A deletion that the database refuses says the names that rules give`() async throws {
    let scene = try await scene("--entity Zqmaker")
    try await scene.send("G d")
    #expect(scene.text.contains("Delete"), "\(scene.text)")
    try scene.execute("INSERT INTO zqbeer VALUES (9, 'Tap 7', 3)")
    try await scene.send("y")
    #expect(scene.status.contains("not deleted"), "\(scene.text)")
    expectShownNames(scene, "deletion")
    try await scene.send("esc esc")
    try scene.execute("DELETE FROM zqbeer; DELETE FROM zqmaker WHERE zqid = 2")
    try await scene.send("g j e")
    try await scene.send("ctrl-l")
    expectShownNames(scene, "gone")
  }

  @Test func `Bulk edits, undo and history say the names that rules give`() async throws {
    let scene = try await scene("--entity Zqmaker")
    try await scene.send("space j space d")
    expectShownNames(scene, "tagged deletion")
    try await scene.send("y")
    expectShownNames(scene, "refused tagged deletion")
    try await scene.send("esc e")
    try await scene.go(to: "zqname")
    try await scene.retype("Weihenstephan")
    try await scene.send("ctrl-s")
    expectShownNames(scene, "saved")
    for keys in ["u", "esc", "H", "enter", "enter", "esc", "esc", "esc"] {
      try await scene.send(keys)
      expectShownNames(scene, "history \(keys)")
    }
  }

  @Test func `Errors of the store are told with the names that rules give`() async throws {
    let scene = try await scene("--entity Zqmaker")
    try scene.execute("ALTER TABLE zqbeer RENAME COLUMN zqname TO zqtitle")
    try await scene.send("ctrl-r esc")
    expectShownNames(scene, "tables read again")
    let gone = StoreError.notFound(RecordID(entityName: "Zqmaker", values: [.int(9)]))
    let sentence = scene.session.work.sentence(for: gone)
    #expect(sentence == "Kind 0 9 no longer exists; reload to see the current rows")
  }
}
