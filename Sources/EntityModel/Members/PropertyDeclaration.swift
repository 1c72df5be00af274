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
    offsets.contains(Self.offset(of: path)) ? definition[keyPath: path] : nil
  }

  /// Says what a member is; with `nil` nothing is said of it any more.
  mutating func say<Kept>(_ path: WritableKeyPath<Definition, Kept>, _ value: Kept?) {
    definition[keyPath: path] = value ?? Definition.blank[keyPath: path]
    let offset = Self.offset(of: path)
    if value == nil { offsets.remove(offset) } else { offsets.insert(offset) }
  }

  /// The place that tells a member from others.
  private static func offset<Kept>(of path: WritableKeyPath<Definition, Kept>) -> Int {
    guard let offset = MemoryLayout<Definition>.offset(of: path) else {
      preconditionFailure("a member that is declared is stored, and has no observer")
    }
    return offset
  }
}

/// The declaration of one attribute in a model file.
package typealias AttributeDeclaration = PropertyDeclaration<Attribute.Definition>

/// The declaration of one relationship in a model file.
package typealias RelationshipDeclaration = PropertyDeclaration<Relationship.Definition>
