import Editing
import Pages
import EntityModel

/// A property that a file to be imported has values for.
nonisolated struct ImportColumn {
  /// What a value goes to; positions count the attributes of the entity.
  enum Target {
    case attribute(Attribute, position: Int)
    case toOne(Relationship, Entity, joins: [(position: Int, destination: String)])
  }

  /// The property.
  let name: String
  let target: Target

  /// - Throws: ``UsageError`` for a name that does not exist, and for what no file can set.
  init(_ text: String, of entity: Entity) throws(UsageError) {
    guard let name = entity.propertyName(matching: text) else {
      let near = entity.propertyName(near: text).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("\(entity.name) has no property '\(text)'\(near)")
    }
    self.name = name
    if let position = entity.attributes.firstIndex(where: { $0.name == name }) {
      target = .attribute(entity.attributes[position], position: position)
      return
    }
    guard let relationship = entity.relationship(named: name), !relationship.isToMany,
      let destination = relationship.destination
    else {
      throw UsageError("'\(name)' leads to many objects; set the reference on their side")
    }
    let joins = relationship.definition.joins.compactMap { join in
      entity.attributes.firstIndex { $0.name == join.source }.map { ($0, join.destination) }
    }
    target = .toOne(relationship, destination, joins: joins)
  }

  /// The attributes that it gives, by their positions.
  var positions: [Int] {
    switch target {
    case .attribute(_, let position): [position]
    case .toOne(_, _, let joins): joins.map(\.position)
    }
  }

  /// Whether a field shows what it gives.
  func isShown(as key: String, of entity: Entity) -> Bool {
    guard name != key, case .attribute(let attribute, _) = target else { return name == key }
    return entity.propertyName(showing: attribute) == key
  }

  /// Why a file cannot give both: they are one property, or a reference and the column that holds it.
  func clash(with other: ImportColumn) -> String? {
    switch (target, other.target) {
    case (.attribute(_, let position), .toOne(_, _, let joins)),
      (.toOne(_, _, let joins), .attribute(_, let position)):
      guard joins.count == 1, joins[0].position == position else { return nil }
      return "'\(name)' and '\(other.name)' are the same column; leave one of them out"
    default: return name == other.name ? "'\(name)' is named twice" : nil
    }
  }
}
