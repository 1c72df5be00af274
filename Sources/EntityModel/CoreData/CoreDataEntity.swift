/// An entity as a Core Data store numbers it: a row of `Z_PRIMARYKEY`.
public struct CoreDataEntity: Sendable, Hashable {
  /// The entity's name.
  public var name: String
  /// What stands in `Z_ENT` of its rows.
  public var number: Int64
  /// The number of its parent; 0 for none.
  public var parentNumber: Int64

  /// A numbered entity.
  public init(name: String, number: Int64, parentNumber: Int64) {
    (self.name, self.number, self.parentNumber) = (name, number, parentNumber)
  }
}

extension [CoreDataEntity] {
  /// The number of the entity at the top of the tree in which `number` is: its row counts up the keys of all.
  package func root(of number: Int64) -> Int64 {
    let parents = Dictionary(map { ($0.number, $0.parentNumber) }) { first, _ in first }
    var number = number
    // A ring would be damage; no tree is deeper than there are entities.
    for _ in self {
      guard let parent = parents[number], parent != 0 else { break }
      number = parent
    }
    return number
  }
}
