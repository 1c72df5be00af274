/// A declaration of an entity, attribute or relationship in a model file.
///
/// Has the members of the definition; those that are `nil` stay as they were reflected from the database.
@dynamicMemberLookup
package struct PropertyDeclaration<Definition: PropertyDefinition>: Sendable {
  /// The declared values; members without a declaration are blank.
  private(set) var definition: Definition
  /// The memory offsets of the declared members in the definition.
  private var offsets: Set<Int> = []
  /// Kept by the program that the model was written for, and not in the database.
  package var isTransient = false
  /// The place in the model file.
  package var place: DeclarationPlace

  /// One that says its name.
  package init(name: String, place: DeclarationPlace) {
    definition = .blank
    definition.name = name
    self.place = place
  }

  /// Its name.
  package var name: String {
    get { definition.name }
    set { definition.name = newValue }
  }

  /// Returns the declared setting of a member; `nil` where the declaration is silent about it.
  package subscript<Kept>(dynamicMember path: WritableKeyPath<Definition, Kept>) -> Kept? {
    get { said(path) }
    set { say(path, newValue) }
  }

  /// The declared value of an optional member; `nil` when it is not declared.
  package subscript<Kept>(dynamicMember path: WritableKeyPath<Definition, Kept?>) -> Kept? {
    get { said(path) ?? nil }
    set {
      let said: Kept?? = newValue.map { .some($0) }
      say(path, said)
    }
  }

  /// The declared value of a member; `nil` when it is not declared.
  func said<Kept>(_ path: WritableKeyPath<Definition, Kept>) -> Kept? {
    guard let offset = MemoryLayout<Definition>.offset(of: path), offsets.contains(offset) else {
      return nil
    }
    return definition[keyPath: path]
  }

  /// Says what a member is; with `nil` nothing is said of it any more.
  mutating func say<Kept>(_ path: WritableKeyPath<Definition, Kept>, _ value: Kept?) {
    definition[keyPath: path] = value ?? Definition.blank[keyPath: path]
    guard let offset = MemoryLayout<Definition>.offset(of: path) else { return }
    if value == nil { offsets.remove(offset) } else { offsets.insert(offset) }
  }
}

/// The declaration of one attribute in a model file.
package typealias AttributeDeclaration = PropertyDeclaration<Attribute.Definition>

/// The declaration of one relationship in a model file.
package typealias RelationshipDeclaration = PropertyDeclaration<Relationship.Definition>
