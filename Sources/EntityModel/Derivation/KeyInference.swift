/// Guesses foreign keys that a schema does not declare, from the names of columns.
///
/// A column may refer to a table when
/// - its name without `id` ends in the table's name: `customer_id`, `CustomerID`, `original_language_id`. Singular and plural
///   count alike, and a prefix that all tables share is left out.
/// - it is an integer with the singular of the table's name: `book` of `books`.
/// - it has the name of the table's key, of several words: `emp_no`.
/// - it is `parent_id` and no table is called parent: then it refers to its own table; so does `parent` where all values say so.
/// - no table has its name, and one ends in it: `user_id` and `app_user`.
/// - no table has its name, and one begins so: `repo_id` and `repository`.
/// - it is called a GUID, no table has its name, and all its values are keys of one table: `tx_guid` of `transactions`.
///
/// The table needs a key of one column of a like type. A unique column of the same name (`customer_id`) comes before the
/// primary key. Two tables that fit equally well give no guess, and neither does a table that declares foreign keys.
struct KeyInference {
  let tables: [Schema.Table]
  /// Tables with a key of one column, by the singular of their name in small letters, words joined.
  private let targetsByName: [String: [Int]]
  /// Tables with a key of one column, by that column's name in lower case.
  private let targetsByKey: [FoldedName: [Int]]
  /// Tables by each end of their name that is shorter than the whole, words joined.
  private let targetsByEnding: [String: [Int]]

  /// Guesses among the tables of one database.
  init(tables: [Schema.Table], of schemaName: String) {
    self.tables = tables
    var byName: [String: [Int]] = [:]
    var byKey: [FoldedName: [Int]] = [:]
    var byEnding: [String: [Int]] = [:]
    let own = tables.filter { $0.schemaName == schemaName }
    // Most schemas declare their foreign keys: then there is nothing to guess, and nothing to prepare.
    if own.contains(where: Self.isOpen) {
      let prefix = Self.commonPrefix(of: own)
      for (index, table) in tables.enumerated()
      where table.schemaName == schemaName && Self.isTarget(table) {
        byName[Self.singularName(of: table), default: []].append(index)
        byKey[table.primaryKey[0].folded, default: []].append(index)
        let words = Naming.words(of: table.name).map { $0.lowercased() }
        for start in words.indices.dropFirst() {
          byEnding[Self.singularName(of: Array(words[start...])), default: []].append(index)
        }
        guard prefix != nil, words.count > 1, words.first == prefix else { continue }
        byName[Self.singularName(of: Array(words.dropFirst())), default: []].append(index)
      }
    }
    (targetsByName, targetsByKey, targetsByEnding) = (byName, byKey, byEnding)
  }

  /// The references that names suggest for a table: those of a convention, or those found here.
  ///
  /// The likeliest guess for a column comes first.
  func guesses(of index: Int) -> [ReferenceGuess] {
    let table = tables[index]
    guard table.guesses.isEmpty else { return table.guesses }
    guard Self.isOpen(table) else { return [] }
    return table.columns.flatMap { column -> [ReferenceGuess] in
      guard let (target, basis) = target(of: column, in: index) else {
        return guessesByValue(for: column, in: index)
      }
      return keys(of: tables[target], for: column).map {
        guess(column, key: $0, of: target, by: basis)
      }
    }
  }

  private func guess(
    _ column: Schema.Column,
    key: String,
    of target: Int,
    by basis: ReferenceGuess.Basis
  ) -> ReferenceGuess {
    let table = tables[target].name
    var reference = Schema.ForeignKey(columns: [column.name], table: table, targetColumns: [key])
    reference.deleteRule = .noAction
    return ReferenceGuess(reference, basis: basis)
  }

