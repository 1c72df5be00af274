package import EntityModel
package import EntityStore
import Formatting
package import Qualifiers

/// A builder of the SQL that reads or counts the objects of one relationship for several source objects at once.
package struct RelatedRowsSQL {
  /// The objects a statement starts from; an attribute for each part of their identity.
  package let source: [SelectScope.Column]
  /// The columns that identify the source objects: their keys, and the row number if a key may be null.
  package let sourceColumns: [String]
  package let scope: SelectScope
  private let relationship: Relationship
  private let restrictions: RowRestrictions
  /// How many parameters all but the identities of the objects take at most.
  package static let reservedParameters = 1000
  /// How many rows of a relationship to many are held for one window.
  package static let maximumCount = 1 << 18

  package init(_ relationship: Relationship, of entity: Entity, _ restrictions: RowRestrictions)
    throws(StoreError)
  {
    self.relationship = relationship
    self.restrictions = restrictions
    guard !entity.identity.isEmpty else {
      throw .unsupported(
        "\(entity: entity) has no key to find the '\(property: relationship.name, of: entity)' of several rows."
      )
    }
    let scope = SelectScope(entity, aliases: SelectScope.Aliases(), restrictions: restrictions)
    self.scope = scope
    source = try entity.identity.map { name throws(StoreError) in try scope.column([name]) }
    sourceColumns = source.map(\.sql) + [scope.root.identifyingNumber].compactMap(\.self)
  }

  /// The reusable parts of the query ``rows(of:_:limit:)``: its SQL, and the decoders of a result row.
  ///
  /// For each result row `source` decodes the identity of the object started from, and `destination` the related object.
  package struct Plan {
    package let selection: Selection
    package let source: RowDecoder
    package let destination: RowDecoder
    fileprivate let statement: String
    fileprivate let from: SQLFragment
    fileprivate let order: String
  }

  /// Plans to read what the relationship leads to.
  package func plan(
    paths: [PropertyPath]?,
    maximumLength: Int?,
    maximumByteCount: Int?
  ) throws(StoreError) -> Plan {
    var selection = Selection(
      maximumLength: maximumLength,
      maximumByteCount: maximumByteCount,
      restrictions.dialect
    )
    let sourceKey = source.map { selection.whole($0) }
    let sourceNumber = scope.root.identifyingNumber.map { selection.whole($0) }
    let table = try scope.follow(relationship)
    let (prefix, entity) = ([relationship.name], table.entity)
    let key = try entity.identity.map { name throws(StoreError) in
      try scope.column((prefix + [name])[...])
    }
    let identity = key.map { selection.whole($0) }
    let number = table.identifyingNumber.map { selection.whole($0) }
    let paths = paths ?? entity.visibleAttributePaths
    let values = try paths.map { path throws(StoreError) in
      try selection.value(at: (prefix + path.components)[...], in: scope)
    }
    let order = key.map(\.sql) + [table.identifyingNumber].compactMap(\.self)
    return Plan(
      selection: selection,
      source: RowDecoder(
        selection,
        layout: RecordLayout(entity: scope.root.entity, paths: []),
        identity: sourceKey,
        rowNumber: sourceNumber
      ),
      destination: RowDecoder(
        selection,
        layout: RecordLayout(entity: entity, paths: paths),
        values: values,
        identity: identity,
        rowNumber: number
      ),
      statement: "SELECT \(selection.sql) FROM ",
      from: scope.from,
      order: order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    )
  }

  /// The rows to which objects lead, at most `limit`.
  package func rows(of ids: [RecordID], _ plan: Plan, limit: Int) throws(StoreError) -> SQLFragment
  {
    plan.statement + plan.from + " WHERE " + (try isOne(of: ids)) + plan.order
      + restrictions.dialect.limit(limit, from: nil)
  }

  /// How many objects each object leads to, found by looking up each; counting ends at `limit`.
  package func counts(of ids: [RecordID], upTo limit: Int) throws(StoreError) -> SQLFragment {
    let inner = SelectScope(
      scope.root.entity,
      aliases: scope.aliases,
      restrictions: RowRestrictions(
        qualifiers: restrictions.qualifiers,
        dialect: restrictions.dialect
      )
    )
    let found = try inner.follow(relationship)
    let same: [String]
    if let number = inner.root.identifyingNumber, let outer = scope.root.identifyingNumber {
      same = ["\(number) = \(outer)"]
    } else {
      same = try scope.root.entity.identity.map { name throws(StoreError) in
        "\(try inner.column([name]).sql) = \(try scope.column([name]).sql)"
      }
    }
    let columns = distinguishing(found)
    let rows =
      "SELECT \(columns.isEmpty ? "1" : "DISTINCT " + columns.joined(separator: ", ")) FROM "
      + inner.from + " WHERE \(same.joined(separator: " AND "))"
      + restrictions.dialect.limit(limit, from: nil)
    return "SELECT \(sourceList), (SELECT count(*) FROM (" + rows + ")) FROM "
      + scope.root.declaration + " WHERE " + (try isOne(of: ids))
  }

  /// How many objects each object leads to, found by going through all that could be; those that lead nowhere are left out.
  package func countsInOnePass(of ids: [RecordID]) throws(StoreError) -> SQLFragment {
    let columns = distinguishing(try scope.follow(relationship))
    let rows = scope.from + " WHERE " + (try isOne(of: ids))
    guard !columns.isEmpty else {
      return "SELECT \(sourceList), count(*) FROM " + rows + " GROUP BY \(sourceList)"
    }
    let names = sourceColumns.indices.map { "s\($0)" }
    let keys = zip(sourceColumns, names).map { "\($0) AS \($1)" } + columns
    let list = names.joined(separator: ", ")
    return "SELECT \(list), count(*) FROM (SELECT DISTINCT \(keys.joined(separator: ", ")) FROM "
      + rows + ") GROUP BY \(list)"
  }

  /// Returns the columns that identify related objects where duplicates are possible, as through a join table; else none.
  private func distinguishing(_ table: SelectScope.Table) -> [String] {
    relationship.definition.path.isEmpty ? [] : table.locators
  }

  private var sourceList: String { sourceColumns.joined(separator: ", ") }

  /// How many objects a statement can take.
  package static func part(of entity: Entity, limit: Int) -> Int {
    max(1, (limit - reservedParameters) / max(1, entity.identity.count))
  }

  private func isOne(of ids: [RecordID]) throws(StoreError) -> SQLFragment {
    let isGiven = SQLFragment.joined(
      try [keyIsOne(of: ids), numberIsOne(of: ids)].compactMap(\.self),
      " OR "
    )
    // From what does not exist for the person nothing leads anywhere.
    guard let restriction = try restrictions.condition(on: scope.root, scope.aliases) else {
      return "(" + isGiven + ")"
    }
    return "(" + isGiven + ") AND " + restriction
  }

  /// The rows that are found by their key.
  private func keyIsOne(of ids: [RecordID]) throws(StoreError) -> SQLFragment? {
    let ids = ids.filter { $0.rowNumber == nil }
    guard !ids.isEmpty else { return nil }
    var parameters: [Value] = []
    for id in ids {
      for (column, value) in zip(source, id.values) {
        parameters.append(try column.coding.encode(value))
      }
    }
    let row = "(" + Array(repeating: "?", count: source.count).joined(separator: ", ") + ")"
    let rows = Array(repeating: source.count == 1 ? "?" : row, count: ids.count)
      .joined(separator: ", ")
    let left =
      source.count == 1
      ? source[0].sql : "(\(source.map(\.sql).joined(separator: ", ")))"
    return SQLFragment("\(left) IN (\(source.count == 1 ? "" : "VALUES ")\(rows))", parameters)
  }

  /// The rows whose key finds them not.
  private func numberIsOne(of ids: [RecordID]) -> SQLFragment? {
    let numbers = ids.compactMap(\.rowNumber)
    guard !numbers.isEmpty, let column = scope.root.number else { return nil }
    let marks = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
    return SQLFragment("\(column) IN (\(marks))", numbers.map { .int($0) })
  }
}
