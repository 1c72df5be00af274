import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment
import SceneSupport
import StandardKeys
import TestSupport
import Testing
import Widgets

import CommandLineTool
@testable import Pages
import Workspace

/// Tests that the declarations in the catalog are true: parts read the keys they declare, and no others.
@MainActor
struct CatalogTests {
  @Test func `A type with values of its own has a component, and a formatter unless there is one`()
  {
    var catalog = Catalog()
    #expect(catalog.components["duration"] == nil && catalog.formatters["duration"] != nil)
    catalog.addAttributeTypes(
      ["duration", "pulse"].map { name in
        AttributeType(name, .integer) {
          $0.values = {
            CustomType(name, storage: $0) { _ in
              "own"
            } value: { _ in
              nil
            }
          }
        }
      }
    )
    #expect(catalog.components["duration"] != nil && catalog.components["pulse"] != nil)
    let (kept, own) = (catalog.formatters["duration"], catalog.formatters["pulse"])
    #expect(own?.summary == "A value of the type pulse.")
    #expect(kept?.summary != "A value of the type duration.")
  }

  // MARK: Recording

  /// Stands for whoever draws.
  private static let drawing = Key(false, "What is drawn.")

  /// The scopes in which each part was drawn.
  @MainActor
  private final class Recorder {
    /// The program itself, outside of all parts.
    static let program = "the program"
    private var scopes: [String: [EnvironmentValues]] = [:]

    /// Returns a copy of the scope that records reads by the part.
    func scope(_ scope: EnvironmentValues, of part: String) -> EnvironmentValues {
      let told = scope.answering(CatalogTests.drawing)
      scopes[part, default: []].append(told)
      return told
    }

    /// The keys that rules may set and the part asked for; `nil` where it was not drawn.
    func keys(of part: String) -> Set<String>? {
      scopes[part].map { scopes in
        let names = scopes.flatMap(\.keysRead).filter(\.isAssignable)
          .compactMap { builtInVocabulary.name(of: $0) }
        // The task of a page is the program's, whatever rules say of it.
        return Set(names).subtracting(["task"])
      }
    }
  }

  /// Tells what is read by a part.
  private struct Recorded: View {
    let part: String
    let recorder: Recorder
    let content: @MainActor () -> AnyView

    var body: some View {
      content().transformEnvironment { $0 = recorder.scope($0, of: part) }
    }
  }

  private static func catalog(_ recorder: Recorder) -> Catalog {
    var catalog = Catalog.builtIn
    func recorded(_ pages: [String: Page], _ kind: String) -> [String: Page] {
      pages.mapValues { page in
        var copy = page
        copy.view = {
          AnyView(Recorded(part: "\(kind) \(page.name)", recorder: recorder, content: page.view))
        }
        return copy
      }
    }
    catalog.pages = recorded(catalog.pages, "page")
    catalog.pageWrappers = recorded(catalog.pageWrappers, "pageWrapper")
    catalog.debugComponents = recorded(catalog.debugComponents, "debugComponent")
    catalog.rows = catalog.rows.mapValues { row in
      var copy = row
      copy.view = {
        AnyView(
          Recorded(part: "rowComponent \(row.name)", recorder: recorder, content: row.view)
        )
      }
      return copy
    }
    catalog.components = catalog.components.mapValues { component in
      var copy = component
      let part = "component \(component.name)"
      copy.view = {
        AnyView(Recorded(part: part, recorder: recorder, content: component.view))
      }
      copy.cell = { component.cell(recorder.scope($0, of: part)) }
      return copy
    }
    return catalog
  }

  /// A table with a column for each component that takes attributes, filled in one row and empty in the next.
  private static let script: String = {
    let columns = attributeParts.indices.map { "c\($0) TEXT" }.joined(separator: ", ")
    let texts = attributeParts.map { $0.name == "DisplayBlob" ? "x'00FF'" : "'x'" }
      .joined(separator: ", ")
    let nulls = attributeParts.map { _ in "NULL" }.joined(separator: ", ")
    return """
      CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE room(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE hall(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT, flag TEXT, \(columns),
        shelf_id INTEGER REFERENCES shelf(id), room_id INTEGER REFERENCES room(id),
        hall_id INTEGER REFERENCES hall(id));
      INSERT INTO hall VALUES (1, 'great');
      INSERT INTO shelf VALUES (1, 'high');
      INSERT INTO room VALUES (1, 'north');
      INSERT INTO thing VALUES (1, 'first', 'x', \(texts), 1, 1, 1),
        (2, NULL, NULL, \(nulls), NULL, NULL, NULL);
      """
  }()

