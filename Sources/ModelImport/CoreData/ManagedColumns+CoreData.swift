import EntityModel

extension ManagedColumns {
  /// The table that counts keys: a row for each entity, of which those of entities without a parent count.
  static let coreDataCounters = "Z_PRIMARYKEY"

  /// Returns the columns that Core Data manages in each row: `Z_PK`, `Z_ENT`, and `Z_OPT` for optimistic locking.
  ///
  /// - Parameters:
  ///   - entity: The number of the entity.
  ///   - root: The number of its topmost ancestor.
  /// - Returns: The columns.
  static func coreData(entity: Int64, root: Int64) -> ManagedColumns {
    ManagedColumns(
      manager: "Core Data",
      key: "Z_PK",
      keyCounter: KeyCounter(
        table: coreDataCounters,
        column: "Z_MAX",
        selector: "Z_ENT",
        number: root
      ),
      discriminator: "Z_ENT",
      discriminatorValue: entity,
      version: "Z_OPT",
      notation: zip(ManagedColumnsNotation.coreData.names, [entity, root]).map { Term($0, $1) }
    )
  }
}

extension ManagedColumnsNotation {
  /// The numbers of the entity and of that at the top of its tree.
  static let coreData = ManagedColumnsNotation(names: ["coreDataEntity", "coreDataRoot"]) {
    .coreData(entity: $0[0], root: $0[1])
  }
}

extension [ListedEntity] {
  /// The number of the entity at the top of the tree in which `number` is: its row counts up the keys of all.
  func root(of number: Int64) -> Int64 {
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
