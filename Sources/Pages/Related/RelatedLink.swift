import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The way a to-many relationship links its objects to their owner: owner, relationship, destination entity and kind of link.
struct RelatedLink {
  /// The object whose relationship it is.
  let owner: ManagedObject
  let relationship: Relationship
  /// The objects at the other end.
  let destination: Entity
  let way: Way

  /// The kind of link: references of the objects to the owner, objects of a join entity, or links that nobody can change.
  enum Way {
    /// They refer to the owner themselves.
    case direct(back: Relationship)
    /// Objects of another entity stand between, which refer to the owner and to one of them each.
    case through(Entity, near: Relationship, back: Relationship, far: Relationship)
    /// In a way in which nobody can link anything.
    case fixed
  }

  /// The link of a relationship; `nil` where it does not lead to many objects that are known.
  init?(_ relationship: Relationship, of owner: ManagedObject) {
    guard relationship.isToMany, let destination = relationship.destination else { return nil }
    (self.owner, self.relationship, self.destination) = (owner, relationship, destination)
    let path = relationship.definition.path
    if relationship.definition.throughName != nil, path.count == 2,
      let near = owner.entity.relationship(named: path[0]), let join = near.destination,
      let back = near.wayBack, let far = join.relationship(named: path[1]), !far.isToMany
    {
      way = .through(join, near: near, back: back, far: far)
    } else if path.isEmpty, let back = relationship.wayBack {
      way = .direct(back: back)
    } else {
      way = .fixed
    }
  }

  /// Whether the owner can have stored objects: it is stored, and has the key by which they refer to it.
  var canHaveStoredRows: Bool {
    owner.state != .inserted && relationship.qualifier(from: owner.base) != nil
  }

  /// Returns the condition for objects that can be linked, from the rules for the relationship and for the join object's far
  /// end.
  ///
  /// `nil` means that all objects can be linked.
  func offered(in work: WorkContext) -> Qualifier? {
    let task = owner.state == .inserted ? TaskName.create : .edit
    var scopes = [
      work.root.scoped(toTask: task).scoped(to: owner.snapshot)
        .scoped(toProperty: relationship.name)
    ]
    if case .through(let join, _, _, let far) = way {
      scopes.append(
        work.root.scoped(toTask: .create).scoped(to: join).scoped(toProperty: far.name)
      )
    }
    let conditions = scopes.compactMap { $0.picking($0[EditingKeys.shared.choices]) }
    return conditions.isEmpty ? nil : .all(conditions)
  }

  /// The attribute that holds the place of each object, where rules name one: of the objects between where there are some.
  func orderKey(in work: WorkContext) -> String? {
    let scope = work.root.scoped(toTask: .edit).scoped(to: owner.snapshot)
    let key = scope.scoped(toProperty: relationship.name)[EditingKeys.shared.orderAttribute]
    let holder: Entity? =
      switch way {
      case .direct: destination
      case .through(let join, _, _, _): join
      case .fixed: nil
      }
    return key.flatMap { holder?.attribute(named: $0) }?.name
  }

  /// Returns the key of the destination object to which a stored join object refers; empty for a direct relationship.
  func farKey(of join: Record) -> [String] {
    guard case .through(_, _, _, let far) = way else { return [] }
    return far.definition.joins.map { join.technicalValue(forPath: [$0.source])?.description ?? "" }
  }

  /// The maximum number of join objects read for an owner.
  static let mostJoins = 10_000

  /// The new objects that are linked by `changes`, or can be.
  func newObjects(with changes: PendingLinkChanges, in work: WorkContext) -> [ManagedObject] {
    let offered = offered(in: work)
    return work.editing.pendingObjects(of: destination).filter { object in
      guard object.state == .inserted, object !== owner, object.hasInput else { return false }
      return changes.adds(object)
        || offered?.evaluate(with: ValueContext(.object(object.snapshot))) != false
    }
  }

  /// The stored objects between the owner and all others, in the order of their places; `nil` where there are none.
  func allJoins(in work: WorkContext) -> FetchSpecification? {
    guard case .through(let join, let near, _, _) = way, owner.state != .inserted,
      let own = near.qualifier(from: owner.base)
    else { return nil }
    let orderKey = orderKey(in: work)
    var specification = FetchSpecification(
      entityName: join.name,
      auxiliaryQualifier: own,
      paths: work.fetchPaths(forObjectOf: join, in: work.root.scoped(to: join))
        + [orderKey].compactMap { $0.map { PropertyPath(components: [$0]) } }
    )
    specification.sortOrderings = [orderKey].compactMap { $0.map { SortOrdering(key: $0) } }
    return specification
  }

  /// Returns the key that identifies a destination object among the linked ones.
  func key(of record: Record) -> [String] {
    let keys =
      if case .through(_, _, _, let far) = way {
        far.definition.joins.map(\.destination)
      } else {
        destination.identity
      }
    return keys.map { record.keyValue(forKey: $0)?.description ?? "" }
  }

  /// The object at the other end to which an object between refers, as far as it is known here.
  private func target(of join: ManagedObject, by far: Relationship) -> ManagedObject? {
    if let new = join.newDestination(of: far) { return new }
    return far.destinationID(from: join.snapshot).flatMap {
      owner.context?.registeredObject(for: $0)
    }
  }

