import DirectToTerminal
import SceneSupport
import TestSupport
import Testing

/// Shows the context that objects come from, and changes two objects of it.
private struct ContextPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.ruleObjectContext) private var context

  var body: some View {
    VStack {
      Text("\(context?.pendingCount ?? -1) pending")
      if let object = page.object, let id = object.id {
        Text(context?.registeredObject(for: id) === object ? "an object of it" : "a stranger")
      }
    }
    .focusable()
    .command(Self.change) { _ in
      guard let context, let film = page.object,
        let owner = context.store.model.entity(named: "Owner")
      else { return }
      film.set(.string("Changed"), forAttribute: "title")
      context.insert(owner).set(.string("Bea"), forAttribute: "name")
    }
    .command(Self.clash) { _ in
      guard let context, let owner = context.store.model.entity(named: "Owner") else { return }
      context.insert(owner).set(.string("Ada"), forAttribute: "name")
    }
    .command(Self.undo) { _ in context?.undo() }
    .command(Self.store) { _ in page.save() }
  }

  private static let change = CommandDefinition("both", "both", keys: "b", group: "Own")
  private static let clash = CommandDefinition("clash", "clash", keys: "x", group: "Own")
  private static let undo = CommandDefinition("back", "back", keys: "a", group: "Own")
  private static let store = CommandDefinition("store", "store", keys: "s", group: "Own")
}

/// Databases of Core Data, their models, and one context for all that is pending.
@MainActor
struct CoreDataSeedTests {
  private let folder = TemporaryFolder()

  private static let store = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Film', 0, 2), (2, 'Owner', 0, 1);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE ZFILM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER,
      ZLATESTCUT INTEGER, ZTITLE VARCHAR);
    CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR UNIQUE);
    INSERT INTO ZOWNER VALUES (1, 2, 1, 'Ada');
    INSERT INTO ZFILM VALUES (1, 1, 1, 1, 3, 'Gulls'), (2, 1, 1, NULL, 1, 'Moths');
    """

  /// A model as Xcode writes it; it says where the words of a name begin, which its store does not.
  private func model() -> String {
    let contents = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Film">
          <attribute name="title" attributeType="String"/>
          <attribute name="latestCut" optional="YES" attributeType="Integer 16"/>
          <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="films"/>
        </entity>
        <entity name="Owner">
          <attribute name="name" attributeType="String"/>
          <relationship name="films" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Film" inverseName="owner"/>
        </entity>
      </model>
      """
    folder.write(contents, to: "Films.xcdatamodel/contents")
    return folder.path + "/Films.xcdatamodel"
  }

  private func scene(_ arguments: String, rules: String = "") async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.pages["context"] = Page("context", about: .object) { ContextPage() }
    return try await Scene(Self.store, rules: rules, arguments, catalog: catalog)
  }

  @Test func `A store of Core Data opens by itself, under the names of its entities`() async throws
  {
    let films = try await scene("--entity Film")
    #expect(films.text.contains("Gulls") && films.text.contains("Moths"), "\(films.text)")
    #expect(
      films.session.work.model.entities.filter { !$0.definition.isHidden }.map(\.name) == [
        "Film", "Owner",
      ]
    )
    try await films.send("enter")
    #expect(films.line(with: "Owner")?.contains("Ada") == true, "\(films.text)")
  }

  @Test func `A model of Core Data is laid over its store`() async throws {
    let film = try await scene("--model \(model()) --entity Film --id 1")
    #expect(film.line(with: "Latest cut")?.contains("3") == true, "\(film.text)")
    #expect(film.session.work.faults.isEmpty, "\(film.session.work.faults)")
    let owner = try await scene("--model \(model()) --entity Owner --id 1")
    #expect(owner.text.contains("Films"), "\(owner.text)")
  }

  @Test func `Rules ask for entities and attributes as the model names them`() async throws {
    let rules = """
      entity.name = 'Film' and attribute.name = 'latestCut' => displayNameForProperty = 'Version'
      entity.name = 'Film' and relationship.name = 'owner' => displayNameForProperty = 'Whose'
      """
    let film = try await scene("--model \(model()) --entity Film --id 1", rules: rules)
    #expect(film.text.contains("Version") && film.text.contains("Whose"), "\(film.text)")
    #expect(film.session.work.faults.isEmpty)
  }

  @Test func `A page reads the context of its objects, changes them in it and takes that back`()
    async throws
  {
    let scene = try await scene(
      "--entity Film --id 1",
      rules: "task = 'inspect' => page = 'context'"
    )
    #expect(scene.text.contains("an object of it"), "\(scene.text)")
    #expect(scene.text.contains("0 pending"), "\(scene.text)")
    try await scene.send("b")
    #expect(scene.text.contains("2 pending"), "\(scene.text)")
    try await scene.send("a a")
    #expect(scene.text.contains("1 pending"), "\(scene.text)")
    let work = scene.session.work
    #expect(work.editing === work.root[ViewKeys.shared.ruleObjectContext])
  }

  @Test func `Rules see in the context whether something is pending`() async throws {
    let rules = """
      task = 'inspect' => page = 'context'
      editingContext.hasChanges = true => navigationBarTitle = `unsaved {editingContext.changeCount}`
      """
    let scene = try await scene("--entity Film --id 1", rules: rules)
    #expect(!scene.lines[0].contains("unsaved"), "\(scene.text)")
    try await scene.send("b")
    #expect(scene.lines[0].contains("unsaved 2"), "\(scene.text)")
  }

  @Test func `A save writes the whole context at once`() async throws {
    let scene = try await scene(
      "--entity Film --id 1",
      rules: "task = 'inspect' => page = 'context'"
    )
    try await scene.send("b s")
    scene.expectStatus("saved 2 objects")
    #expect(try scene.rows("SELECT ZTITLE FROM ZFILM ORDER BY 1") == ["Changed", "Moths"])
    #expect(
      try scene.rows("SELECT ZNAME, Z_PK, Z_ENT FROM ZOWNER ORDER BY 1") == ["Ada|1|2", "Bea|2|2"]
    )
    #expect(scene.text.contains("0 pending"), "\(scene.text)")
  }

  @Test func `What keeps one object of the context from being saved keeps all of it`() async throws
  {
    let scene = try await scene(
      "--entity Film --id 1",
      rules: "task = 'inspect' => page = 'context'"
    )
    let before = try scene.dump()
    try await scene.send("b x s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(try scene.dump() == before)
    #expect(scene.text.contains("3 pending"), "\(scene.text)")
  }
}
