/// An entity in a list that a database has of its entities, since the program that made it keeps one there.
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