  /// The unsaved changes of the links, found anew only after a change of the objects that hold them.
  func changes() -> PendingLinkChanges {
    guard let context = owner.context, let holder else { return PendingLinkChanges() }
    let place = PendingLinkChanges.Place(owner, context.pendingRevision(of: holder))
    let known = context.answer(relationship.name, about: owner) as? PendingLinkChanges
    if let known, known.place == place { return known }
    var changes = found(among: context.pendingObjects(of: holder))
    changes.place = changes.isWhole ? place : nil
    context.keep(changes, as: relationship.name, about: owner)
    return changes
  }

  /// The entity whose objects hold the links.
  private var holder: Entity? {
    switch way {
    case .direct: destination
    case .through(let join, _, _, _): join
    case .fixed: nil
    }
  }

  private func found(among objects: [ManagedObject]) -> PendingLinkChanges {
    var changes = PendingLinkChanges()
    for object in objects {
      switch way {
      case .direct(let back):
        let was = object.state != .inserted && object.refers(by: back, to: owner, asRead: true)
        let isLinked = object.state != .deleted && object.refers(by: back, to: owner)
        if isLinked, !was, object.hasInput { changes.added.append((object, nil)) }
        if was, !isLinked, let id = object.base.id { changes.removedIDs.insert(id) }
      case .through(let join, _, let back, let far):
        guard object.entity === join else { continue }
        if object.state == .inserted, object.refers(by: back, to: owner), object.hasInput {
          if let target = target(of: object, by: far) {
            changes.added.append((target, object))
          } else {
            changes.isWhole = false
          }
        } else if object.state == .deleted, object.refers(by: back, to: owner, asRead: true) {
          changes.removedJoins[farKey(of: object.base), default: []].append(object)
        }
      case .fixed: break
      }
    }
    return changes
  }

  /// The stored objects between the owner and one of `targets`, with what names them; nothing links one without a key.
  func joins(to targets: [Record], in work: WorkContext) -> FetchSpecification? {
    guard case .through(let join, let near, _, let far) = way, owner.state != .inserted,
      let own = near.qualifier(from: owner.base)
    else { return nil }
    let keyed = targets.filter { far.obstacle(to: $0) == nil }
    let others = Self.holding(far.definition.joins.map { ($0.source, $0.destination) }, of: keyed)
    return FetchSpecification(
      entityName: join.name,
      auxiliaryQualifier: .all([own, others]),
      paths: work.fetchPaths(forObjectOf: join, in: work.root.scoped(to: join))
    )
  }

  /// The condition for those of `targets` that are linked to the stored owner.
  func linked(among targets: [Record]) -> FetchSpecification? {
    guard owner.state != .inserted, let own = relationship.qualifier(from: owner.base) else {
      return nil
    }
    let keys = destination.identity
    return FetchSpecification(
      entityName: destination.name,
      auxiliaryQualifier: .all([own, Self.holding(keys.map { ($0, $0) }, of: targets)]),
      paths: keys.map { PropertyPath(components: [$0]) }
    )
  }

  /// Holds of objects whose properties are the keys of one of `targets`.
  private static func holding(
    _ keys: [(property: String, key: String)],
    of targets: [Record]
  ) -> Qualifier {
    let each = targets.map { target in
      Qualifier.all(
        keys.map { property, key in
          .matching(PropertyPath(components: [property]), target.keyValue(forKey: key) ?? .null)
        }
      )
    }
    return .any(each)
  }
}

/// The unsaved changes to the links of a to-many relationship.
struct PendingLinkChanges {
  /// The objects that will be linked, and the new object between where there is one.
  var added: [(object: ManagedObject, join: ManagedObject?)] = []
  /// Objects that will not refer to the owner any more.
  var removedIDs: Set<RecordID> = []
  /// Objects between that are to be deleted, by the key of the object at the other end.
  var removedJoins: [[String]: [ManagedObject]] = [:]
  /// Whether all objects at the far ends are known here.
  fileprivate var isWhole = true
  /// The cache key of the changes; `nil` when they must be collected again.
  fileprivate var place: Place?

  /// A cache key: the owner's stored record, its state and the revision of unsaved changes.
  fileprivate struct Place: Equatable {
    private let owner: Record
    private let state: ManagedObject.State
    private let revision: Int

    init(_ owner: ManagedObject, _ revision: Int) {
      (self.owner, state, self.revision) = (owner.base, owner.state, revision)
    }

    static func == (left: Self, right: Self) -> Bool {
      left.owner === right.owner && left.state == right.state && left.revision == right.revision
    }
  }

  /// How many objects will not be linked any more.
  var removedCount: Int { removedIDs.count + removedJoins.count }

  /// Whether nothing is pending.
  var isEmpty: Bool { added.isEmpty && removedIDs.isEmpty && removedJoins.isEmpty }

  /// Whether an object will be linked.
  func adds(_ object: ManagedObject) -> Bool { added.contains { $0.object === object } }

  /// Whether the link to an object is to go.
  func removes(_ record: Record, of link: RelatedLink) -> Bool {
    record.id.map(removedIDs.contains) == true || removedJoins[link.key(of: record)] != nil
  }
}

extension EnvironmentValues {
  /// Returns the condition for the objects that rules offer for the scope's relationship; `nil` for all.
  ///
  /// A condition from the user's own rules is ignored unless it reads only properties that the user may see.
  func picking(_ choices: Choices) -> Qualifier? {
    guard let qualifier = choices.qualifier else { return nil }
    guard isOwnAnswer(EditingKeys.shared.choices) else { return qualifier }
    guard let relationship = self[ModelKeys.shared.relationship] else { return nil }
    let isSeen = qualifier.paths.allSatisfy {
      $0.components.count == 1 && showsProperty("\(relationship.name).\($0)")
    }
    return isSeen ? qualifier : nil
  }
}
