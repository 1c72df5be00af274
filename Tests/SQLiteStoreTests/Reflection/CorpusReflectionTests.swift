import EntityModel
import EntityStore
import FoundationEssentials
import SQLite
import SQLiteStore
import Testing

/// The databases that people and SQLite's own tests made, beside the package; not everybody has them.
private enum Corpus {
  static let folders = ["sample", "apps", "torture", "coredata", "sqlite-suite", "hostile"]

  static var root: String {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(package)/../shared/corpus"
  }

  /// The paths of all SQLite files in the folders.
  static var databases: [String] {
    folders.flatMap { folder -> [String] in
      let path = "\(root)/\(folder)"
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      return names.map { "\(path)/\($0)" }.filter(isDatabase)
    }.sorted()
  }

  private static func isDatabase(_ path: String) -> Bool {
    guard let file = FileManager.default.contents(atPath: path)?.prefix(16) else { return false }
    return file.starts(with: "SQLite format 3".utf8)
  }

  /// Opens a copy, so that nothing is ever written beside the original.
  static func open(_ path: String, _ body: (Connection) throws -> Void) throws {
    try copying(path) { try body(try Connection(path: $0, mode: .readWrite)) }
  }

  /// Hands the path of a copy to `body`.
  static func copying(_ path: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "d2t-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "copy.db").path
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    try body(copy)
  }
}

struct CorpusReflectionTests {
  @Test func `The corpus is there when it is required`() {
    let isRequired = ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] == "1"
    #expect(!isRequired || !Corpus.databases.isEmpty)
  }

  @Test(arguments: Corpus.databases)
  func `Attached to another, a database of the corpus says the same of itself`(path: String) throws
  {
    try Corpus.copying(path) { copy in
      let alone = try Connection(path: copy, mode: .readWrite)
      let own = try SchemaReflection.schema(of: alone)
      let main = try Connection()
      let encoding = try alone.rows("PRAGMA encoding") { row throws(SQLiteError) in row.text(0) }
      // Tables of the same names, without columns in common, stand in the way of a statement that forgets the database.
      let decoys = own.tables.map {
        "CREATE TABLE IF NOT EXISTS \(SQLText.identifier($0.name))(decoy)"
      }
      try main.execute("PRAGMA encoding = '\(encoding[0])'")
      for decoy in decoys { try? main.execute(decoy) }
      try main.attach(path: copy, mode: .readWrite, as: "the \"other\"")
      let attached = try SchemaReflection.schema(of: main, named: "the \"other\"")
      #expect(attached.tables.map(Self.described) == own.tables.map(Self.described))
      #expect(attached.tables.allSatisfy { $0.schemaName == "the \"other\"" })
    }
  }

  /// Returns the declarations of a table without what its rows show, because that depends on the time to read them.
  private static func described(_ table: Schema.Table) -> String {
    let columns = table.columns.map { column in
      "\(column.name) \(column.declaredType) \(column.isNullable) \(column.isGenerated) \(column.isHidden) "
        + "\(column.defaultExpression ?? "") \(column.collation ?? "") \(column.isUpdatable)"
    }
    let keys = table.foreignKeys.map {
      "\($0.columns) \($0.table) \($0.targetColumns) \($0.deleteRule)"
    }
    return [
      table.name, table.kind.rawValue, table.entityName ?? "", "\(table.isHidden)",
      String((table.readOnlyReason ?? "").prefix { $0 != ":" }), "\(table.writes.count)",
      "\(table.viewKey)",
      "\(table.primaryKey)",
      "\(table.keyIsRowNumber)", table.rowNumberName ?? "", "\(table.isWithoutRowNumbers)",
      "\(table.isStrict)", "\(table.uniqueKeys)",
    ].joined(separator: "|") + "\(columns)\(keys)"
  }

  @Test(arguments: Corpus.databases)
  func `A database of the corpus reflects as its own pragmas say`(path: String) throws {
    try Corpus.open(path) { connection in
      let model = try SchemaReflection.reflect(connection, name: "corpus")
      let tables = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid"
      ) { row throws(SQLiteError) in row.text(0) }
      #expect(model.entities.map(\.tableName) == tables)
      #expect(Set(model.entities.map { $0.name.lowercased() }).count == tables.count)
      for entity in model.entities {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        #expect(Set(names.map { $0.lowercased() }).count == names.count, "\(entity.name): \(names)")
        if entity.attributes.isEmpty {
          #expect(entity.readOnlyReason != nil)
        } else {
          try check(entity, connection)
        }
        check(relationshipsOf: entity, in: model)
      }
    }
  }

  private func check(_ entity: Entity, _ connection: Connection) throws {
    let literal = SQLText.literal(entity.tableName)
    let columns = try connection.rows("SELECT * FROM pragma_table_xinfo(\(literal), 'main')")
    #expect(entity.attributes.map { .text($0.columnName) } == columns.map { $0[1] })
    #expect(entity.attributes.map { .text($0.definition.declaredType) } == columns.map { $0[2] })
    let key = columns.filter { $0[5] != .int(0) }
    if !key.isEmpty { #expect(entity.identity.count == key.count) }
    if entity.identityIsQueryable {
      let identity = entity.identity.map { name in
        SQLText.identifier(entity.attribute(named: name)?.columnName ?? name)
      }
      let sql =
        "SELECT \(identity.joined(separator: ", ")) FROM \(SQLText.identifier(entity.tableName))"
      #expect(throws: Never.self) { try connection.prepare(sql) }
    }
    // Every declared foreign key that leads to a key of a table that exists makes a to-one.
    let keys = try connection.rows("SELECT * FROM pragma_foreign_key_list(\(literal), 'main')")
    let declared = entity.relationships.filter { !$0.isToMany && !$0.definition.isInferred }
    #expect(declared.count <= Set(keys.map { $0[0] }).count)
    for relationship in declared {
      let destination = try #require(relationship.destination)
      let sources = relationship.definition.joins.map {
        entity.attribute(named: $0.source)?.columnName.lowercased()
      }
      let isDeclared = keys.contains { row in
        guard case .text(let table) = row[2], case .text(let from) = row[3] else { return false }
        return table.lowercased() == destination.tableName.lowercased()
          && sources.contains(from.lowercased())
      }
      #expect(isDeclared, "\(entity.name).\(relationship.name)")
    }
  }

  private func check(relationshipsOf entity: Entity, in model: Model) {
    for relationship in entity.relationships {
      guard let destination = relationship.destination else {
        Issue.record("\(entity.name).\(relationship.name) leads nowhere")
        continue
      }
      for join in relationship.definition.joins {
        #expect(entity.attribute(named: join.source) != nil)
        #expect(destination.attribute(named: join.destination) != nil)
      }
      if let inverse = relationship.definition.inverseName {
        let back = destination.relationship(named: inverse)
        #expect(back?.definition.destinationName == entity.name)
        #expect(back?.definition.inverseName == relationship.name)
      }
      let path = relationship.definition.path
      if path.count == 2 {
        let join = entity.relationship(named: path[0])?.destination
        #expect(join?.relationship(named: path[1])?.destination === destination)
      }
    }
    for key in entity.listPropertyKeys + entity.inspectPropertyKeys + entity.editPropertyKeys {
      #expect(entity.attribute(named: key) != nil || entity.relationship(named: key) != nil)
    }
  }
}

extension Entity {
  /// Whether rows can be asked for their identity: not where a module is missing.
  fileprivate var identityIsQueryable: Bool { !identity.isEmpty && !attributes.isEmpty }
}
