package import Qualifiers

/// The entities and properties of a database as rules can name them; provided by the module that knows the model.
package struct RuleSchema: Sendable {
  /// An attribute or relationship of an entity, with what lints need: its type, destination, comparisons and the values it
  /// cannot store.
  package struct Property: Sendable {
    /// Its type: `integer`, `text`; for relationships ``toOne`` or ``toMany``.
    public let kind: String
    /// The entity to which a relationship leads.
    package let destination: String?
    /// The entity of the objects that can hold their place among those of a relationship to many.
    let orderedEntity: String?
    /// The kind of its values in comparisons.
    let comparedKind: ComparedKind
    /// Why a value cannot be stored in it; `nil` when it can.
    package let refusal: @Sendable (Value) -> String?

    /// An attribute, or with a destination a relationship.
    package init(
      kind: String,
      destination: String? = nil,
      orderedEntity: String? = nil,
      comparedKind: ComparedKind = .anything,
      refusal: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
      (self.kind, self.destination, self.refusal) = (kind, destination, refusal)
      (self.orderedEntity, self.comparedKind) = (orderedEntity, comparedKind)
    }

    /// The kind of to-one relationships.
    package static let toOne = "toOne"
    /// The kind of to-many relationships.
    public static let toMany = "toMany"

    /// Whether it leads to any number of objects.
    static let relationshipKinds: Set = [toOne, toMany]
    var isToMany: Bool { kind == Self.toMany }
  }

  /// The key behind which the properties of an entity are read.
  static let objectKey = "object"

  /// Every entity.
  package let entityNames: [String]
  private let property: @Sendable (_ name: String, _ entityName: String) -> Property?
  private let members: Set<String>
  private let names: @Sendable (_ entityName: String) -> [String]
  /// The names of the entities above one.
  let ancestors: @Sendable (_ entityName: String) -> [String]
  /// For each view the entities that it reads, through other views as well.
  let sourcesOfViews: [String: Set<String>]

  /// - Parameters:
  ///   - entityNames: Every entity.
  ///   - members: What any object says of itself beside its properties.
  ///   - names: The names of an entity's properties, for suggestions.
  ///   - ancestors: The names of the entities above one.
  ///   - sourcesOfViews: For each view the entities that it reads, through other views as well.
  ///   - property: The property of a name that an entity, or one below it, has.
  package init(
    entityNames: [String],
    members: Set<String> = [],
    names: @escaping @Sendable (_ entityName: String) -> [String],
    ancestors: @escaping @Sendable (_ entityName: String) -> [String] = { _ in [] },
    sourcesOfViews: [String: Set<String>] = [:],
    property: @escaping @Sendable (_ name: String, _ entityName: String) -> Property?
  ) {
    (self.entityNames, self.members) = (entityNames, members)
    (self.names, self.ancestors, self.property) = (names, ancestors, property)
    self.sourcesOfViews = sourcesOfViews
  }

  /// No entities.
  static let empty = RuleSchema(entityNames: [], names: { _ in [] }, property: { _, _ in nil })

  /// The names of the properties of an entity.
  func propertyNames(of entity: String) -> [String] { names(entity) }

  /// The result of resolving a property path from an entity: a property, something computed such as a count, or an unknown
  /// step.
  package enum Target {
    /// A property; whether the way there leads through a relationship to many.
    case property(Property, isBehindMany: Bool)
    /// Something that objects or values say of themselves: a count, a length.
    case other
    /// There is no such step.
    case nowhere(step: String, entity: String)

    /// Whether there is anything.
    package var exists: Bool { if case .nowhere = self { false } else { true } }
    var property: Property? { if case .property(let property, _) = self { property } else { nil } }
  }

  /// Resolves `path` from an object of `entity`.
  package func target(of path: ArraySlice<String>, from entity: String) -> Target {
    var entity = entity
    var isBehindMany = false
    for (index, step) in zip(path.indices, path) {
      guard let property = property(step, entity) else {
        let isMember = members.contains(step) || step == "@count"
        return isMember ? .other : .nowhere(step: step, entity: entity)
      }
      let isLast = index == path.endIndex - 1
      if isLast { return .property(property, isBehindMany: isBehindMany) }
      // What values say of themselves, the length of a text for one.
      guard let destination = property.destination else { return .other }
      isBehindMany = isBehindMany || property.isToMany
      entity = destination
    }
    return .other
  }

  /// The kind of the values at a path in comparisons, from objects of any entity that has it.
  func comparedKind(at path: ArraySlice<String>, from entities: [String]) -> ComparedKind {
    var kind: ComparedKind?
    func join(_ other: ComparedKind) { kind = kind?.joined(with: other) ?? other }
    for entity in entities {
      switch target(of: path, from: entity) {
      case .property(let property, _): join(property.comparedKind)
      case .other: join(path.last == "@count" ? .whole : .anything)
      case .nowhere: break
      }
    }
    return kind ?? .anything
  }
}
