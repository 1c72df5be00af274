import Diagnostics

extension Model {
  /// The entity that a person means by `name`: its name or its table, in any letter case while only one fits.
  ///
  /// A table of the main database comes before those of attached ones; `archive.album` says which is meant.
  public func entity(matching name: String) -> Entity? {
    let main = entities.filter { $0.schemaName == TableName.mainSchema }
    // Names that are equal in Unicode may be those of two tables: the bytes say which is meant.
    let named = entity(named: name)
    if let named, named.name.isExactly(name) { return named }
    if let exact = main.first(where: { $0.tableName.isExactly(name) }) { return exact }
    if let named { return named }
    let attached = entities.filter { $0.schemaName != TableName.mainSchema }
    for group in [main, attached] {
      let near = group.filter { $0.isCalled(name) }
      if !near.isEmpty { return near.count == 1 ? near[0] : nil }
    }
    let qualified = entities.filter { $0.isCalled(qualified: name) }
    if let exact = qualified.first(where: { $0.definition.table.qualified == name }) {
      return exact
    }
    if !qualified.isEmpty { return qualified.count == 1 ? qualified[0] : nil }
    // As it stands on the screen: "Order details", and as the table may be: "order_details".
    let words = name.joinedWords
    guard !words.isEmpty else { return nil }
    for group in [main, attached] {
      let near = group.filter {
        $0.name.joinedWords == words || $0.tableName.joinedWords == words
      }
      if !near.isEmpty { return near.count == 1 ? near[0] : nil }
    }
    return nil
  }
}

extension String {
  /// The words of a name as one, in small letters: what `Order details`, `order_details` and `orderDetails` have in common.
  package var joinedWords: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Entity {
  /// Whether it or its table has the name, in any letter case.
  fileprivate func isCalled(_ name: String) -> Bool {
    let small = name.lowercased()
    return self.name.lowercased() == small || tableName.lowercased() == small
  }

  /// Whether it or its table has the name behind that of its database, in any letter case.
  fileprivate func isCalled(qualified name: String) -> Bool {
    let small = name.lowercased()
    return [self.name, tableName].contains {
      TableName($0, in: schemaName).qualified.lowercased() == small
    }
  }

  /// The name of the property that a person means: a property's name, or a column, in any letter case, or its words, while
  /// only one fits.
  public func propertyName(matching name: String) -> String? {
    // Names that are equal in Unicode may be those of two columns: the bytes say which is meant.
    let named = attribute(named: name)?.name ?? relationship(named: name)?.name
    if let named, named.isExactly(name) { return named }
    if let exact = attributes.first(where: { $0.columnName.isExactly(name) }) { return exact.name }
    if let named { return named }
    let small = name.lowercased()
    let names = attributes.map(\.name) + relationships.map(\.name)
    let near = names.filter { $0.lowercased() == small }
    if !near.isEmpty { return near.count == 1 ? near[0] : nil }
    let columns = attributes.filter { $0.columnName.lowercased() == small }
    if !columns.isEmpty { return columns.count == 1 ? columns[0].name : nil }
    // As it stands on the screen: "Unit price".
    let words = name.joinedWords
    guard !words.isEmpty else { return nil }
    let spoken =
      attributes.filter { $0.name.joinedWords == words || $0.columnName.joinedWords == words }
      .map(\.name) + relationships.map(\.name).filter { $0.joinedWords == words }
    return spoken.count == 1 ? spoken[0] : nil
  }

  /// The name of a property that is nearly `name`, for “did you mean”.
  public func propertyName(near name: String) -> String? {
    nearestName(to: name, in: attributes.map(\.name) + relationships.map(\.name))
  }
}
