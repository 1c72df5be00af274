import CommandLineTool
import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// Tests the findings of `d2t rules check` on well-formed rules that have no effect or an unintended one.
@MainActor
struct SilentMistakesTests {
  private struct Fault: Decodable {
    let id, severity, message: String
    let suggestion: String?
  }

  private static let folder = TemporaryFolder()
  private static let database: String = {
    let path = folder.path + "/lists.db"
    try? Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, login TEXT NOT NULL);
      CREATE TABLE list(id INTEGER PRIMARY KEY, title TEXT NOT NULL, price NUMERIC(8,2), born DATE,
        owner_id INT NOT NULL REFERENCES person);
      CREATE TABLE song(id INTEGER PRIMARY KEY, name TEXT NOT NULL, place INT,
        list_id INT REFERENCES list);
      INSERT INTO person VALUES(1, 'ada');
      INSERT INTO list VALUES(1, 'Berlin', 3.5, '1977-10-14', 1);
      INSERT INTO song VALUES(1, 'Warszawa', 1, 1);
      """
    )
    return path
  }()

  /// Returns the findings for rules with `text` over the song lists, or without a database.
  private func check(_ text: String, over database: String? = database) async throws -> [Fault] {
    let folder = TemporaryFolder()
    let file = folder.write(Array(text.utf8), to: "my.rules")
    let words = ["rules", "check", file, "--format", "json"] + [database].compactMap(\.self)
    let outcome = await Program(try Invocation(arguments: words)).run()
    return try JSONDecoder().decode([Fault].self, from: Data(outcome.output.utf8))
  }

  private func expect(_ rules: String, _ id: String, _ hint: String) async throws {
    let faults = try await check(rules)
    #expect(faults.map(\.id) == [id], "\(rules): \(faults)")
    let said = faults.map { $0.message + " " + ($0.suggestion ?? "") }.first ?? ""
    #expect(said.contains(hint), "\(rules): \(faults)")
  }

  @Test(arguments: [
    ("*true* => menuSections = [['Shop', 'Lisst']]", "unknown-entity", "'List'"),
    (
      "*true* => menuSections = [['A', 'List'], ['B', 'Song', 'Nothing']]", "unknown-entity",
      "Nothing"
    ),
    ("task = 'list' => page = 'inspect'", "unfit-page", "made for 'list'"),
    ("task = 'review' => page = 'list'", "unfit-page", "'review'"),
    ("task in ('edit', 'create') => page = 'query'", "unfit-page", "'wizard'"),
    ("task = 'select' => page = if role = 'x' then 'select' else 'edit'", "unfit-page", "'edit'"),
    ("*true* => firstTask = 'list'", "unfit-first-task", "entity"),
    ("role = 'clerk' => firstTask = 'inspect'", "unfit-first-task", "entity"),
    ("task = 'list' => rowComponent = 'propertyNameValue'", "unfit-row", "'columns'"),
    (
      "entity.name = 'List' and task = 'select' => rowComponent = 'propertyValue'", "unfit-row",
      "'columns'"
    ),
    ("propertyKey = 'title' => rowComponent = 'columns'", "unfit-row", "'propertyValue'"),
    ("propertyKey = 'title' => formatter = 'currency'", "unfit-formatter", "decimal"),
    (
      "entity.name = 'List' and propertyKey = 'owner.login' => formatter = 'percent'",
      "unfit-formatter", "decimal"
    ),
    ("attribute.type = 'text' => formatter = number('0.00')", "unfit-formatter", "decimal"),
    ("attribute.type = 'blob' => formatter = 'yesNo'", "unfit-formatter", "bool"),
    ("propertyKey = 'title' => width = -5", "out-of-range", "1 or more"),
    ("propertyKey = 'title' => rows = 0", "out-of-range", "1 or more"),
    ("*true* => labelWidth = -1", "out-of-range", "1 or more"),
    ("task = 'list' => batchSize = 0", "out-of-range", "1 or more"),
    ("task = 'list' => fetchTimeLimit = -1", "out-of-range", "0 or more"),
    ("*true* => keepsSaves = if role = 'x' then 5 else -5", "out-of-range", "0 or more"),
  ])
  func `N4: each silent mistake is one finding of its own`(
    rules: String,
    id: String,
    hint: String
  ) async throws {
    try await expect(rules, id, hint)
  }

  @Test(arguments: [
    ("task = 'list' => page = 'inspect'", "unfit-page"),
    ("task = 'list' => rowComponent = 'propertyValue'", "unfit-row"),
    ("attribute.type = 'text' => formatter = 'currency'", "unfit-formatter"),
    ("*true* => firstTask = 'list'", "unfit-first-task"),
    ("propertyKey = 'title' => width = -5", "out-of-range"),
    ("*true* => keyBindings = {edit: 'esc'}", "idle-binding"),
  ])
  func `N4: what no database is needed for is found without one`(
    rules: String,
    id: String
  ) async throws {
    let faults = try await check(rules, over: nil)
    #expect(faults.map(\.id) == [id], "\(rules): \(faults)")
  }

  @Test(arguments: [
    "*true* => menuSections = [['Shop', 'List', 'Song'], ['People', 'Person']]",
    "task = 'inspect' => page = 'inspect'", "task in ('edit', 'create') => page = 'wizard'",
    "task = 'browse' => page = 'list'", "task = 'list' => page = 'unknown'",
    "*true* => firstTask = 'query'", "*true* => firstTask = 'login'",
    "*true* => firstTask = 'history'",
    "task = 'list' => rowComponent = 'titledSummary'",
    "task = 'inspect' => rowComponent = 'propertyNameAsTitle'",
    "entity.name = 'List' => rowComponent = 'propertyNameAsTitle'",
    "propertyKey = 'price' => formatter = 'currency'",
    "propertyKey = 'born' => formatter = date('d MMM yyyy')",
    "propertyKey = 'title' => formatter = 'upper'", "propertyKey = 'title' => formatter = 'date'",
    "attribute.type in ('text', 'decimal') => formatter = 'currency'",
    "propertyKey = 'title' => width = 20, rows = 3", "propertyKey = 'title' => width = null",
    "task = 'list' => fetchTimeLimit = 0, batchSize = 1", "*true* => keepsSaves = 0",
  ])
  func `N4: what is right is no finding`(rules: String) async throws {
    let faults = try await check(rules)
    #expect(faults.isEmpty, "\(rules): \(faults)")
  }

  @Test(arguments: [
    ("*true* => keyBindings = {edit: 'ctrl-c'}", "idle-binding", "it stops long operations"),
    ("*true* => keyBindings = {edit: 'ctrl-z f9'}", "idle-binding", "goes back to the shell"),
    ("*true* => keyBindings = {edit: 'esc'}", "idle-binding", "goes back on every page"),
    ("*true* => keyBindings = {edit: 'ctrl-m'}", "idle-binding", "'enter'"),
    ("*true* => keyBindings = {edit: 'ctrl-f5'}", "idle-binding", "'f29'"),
    ("*true* => keyBindings = {edit: 'f9', open: 'f9'}", "idle-binding", "'edit' and 'open'"),
    ("*true* => keyBindings = {edit: 'E'}", "key-binding", "'editRelationship' has no other"),
    ("task = 'edit' => keyBindings = {save: 'f2'}", "unread-here", "remove task"),
    ("entity.name = 'List' => look = 'light'", "unread-here", "remove task"),
    ("object.isNew => isMouseEnabled = false", "unread-here", "remove task"),
  ])
  func `N1: a binding that can never run its command is a finding`(
    rules: String,
    id: String,
    hint: String
  ) async throws {
    try await expect(rules, id, hint)
  }

  @Test(arguments: [
    "*true* => keyBindings = {open: 'enter l', edit: 'F4'}",
    "user.name = 'ada' => keyBindings = {save: 'f2'}", "screen.colors < 8 => look = 'mono'",
    "task = 'query' => look = 'light'", "*true* => keyBindings = {stop: 'f9 ctrl-c', suspend: ''}",
  ])
  func `N1: a binding that can run its command is none`(rules: String) async throws {
    let faults = try await check(rules)
    #expect(faults.isEmpty, "\(rules): \(faults)")
  }

  @Test(arguments: [
    "entity.name = 'List' and propertyKey = 'songs' => orderAttribute = 'place'",
    "propertyKey = 'songs' => orderAttribute = 'place'",
    "relationship.name = 'songs' => orderAttribute = 'place'",
    "entity.name = 'List' => orderAttribute = 'place'", "*true* => orderAttribute = 'place'",
    "propertyKey = 'songs' => orderAttribute = null",
  ])
  func `N5: an attribute of the far end is named for the relationship`(rules: String) async throws {
    let faults = try await check(rules)
    #expect(faults.isEmpty, "\(rules): \(faults)")
  }

  @Test(arguments: [
    (
      "entity.name = 'Song' => orderAttribute = 'place'", "far-attribute",
      "entity.name = 'List' and propertyKey = 'songs'"
    ),
    (
      "entity.name = 'List' and propertyKey = 'songs' => orderAttribute = 'title'", "far-attribute",
      "`Song`"
    ),
    ("propertyKey = 'songs' => orderAttribute = 'list'", "far-attribute", "`Song`"),
    ("propertyKey = 'songs' => orderAttribute = 'plaze'", "unknown-property", "'place'"),
    ("propertyKey = 'title' => orderAttribute = 'place'", "unread-here", "remove the rule"),
  ])
  func `N5: on what has it itself, or has none, it is a finding`(
    rules: String,
    id: String,
    hint: String
  ) async throws {
    try await expect(rules, id, hint)
  }

  @Test(arguments: [
    (
      "entity.name = 'List' => restrictingQualifier = owner.login = user.name", "unknown-key",
      "restrictingQualifier = where (owner.login = $user.name)"
    ),
    (
      "entity.name = 'List' => auxiliaryQualifier = price > 3 and object.owner.login = role",
      "unknown-key", "where (price > 3 and owner.login = $role)"
    ),
    (
      "propertyKey = 'owner' => choices = login = user.name", "unknown-key",
      "choices = where (login = $user.name)"
    ),
    (
      "entity.name = 'List' => restrictingQualifier = where (owner.login = user.name)",
      "unknown-property", "$user.name"
    ),
    ("propertyKey = 'title' => isVisible = false", "unknown-key", "`isPropertyVisible`"),
    ("propertyKey = 'title' => propertyVisible = false", "unknown-key", "`isPropertyVisible`"),
    ("*true* => readOnlyEntities = ['List']", "unknown-key", "`readOnlyEntityNames`"),
    ("*true* => displayKeys = ['title']", "unknown-key", "`displayPropertyKeys`"),
    ("entity.name = 'List' => isDeletable = false", "unknown-key", "`isObjectDeletable`"),
    ("*true* => orderings = ['title']", "unknown-key", "`sortOrderings`"),
    ("*true* => frobnicate = 1", "unknown-key", "d2t keys"),
  ])
  func `N6: advice leads to what was meant`(
    rules: String,
    id: String,
    hint: String
  ) async throws {
    try await expect(rules, id, hint)
  }

  @Test(arguments: [
    "rules explain isVisible", "catalog isVisible", "list DATABASE List --set isVisible=false",
  ])
  func `N6: the key that was meant is told wherever one is named`(line: String) async throws {
    let words = line.split(separator: " ").map { $0 == "DATABASE" ? Self.database : String($0) }
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.messages.contains("'isPropertyVisible'"), "\(outcome.messages)")
  }

  @Test(arguments: [
    "entity.name = 'List' => restrictingQualifier = role = 'clerk'",
    "entity.name = 'List' => restrictingQualifier = user.name is not null",
    "entity.name = 'List' => auxiliaryQualifier = where (owner.login = $user.name)",
  ])
  func `N6: a condition about the user is no mistake`(rules: String) async throws {
    let faults = try await check(rules)
    #expect(faults.isEmpty, "\(rules): \(faults)")
  }
}
