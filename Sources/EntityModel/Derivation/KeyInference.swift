/// Guesses foreign keys that a schema does not declare, from the names of columns.
///
/// A column refers to a table when its name without `id` ends in the table's name (`customer_id`, `CustomerID`,
/// `original_language_id`; singular or plural, a prefix that all tables share left out), when an integer is called
/// just like the table (`book` of `books`), or when it is called like the table's key and that name has several words
/// (`emp_no`); `parent_id` refers to its own table when there is none called parent. The table needs a key of one
/// column of a like type. Where two tables fit equally well none is taken. A table that declares foreign keys is
/// believed: nothing is guessed for it.
struct KeyInference {
  let tables: [Schema.Table]
  /// Tables with a key of one column, by the singular of their name in small letters, words joined.
  private let targetsByName: [String: [Int]]
  /// The same tables by the name of their key in small letters.
  private let targetsByKey: [FoldedName: [Int]]

  /// Guesses among the tables of one database.
  init(tables: [Schema.Table], of schemaName: String) {
    self.tables = tables
    var byName: [String: [Int]] = [:]
    var byKey: [FoldedName: [Int]] = [:]
    let own = tables.filter { $0.schemaName == schemaName }
    // Most schemas declare their foreign keys: then there is nothing to guess, and nothing to prepare.
    if own.contains(where: Self.isOpen) {
      let prefix = Self.commonPrefix(of: own)
      for (index, table) in tables.enumerated()
      where table.schemaName == schemaName && Self.isTarget(table) {
        byName[Self.singularName(of: table), default: []].append(index)
        byKey[table.primaryKey[0].folded, default: []].append(index)
        let words = Naming.words(of: table.name).map { $0.lowercased() }
        guard prefix != nil, words.count > 1, words.first == prefix else { continue }
        byName[Self.singularName(of: Array(words.dropFirst())), default: []].append(index)
      }
    }
    (targetsByName, targetsByKey) = (byName, byKey)
  }

  /// The foreign keys guessed for a table.
  func inferredKeys(of index: Int) -> [Schema.ForeignKey] {
    let table = tables[index]
    guard Self.isOpen(table) else { return [] }
    return table.columns.compactMap { column in
      guard let target = target(of: column, in: index) else { return nil }
      var key = Schema.ForeignKey(columns: [column.name], table: tables[target].name)
      key.isInferred = true
      key.deleteRule = .noAction
      return key
    }
  }

  private static func isOpen(_ table: Schema.Table) -> Bool {
    table.kind == .table && !table.isHidden && table.foreignKeys.isEmpty
  }

  private static func isTarget(_ table: Schema.Table) -> Bool {
    table.kind == .table && !table.isHidden && table.primaryKey.count == 1
  }

  /// The first word of all tables' names, when three or more share it: `moz` of `moz_places`, `wp` of `wp_posts`.
  private static func commonPrefix(of tables: [Schema.Table]) -> String? {
    let names = tables.filter { $0.kind == .table && !$0.isHidden }.map(\.name)
    guard names.count > 2, let first = names.first?.prefix(while: { $0 != "_" }) else { return nil }
    return names.allSatisfy { $0.hasPrefix(first + "_") } ? first.lowercased() : nil
  }

  private static func singularName(of table: Schema.Table) -> String {
    singularName(of: Naming.words(of: table.name).map { $0.lowercased() })
  }

  private static func singularName(of words: [String]) -> String {
    words.dropLast().reduce(into: "") { $0 += $1 } + Naming.singular(of: words.last ?? "")
  }

  private func target(of column: Schema.Column, in index: Int) -> Int? {
    let table = tables[index]
    let isOwnKey = table.primaryKey.map(\.folded) == [column.name.folded]
    let words = Naming.words(of: column.name).map { $0.lowercased() }
    guard words != ["id"], !column.isGenerated, !column.isHidden else { return nil }
    let stem = Self.stem(of: words)
    var candidates = stem.map(byName) ?? []
    if stem == nil, column.type.type == .integer, !isOwnKey {
      // A number called exactly like a table is that table's key.
      candidates = targetsByName[Self.singularName(of: words)] ?? []
    }
    // `emp_no` names a key of `employees`; a key called `code` or `name` may be that of any table.
    if candidates.isEmpty, words.count > 1 {
      candidates = targetsByKey[column.name.folded] ?? []
    }
    let fitting = candidates.filter { target in
      target != index && fits(column, key: tables[target])
        && (!isOwnKey || isNamedLikeItsKey(tables[target]))
    }
    if fitting.count == 1 { return fitting[0] }
    let refersToParent = fitting.isEmpty && stem?.last == "parent" && !isOwnKey
    return refersToParent && Self.isTarget(table) && fits(column, key: table) ? index : nil
  }

  /// Whether a table is called like its key: of two with the key `movie_id` the one called `movie` is referred to.
  private func isNamedLikeItsKey(_ table: Schema.Table) -> Bool {
    let words = Self.stem(of: Naming.words(of: table.primaryKey[0]).map { $0.lowercased() }) ?? []
    return !words.isEmpty && Self.singularName(of: words) == Self.singularName(of: table)
  }

  /// The words before `id`; `nil` when the name does not end so.
  private static func stem(of words: [String]) -> [String]? {
    guard let last = words.last else { return nil }
    if ["id", "fk", "guid", "uuid"].contains(last) { return Array(words.dropLast()) }
    guard last.count > 4, let glued = last.dropping("id") else { return nil }
    return words.dropLast() + [glued]
  }

  /// The tables whose name is the longest end of `words`.
  private func byName(_ words: [String]) -> [Int] {
    for start in words.indices {
      let name = Self.singularName(of: Array(words[start...]))
      if let targets = targetsByName[name] { return targets }
    }
    return []
  }

  private func fits(_ column: Schema.Column, key table: Schema.Table) -> Bool {
    guard let index = table.columnIndex(table.primaryKey[0]) else { return false }
    // Times that are written with an offset are texts where they are keys.
    let pair = [column.type, table.columns[index].type].map { type in
      type.storage.hasOffset ? .string : type.type
    }
    let isNumeric = pair.allSatisfy { [.integer, .any, .decimal].contains($0) }
    let isText = pair.allSatisfy { [.string, .uuid, .any].contains($0) }
    // Of an empty column there is only the declaration that tells that it holds such keys.
    let isSame = column.declaredType == table.columns[index].declaredType
    return isNumeric || isText || pair == [.blob, .blob] || pair == [.uuid, .blob] && isSame
  }
}
