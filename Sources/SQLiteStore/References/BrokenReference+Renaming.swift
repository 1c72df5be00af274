import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension BrokenReference {
  /// Returns a sentence that names the rows that still refer to the former key of an updated row.
  ///
  /// Also covers rows whose keys a cascade changed with it. `nil` if nothing refers to them.
  func sentence(
    forReferencesTo id: RecordID,
    _ updated: [String: Value],
    _ original: [String: Value]
  ) throws(StoreError) -> NamedSentence? {
    guard let entity = adaptor.model.entity(named: id.entityName) else { return nil }
    let key = Dictionary(zip(entity.identity, id.values)) { first, _ in first }
    let former = original.merging(key) { $1 }
    let changed = Set(former.filter { name, value in updated[name] ?? value != value }.keys)
    guard !changed.isEmpty,
      let row = try condition(of: id, key.merging(updated) { $1 }, of: entity)
    else { return nil }
    var names: [String] = []
    var holders: [NamedSentence] = []
    var queue = [MovedKey(entity: entity, former: former, changed: changed, rows: row)]
    var next = 0
    while next < queue.count {
      let moved = queue[next]
      next += 1
      for relationship in references(to: moved) {
        guard let other = relationship.destination else { continue }
        if let holder = try holder(of: relationship, other, moved) {
          let kept: NamedSentence = moved.depth == 0 ? "it" : "\(entity: moved.entity)"
          holders.append("\(holder) \(kept)")
          if moved.depth == 0, names.isEmpty { names = relationship.definition.joins.map(\.source) }
        } else if !queue.contains(where: { $0.entity === other }) {
          queue.append(moved.along(relationship, other))
        }
      }
    }
    guard let first = holders.first else { return nil }
    let keys = (names.isEmpty ? entity.identity.filter(changed.contains) : names)
      .map { text(former[$0], of: $0, in: entity) }.joined(separator: ", ")
    let all = holders.dropFirst().reduce(first) { "\($0), \($1)" }
    return "\(entity: entity) \(keys) cannot be renamed: \(all)."
  }

  /// The rows of one entity whose key columns changed with a renamed row, directly or by a cascade.
  ///
  /// The search for rows that still refer to the former key starts from them.
  private struct MovedKey {
    let entity: Entity
    /// The former values of the columns, as far as all rows had the same.
    let former: [String: Value]
    /// The columns that hold something else now.
    let changed: Set<String>
    /// The condition for the rows as they are now; `t0` is their table.
    let rows: SQLFragment
    var depth = 0

    /// The rows of another entity that took the new key over.
    func along(_ relationship: Relationship, _ other: Entity) -> MovedKey {
      var values: [String: Value] = [:]
      for join in relationship.definition.joins {
        if let value = former[join.source] { values[join.destination] = value }
      }
      let equal = relationship.definition.joins.map { join in
        SQLFragment("\(column(join.destination, of: other, depth + 1)) = \(column(join.source))")
      }
      let moved = relationship.definition.joins.filter { changed.contains($0.source) }
      return MovedKey(
        entity: other,
        former: values,
        changed: Set(moved.map(\.destination)),
        rows: isOne(with: equal),
        depth: depth + 1
      )
    }

    /// The condition that one of the rows fulfils others.
    func isOne(with conditions: [SQLFragment]) -> SQLFragment {
      SQLFragment("EXISTS (SELECT 1 FROM \(entity.sqlName) AS t\(depth) WHERE ")
        + .joined([rows] + conditions, " AND ") + ")"
    }

    func column(_ name: String) -> String { column(name, of: entity, depth) }

    func column(_ name: String, of entity: Entity, _ depth: Int) -> String {
      "t\(depth).\(SQLText.identifier(entity.attribute(named: name)?.columnName ?? name))"
    }
  }

  /// The foreign keys of others that hold one of the changed columns.
  private func references(to moved: MovedKey) -> [Relationship] {
    moved.entity.relationships.filter { relationship in
      relationship.isToMany && relationship.definition.throughName == nil
        && relationship.definition.path.isEmpty && !relationship.definition.isInferred
        && relationship.definition.joins.contains { moved.changed.contains($0.source) }
    }
  }

  /// The condition for a row as it is now; `nil` where its key cannot be compared.
  private func condition(
    of id: RecordID,
    _ now: [String: Value],
    of entity: Entity
  ) throws(StoreError) -> SQLFragment? {
    if let number = id.rowNumber, let name = entity.rowIDName {
      return SQLFragment("t0.\(name) = ?", [.int(number)])
    }
    var parts: [SQLFragment] = []
    for name in entity.identity {
      guard let attribute = entity.attribute(named: name), let value = now[name] else { return nil }
      let stored = try ColumnCoding(attribute).encode(value)
      parts.append(SQLFragment("t0.\(SQLText.identifier(attribute.columnName)) = ?", [stored]))
    }
    return parts.isEmpty ? nil : .joined(parts, " AND ")
  }

  /// Returns which rows still hold the former key, with their number: `Box (3 rows) still refers to`.
  private func holder(
    of relationship: Relationship,
    _ other: Entity,
    _ moved: MovedKey
  ) throws(StoreError) -> NamedSentence? {
    let joins = relationship.definition.joins
    var equal: [SQLFragment] = []
    var isConstant = true
    for join in joins {
      let column = moved.column(join.destination, of: other, moved.depth + 1)
      if let value = moved.former[join.source] {
        guard !value.isNull, let attribute = other.attribute(named: join.destination) else {
          return nil
        }
        equal.append(SQLFragment("\(column) = ?", [try ColumnCoding(attribute).encode(value)]))
      } else {
        isConstant = false
        equal.append(SQLFragment("\(column) = \(moved.column(join.source))"))
      }
    }
    let select = SQLFragment(
      "SELECT count(*) FROM \(other.sqlName) AS t\(moved.depth + 1) WHERE "
    )
    let condition = isConstant ? .joined(equal, " AND ") : moved.isOne(with: equal)
    let count = try adaptor.first(select + condition) { $0.int(0) } ?? 0
    guard count > 0 else { return nil }
    guard restrictions[other.name] == nil else {
      // How many there are is not told where some may be hidden.
      let isNamed = moved.depth == 0 ? try isSeen(other, joins, by: moved.former) : false
      return isNamed ? "\(entity: other) still refers to" : "\(Self.unseen) still refers to"
    }
    return count == 1
      ? "\(entity: other) still refers to" : "\(entity: other) (\(count) rows) still refers to"
  }
}
