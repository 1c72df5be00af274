import SQLite
import Testing

// What no pragma says outright: SQLite is asked by statements that are prepared, or by rows.
extension PragmaWalk {
  // MARK: Types

  /// The types that columns of an affinity can be shown as.
  ///
  /// A column declared without a type name that SQLite knows may hold anything.
  private static let shown: [String: Set<String>] = {
    let moments: Set = ["date", "time", "timestamp"]
    return [
      "INTEGER": moments.union(["integer", "bool", "any"]),
      "TEXT": moments.union(["string", "text", "email", "password", "url", "uuid", "json"]),
      "REAL": moments.union(["number", "any"]), "BLOB": ["blob"],
    ]
  }()

  /// The affinity of a declared type by the five rules of SQLite's documentation; `nil` for NUMERIC and none.
  private static func affinity(_ declaration: String) -> String? {
    let words = declaration.uppercased()
    func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
    // A point and an interval are no whole number to anybody but SQLite; neither is what a quoted word says.
    if has("POINT", "INTERVAL", "ENUM") { return nil }
    if has("INT") { return "INTEGER" }
    if has("CHAR", "CLOB", "TEXT") { return "TEXT" }
    if has("BLOB") { return "BLOB" }
    return has("REAL", "FLOA", "DOUB") ? "REAL" : nil
  }

  func checkTypes(of entity: ModelShown.Entity) {
    for attribute in entity.attributes {
      guard let affinity = Self.affinity(attribute.declaredType),
        let types = Self.shown[affinity]
      else { continue }
      // Texts and numbers may stand in a column for bytes.
      let stored = ["text": ["text"], "integer": ["integer"], "number": ["integer", "real"]]
      let isFound =
        affinity == "BLOB" && stored[attribute.type].map { holds($0, attribute, entity) } == true
      #expect(
        types.contains(attribute.type) || isFound,
        "\(entity.table).\(attribute.column) \(attribute.declaredType): \(attribute.type)"
      )
    }
  }

  /// Whether the first rows, as far as they have a value, have one of these storage classes there.
  private func holds(
    _ classes: [String],
    _ attribute: ModelShown.Attribute,
    _ entity: ModelShown.Entity
  ) -> Bool {
    let column = quoted(attribute.column)
    let sql =
      "SELECT DISTINCT typeof(\(column)) FROM (SELECT \(column) FROM \(quoted(entity.table)) NOT INDEXED LIMIT 24)"
      + " WHERE \(column) IS NOT NULL"
    guard let found = try? connection.rows(sql), !found.isEmpty else { return false }
    return found.allSatisfy { row in classes.contains { row == [.text($0)] } }
  }

  // MARK: Hidden, read-only

  /// Hidden is what SQLite, a virtual table or Core Data keeps for itself, and nothing else.
  func checkHidden(_ entity: ModelShown.Entity, isShadow: Bool) {
    let tables = Set(model.entities.map(\.table))
    let isOfCoreData =
      tables.isSuperset(of: ["Z_PRIMARYKEY", "Z_METADATA"])
      && ["Z_", "ACHANGE", "ATRANSACTION"].contains { entity.table.hasPrefix($0) }
    let isKept = isShadow || entity.table.lowercased().hasPrefix("sqlite_")
    #expect(entity.hidden == isKept || isOfCoreData, "\(entity.table)")
    if entity.hidden { #expect(entity.readOnly, "\(entity.table)") }
  }

  /// Checks that an entity is read-only exactly if SQLite cannot write its table.
  ///
  /// An entity whose rows have no identity may be read-only anyway.
  func checkRights(of entity: ModelShown.Entity) {
    let table = quoted(entity.table)
    let statements =
      ["INSERT INTO \(table) DEFAULT VALUES", "DELETE FROM \(table)"]
      // A trigger may be for changes of one column only.
      + entity.attributes.map { "UPDATE \(table) SET \(quoted($0.column)) = NULL" }
    // A foreign key that is declared wrong keeps SQLite from every write, and is no matter of the table's kind.
    try? connection.execute("PRAGMA foreign_keys=OFF")
    let isWritable = statements.contains { (try? connection.prepare($0)) != nil }
    let triggers = try? connection.rows(
      "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE",
      [.text(entity.table)]
    )
    if !entity.readOnly {
      // A trigger that reads what is not there keeps SQLite from writing a table, too.
      let hasTriggers = triggers?.isEmpty == false && entity.kind == "table"
      #expect(isWritable || hasTriggers, "\(entity.table): nothing can be written")
    } else if !entity.hidden, !entity.identity.isEmpty, entity.kind != "virtual" {
      #expect(!isWritable, "\(entity.table): can be written")
    }
  }

  // MARK: Identity

  /// No two rows have the same identity, and every row can be found by it.
  func checkIdentity(of entity: ModelShown.Entity) {
    guard !entity.identity.isEmpty, entity.kind != "view" else { return }
    let columns = entity.identity.map { name in
      entity.attributes.first { $0.name == name }.map { quoted($0.column) } ?? name
    }
    let list = columns.joined(separator: ", ")
    // A primary key that is no rowid may be null any number of times, and is then no identity.
    let isWhole = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let sql = """
      SELECT count(*), coalesce(sum(n), 0) FROM
        (SELECT count(*) AS n FROM (SELECT \(list) FROM \(quoted(entity.table)) LIMIT 5000) WHERE \(isWhole)
        GROUP BY \(list))
      """
    // What is damaged, or whose module or collation is not there, cannot be read.
    guard let counts = try? connection.rows(sql).first, counts[0] != counts[1] else { return }
    let check = try? connection.rows("PRAGMA integrity_check")
    #expect(check != [[.text("ok")]], "\(entity.table): \(list) does not tell rows apart")
  }

  // MARK: Ways back

  /// Each to-one of a table has one way back, and each many-to-many leads through a table of two to-ones, both ways.
  func checkInverses(of entity: ModelShown.Entity) {
    let incoming = model.entities.filter { $0.kind != "view" }.flatMap { other in
      other.relationships.filter { !$0.toMany && $0.destination == entity.name }
        .map { [other.name] + $0.joins.map { "\($0.source) \($0.destination)" }.sorted() }
    }
    let outgoing = entity.relationships.filter { $0.toMany && $0.through == nil }
      .map { [$0.destination] + $0.joins.map { "\($0.destination) \($0.source)" }.sorted() }
    #expect(incoming.sorted(by: <) == outgoing.sorted(by: <), "\(entity.name)")
    for relationship in entity.relationships {
      #expect(relationship.joins.isEmpty == (relationship.through != nil), "\(relationship.name)")
      guard let through = relationship.through,
        let join = model.entities.first(where: { $0.name == through }),
        let destination = model.entities.first(where: { $0.name == relationship.destination })
      else { continue }
      #expect(relationship.toMany)
      let ends = join.relationships.filter { !$0.toMany }.map(\.destination)
      #expect(ends.sorted() == [entity.name, destination.name].sorted(), "\(relationship.name)")
      let ways = destination.relationships.filter {
        $0.through == through && $0.destination == entity.name
      }
      #expect(ways.count == (destination.name == entity.name ? 2 : 1), "\(relationship.name)")
    }
  }
}

private func < (left: [String], right: [String]) -> Bool {
  left.lexicographicallyPrecedes(right)
}
