/// An entry of the table in which a database itself lists its entities, as Core Data writes one: name, number and parent.
package struct ListedEntity: Sendable, Hashable {
  /// The entity's name.
  package var name: String
  /// The discriminator value in its rows.
  package var number: Int64
  /// The number of its parent; 0 for none.
  package var parentNumber: Int64

  /// An entity of the list.
  package init(name: String, number: Int64, parentNumber: Int64) {
    (self.name, self.number, self.parentNumber) = (name, number, parentNumber)
  }
}
