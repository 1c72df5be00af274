import AccessControl
import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import SQLiteStore
import StandardKeys
import Testing

/// A database with rights over it, and no screen.
@MainActor
final class RightsFixture {
  let store: EntityStore
  let resolver: RuleResolver
  var root: EnvironmentValues
  private(set) lazy var rights = RightsContext(
    store: store,
    resolver: resolver,
    root: { [weak self] in self?.root },
    renewal: { [weak self] in self?.renew() },
    objectPaths: { entity, _ in entity.attributes.map { PropertyPath(components: [$0.name]) } }
  )

  static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, fee INT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, stock INT,
      artist_id INTEGER REFERENCES artist(id));
    CREATE TABLE draft(id INTEGER PRIMARY KEY, title TEXT NOT NULL, stock INT, artist_id INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO artist SELECT i, 'Artist ' || i, i FROM n;
    INSERT INTO album SELECT id, 'Album ' || id, id, id FROM artist;
    INSERT INTO draft SELECT * FROM album;
    """

  /// The keys there are.
  private static let vocabulary = Vocabulary(
    CoreKeys.shared,
    ObjectKeys.shared,
    ModelKeys.shared,
    TaskKeys.shared,
    PermissionKeys.shared,
    EditingKeys.shared,
    FetchingKeys.shared
  )

  /// A database with rules of an application, and rules of the user's own.
  convenience init(
    _ rules: String,
    own: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let store = try await EntityStore.open(.script(Self.script, title: "test"))
    try self.init(rules, own: own, over: store, location)
  }

  /// Rights over a store.
  init(
    _ rules: String,
    own: String = "",
    over store: EntityStore,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    self.store = store
    var loading = RuleLoading(vocabulary: Self.vocabulary)
    loading.add([SourceText(name: "shop.rules", text: rules)], layer: .application)
    loading.add([SourceText(name: "own.rules", text: own)], layer: .user)
    let (model, faults) = loading.finish()
    let errors = faults.filter { $0.severity == .error }.map(\.message)
    #expect(errors.isEmpty, sourceLocation: location)
    resolver = RuleResolver(model: model)
    root = EnvironmentValues(resolver: resolver)
    root[ModelKeys.shared.model] = store.model
    root[RightsKeys.shared.rights] = rights
    store.guardAccess(by: rights.accessGuard)
    rights.accessGuard.concealEvidence()
  }

  private func renew() { root[RightsKeys.shared.rights] = rights }

  /// The scope of an entity on a page.
  func scope(_ entity: String, task: String = "list") throws -> EnvironmentValues {
    root.scoped(toTask: task).scoped(to: try #require(store.model.entity(named: entity)))
  }

  /// How many statements `body` runs.
  func statements(_ body: () async throws -> Void) async rethrows -> Int {
    func total() -> Int { store.statementLog.reduce(0) { $0 + $1.count } }
    let before = total()
    try await body()
    return total() - before
  }
}
