import CommandLineTool
import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// The doors through which one looks at what was saved and is pending, and changes much at once, as paths of the matrix.
extension RightsMatrixTests {
  // MARK: What was saved

  /// The save history as a role sees it after the boss has saved a change to the subject.
  private struct Aftermath {
    let folder: TemporaryFolder
    let scene: Scene
  }

  private static func afterSave(
    _ action: Action,
    of subject: Subject,
    seenBy role: Role
  ) async throws -> Aftermath? {
    let folder = TemporaryFolder()
    let boss = try #require(try await scene(.boss))
    try await begin(boss, in: folder)
    let entity = RightsMatrix.entityName(of: subject)
    // What is at stake in a property is its value.
    switch subject == .property ? .update : action {
    case .insert:
      let row = newRow(subject)
      let values = row.values.map { ($0.0, Int64($0.1).map { Value.int($0) } ?? .string($0.1)) }
      _ = boss.session.work.editing.insert(
        try #require(boss.session.work.model.entity(named: entity)),
        values: Dictionary(uniqueKeysWithValues: values)
      )
    case .delete:
      boss.session.work.editing.delete(try await object(of: subject, in: boss))
    default:
      let value: Value = subject == .property ? .null : .string("new")
      let key = RightsMatrix.key(of: subject)
      try await object(of: subject, in: boss).set(value, forAttribute: key)
    }
    try await boss.session.work.save()
    do {
      let next = try await Scene(
        copyOf: boss.path,
        rules: RightsMatrix.rules,
        "--role \(role.rawValue) --task history",
        width: 120
      )
      try await begin(next, in: folder)
      await boss.end()
      return Aftermath(folder: folder, scene: next)
    } catch is StoreError { return nil }
  }

  private static func begin(_ scene: Scene, in folder: TemporaryFolder) async throws {
    let log = try SQLiteSaveLog(path: folder.path + "/log.db")
    await scene.session.work.saves.begin(with: log, in: scene.session.work)
    scene.draw()
    try await scene.settle()
  }

  private static func object(of subject: Subject, in scene: Scene) async throws -> ManagedObject {
    let record = try await scene.session.work.store.record(id(subject), paths: nil)
    return scene.session.work.editing.object(for: try #require(record))
  }

  static func seeInHistory(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard let after = try await afterSave(.update, of: subject, seenBy: role) else { return false }
    var text = after.scene.text
    try await after.scene.send("enter")
    text += after.scene.text
    try await after.scene.send("esc u")
    text += after.scene.text
    return text.contains(canary(subject))
  }

  /// Takes back what the boss has done to the subject.
  static func takeBack(_ action: Action, _ role: Role, _ subject: Subject) async throws -> Bool {
    guard let after = try await afterSave(action, of: subject, seenBy: role) else { return false }
    let before = try after.scene.dump()
    try await after.scene.send("u y")
    return try after.scene.dump() != before
  }

  // MARK: Many rows

  static func countInList(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else { return try await filterOnPage(role, subject) }
    let name = RightsMatrix.entityName(of: subject)
    guard let scene = try await scene(role, "--entity \(name)") else { return false }
    return scene.status.contains("1/\(subject == .row ? 2 : 1)")
  }

  static func updateInBulk(_ role: Role, _ subject: Subject) async throws -> Bool {
    let name = RightsMatrix.entityName(of: subject)
    guard let scene = try await scene(role, "--entity \(name)") else { return false }
    let before = try scene.rows("SELECT * FROM \(name) WHERE id = \(RightsMatrix.id(of: subject))")
    try await scene.send("M")
    if subject == .row, !RightsMatrix.allows(role, .count, .row) {
      #expect(!scene.text.contains("all 2 rows"), "\(scene.text)")
    }
    try await scene.send("esc A M")
    guard let model = scene.session.navigator.current.bulk else { return false }
    let text = subject == .property ? "5" : "new"
    model.input = BulkChange.Input(key: RightsMatrix.key(of: subject), text: text)
    try await scene.settle()
    let isSecret = !RightsMatrix.allows(role, .see, subject)
    #expect(!isSecret || !shows(scene, subject), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(!isSecret || !shows(scene, subject), "\(scene.text)")
    let after = try scene.rows("SELECT * FROM \(name) WHERE id = \(RightsMatrix.id(of: subject))")
    return after != before
  }

  // MARK: Forms

  static func askOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    let name = RightsMatrix.entityName(of: subject)
    guard let scene = try await scene(role, "--task query --entity \(name)") else { return false }
    do { try await scene.go(to: RightsMatrix.key(of: subject)) } catch is Scene.Restless {
      return false
    }
    try await scene.paste(canary(subject))
    try await scene.send("ctrl-s")
    return scene.status.contains("1/1")
  }

  /// Looks for what is to be added to the objects of a store that has none of it.
  static func pickAmongRows(_ role: Role, _ subject: Subject) async throws -> Bool {
    let store = subject == .row ? 1 : 2
    guard let scene = try await scene(role, "--entity Store --task edit --id \(store)") else {
      return false
    }
    let key = subject == .entity ? "secrets" : "customers"
    do { try await scene.go(to: key) } catch is Scene.Restless { return shows(scene, subject) }
    try await scene.send("a")
    return shows(scene, subject)
  }

  // MARK: Trials

  /// Whether a subcommand says that it would do it; it does nothing.
  static func tried(_ command: String, _ role: Role, _ subject: Subject) async throws -> Bool {
    let link = "\(RightsMatrix.entityName(of: subject))#\(RightsMatrix.id(of: subject))"
    let row = newRow(subject)
    let words =
      switch command {
      case "insert": ["insert", row.entity] + row.values.map { "\($0.0)=\($0.1)" }
      case "delete" where subject != .property: ["delete", link]
      case "delete": ["set", link, "--null", "credit"]
      default:
        ["set", link, "\(RightsMatrix.key(of: subject))=\(subject == .property ? "5" : "new")"]
      }
    var succeeded: [Bool] = []
    for format in [[], ["--format", "json"]] {
      let (outcome, changed) = try await run(role, words + ["--dry-run"] + format)
      #expect(!changed)
      let text = outcome.output + outcome.messages
      #expect(
        RightsMatrix.allows(role, .see, subject) || !text.contains(canary(subject)),
        "\(text)"
      )
      succeeded.append(outcome.code == 0)
    }
    #expect(Set(succeeded).count == 1)
    return succeeded[0]
  }
}
