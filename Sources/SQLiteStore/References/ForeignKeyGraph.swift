import EntityModel

/// A cached map, by entity, of the references between the rows of a database and the attributes they refer to.
///
/// Includes the foreign keys that the database declares, shown or not, and relationships that only the model declares.
struct ForeignKeyGraph {
  /// A foreign key of an entity: the target entity and the pairs of referring and referenced attributes.
  struct Reference {
    let target: Entity
    /// The attributes that refer, each with the one that it refers to, in the order of the latter.
    let pairs: [(source: String, destination: String)]
    /// Whether something happens to a row when the one to which it refers is deleted.
    let reactsToDeletes: Bool

    var sources: [String] { pairs.map(\.source) }
    var destinations: [String] { pairs.map(\.destination) }
  }

  /// The references from an entity's rows, and the attributes by which other rows refer to them.
  struct Ends {
    var references: [Reference] = []
    /// Lists of attributes, each in order.
    var referredKeys: Set<[String]> = []
    /// All attributes of those.
    var referredNames: Set<String> = []
    /// Whether triggers may give other rows other keys, whatever is changed.
    var hasTriggers = false
  }

  private let adaptor: SQLiteAdaptor
  private var known: [String: Ends] = [:]

  init(_ adaptor: SQLiteAdaptor) { self.adaptor = adaptor }

  /// Returns the references from and to the rows of an entity.
  mutating func ends(of entity: Entity) -> Ends {
    if let ends = known[entity.name] { return ends }
    let ends = read(entity)
    known[entity.name] = ends
    return ends
  }

  private func read(_ entity: Entity) -> Ends {
    var ends = Ends()
    for relationship in entity.relationships where relationship.definition.path.isEmpty {
      let joins = relationship.definition.joins
      guard !joins.isEmpty else { continue }
      if relationship.isToMany {
        ends.referredKeys.insert(joins.map(\.source).sorted())
      } else if !relationship.definition.isInferred, let target = relationship.destination {
        ends.add(
          to: target,
          joins.map { ($0.source, $0.destination) },
          reactsToDeletes: relationship.reactsToDeletes
        )
      }
    }
    // A trigger may pass a key on as a reference does.
    ends.hasTriggers = adaptor.hasTriggers(entity.definition.table, on: Set(Entity.Write.allCases))
    if ends.hasTriggers, entity.definition.kind == .table, !entity.identity.isEmpty {
      ends.referredKeys.insert(entity.identity.sorted())
    }
    ends.referredNames = Set(ends.referredKeys.joined())
    return ends
  }
}

extension ForeignKeyGraph.Ends {
  fileprivate mutating func add(
    to target: Entity,
    _ pairs: [(source: String, destination: String)],
    reactsToDeletes: Bool
  ) {
    let pairs = pairs.sorted { $0.destination < $1.destination }
    references.append(
      ForeignKeyGraph.Reference(target: target, pairs: pairs, reactsToDeletes: reactsToDeletes)
    )
  }
}

extension Relationship {
  /// Whether something happens to a row when the one to which it refers is deleted.
  fileprivate var reactsToDeletes: Bool {
    let pairs = Set(definition.joins.map { [$0.destination, $0.source] })
    return destination?.relationships.contains { other in
      other.isToMany && [.cascade, .nullify, .setDefault].contains(other.definition.deleteRule)
        && Set(other.definition.joins.map { [$0.source, $0.destination] }) == pairs
    } ?? false
  }
}
