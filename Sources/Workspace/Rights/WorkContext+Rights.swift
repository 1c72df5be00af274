package import AccessControl
package import Editing
package import EntityModel
package import EntityStore
import Qualifiers
package import RuleEnvironment
package import StandardKeys

// Who may see and write what, asked of a session and of the objects that are edited in it.
extension WorkContext {
  /// The user name for logs and journals; empty when nobody is logged in.
  package var userName: String { root[PermissionKeys.shared.user]?.name ?? "" }

  /// Why people are not shown the objects of an entity: a rule leaves it out of `visibleEntityNames`.
  package func visibilityRefusal(of entity: Entity) -> String? {
    EntityVisibility(in: root).refusal(of: entity)
  }

  /// Returns the permissions for an object in a task, judged by its stored values.
  package func permissions(for object: ManagedObject, task: TaskName) -> Permissions {
    Permissions(work: self, scope: root.scoped(toTask: task).scoped(to: object.judged))
  }

  /// Whether somebody else than the program itself answers a key.
  package func isAnswered(_ key: any AnyKey) -> Bool { resolver.isAnswered(key, in: root) }
}

extension Permissions {
  /// Creates the permissions that apply in `scope`.
  package init(work: WorkContext, scope: EnvironmentValues) {
    self.init(work.rights, in: scope)
  }
}

extension RuleWriteGuard {
  /// A guard of what is about to be saved of `objects`.
  package init(work: WorkContext, objects: [ManagedObject], stamps: UpdateStamps = UpdateStamps()) {
    let new = objects.filter { $0.state == .inserted }
    self.init(
      work.rights,
      in: work.root,
      given: Dictionary(new.map { ($0.token, $0.given) }, uniquingKeysWith: { first, _ in first }),
      own: work.ownInitialValues(of: Set(new.map(\.entity))),
      paths: Dictionary(
        objects.compactMap { object in object.base.id.map { ($0, object.base.layout.paths) } },
        uniquingKeysWith: { first, _ in first }
      ),
      stamps: stamps
    )
  }

  /// A guard of what undoes a save: nobody enters the keys that rows had, nor the time of the update.
  package init(work: WorkContext, writing way: SaveRecord, _ scopes: ObjectScopes) {
    var given: [Int: Record] = [:]
    var stamps = UpdateStamps()
    for (token, row) in way.rows.enumerated() {
      let isNew = row.before == nil
      let scope = scopes.scope(of: row.known, inTask: isNew ? .create : .edit)
      _ = stamps.demand(of: token, row.id, judged: row.known, in: scope)
      if isNew { given[token] = row.known.keyOnly }
    }
    self.init(work.rights, in: work.root, given: given, stamps: stamps)
  }

  /// A guard of new objects that all begin alike.
  package init(work: WorkContext, given: Record) {
    self.init(
      work.rights,
      in: work.root,
      given: [0: given],
      own: work.ownInitialValues(of: [given.entity])
    )
  }
}

extension ManagedObject {
  /// The initial values of a new object, without those copied from another object.
  fileprivate var given: Record {
    carriedOver.isEmpty ? base : base.only { !carriedOver.contains($0) }
  }
}

extension Record {
  /// A copy of the record with its primary key only.
  fileprivate nonisolated var keyOnly: Record { only { entity.identity.contains($0) } }

  /// The values of some attributes, as those of a new object.
  fileprivate nonisolated func only(_ isIncluded: (String) -> Bool) -> Record {
    let paths = layout.paths.filter { isIncluded($0.description) }
    return Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: nil,
      values: paths.map { value(forPath: $0.components[...]) ?? .null },
      isNew: true
    )
  }
}

extension WorkContext {
  /// The attributes that rules of the user's own give a value in new objects, by entity.
  fileprivate func ownInitialValues(of entities: Set<Entity>) -> [String: Set<String>] {
    let scope = root.scoped(toTask: .create)
    return entities.reduce(into: [:]) {
      $0[$1.name] = InitialValues(of: $1, in: scope.scoped(to: $1)).own
    }
  }
}
