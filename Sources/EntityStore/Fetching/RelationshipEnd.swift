package import EntityModel
package import Qualifiers

/// The related rows of an object's relationship, as a condition that the database evaluates with its own join.
///
/// Occurs in conditions only, and only in those of the program itself (``FetchSpecification/auxiliaryQualifier``).
package final class RelationshipEnd: KeyValueCoding, Hashable {
  /// The way from the object.
  package let relationship: Relationship
  /// The object, which is stored.
  package let source: Record

  package init(of relationship: Relationship, from source: Record) {
    (self.relationship, self.source) = (relationship, source)
  }

  /// The condition that holds for the objects there.
  package var condition: Qualifier {
    let key = relationship.destination?.identity.first ?? "primaryKey"
    return .equal(PropertyPath(components: [key]), .object(self))
  }

  package static var valueKeys: [String]? { [] }
  package func value(forKey key: String) -> Value? { nil }
  package static func == (left: RelationshipEnd, right: RelationshipEnd) -> Bool {
    left.relationship === right.relationship && left.source.id == right.source.id
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(relationship))
    hasher.combine(source.id)
  }
}