  /// A guess for each table whose key may hold the GUIDs of a column: no other table has such a value.
  private func guessesByValue(for column: Schema.Column, in index: Int) -> [ReferenceGuess] {
    let words = Naming.words(of: column.name).map { $0.lowercased() }
    guard words.count > 1, let last = words.last, ["guid", "uuid"].contains(last),
      !column.isGenerated, !column.isHidden,
      tables[index].primaryKey.map(\.folded) != [column.name.folded]
    else { return [] }
    let targets = targetsByKey.values.joined().sorted()
    return targets.compactMap { target -> ReferenceGuess? in
      let key = tables[target].primaryKey[0]
      guard Naming.words(of: key).last?.lowercased() == last,
        fits(column, key: key, of: tables[target])
      else { return nil }
      return guess(column, key: key, of: target, by: .value)
    }
  }

  /// The keys of a table that a column may hold: unique columns of the same name, then the primary key.
  private func keys(of table: Schema.Table, for column: Schema.Column) -> [String] {
    let words = Naming.words(of: column.name).map { $0.lowercased() }
    let unique = table.uniqueKeys.filter { $0.count == 1 }.map { $0[0] }.filter { key in
      let own = Naming.words(of: key).map { $0.lowercased() }
      return key.folded == column.name.folded
        || own.count > 1 && words.suffix(own.count) == own[...]
    }
    let primary = table.primaryKey[0]
    return (unique.filter { $0.folded != primary.folded } + [primary])
      .filter { fits(column, key: $0, of: table) }
  }

  private static func isOpen(_ table: Schema.Table) -> Bool {
    table.kind == .table && !table.isHidden && table.foreignKeys.isEmpty && table.guesses.isEmpty
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

  private func target(
    of column: Schema.Column,
    in index: Int
  ) -> (table: Int, basis: ReferenceGuess.Basis)? {
    let table = tables[index]
    let isOwnKey = table.primaryKey.map(\.folded) == [column.name.folded]
    let words = Naming.words(of: column.name).map { $0.lowercased() }
    guard let last = words.last, words != ["id"], !column.isGenerated, !column.isHidden else {
      return nil
    }
    let stem = Self.stem(of: words)
    func fitting(_ candidates: [Int]) -> [Int] {
      candidates.filter { target in
        target != index && !keys(of: tables[target], for: column).isEmpty
          && (!isOwnKey || isNamedLikeItsKey(tables[target]))
      }
    }
    var (candidates, basis) = (stem.map(byName) ?? [], ReferenceGuess.Basis.key)
    // A number called exactly like one row of a table is that table's key; called like all of them it counts them.
    if stem == nil, column.type.type.kind == .integer, !isOwnKey, Naming.singular(of: last) == last
    {
      (candidates, basis) = (targetsByName[words.joined()] ?? [], .word)
    }
    // `emp_no` names a key of `employees`; a key called `code` or `name` may be that of any table.
    if candidates.isEmpty, words.count > 1 {
      (candidates, basis) = (targetsByKey[column.name.folded] ?? [], .key)
    }
    let found = fitting(candidates)
    if found.count == 1 { return (found[0], basis) }
    if found.isEmpty, stem?.last == "parent" || words == ["parent"], !isOwnKey {
      return Self.isTarget(table) && fits(column, key: table.primaryKey[0], of: table)
        ? (index, stem == nil ? .value : .key) : nil
    }
    guard candidates.isEmpty, !isOwnKey, let stem, !stem.isEmpty else { return nil }
    let ending = fitting(targetsByEnding[Self.singularName(of: stem)] ?? [])
    if ending.count == 1 { return (ending[0], .ending) }
    // `repo_id` and `repository`.
    guard ending.isEmpty, stem.count == 1, stem[0].count > 3 else { return nil }
    let longer = fitting(targetsByName.filter { $0.key.hasPrefix(stem[0]) }.flatMap(\.value))
    return Set(longer).count == 1 ? (longer[0], .ending) : nil
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

  private func fits(_ column: Schema.Column, key: String, of table: Schema.Table) -> Bool {
    guard let index = table.columnIndex(key) else { return false }
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
