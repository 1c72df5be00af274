@testable import CommandLineTool  // what is said of a missing object
import Pages
import SceneSupport
import Editing
import EntityStore
import Qualifiers
import SQLite
import TestSupport
import Testing
import Workspace

/// Every cell of the rights matrix through every path: what is forbidden comes out nowhere and changes nothing, what is
/// allowed works.
@MainActor
struct RightsMatrixTests {
  typealias Role = RightsMatrix.Role
  typealias Subject = RightsMatrix.Subject
  typealias Action = RightsMatrix.Action

  @Test(arguments: Role.allCases, Action.allCases)
  func `No path leads around the rules, and none is closed without need`(
    role: Role,
    action: Action
  ) async throws {
    for subject in Subject.allCases {
      let expected = RightsMatrix.allows(role, action, subject)
      for (path, attempt) in Self.paths(of: action) {
        let succeeded = try await attempt(role, subject)
        #expect(succeeded == expected, "\(role) may \(action) \(subject), by \(path)")
      }
    }
  }

  typealias Attempt = @MainActor (Role, Subject) async throws -> Bool

  private static func paths(of action: Action) -> [(String, Attempt)] {
    switch action {
    case .see:
      [
        ("store", see), ("list", { try await onPage("", $0, $1) }),
        ("inspect", { try await onPage("--task inspect", $0, $1) }),
        ("edit", { try await onPage("--task edit", $0, $1) }), ("render", render),
        ("d2t list", { try await printed("list", $0, $1) }),
        ("d2t list --format json", { try await printed("list", $0, $1, "--format", "json") }),
        ("d2t get", { try await printed("get", $0, $1) }), ("history", seeInHistory),
      ]
    case .count:
      [
        ("store", countRows), ("page", countOnPage), ("d2t get", countPrinted),
        ("list", countInList),
      ]
    case .pick:
      [
        ("store", pickRecord), ("select", pickOnPage), ("related rows", pickAmongRows),
        ("d2t set", pickByCommand),
      ]
    case .search:
      [
        ("store", searchStore), ("search", searchOnPage), ("filter", filterOnPage),
        ("query", askOnPage), ("d2t list", searchPrinted),
      ]
    case .export:
      [
        ("csv", { try await printed("export", $0, $1) }),
        ("json", { try await printed("export", $0, $1, "--format", "json") }),
      ]
    case .insert:
      [
        ("store", insertIntoStore), ("page", insertOnPage), ("d2t insert", insertByCommand),
        ("d2t import", importByCommand), ("history", { try await takeBack(.delete, $0, $1) }),
        ("d2t insert --dry-run", { try await tried("insert", $0, $1) }),
      ]
    case .update:
      [
        ("store", updateStore), ("page", updateOnPage), ("d2t set", updateByCommand),
        ("history", { try await takeBack(.update, $0, $1) }), ("bulk", updateInBulk),
        ("d2t set --dry-run", { try await tried("set", $0, $1) }),
      ]
    case .delete:
      [
        ("store", deleteFromStore), ("page", deleteOnPage), ("d2t delete", deleteByCommand),
        ("history", { try await takeBack(.insert, $0, $1) }),
        ("d2t delete --dry-run", { try await tried("delete", $0, $1) }),
      ]
    }
  }

  // MARK: Ways in

  /// A scene; `nil` when the program does not even start there.
  static func scene(_ role: Role, _ arguments: String = "") async throws -> Scene? {
    do {
      return try await Scene(
        RightsMatrix.script,
        rules: RightsMatrix.rules,
        "--role \(role.rawValue) " + arguments,
        width: 120
      )
    } catch is StoreError {
      return nil
    } catch is UsageError {
      return nil
    } catch is MissingObject {
      return nil
    }
  }

  /// A run of a subcommand on a database of its own; the database is looked at afterwards.
  static func run(_ role: Role, _ words: [String]) async throws -> (
    Program.Outcome, changed: Bool
  ) {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(RightsMatrix.script)
    let before = try contents(path)
    let rules = folder.write(Array(RightsMatrix.rules.utf8), to: "my.rules")
    var arguments = [words[0], path] + words.dropFirst()
    if words[0] == "import" {
      arguments = ["import", path, words[1], folder.write(Array(words[2].utf8), to: "rows.csv")]
    }
    arguments += ["--rules", rules, "--role", role.rawValue]
    let outcome = await Program(try Invocation(arguments: arguments)).run()
    return (outcome, try contents(path) != before)
  }

