import SceneSupport
import CommandLineTool
import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// Tests the findings of `d2t rules check` on the mistakes of a first-time rule author.
@MainActor
struct NewcomerRulesTests {
  private struct Fault: Decodable {
    let id, severity, file, message: String
    let line: Int
    let suggestion: String?
  }

  private static let folder = TemporaryFolder()
  private static let database: String = {
    let path = folder.path + "/shop.db"
    try? Connection(path: path, mode: .create).execute(RecordShop.script)
    return path
  }()

  /// Returns the findings for rule files with `texts` over the record shop.
  private func check(_ texts: String...) async throws -> [Fault] {
    let folder = TemporaryFolder()
    let files = texts.enumerated().map { folder.write(Array($1.utf8), to: "\($0).rules") }
    let words =
      ["rules", "check"] + files + [Self.database, "--format", "json"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    return try JSONDecoder().decode([Fault].self, from: Data(outcome.output.utf8))
  }

  @Test(arguments: [
    (
      "entity.name = 'Track' and object.unitPrise > 1 => color = 'red'", "unknown-property",
      "unitPrice"
    ),
    ("object.totl > 1 => color = 'red'", "unknown-property", nil),
    ("entity.name = 'Track' => title = `{object.nme}`", "unknown-property", "name"),
    ("entity.name = 'Track' => title = object.album.artist.nam", "unknown-property", "name"),
    (
      "when entity.name = 'Artist' { object.unitPrice > 1 => color = 'red' }", "unknown-property",
      nil
    ),
    (
      "entity.name = 'Artist' => displayPropertyKeys = ['name', 'unitPrice']", "other-entity",
      "Track"
    ),
    ("entity.name = 'Artist' => sortOrderings = ['-unitPrice']", "other-entity", "Track"),
    ("entity.name = 'Artist' and propertyKey = 'unitPrice' => width = 9", "other-entity", "Track"),
    ("entity.name = 'Track' => displayPropertyKeys = ['album.unitPrice']", "other-entity", "Track"),
    (
      "entity.name = 'Artist' => displayPropertyKeys = ['name', 'albums.@count']", "unshown-path",
      "`albums`"
    ),
    ("entity.name = 'Artist' => displayPropertyKeys = ['albums.title']", "unshown-path", nil),
    ("entity.name = 'Artist' => sortOrderings = ['albums']", "unshown-path", "@count"),
    ("entity.name = 'Artist' => groupBy = 'albums.title'", "unshown-path", "@count"),
    ("entity.name = 'Artist' => groups = 'albums count'", "unshown-path", "@count"),
    ("entity.name = 'Artist' => groups = 'unitPrice count'", "other-entity", "Track"),
    ("propertyKey = 'albums' => groups = 'albums count'", "other-entity", "albumId"),
    ("*true* => groups = ''", "wrong-type", nil),
    ("*true* => groups = 'name summ(unitPrice)'", "wrong-type", "sum(unitPrice)"),
    ("*true* => groups = 'name limit x'", "wrong-type", nil),
    ("*true* => groups = 'name sum(unitPrice) -cont'", "wrong-type", nil),
    ("entity.name = 'Track' => initialPropertyValues = {bytes: 'many'}", "unfit-value", nil),
    ("propertyKey = 'bytes' => choices = ['many', 'few']", "unfit-value", nil),
    ("propertyKey = 'artist' => choices = ['Accept']", "unread-here", "where"),
    ("propertyKey = 'bytes' => choices = where (name = 'x')", "unread-here", "list values"),
    ("propertyKey = 'bytes' => choices = {many: 'Many', '2': 'Two'}", "unfit-value", nil),
    ("propertyKey = 'bytes' => choices = [{'1': 'One'}, {two: 'Two'}]", "unfit-value", nil),
    ("propertyKey = 'album' and task = 'inspect' => hideEmptyProperty = true", "unread-here", nil),
    ("relationship.isToMany = true => hideEmptyProperty = true", "unread-here", nil),
    (
      "task = 'list' and propertyKey = 'title' => rowComponent = 'propertyValue'", "unread-here",
      "'inspect'"
    ),
    (
      "task = 'query' and propertyKey = 'title' => rowComponent = 'propertyValue'",
      "unread-here", "'inspect'"
    ),
    ("task = 'query' => sortOrderings = ['name']", "unread-here", "'list'"),
    ("task = 'list' => sections = [['Name', 'name']]", "unread-here", "'inspect'"),
    ("task = 'list' and propertyKey = 'name' => hint = 'as on the cover'", "unread-here", "'edit'"),
    ("task = 'query' and propertyKey = 'name' => alignment = 'right'", "unread-here", nil),
    ("tab = 'Jobs' => displayPropertyKeys = ['name']", "unknown-tab", "tabs"),
    ("*true* => keyBindings = {edt: 'f4'}", "key-binding", nil),
    ("*true* => keyBindings = {edit: 'f99x'}", "key-binding", nil),
    ("*true* => keyBindings = {edit: 'f4', delete: 'f4'}", "idle-binding", nil),
    ("entity.name = 'Track' => initialPropertyValues = {unitPrice: 'today'}", "unfit-value", nil),
    ("object.unitPrice > 5 and object.unitPrice < 3 => color = 'red'", "constant-condition", nil),
    (
      "tab = 'A' and task = 'list' => color = 'red'\n*true* => tabs = ['A']", "constant-condition",
      nil
    ),
    ("propertyKey = 'title' => component = 'EditText'", "unfit-component", "task in"),
    ("propertyKey = 'title' and task = 'edit' => component = 'EditToOne'", "unfit-component", nil),
    ("attribute.type = 'date' and task = 'edit' => component = 'EditBool'", "unfit-component", nil),
  ])
  func `D1: each thing a newcomer gets wrong is one finding of its kind`(
    rules: String,
    id: String,
    hint: String?
  ) async throws {
    let faults = try await check(rules)
    #expect(faults.map(\.id) == [id], "\(rules): \(faults)")
    if let hint { #expect(faults.first?.suggestion?.contains(hint) == true, "\(faults)") }
  }

  @Test(arguments: [
    "entity.name = 'Track' and object.unitPrice > 1 => color = 'red'",
    "object.name = 'x' => color = 'red'", "object.album.artist.name = 'x' => color = 'red'",
    "object.isNew => color = 'red'", "object.primaryKey = 1 => color = 'red'",
    "object.name.length > 5 => color = 'red'", "object.albums.@count > 5 => color = 'red'",
    "entity.name = 'Track' => displayPropertyKeys = ['name', 'album', 'album.artist.name']",
    "displayPropertyKeys = ['name', 'title']", "chart = 'bar'", "chartEntityNames = ['Track']",
    "entity.name = 'Artist' => sortOrderings = ['-albums.@count'], groupBy = 'albums.@count'",
    "entity.name = 'Artist' => groups = 'albums.@count, length(name) across name count limit 3'",
    "propertyKey = 'albums' => component = 'chart', groups = 'title count -count', chart = 'line'",
    "entity.name = 'Customer' => labelKey = 'firstName, lastName'",
    "entity.name = 'Track' => initialPropertyValues = {bytes: 1, name: 'x', unitPrice: 0.99}",
    "propertyKey = 'bytes' => choices = [1, 2]",
    "propertyKey = 'bytes' => choices = {'1': 'one', '2': 'two'}",
    "propertyKey = 'name' => choices = {G: 'General'}",
    "propertyKey = 'name' => choices = [{PG: 'Guidance'}, {G: 'General'}]",
    "propertyKey = 'artist' => choices = where (name like 'A*')",
    "propertyKey = 'album' => displayNameForProperty = 'LP'",
    "task = 'inspect' and propertyKey = 'bytes' => hideEmptyProperty = true",
    "task = 'list' => rowComponent = 'titledSummary'", "task = 'list' => color = 'red'",
    "task = 'inspect' and propertyKey = 'title' => rowComponent = 'propertyValue'",
    "task in ('list', 'inspect') and propertyKey = 'title' => rowComponent = 'propertyValue'",
    "task in ('edit', 'create') and propertyKey = 'title' => rowComponent = 'propertyValue'",
    "task = 'edit' and propertyKey = 'title' => color = 'red', style = 'bold'",
    "task = 'edit' => actions = ['history']",
    "task = 'query' and entity.name = 'Track' => color = 'red'",
    "*true* => firstTask = 'list', firstEntity = 'Track'",
    "task = 'edit' and propertyKey = 'title' => hint = 'as on the cover'",
    "task = 'list' => page = 'unknown'\ntask = 'list' => sections = [['Name', 'name']]",
    "task = 'list' => sections = [['Name', 'name']]\ntask = 'list' and sections != [] => title = 'x'",
    "task = 'mend' => sections = [['Name', 'name']]",
    "tab = 'Jobs' => displayPropertyKeys = ['name']\n*true* => tabs = ['Jobs', 'More']",
    "*true* => keyBindings = {edit: 'f4'}",
    "object.unitPrice > 5 and object.unitPrice < 7 => color = 'red'",
    "task in ('edit', 'create') and propertyKey = 'title' => component = 'EditText'",
    "task = 'mend' and propertyKey = 'title' => component = 'EditText'",
    "task = 'inspect' => displayPropertyKeys = ['title', 'artist.name']",
    "entity.name = 'Artist' or object.unitPrice > 1 => color = 'red'",
    "*true* => tabs = ['Job']\ntab = 'Job' => displayPropertyKeys = ['name']\ntask = 'list' => displayPropertyKeys = ['title']",
  ])
  func `D1: what is right is no finding`(rules: String) async throws {
    let faults = try await check(rules)
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `D1: a right whose condition reads what is nowhere is denied, not forgotten`()
    async throws
  {
    let scene = try await Scene(
      RecordShop.script,
      rules: "entity.name = 'Artist' and object.locked = true => isObjectEditable = false",
      "--task list --entity Artist"
    )
    #expect(
      !scene.text.contains("e edit") && scene.status.contains("1 rule fault"),
      "\(scene.text)"
    )
  }

  @Test func `S4: equal places in two files are two findings`() async throws {
    let text = "1 = 1 => title = 'x'"
    let faults = try await check(text, "1 = 1 => color = 'x'", text).filter {
      $0.id == "constant-condition"
    }
    #expect(faults.count == 2 && Set(faults.map(\.file)).count == 2)
  }

  @Test(arguments: [
    ("entity.name = Artist => title = 'x'", "entity.name = 'Artist'"),
    ("entity.name in [Artist, Track] => title = 'x'", "'Artist'"),
    ("unitPrice > 10 => color = 'red'", "`object.unitPrice`"),
    ("entity.name = 'Track' => title = name", "`object.name`"),
    ("entity = 'Artist' => title = 'x'", "entity.name = 'Artist'"),
    ("task = 'list' -> title = 'x'", "`=>`"),
    ("*true* => displayPropertyKeys = 'name', 'title'", "displayPropertyKeys = ['name', …]"),
    ("*true* => displayPropertyKeys = 'name, title'", "displayPropertyKeys = ['name', 'title']"),
    ("*true* => tabs = 'no'", "tabs = ['no']"),
    ("*true* => isObjectEditable = 'no'", "isObjectEditable = false"),
    ("*true* => width = '12'", "width = 12"), ("*true* => title = 12", "title = '12'"),
    ("*true* => color = green", "color = 'green'"),
    ("*true* => component = 'Widget'", "EditText"),
    ("*true* => formatter = 'Widget'", "d2t catalog formatter"),
    ("*true* => color = 'Widget'", "red"), ("*true* => look = 'Widget'", "light"),
    ("*true* => page = 'Widget'", "inspect"),
  ])
  func `D2: a message shows the text that was meant`(rules: String, meant: String) async throws {
    let faults = try await check(rules).filter { $0.severity == "error" }
    #expect(!faults.isEmpty)
    #expect(faults.first?.suggestion?.contains(meant) == true, "\(faults)")
  }

  @Test(arguments: [
    ("*true* => width = object.name * 2", "wrong-type"),
    ("*true* => width = round()", "syntax"),
    ("object.albums.@sum.nothing > 3 => color = 'red'", "unknown-property"),
    ("*true* => displayPropertyKeys = ['albums.@sum.albumId']", "unknown-property"),
    ("propertyKey = 'name' => choices = [['G', 'General']]", "wrong-type"),
    ("propertyKey = 'name' => choices = {G: 1}", "wrong-type"),
    ("propertyKey = 'name' => choices = [{G: 'General', PG: 'Guidance'}]", "wrong-type"),
    ("propertyKey = 'name' => choices = 'G'", "wrong-type"),
    ("*true* => formatter = 'currency(EUR)'", "unknown-formatter"),
    ("super = 'x' => title = 'y'", "unknown-key"),
  ])
  func `D7: what rules cannot say is refused, never half done`(rules: String, id: String)
    async throws
  {
    let faults = try await check(rules).filter { $0.severity == "error" }
    #expect(faults.map(\.id) == [id], "\(faults)")
  }

  @Test(arguments: [
    "*true* => width = object.bytes * 2 + 1", "*true* => title = super + ' (draft)'",
    "object.albums.@sum.albumId > 3 => color = 'red'",
    "object.albums[title like 'A*'].@count > 3 => color = 'red'",
    "*true* => sortOrderings = ['length(title) desc', 'name']",
  ])
  func `What rules compute is no fault`(rules: String) async throws {
    #expect(try await check(rules).filter { $0.severity == "error" }.map(\.message) == [])
  }
}
