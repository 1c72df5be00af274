import Editing
import Pages
import EntityModel
import Formatting
import Qualifiers
import Workspace

/// A column of an imported file, resolved to the attribute or to-one relationship that its values are for.
nonisolated struct ImportColumn {
  /// The attribute or reference that a value is imported into; positions count the attributes of the entity.
  enum Target {
    case attribute(Attribute, position: Int)
    case toOne(Relationship, Entity, joins: [(position: Int, destination: String)])
  }

  /// The property.
  let name: String
  let target: Target
  /// The attribute of the other object that the values of a reference are of; `nil` for its key.
  private(set) var lookup: Attribute?

  /// - Throws: ``UsageError`` for a name that does not exist, and for what no file can set.
  init(_ text: String, of entity: Entity) throws(UsageError) {
    if entity.propertyName(matching: text) == nil, let dot = text.firstIndex(of: ".") {
      self = try ImportColumn(text[..<dot], by: text[text.index(after: dot)...], of: entity)
      return
    }
    guard let name = entity.propertyName(matching: text) ?? entity.attributeName(ofKey: text) else {
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
      throw UsageError("'\(name)' holds related rows; set the reference in each of them")
    }
    let joins = relationship.definition.joins.compactMap { join in
      entity.attributes.firstIndex { $0.name == join.source }.map { ($0, join.destination) }
    }
    target = .toOne(relationship, destination, joins: joins)
  }

  /// Whether a reference leads to no object: no key is empty, while a value may be.
  func isNothing(_ input: FieldInput) -> Bool {
    lookup == nil ? input.isNothing : input.text == nil
  }

  /// A reference that an attribute of the other object tells: `customer.code`.
  private init(
    _ text: Substring,
    by attribute: Substring,
    of entity: Entity
  ) throws(UsageError) {
    let reference = try ImportColumn(String(text), of: entity)
    guard case .toOne(_, let destination, _) = reference.target else {
      throw UsageError("'\(text)' is not a reference and has no '\(attribute)'")
    }
    let found = try ImportColumn(String(attribute), of: destination)
    guard case .attribute(let lookup, _) = found.target else {
      throw UsageError("'\(attribute)' of \(destination.name) cannot be used to find a row")
    }
    (name, target) = ("\(reference.name).\(lookup.name)", reference.target)
    self.lookup = lookup
  }

  /// The attributes that it gives, by their positions.
  var positions: [Int] {
    switch target {
    case .attribute(_, let position): [position]
    case .toOne(_, _, let joins): joins.map(\.position)
    }
  }

  /// Whether a text is what `export --typed` writes, and hardly anything else.
  ///
  /// `null:` is one, and a value with the mark that it needs in this column; `text:hello` is none in a column of texts, which
  /// are written without a mark.
  func matchesExportFormat(_ text: String) -> Bool {
    guard StorageClassTag.beginsMark(text.utf8.first), let stored = try? StorageClassTag.read(text)
    else {
      return false
    }
    guard !stored.isNull else { return true }
    return switch (lookup, target) {
    case (let attribute?, _), (nil, .attribute(let attribute, _)):
      FileColumn(attribute).writes(stored, as: text)
    // A mark is no key, and leads to no object.
    case (nil, .toOne): false
    }
  }

  /// Whether a field shows what it gives.
  func isShown(as key: String, of entity: Entity) -> Bool {
    switch target {
    case .attribute(let attribute, _):
      name == key || entity.propertyName(showing: attribute) == key
    case .toOne(let relationship, _, _): relationship.name == key
    }
  }

  /// Why a file cannot give both: they are one property, or a reference and the column that holds it.
  func clash(with other: ImportColumn) -> String? {
    switch (target, other.target) {
    case (.attribute(_, let position), .toOne(_, _, let joins)),
      (.toOne(_, _, let joins), .attribute(_, let position)):
      guard joins.count == 1, joins[0].position == position else { return nil }
      return "'\(name)' and '\(other.name)' are the same column; leave one out"
    case (.toOne(let reference, _, _), .toOne(let second, _, _)) where reference === second:
      return "'\(name)' and '\(other.name)' are the same reference; leave one out"
    default: return name == other.name ? "'\(name)' occurs twice; leave one out" : nil
    }
  }
}

nonisolated extension Entity {
  /// The attribute of the column `rating` for `ratingId`: databases with rows call it so where the values are keys.
  ///
  /// A file that was exported from such a database goes into an empty copy of it.
  fileprivate func attributeName(ofKey name: String) -> String? {
    attributes.first { Naming.propertyName(for: $0.columnName) + "Id" == name }?.name
  }
}