  private static func contents(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try ["store", "customer", "secret", "invoice"].flatMap { table in
      try connection.rows("SELECT * FROM \(table)") { row in
        table + (0..<row.columnCount).map { "|" + row.text($0) }.joined()
      }
    }
  }

  /// Whether the store does it; what it refuses it does not.
  static func succeeds(_ work: () async throws -> Bool) async throws -> Bool {
    do { return try await work() } catch is StoreError { return false } catch is SaveError {
      return false
    }
  }

  static func canary(_ subject: Subject) -> String { RightsMatrix.canary(of: subject) }

  static func condition(_ subject: Subject) throws -> Qualifier {
    let text =
      subject == .property
      ? "credit = 711"
      : "\(RightsMatrix.key(of: subject)) ilike '*\(canary(subject).dropFirst())*'"
    return try #require(Qualifier.parse(text).qualifier)
  }

  static func id(_ subject: Subject) -> RecordID {
    RecordID(
      entityName: RightsMatrix.entityName(of: subject),
      values: [.int(Int64(RightsMatrix.id(of: subject)))]
    )
  }

  // MARK: See

  private static func see(_ role: Role, _ subject: Subject) async throws -> Bool {
    try await succeeds {
      let all = FetchSpecification(entityName: RightsMatrix.entityName(of: subject))
      let scene = try #require(try await Self.scene(role))
      defer { withExtendedLifetime(scene) {} }
      let records = try await scene.session.work.store.window(all, from: .start, count: 9).records
      return records.contains { $0.values.contains { $0.description == canary(subject) } }
    }
  }

  private static func onPage(_ task: String, _ role: Role, _ subject: Subject) async throws -> Bool
  {
    let id = task.isEmpty ? "" : "--id \(RightsMatrix.id(of: subject))"
    let scene = try await scene(
      role,
      "--entity \(RightsMatrix.entityName(of: subject)) \(task) \(id)"
    )
    return shows(scene, subject)
  }

  static func shows(_ scene: Scene?, _ subject: Subject) -> Bool {
    let text = scene?.text.filter { $0 != "," } ?? ""
    return text.contains(canary(subject))
  }

  private static func render(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard let scene = try await scene(role, "--entity \(RightsMatrix.entityName(of: subject))")
    else {
      return false
    }
    let page = try RenderedPage(session: scene.session, invocation: Invocation())
    while !page.advance() { await Task.yield() }
    return page.text.filter { $0 != "," }.contains(canary(subject))
  }

  static func printed(
    _ command: String,
    _ role: Role,
    _ subject: Subject,
    _ more: String...
  ) async throws -> Bool {
    let name = RightsMatrix.entityName(of: subject)
    let link = command == "get" ? "\(name)#\(RightsMatrix.id(of: subject))" : name
    let outcome = try await run(role, [command, link] + more).0
    #expect(!outcome.messages.contains(canary(subject)))
    return outcome.output.filter { $0 != "," || command == "export" }.contains(canary(subject))
  }

  // MARK: Count

  private static func countRows(_ role: Role, _ subject: Subject) async throws -> Bool {
    try await succeeds {
      let rows = FetchSpecification(
        entityName: RightsMatrix.entityName(of: subject),
        qualifier: try condition(subject)
      )
      let scene = try #require(try await Self.scene(role))
      defer { withExtendedLifetime(scene) {} }
      return try await scene.session.work.store.count(rows) == 1
    }
  }

  /// The relationship of a store whose count would tell.
  private static func countingLink(_ subject: Subject) -> (store: Int, key: String) {
    subject == .row ? (2, "customers") : (1, "secrets")
  }

