import EntityModel
import EntityStore
import Qualifiers

extension SaveRecord {
  /// The rows that refer to a row that is gone or has another key now: changed by that reference.
  ///
  /// SQLite carries out references as it does triggers, and does not tell them apart.
  var cascades: [Int] {
    guard entries.contains(where: { $0.cause == .trigger }) else { return [] }
    let rows = rows
    // By tables and columns that are referred to: the values that no row of them has any more.
    var lost: [String: Set<[Value]>] = [:]
    func values(of row: Record?, _ names: [String]) -> [Value]? {
      guard let row else { return nil }
      let values = names.compactMap { row.value(forPath: [$0]) }
      return values.count == names.count && !values.contains(where: \.isNull) ? values : nil
    }
    func isCascade(_ row: SaveRecord.Row) -> Bool {
      guard let before = row.before else { return false }
      return before.entity.relationships.contains { relationship in
        let definition = relationship.definition
        guard !relationship.isToMany, definition.path.isEmpty, !definition.joins.isEmpty,
          let destination = relationship.destination,
          let key = values(of: before, definition.joins.map(\.source))
        else { return false }
        let names = definition.joins.map(\.destination)
        let place = destination.tableKey + "\u{0}" + names.joined(separator: "\u{0}")
        if lost[place] == nil {
          let gone = rows.filter { $0.before?.entity.tableKey == destination.tableKey }
            .compactMap { row -> [Value]? in
              let old = values(of: row.before, names)
              return old == values(of: row.after, names) ? nil : old
            }
          lost[place] = Set(gone)
        }
        return lost[place]?.contains(key) == true
      }
    }
    return rows.indices.filter { rows[$0].cause == .trigger && isCascade(rows[$0]) }
  }
}
