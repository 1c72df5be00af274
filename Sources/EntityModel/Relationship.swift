public import Qualifiers

/// The effect of deleting an object on the objects that the relationship leads to.
package enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  case noAction, deny, cascade, nullify, setDefault
}

/// A way from one entity to another.
public final class Relationship: KeyValueCoding, Hashable {
  /// One pair of attributes that must be equal.
  public struct Join: Sendable, Hashable {
    /// The attribute of the entity that has the relationship.
    package var source: String
    /// The attribute of the destination.
    package var destination: String

    /// A pair.
    package init(source: String, destination: String) {
      (self.source, self.destination) = (source, destination)
    }
  }

  /// All that is known of a relationship; the way to make one.
  public struct Definition: PropertyDefinition, Sendable, Hashable {
    /// lowerCamelCase, unique in its entity among attributes and relationships.
    package var name: String
    /// The entity it leads to.
    package var destinationName: String
    /// Whether it leads to any number of objects.
    package var isToMany: Bool
    /// The pairs of attributes that must be equal; empty for a many-to-many relationship.
    package var joins: [Join]
    /// The relationships to pass through instead of joining: `[toMany, toOne]` names for many-to-many, any for
    /// a flattened relationship of a declared model.
    package var path: [String] = []
    /// The join entity of a many-to-many relationship.
    package var throughName: String?
    /// The relationship back.
    package var inverseName: String?
    /// An object must be at the other end.
    package var isMandatory = false
    /// Guessed from the names of columns; the database does not enforce it.
    package var isInferred = false
    /// The effect of deleting the source object on the destination.
    package var deleteRule = DeleteRule.noAction
    /// The delete rule is the model's: the program carries it out, for the database does not.
    package var isDeleteRuleDeclared = false
    /// Not shown unless a rule asks.
    package var isHidden = false
    /// The model's documentation.
    package var documentation: String?
    /// Custom values from the model, by name.
    package var userInfo: [String: Value] = [:]

    package static let blank = Self(name: "", destinationName: "", isToMany: false, joins: [])

    /// A relationship.
    package init(name: String, destinationName: String, isToMany: Bool, joins: [Join]) {
      self.name = name
      self.destinationName = destinationName
      self.isToMany = isToMany
      self.joins = joins
    }
  }

  /// All that is known of it.
  public let definition: Definition
  private let owner: ModelReference
  /// How the names of all entities of the model begin.
  private let sharedPrefix: String
  private let shownName = LazyText()

  init(_ definition: Definition, sharedPrefix: String, owner: ModelReference) {
    self.definition = definition
    self.sharedPrefix = sharedPrefix
    self.owner = owner
  }

  /// Its name.
  public var name: String { definition.name }
  /// The name on screen: `filmActors` is “Film actors”.
  public var displayName: String {
    shownName.text {
      Naming.displayName(forProperty: Naming.withoutSharedPrefix(name, sharedPrefix.lowercased()))
    }
  }
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