  /// The components that take attributes.
  private static let attributeParts = Component.builtIn.filter {
    $0.types?.contains(.text) != false
  }

  /// A scene in which reads are told; what is read outside of parts is the program's.
  private func draw(_ rules: String, _ arguments: String, _ recorder: Recorder) async throws {
    let scene = try await Scene(
      Self.script,
      rules: rules,
      arguments,
      width: 500,
      height: 60,
      catalog: Self.catalog(recorder)
    ) { session in
      session.work.root = recorder.scope(session.work.root, of: Recorder.program)
    }
    #expect(scene.session.work.faults.isEmpty, "\(rules): \(scene.session.work.faults)")
    await scene.end()
  }

  /// Compares what a part says with what it read; gives what it read.
  private func compare(_ part: String, _ declared: Set<String>?, _ recorder: Recorder) {
    guard let read = recorder.keys(of: part) else {
      Issue.record("\(part) was not drawn")
      return
    }
    guard let declared else { return }
    let elsewhere = recorder.keys(of: Recorder.program) ?? []
    #expect(read.subtracting(declared).sorted() == [], "\(part) reads these and does not say so")
    #expect(
      declared.subtracting(read).subtracting(elsewhere).sorted() == [],
      "\(part) says that it reads these"
    )
  }

  // MARK: What is said

  @Test func `Every part of the catalog says in one sentence what it is for`() {
    for part in Catalog.builtIn.parts {
      #expect(part.summary.count > 6 || part.kind == .command, "\(part.kind) \(part.name)")
      #expect(!part.summary.isEmpty, "\(part.kind) \(part.name)")
      if part.kind != .command {
        #expect(part.summary.hasSuffix("."), "\(part.kind) \(part.name): \(part.summary)")
      }
    }
    for kind in CatalogPart.Kind.allCases {
      #expect(Catalog.builtIn.parts.contains { $0.kind == kind }, "\(kind)")
    }
  }

  @Test func `Every key that a part says it reads exists, and rules can set it`() {
    for part in Catalog.builtIn.parts {
      for name in part.reads ?? [] {
        #expect(builtInVocabulary[name]?.isAssignable == true, "\(part.kind) \(part.name): \(name)")
      }
    }
  }

  @Test func `Every name that rules may use is in the catalog`() {
    let names = Catalog.builtIn.names(with: nil)
    let parts = Catalog.builtIn.parts
    for domain in NameDomain.allCases where domain.isListable {
      let listed = Set(parts.filter { $0.isOf(domain) }.map(\.name))
      let missing = (names[domain] ?? []).filter { Int($0) == nil && !listed.contains($0) }
      #expect(missing.isEmpty, "\(domain)")
    }
  }

  // MARK: What is read

  @Test func `A component reads the keys that it says, and no others`() async throws {
    let recorder = Recorder()
    let others = Component.builtIn.filter { $0.types?.contains(.text) == false }
    let related = others.filter { $0.types == [.toMany] && $0.name != "DisplayToMany" }
    #expect(
      others.map(\.name).filter { name in !related.contains { $0.name == name } } == [
        "DisplayToOne", "DisplayToMany", "EditBool", "EditToOne", "QueryToOne", "QueryBool",
      ]
    )
    let columns = Self.attributeParts.indices.map { "'c\($0)'" }.joined(separator: ", ")
    let attributes = Self.attributeParts.enumerated()
      .map { "important: propertyKey = 'c\($0)' => component = '\($1.name)'" }
    let rules = """
      \(attributes.joined(separator: "\n"))
      important: propertyKey = 'shelf' => component = 'DisplayToOne'
      important: propertyKey = 'room' => component = 'EditToOne'
      important: propertyKey = 'shelf.things' => component = 'DisplayToMany'
      important: propertyKey = 'name' => component = 'EditBool'
      important: propertyKey = 'flag' => component = 'QueryBool'
      important: propertyKey = 'hall' => component = 'QueryToOne'
      attribute.type = 'string' => formatter = 'plain'
      *true* => displayPropertyKeys = ['flag', 'name', 'shelf', 'room', 'hall', 'shelf.things', \(columns)]
      """
    for place in [
      "--task list", "--task inspect --id 1", "--task inspect --id 2", "--task edit --id 1",
      "--task query",
    ] {
      try await draw(rules, "--entity Thing " + place, recorder)
    }
    for component in related {
      let rules = "important: propertyKey = 'things' => component = '\(component.name)'"
      for task in ["inspect", "edit"] {
        try await draw(rules, "--entity Shelf --id 1 --task \(task)", recorder)
      }
    }
    for component in Component.builtIn {
      compare("component \(component.name)", component.reads, recorder)
    }
  }

  @Test func `A row reads the keys that it says, and no others`() async throws {
    let recorder = Recorder()
    let rows = RowComponent.builtIn.filter { $0.listStyle == nil }
    let rules = rows.enumerated()
      .map { "important: propertyKey = 'c\($0)' => rowComponent = '\($1.name)'" }
      .joined(separator: "\n")
    for screen in ["", "\nimportant: *true* => platform = 'narrow'"] {
      for task in ["inspect", "edit"] {
        try await draw(rules + screen, "--entity Thing --task \(task) --id 1", recorder)
      }
    }
    for row in rows { compare("rowComponent \(row.name)", row.reads, recorder) }
  }

  @Test(arguments: [
    ("start", [""]), ("query", ["--task queryAll", "--entity Thing --task query"]),
    ("list", ["--entity Thing --task list"]),
    ("inspect", ["--entity Thing --task inspect --id 1"]),
    ("edit", ["--entity Thing --task edit --id 1", "--entity Thing --task create"]),
    ("select", ["--entity Thing --task select"]),
    ("relationship", ["--entity Thing --task editRelationship"]), ("error", everySubject("error")),
    ("confirm", everySubject("confirm")), ("progress", everySubject("progress")),
    ("review", ["--task review"]),
    ("history", ["--task history"]), ("recover", ["--task recover"]),
    ("conflict", ["--task conflict"]), ("delete", ["--entity Thing --task delete --id 1"]),
    ("bulk", ["--entity Thing --task bulk"]), ("paste", ["--entity Thing --task paste"]),
    ("help", everySubject("help")), ("why", everySubject("why")),
    ("palette", everySubject("palette")), ("text", everySubject("text")),
    ("bytes", everySubject("bytes")), ("json", everySubject("json")),
    ("statements", everySubject("statements")), ("messages", everySubject("messages")),
    ("columns", everySubject("columns")),
    ("calendar", everySubject("calendar")),
    ("login", everySubject("login")), ("unknown", everySubject("login")),
    ("wizard", ["--entity Thing --task edit --id 1", "--entity Thing --task create"]),
  ])
  func `A page reads the keys that it says, and no others`(name: String, places: [String])
    async throws
  {
    let recorder = Recorder()
    let rules = ["unknown", "wizard"].contains(name) ? "*true* => page = '\(name)'" : ""
    for place in places { try await draw(rules, place, recorder) }
    let page = try #require(Catalog.builtIn.pages[name])
    compare("page \(name)", page.reads.map { $0.union(page.readsOfProperties) }, recorder)
  }

  /// A place about the database, about an entity and about an object.
  private nonisolated static func everySubject(_ task: String) -> [String] {
    ["", " --entity Thing", " --entity Thing --id 1"].map { "--task \(task)\($0)" }
  }

  @Test func `Every page is drawn by a test`() {
    let drawn = [
      "bulk", "bytes", "calendar", "chart", "columns", "confirm", "conflict", "delete", "describe",
      "edit", "error", "group", "help", "history", "inspect", "json", "list", "login", "messages",
      "palette", "paste",
      "progress",
      "query", "recover", "relationship", "review", "select", "start", "statements", "text",
      "unknown",
      "values", "why", "wizard",
    ]
    #expect(Catalog.builtIn.pages.keys.sorted() == drawn)
  }

  @Test func `A wrapper and a debug component read the keys that they say, and no others`()
    async throws
  {
    for wrapper in Page.builtInWrappers {
      let recorder = Recorder()
      for place in ["--entity Thing --task list", "--entity Thing --task edit --id 1"] {
        let rules =
          "*true* => pageWrapper = '\(wrapper.name)'\nimportant: *true* => displayPropertyKeys = ['name']"
        try await draw(rules, place, recorder)
      }
      let declared = wrapper.reads?.union(wrapper.readsOfProperties)
      compare("pageWrapper \(wrapper.name)", declared, recorder)
    }
    for component in Page.builtInDebug {
      let recorder = Recorder()
      let rules = "*true* => debugComponent = '\(component.name)'"
      try await draw(rules, "--entity Thing --task edit --id 1", recorder)
      compare("debugComponent \(component.name)", component.reads, recorder)
    }
  }
}

nonisolated extension CatalogPart {
  /// Whether its name is one of a domain.
  fileprivate func isOf(_ domain: NameDomain) -> Bool {
    kind.rawValue == domain.rawValue || domain == .rowComponent && kind == .listStyle
  }
}
