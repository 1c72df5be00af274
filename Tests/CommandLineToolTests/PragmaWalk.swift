import SQLite
import Testing

/// Compares a printed model with what SQLite's own pragmas say; knows nothing of the reflection.
struct PragmaWalk {
  private struct Column {
    let name, type: String
    let isNotNull: Bool
    let keyPosition: Int64
    let hidden: Int64
  }

  private struct ForeignKey: Hashable {
    var target: String
    var joins: [[String]]
  }

  let model: ModelShown
  let connection: Connection
  private let entities: [String: ModelShown.Entity]
  private let entitiesByTable: [String: ModelShown.Entity]

  init(_ model: ModelShown, _ connection: Connection) {
    (self.model, self.connection) = (model, connection)
    entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    entitiesByTable = Dictionary(model.entities.map { (folded($0.table), $0) }) { first, _ in first
    }
  }

  func run() throws {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid"
    ) { row throws(SQLiteError) in row.text(0) }
    #expect(model.entities.map(\.table) == tables)
    #expect(entities.count == model.entities.count)
    for entity in model.entities {
      let list = try connection.rows(
        "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1",
        [.text(entity.table)]
      ) { row throws(SQLiteError) in (type: row.text(0), isWithoutRowID: row.int(1) != 0) }
      let listed = try #require(list.first)
      #expect(entity.kind == (listed.type == "shadow" ? "table" : listed.type), "\(entity.table)")
      if listed.type == "shadow" || entity.table.hasPrefix("sqlite_") { #expect(entity.hidden) }
      try checkColumns(of: entity, isWithoutRowID: listed.isWithoutRowID)
      checkTypes(of: entity)
      checkNames(of: entity)
      checkHidden(entity, isShadow: listed.type == "shadow")
      checkRights(of: entity)
      checkIdentity(of: entity)
      try checkRelationships(of: entity)
      checkInverses(of: entity)
    }
  }

