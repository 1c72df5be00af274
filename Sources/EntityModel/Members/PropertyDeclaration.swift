/// What a model file says of an attribute or relationship, as far as it says it.
///
/// It has the members of the definition; what is `nil` is left as it was found in the database.
@dynamicMemberLookup
package struct PropertyDeclaration<Definition: PropertyDefinition>: Sendable {
  /// What is said; the rest is as in one of which nothing is said.
  private(set) var definition: Definition
  /// Where in the definition that is.
  private var offsets: Set<Int> = []
  /// Kept by the program that the model was written for, and not in the database.
  package var isTransient = false
  /// Where it stands.
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

  /// What is said of a member; `nil` for nothing.
  package subscript<Kept>(dynamicMember path: WritableKeyPath<Definition, Kept>) -> Kept? {
    get { said(path) }
    set { say(path, newValue) }
  }

  /// What is said of a member that may be nothing.
  package subscript<Kept>(dynamicMember path: WritableKeyPath<Definition, Kept?>) -> Kept? {
    get { said(path) ?? nil }
    set {
      let said: Kept?? = newValue.map { .some($0) }
      say(path, said)
    }
  }

  /// What is said of a member; `nil` for nothing.
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

/// What a model file says of an attribute.
package typealias AttributeDeclaration = PropertyDeclaration<Attribute.Definition>

/// What a model file says of a relationship.
package typealias RelationshipDeclaration = PropertyDeclaration<Relationship.Definition>
