import EntityModel

/// A SQLite file written by Core Data: tables `ZFILM` with columns `ZTITLE`, bookkeeping in `Z_PK`, `Z_ENT`, `Z_OPT`.
///
/// The file keeps the names of its entities, but neither those of attributes as they were spelled nor where its
/// to-one columns lead; those are guessed: an integer column called like an entity holds that entity's `Z_PK`. Core Data makes
/// an index for each to-one column, `ZFILM_ZLANGUAGE_INDEX`: in a file with such indexes a column without one is a number.
struct CoreDataStore {
  private let entities: [ListedEntity]
  /// The entities' names by their number (`Z_ENT`).
  private let names: [Int64: String]
  /// The columns with an index of Core Data's, as `ZFILM_ZLANGUAGE`; empty where nothing is known of indexes.
  private let indexedColumns: Set<String>

  /// A store of these entities, with the names of its indexes.
  init(_ entities: [ListedEntity], indexes: [String] = []) {
    self.entities = entities
    indexedColumns = Set(
      indexes.filter { $0.hasPrefix("Z") && $0.hasSuffix("_INDEX") }
        .map { String($0.dropLast("_INDEX".count)) }
        .filter { !$0.hasPrefix("Z_") && !$0.hasSuffix("_Z_ENT") }
    )
    names = Dictionary(entities.map { ($0.number, $0.name) }) { first, _ in first }
  }

  /// Gives tables and columns the names that the model had, as far as they can be found, and adds the references.
  func complete(_ schema: inout Schema) {
    schema.listedEntities = entities
    // Of entities that differ in letter case alone the first has the table.
    let tables = entities.map { ("Z" + $0.name.uppercased(), $0.name) }
    let entityNames = Dictionary(tables) { first, _ in first }
    for index in schema.tables.indices {
      var table = schema.tables[index]
      guard table.name.hasPrefix("Z"), table.kind == .table else { continue }
      if let name = entityNames[table.name] {
        table.entityName = name
        if let number = entities.first(where: { $0.name == name })?.number {
          table.managedColumns = .coreData(entity: number, root: entities.root(of: number))
        }
        renameColumns(of: &table, entityNames: entityNames)
      } else if table.name.hasPrefix("Z_"), !joins(of: table).isEmpty {
        renameJoinTable(&table)
      } else if table.name.hasPrefix("Z_") || table.name.hasPrefix("ACHANGE") {
        table.isHidden = true
        table.readOnlyReason = "Core Data's own bookkeeping"
      }
      schema.tables[index] = table
    }
  }

  private func renameColumns(of table: inout Schema.Table, entityNames: [String: String]) {
    for index in table.columns.indices {
      let name = table.columns[index].name
      switch name {
      case "Z_PK": table.columns[index].rename(to: "pk")
      case _ where name.hasPrefix("Z_"): table.columns[index].isHidden = true
      case _ where Self.holdsEntityNumber(name):
        // Beside `ZOWNER`: which kind of owner it is. No row has such a number for its key.
        table.columns[index].isHidden = true
        let stem = name.dropFirst().drop { $0.isNumber }.dropFirst()
        table.columns[index].rename(to: Self.propertyName(String(stem)) + "Entity")
      case _ where name.hasPrefix("Z"):
        let column = table.columns[index]
        let isDate = column.type.type == .timestamp
        table.columns[index].rename(
          to: Self.propertyName(String(name.dropFirst()), isDate: isDate)
        )
        if column.type.type == .integer {
          table.guesses += guesses(for: name, of: table.name, entityNames)
        }
      default: break
      }
      let isDate = table.columns[index].declaredType.uppercased() == "TIMESTAMP"
      if isDate { table.columns[index].type = ColumnType(.timestamp, storage: .referenceSeconds) }
    }
  }

  /// Whether a column is called like `Z7_OWNER`: it holds the number of the entity at the other end of a to-one.
  private static func holdsEntityNumber(_ name: String) -> Bool {
    let digits = name.dropFirst().prefix { $0.isNumber }
    return !digits.isEmpty && name.dropFirst(1 + digits.count).hasPrefix("_")
  }

