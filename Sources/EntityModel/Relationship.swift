public import Qualifiers

/// What happens to the objects at the other end when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  case noAction, deny, cascade, nullify, setDefault
}

/// A way from one entity to another.
public final class Relationship: KeyValueCoding, Hashable {
  /// One pair of attributes that must be equal.
  public struct Join: Sendable, Hashable {
    /// The attribute of the entity that has the relationship.
    public var source: String
    /// The attribute of the destination.
    public var destination: String

    /// A pair.
    public init(source: String, destination: String) {
      (self.source, self.destination) = (source, destination)
    }
  }

  /// All that is known of a relationship; the way to make one.
  public struct Definition: PropertyDefinition, Sendable, Hashable {
    /// lowerCamelCase, unique in its entity among attributes and relationships.
    public var name: String
    /// The entity it leads to.
    public var destinationName: String
    /// Whether it leads to any number of objects.
    public var isToMany: Bool
    /// What must be equal; empty for a many-to-many relationship.
    public var joins: [Join]
    /// The relationships to pass through instead of joining: `[toMany, toOne]` names for many-to-many, any for
    /// a flattened relationship of a declared model.
    public var path: [String] = []
    /// The join entity of a many-to-many relationship.
    public var throughName: String?
    /// The relationship back.
    public var inverseName: String?
    /// An object must be at the other end.
    public var isMandatory = false
    /// Guessed from the names of columns; the database does not enforce it.
    public var isInferred = false
    /// What a delete of the source's object does to the other end.
    public var deleteRule = DeleteRule.noAction
    /// The delete rule is the model's: the program carries it out, for the database does not.
    public var isDeleteRuleDeclared = false
    /// Not shown unless a rule asks.
    public var isHidden = false
    /// What the model says about it for people.
    public var documentation: String?
    /// What the model says of it in names of its own.
    public var userInfo: [String: Value] = [:]

    package static let blank = Self(name: "", destinationName: "", isToMany: false, joins: [])

    /// A relationship.
    public init(name: String, destinationName: String, isToMany: Bool, joins: [Join]) {
      self.name = name
      self.destinationName = destinationName
      self.isToMany = isToMany
      self.joins = joins
    }
  }

  /// All that is known of it.
  public let definition: Definition
  private let owner: ModelReference
  private let shownName = KeptText()

  init(_ definition: Definition, owner: ModelReference) {
    self.definition = definition
    self.owner = owner
  }

  /// Its name.
  public var name: String { definition.name }
  /// What people read: `filmActors` is “Film actors”.
  public var displayName: String { shownName.text { Naming.displayName(forProperty: name) } }
  /// Whether it leads to any number of objects.
  public var isToMany: Bool { definition.isToMany }
  /// The entity it leads to; `nil` only when its model is gone.
  public var destination: Entity? { owner.model?.entity(named: definition.destinationName) }

  /// Whether both are defined alike.
  public static func == (left: Relationship, right: Relationship) -> Bool {
    left === right || left.definition == right.definition
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }
}