  private static func countOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else { return try await filterOnPage(role, subject) }
    let (id, key) = countingLink(subject)
    let scene = try await scene(role, "--entity Store --task inspect --id \(id)")
    let line = scene?.line(with: key == "customers" ? "Customers" : "Secrets") ?? ""
    return line.contains("1")
  }

  private static func countPrinted(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else { return try await searchPrinted(role, subject) }
    let (id, key) = countingLink(subject)
    return try await run(role, ["get", "Store#\(id)", key]).0.output == "1\n"
  }

  // MARK: Pick

  private static func pickRecord(_ role: Role, _ subject: Subject) async throws -> Bool {
    try await succeeds {
      let scene = try #require(try await Self.scene(role))
      defer { withExtendedLifetime(scene) {} }
      let record = try await scene.session.work.store.record(id(subject))
      return record?.value(forKey: RightsMatrix.key(of: subject)) != nil
    }
  }

  private static func pickOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard let scene = try await scene(role, "--entity Invoice --task edit --id 1") else {
      return false
    }
    try await scene.go(to: subject == .entity ? "secret" : "customer")
    try await scene.send("enter")
    return shows(scene, subject)
  }

  private static func pickByCommand(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else { return try await printed("list", role, subject) }
    let reference = "\(subject == .entity ? "secret" : "customer")=\(RightsMatrix.id(of: subject))"
    let (outcome, changed) = try await run(role, ["set", "Invoice#1", reference])
    #expect((outcome.code == 0) == changed, "\(outcome.messages)")
    let raw = "\(subject == .entity ? "secret" : "customer")Id=\(RightsMatrix.id(of: subject))"
    #expect(try await run(role, ["set", "Invoice#1", raw]).changed == changed, "by its key")
    return changed
  }

  // MARK: Search

  private static func searchStore(_ role: Role, _ subject: Subject) async throws -> Bool {
    try await succeeds {
      let rows = FetchSpecification(
        entityName: RightsMatrix.entityName(of: subject),
        qualifier: try condition(subject),
        sortOrderings: [SortOrdering(PropertyPath(RightsMatrix.key(of: subject)))]
      )
      let scene = try #require(try await Self.scene(role))
      defer { withExtendedLifetime(scene) {} }
      return try await !scene.session.work.store.window(rows, from: .end, count: 9).records.isEmpty
    }
  }

  private static func searchOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard let scene = try await scene(role, "--entity \(RightsMatrix.entityName(of: subject))")
    else {
      return false
    }
    try await scene.send("/")
    try await scene.paste(canary(subject))
    try await scene.send("enter")
    return !scene.status.contains("not found")
  }

  static func filterOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard let scene = try await scene(role, "--entity \(RightsMatrix.entityName(of: subject))")
    else {
      return false
    }
    try await scene.send("F")
    try await scene.paste("\(try condition(subject))")
    try await scene.send("enter")
    return scene.text.contains(subject == .property ? "Ada" : canary(subject))
      && !scene.status.contains("not shown") && scene.status.contains("1/1")
  }

  private static func searchPrinted(_ role: Role, _ subject: Subject) async throws -> Bool {
    let name = RightsMatrix.entityName(of: subject)
    let key = RightsMatrix.key(of: subject)
    let rows = try await run(role, ["list", "\(name)?\(try condition(subject))&sort=\(key)"]).0
    // A title and one row.
    return rows.code == 0 && rows.output.split(separator: "\n").count == 2
  }

  // MARK: Insert

  /// Returns an entity with the values of a new row that is the subject, or has it as a property.
  static func newRow(_ subject: Subject) -> (entity: String, values: [(String, String)]) {
    switch subject {
    case .entity: ("Secret", [("word", "new"), ("storeId", "1")])
    case .row: ("Customer", [("name", "new"), ("storeId", "2")])
    case .property: ("Customer", [("name", "new"), ("storeId", "1"), ("credit", "5")])
    }
  }

  private static func insertIntoStore(_ role: Role, _ subject: Subject) async throws -> Bool {
    let row = newRow(subject)
    let values = row.values.map { ($0.0, Int64($0.1).map { Value.int($0) } ?? .string($0.1)) }
    let change = Change.insert(
      entityName: row.entity,
      values: Dictionary(uniqueKeysWithValues: values),
      references: [:],
      token: 1
    )
    return try await saves(role, change)
  }

  private static func saves(_ role: Role, _ change: Change) async throws -> Bool {
    guard let scene = try await scene(role) else { return false }
    let before = try scene.dump()
    let succeeded = try await succeeds {
      _ = try await scene.session.work.store.save([change])
      return true
    }
    #expect(try (scene.dump() != before) == succeeded)
    return succeeded
  }

  private static func insertOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    let (store, key) = subject == .entity ? (1, "secrets") : (subject == .row ? 2 : 1, "customers")
    guard let scene = try await scene(role, "--entity Store --task inspect --id \(store)") else {
      return false
    }
    let before = try scene.dump()
    do {
      try await scene.go(to: key)
      try await scene.send("enter o")
      try await scene.go(to: subject == .entity ? "word" : "name")
      try await scene.paste("new")
      if subject == .property {
        try await scene.go(to: "credit")
        try await scene.paste("5")
      }
    } catch is Scene.Restless {
      return false
    }
    try await scene.send("ctrl-s")
    let new = try scene.dump().subtracting(before)
    // Where the field is not there or takes nothing, the rest may be saved.
    return subject == .property ? new.contains { $0.contains("integer5") } : !new.isEmpty
  }

  private static func insertByCommand(_ role: Role, _ subject: Subject) async throws -> Bool {
    let row = newRow(subject)
    let words = ["insert", row.entity] + row.values.map { "\($0.0)=\($0.1)" }
    let (outcome, changed) = try await run(role, words)
    #expect((outcome.code == 0) == changed, "\(outcome.messages)")
    return changed
  }

  private static func importByCommand(_ role: Role, _ subject: Subject) async throws -> Bool {
    let row = newRow(subject)
    let file = [row.values.map(\.0), row.values.map(\.1)].map { $0.joined(separator: ",") + "\n" }
    let (outcome, changed) = try await run(role, ["import", row.entity, file.joined()])
    #expect((outcome.code == 0) == changed, "\(outcome.messages)")
    return changed
  }

  // MARK: Update

  private static func updateStore(_ role: Role, _ subject: Subject) async throws -> Bool {
    let value: Value = subject == .property ? .int(5) : .string("new")
    return try await saves(
      role,
      .update(id(subject), values: [RightsMatrix.key(of: subject): value], original: [:])
    )
  }

  private static func updateOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    let page = "--entity \(RightsMatrix.entityName(of: subject)) --task edit"
    guard let scene = try await scene(role, "\(page) --id \(RightsMatrix.id(of: subject))") else {
      return false
    }
    let before = try scene.dump()
    do {
      try await scene.go(to: RightsMatrix.key(of: subject))
      try await scene.retype(subject == .property ? "5" : "new")
      try await scene.send("ctrl-s")
    } catch is Scene.Restless {}
    return try scene.dump() != before
  }

  private static func updateByCommand(_ role: Role, _ subject: Subject) async throws -> Bool {
    let link = "\(RightsMatrix.entityName(of: subject))#\(RightsMatrix.id(of: subject))"
    let assignment = "\(RightsMatrix.key(of: subject))=\(subject == .property ? "5" : "new")"
    let (outcome, changed) = try await run(role, ["set", link, assignment])
    #expect((outcome.code == 0) == changed, "\(outcome.messages)")
    return changed
  }

  // MARK: Delete

  private static func deleteFromStore(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else {
      return try await saves(role, .update(id(subject), values: ["credit": .null], original: [:]))
    }
    return try await saves(role, .delete(id(subject), original: [:]))
  }

  private static func deleteOnPage(_ role: Role, _ subject: Subject) async throws -> Bool {
    guard subject != .property else { return try await updateOnPage(role, subject) }
    let page = "--entity \(RightsMatrix.entityName(of: subject)) --task inspect"
    guard let scene = try await scene(role, "\(page) --id \(RightsMatrix.id(of: subject))") else {
      return false
    }
    let before = try scene.dump()
    try await scene.send("d y")
    return try scene.dump() != before
  }

  private static func deleteByCommand(_ role: Role, _ subject: Subject) async throws -> Bool {
    let link = "\(RightsMatrix.entityName(of: subject))#\(RightsMatrix.id(of: subject))"
    let words = subject == .property ? ["set", link, "--null", "credit"] : ["delete", link]
    let (outcome, changed) = try await run(role, words)
    #expect((outcome.code == 0) == changed, "\(outcome.messages)")
    return changed
  }
}