  /// The references that a column may be, the likeliest first: `ZLANGUAGE` and `ZORIGINALLANGUAGE` to the entity `Language`,
  /// `ZUSER` to `KikUser` if no other entity has that name.
  private func guesses(
    for column: String,
    of table: String,
    _ entityNames: [String: String]
  ) -> [ReferenceGuess] {
    guard indexedColumns.isEmpty || indexedColumns.contains("\(table)_\(column)") else { return [] }
    func guess(
      _ target: String,
      _ basis: ReferenceGuess.Basis,
      called property: String
    ) -> ReferenceGuess {
      let key = Self.reference(from: column, to: target)
      return ReferenceGuess(key, basis: basis, propertyName: property)
    }
    var guesses: [ReferenceGuess] = []
    if let name = entityNames[column] {
      guesses.append(guess(column, .word, called: Naming.propertyName(for: name)))
    } else if let target = longestEnding(of: column, entityNames) {
      let role = column.dropFirst().dropLast(target.key.count - 1).lowercased()
      guesses.append(guess(target.key, .word, called: Self.propertyName(role) + target.value))
    }
    if column == "ZPARENT" { guesses.append(guess(table, .word, called: "parent")) }
    let longer = entityNames.keys.filter { $0.hasSuffix(column.dropFirst()) && $0 != column }
    if guesses.isEmpty, column.count > 4, longer.count == 1 {
      let property = Self.propertyName(String(column.dropFirst()))
      guesses.append(guess(longer[0], .ending, called: property))
    }
    return guesses
  }

  /// The entity with the longest name in which a column's ends.
  private func longestEnding(
    of column: String,
    _ entityNames: [String: String]
  ) -> (key: String, value: String)? {
    entityNames.filter { $0.key.count > 4 && column.hasSuffix($0.key.dropFirst()) }
      .max { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
  }

  private static func reference(
    from column: String,
    to target: String,
    deleteRule: DeleteRule = .noAction
  ) -> Schema.ForeignKey {
    var key = Schema.ForeignKey(columns: [column], table: target, targetColumns: ["Z_PK"])
    key.isInferred = true
    key.deleteRule = deleteRule
    return key
  }

  /// The columns `Z_4FILMS` of a many-to-many table with the tables that they lead to.
  private func joins(of table: Schema.Table) -> [(column: String, table: String, name: String)] {
    let found = table.columns.compactMap { column -> (String, String, String)? in
      let digits = column.name.dropFirst(2).prefix { $0.isNumber }
      guard column.name.hasPrefix("Z_"), let number = Int64(digits), let entity = names[number]
      else { return nil }
      let name = column.name.dropFirst(2 + digits.count)
      return name.isEmpty ? nil : (column.name, "Z" + entity.uppercased(), String(name))
    }
    return found.count == 2 ? found : []
  }

  private func renameJoinTable(_ table: inout Schema.Table) {
    for join in joins(of: table) {
      // SQLite knows nothing of it: the program takes the links of a row away with it.
      table.foreignKeys.append(
        Self.reference(from: join.column, to: join.table, deleteRule: .cascade)
      )
      guard let index = table.columnIndex(join.column) else { continue }
      table.columns[index].rename(to: Self.propertyName(join.name))
    }
    for index in table.columns.indices where table.columns[index].name.hasPrefix("Z_FOK_") {
      table.columns[index].isHidden = true
    }
    let number = table.name.dropFirst(2).prefix { $0.isNumber }
    let owner = Int64(number).flatMap { names[$0] } ?? ""
    table.entityName =
      owner + Naming.entityName(for: String(table.name.dropFirst(2 + number.count)))
  }

  /// A name whose words were joined in capitals, cut again where well-known words end it: `FIRSTNAME` is `firstName`.
  private static func propertyName(_ capitals: String, isDate: Bool = false) -> String {
    let name = capitals.lowercased()
    if isDate, let stem = name.dropping("at"), stem.hasSuffix("ed") { return stem + "At" }
    guard !endings.contains(name), !wholeWords.contains(name) else { return name }
    let fitting = (endings + wholeWords).filter { name.hasSuffix($0) && name.count > $0.count + 1 }
    guard let word = fitting.max(by: { $0.count < $1.count }) else {
      return Naming.propertyName(for: name)
    }
    let stem = propertyName(String(name.dropLast(word.count)))
    return stem + word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Words that end like others: an account is no count.
  private static let wholeWords = [
    "account", "archetype", "background", "bandwidth", "candidate", "context", "conversion",
    "corporate", "decode", "discount", "encode", "estimate", "generate", "inversion", "mandate",
    "moderate", "operate", "postcode", "prototype", "recorder", "reorder", "resize", "separate",
    "subtitle", "subtype", "surname", "validate",
  ]
  private static let endings = [
    "address", "amount", "code", "color", "cost", "count", "date", "description", "duration",
    "features", "format", "height", "identifier", "image", "index", "length", "name", "number",
    "order", "path", "picture", "rate", "size", "status", "string", "text", "time", "timestamp",
    "title", "type", "update", "updated", "url", "uuid", "value", "version", "width", "year",
  ]
}
