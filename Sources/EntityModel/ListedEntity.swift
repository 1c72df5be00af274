/// An entity in a list that a database has of its entities, since the program that made it keeps one there.
public struct ListedEntity: Sendable, Hashable {
  /// The entity's name.
  public var name: String
  /// What its rows have for a discriminator.
  public var number: Int64
  /// The number of its parent; 0 for none.
  public var parentNumber: Int64

  /// An entity of the list.
  public init(name: String, number: Int64, parentNumber: Int64) {
    (self.name, self.number, self.parentNumber) = (name, number, parentNumber)
  }
}