  private func canBeRead(_ entity: ModelShown.Entity) -> Bool {
    guard entity.kind == "view" else { return true }
    let name = entity.table.split(separator: "\"", omittingEmptySubsequences: false)
    let sql = "SELECT * FROM \"\(name.joined(separator: "\"\""))\" LIMIT 0"
    return (try? connection.rows(sql) { _ in 0 }) != nil
  }

  private func columns(of table: String) -> [Column]? {
    try? connection.rows(
      "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?1, 'main') ORDER BY cid",
      [.text(table)]
    ) { row throws(SQLiteError) in
      Column(
        name: row.text(0),
        type: row.text(1),
        isNotNull: row.int(2) != 0,
        keyPosition: row.int(3),
        hidden: row.int(4)
      )
    }
  }

  private func checkColumns(of entity: ModelShown.Entity, isWithoutRowID: Bool) throws {
    // `table_list` names the columns even of a view that cannot be read.
    guard let columns = columns(of: entity.table), !columns.isEmpty, canBeRead(entity) else {
      #expect(entity.attributes.isEmpty && entity.readOnly, "\(entity.table)")
      return
    }
    let comment = Comment(rawValue: entity.table)
    #expect(entity.attributes.map(\.column) == columns.map(\.name), comment)
    #expect(entity.attributes.map(\.declaredType) == columns.map(\.type), comment)
    #expect(entity.attributes.map(\.generated) == columns.map { $0.hidden > 1 }, comment)
    let key = columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
    let isRowID = try isRowID(key, of: entity.table, isWithoutRowID: isWithoutRowID)
    let nullable = columns.map { !$0.isNotNull && !(isRowID && $0.keyPosition > 0) }
    // The first column of an R*Tree is its rowid, of which the pragma does not tell.
    let isCounted = entity.kind == "virtual" && key.isEmpty && !entity.identity.isEmpty
    #expect(
      zip(entity.attributes, nullable).allSatisfy { attribute, isNullable in
        attribute.nullable == isNullable || isCounted && entity.identity.contains(attribute.name)
      },
      comment
    )
    if !key.isEmpty {
      #expect(entity.identity.map { columnName($0, of: entity) } == key.map(\.name), comment)
    } else if entity.kind == "table" {
      let taken = Set(columns.map { folded($0.name) })
      let free = ["rowid", "_rowid_", "oid"].filter { !taken.contains($0) }
      if let first = free.first {
        #expect(entity.identity == [first], comment)
      } else {
        let unnamed = entity.identity.contains { columnName($0, of: entity) == nil }
        #expect(!unnamed, comment)
      }
    }
  }

  private func isRowID(
    _ key: [Column],
    of table: String,
    isWithoutRowID: Bool
  ) throws -> Bool {
    guard key.count == 1, !isWithoutRowID, folded(key[0].type) == "integer" else { return false }
    return try connection.rows(
      "SELECT 1 FROM pragma_index_list(?1, 'main') WHERE origin = 'pk'",
      [.text(table)]
    ).isEmpty
  }

  private func columnName(_ attribute: String, of entity: ModelShown.Entity) -> String? {
    entity.attributes.first { $0.name == attribute }?.column
  }

  private func checkNames(of entity: ModelShown.Entity) {
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
    #expect(Set(names.map { $0.lowercased() }).count == names.count, "\(entity.name): \(names)")
    #expect(names.allSatisfy { !$0.isEmpty })
  }

  // MARK: Relationships

  private func checkRelationships(of entity: ModelShown.Entity) throws {
    let shown = entity.relationships.filter { !$0.toMany && !$0.inferred }.compactMap {
      foreignKey($0, of: entity)
    }
    let declared = try declaredKeys(of: entity.table)
    #expect(counted(shown) == counted(declared), "\(entity.table)")
    for relationship in entity.relationships where relationship.toMany {
      let destination = try #require(entities[relationship.destination])
      if let through = relationship.through {
        let ends = try #require(entities[through]).relationships.filter { !$0.toMany }
        #expect(ends.contains { $0.destination == entity.name })
        #expect(ends.contains { $0.destination == destination.name })
      } else {
        let back = Set(relationship.joins.map { [$0.destination, $0.source] })
        #expect(
          destination.relationships.contains {
            !$0.toMany && $0.destination == entity.name
              && Set($0.joins.map { [$0.source, $0.destination] }) == back
          },
          "\(entity.name).\(relationship.name)"
        )
      }
    }
  }

  private func foreignKey(
    _ relationship: ModelShown.Relationship,
    of entity: ModelShown.Entity
  ) -> ForeignKey? {
    guard let destination = entities[relationship.destination] else { return nil }
    let joins = relationship.joins.map { join in
      [
        columnName(join.source, of: entity) ?? "?",
        columnName(join.destination, of: destination) ?? "?",
      ]
    }
    return ForeignKey(target: folded(destination.table), joins: joins.map { $0.map(folded) })
  }

  /// The foreign keys of a table that lead to a key of a table that is there.
  private func declaredKeys(of table: String) throws -> [ForeignKey] {
    let rows = try connection.rows(
      "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1, 'main') ORDER BY id, seq",
      [.text(table)]
    ) { row throws(SQLiteError) in
      (id: row.int(0), target: row.text(1), from: row.text(2), to: row.optionalText(3))
    }
    let own = Set((columns(of: table) ?? []).map { folded($0.name) })
    var keys: [ForeignKey] = []
    for id in Set(rows.map(\.id)).sorted() {
      let parts = rows.filter { $0.id == id }
      guard let target = entitiesByTable[folded(parts[0].target)], target.kind == "table",
        let columns = columns(of: target.table)
      else { continue }
      let key = columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
      let to = parts.compactMap(\.to)
      let destinations = (to.isEmpty ? key.map(\.name) : to).map(folded)
      guard destinations.count == parts.count, Set(destinations).count == parts.count,
        parts.allSatisfy({ own.contains(folded($0.from)) }),
        try isKey(Set(destinations), Set(key.map { folded($0.name) }), of: target.table)
      else { continue }
      keys.append(
        ForeignKey(
          target: folded(target.table),
          joins: zip(parts, destinations).map { [folded($0.from), $1] }
        )
      )
    }
    return keys
  }

  private func isKey(_ columns: Set<String>, _ primary: Set<String>, of table: String) throws
    -> Bool
  {
    if columns == primary { return true }
    let indexes = try connection.rows(
      "SELECT name FROM pragma_index_list(?1, 'main') WHERE \"unique\" AND NOT partial",
      [.text(table)]
    ) { row throws(SQLiteError) in row.text(0) }
    return try indexes.contains { index in
      let names = try connection.rows(
        "SELECT name FROM pragma_index_xinfo(?1, 'main') WHERE key",
        [.text(index)]
      ) { row throws(SQLiteError) in row.optionalText(0) }
      return names.count == columns.count && Set(names.compactMap(\.self).map(folded)) == columns
    }
  }

  private func counted(_ keys: [ForeignKey]) -> [ForeignKey: Int] {
    keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// A name as SQLite compares it.
private func folded(_ name: String) -> String {
  String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
}
