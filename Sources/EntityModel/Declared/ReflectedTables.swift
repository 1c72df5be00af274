/// A lookup of the entities reflected from the database, by the table or entity name that a model file uses.
struct ReflectedTables {
  /// The reflected entities of the main database, of all attached files, or of one schema, indexed by table and entity name.
  private struct Group {
    var entities: [Entity.Definition] = []
    private var byTable: [FoldedName: [Int]] = [:]
    private var byName: [String: Int] = [:]

    init(_ entities: [Entity.Definition]) {
      self.entities = entities
      for (index, entity) in entities.enumerated() {
        byTable[entity.tableName.folded, default: []].append(index)
        byName[entity.name] = byName[entity.name] ?? index
      }
    }

    /// The entity whose table a declaration means: in any letter case while one alone fits.
    func entity(of declaration: EntityDeclaration) -> Entity.Definition? {
      let name = declaration.tableName ?? declaration.name
      let alike = byTable[name.folded] ?? []
      if let exact = alike.first(where: { entities[$0].tableName.isExactly(name) }) {
        return entities[exact]
      }
      if alike.count == 1 { return entities[alike[0]] }
      guard declaration.tableName == nil else { return nil }
      return byName[name].map { entities[$0] }
    }
  }

  /// In the order of the schema.
  let entities: [Entity.Definition]
  private let main: Group
  private let attached: Group
  private let schemas: [FoldedName: Group]
  private let byTable: [TableName: Entity.Definition]

  init(_ entities: [Entity.Definition]) {
    self.entities = entities
    main = Group(entities.filter { $0.schemaName == TableName.mainSchema })
    attached = Group(entities.filter { $0.schemaName != TableName.mainSchema })
    schemas = Dictionary(grouping: entities) { $0.schemaName.folded }.mapValues { Group($0) }
    byTable = Dictionary(entities.map { ($0.table, $0) }) { first, _ in first }
  }

  /// The entity of a table.
  func entity(of table: TableName) -> Entity.Definition? { byTable[table] }

  /// Whether there are tables of a database.
  func hasSchema(_ name: String) -> Bool { schemas[name.folded] != nil }

  /// The entity whose table a declaration means, in the main database before attached ones.
  func entity(of declaration: EntityDeclaration) -> Entity.Definition? {
    if let schemaName = declaration.schemaName {
      return schemas[schemaName.folded]?.entity(of: declaration)
    }
    if let found = main.entity(of: declaration) { return found }
    guard let name = declaration.tableName?.folded else { return attached.entity(of: declaration) }
    return attached.entities.first { $0.table.description.folded == name }
      ?? attached.entity(of: declaration)
  }
}
