import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  /// No statement takes more identities than SQLite allows as it is shipped, whatever this one was built with.
  private var identityLimit: Int { min(connection.parameterLimit, 32_766) }

  /// The records with what relationships lead to: one statement for each relationship, in parts where there are more
  /// objects than a statement takes.
  func fetchingRelated(
    _ tree: PrefetchTree,
    of records: [Record],
    _ entity: Entity,
    by specification: FetchSpecification
  ) throws(StoreError) -> [Record] {
    guard !tree.branches.isEmpty else { return records }
    let sources = SourceIDs(records)
    guard !sources.ids.isEmpty else { return records }
    var names: [String] = []
    var found: [[RelatedRecords]] = []
    for branch in tree.branches {
      let (name, rest) = (branch.name, branch.rest)
      guard let relationship = entity.relationship(named: name) else {
        guard rest.branches.isEmpty, entity.attribute(named: name) != nil else {
          throw .unknownProperty(name, of: entity)
        }
        // An attribute is there already.
        continue
      }
      let rows = try rows(relationship, of: sources, entity, by: specification)
      let objects: [Record] =
        try relationship.destination.map { destination throws(StoreError) in
          try fetchingRelated(rest, of: rows.objects, destination, by: specification)
        } ?? rows.objects
      names.append(name)
      found.append(
        rows.places.map { places in
          relationship.isToMany
            ? .many(places.map { objects[$0] }) : .one(places.first.map { objects[$0] })
        }
      )
    }
    guard !names.isEmpty else { return records }
    let related = sources.ids.indices.map { source in
      Dictionary(zip(names, found.lazy.map { $0[source] })) { first, _ in first }
    }
    return zip(records, sources.numbers).map { record, number in
      number.map { Record(record, related: related[$0]) } ?? record
    }
  }

  /// Returns the objects that a relationship leads to, each once, and for each source the indexes of its objects.
  private func rows(
    _ relationship: Relationship,
    of sources: SourceIDs,
    _ entity: Entity,
    by specification: FetchSpecification
  ) throws(StoreError) -> (objects: [Record], places: [[Int]]) {
    let restrictions = RowRestrictions(qualifiers: specification.restrictions, dialect: dialect)
    let rows = try RelatedRowsSQL(relationship, of: entity, restrictions)
    let plan = try rows.plan(
      paths: specification.readablePaths[relationship.definition.destinationName],
      maximumLength: specification.maximumLength,
      maximumByteCount: specification.maximumByteCount
    )
    let parts = sources.ids.parts(of: RelatedRowsSQL.part(of: entity, limit: identityLimit))
    var found = RelatedObjectBatch(of: sources, inParts: parts.count > 1)
    var left = relationship.isToMany ? RelatedRowsSQL.maximumCount : .max - 1
    for part in parts {
      if isCancelled() { throw .cancelled }
      var reader = Selection.Reader(plan.selection, connection, expectedRows: part.count)
      try read(try rows.rows(of: part, plan, limit: left + 1), into: &reader)
      left -= reader.count
      // Some of them would be taken for all, by rules about rights too.
      guard left >= 0, !reader.isFull else { throw .tooMany(relationship, of: entity) }
      for batch in reader.finish() {
        found.add(
          FetchedRows(plan.source, batch, readAt: reader.readNumber),
          FetchedRows(plan.destination, batch, readAt: reader.readNumber)
        )
      }
    }
    return (found.objects, found.places)
  }

  func counts(
    of relationshipName: String,
    from ids: [RecordID],
    upTo limit: Int,
    restrictions: [String: Qualifier],
    progress: (RecordID, Int) -> Void
  ) throws(StoreError) -> [RecordID: Int] {
    guard let name = ids.first?.entityName else { return [:] }
    let entity = try entity(name)
    guard let relationship = entity.relationship(named: relationshipName) else {
      throw .unknownProperty(relationshipName, of: entity)
    }
    let existing = RowRestrictions(qualifiers: restrictions, dialect: dialect)
    var counts = Dictionary(ids.map { ($0, 0) }) { first, _ in first }
    for part in ids.parts(of: RelatedRowsSQL.part(of: entity, limit: identityLimit)) {
      if isCancelled() { throw .cancelled }
      let rows = try RelatedRowsSQL(relationship, of: entity, existing)
      var statement = try rows.counts(of: part, upTo: limit)
      // Without an index each object would be a scan of its own.
      if try scans(statement) { statement = try rows.countsInOnePass(of: part) }
      try self.rows(statement) {
        let (id, found) = rows.count($0)
        guard let id else { return }
        let count = min(limit, found)
        counts[id] = count
        progress(id, count)
      }
    }
    return counts
  }

  /// Whether a statement goes through all rows of a table.
  private func scans(_ statement: SQLFragment) throws(StoreError) -> Bool {
    try first("EXPLAIN QUERY PLAN " + statement) { row in
      let step = row.text(3)
      // The result of a subquery is gone through in any case.
      return step.hasPrefix("SCAN t") && !step.hasPrefix("SCAN t0") ? true : nil
    } ?? false
  }
}

/// The distinct identities of records whose related rows are fetched, and for each record the index of its identity.
private struct SourceIDs {
  private(set) var ids: [RecordID] = []
  /// For each record the number of its identity, if it has one.
  private(set) var numbers: [Int?] = []
  private(set) var known = IdentityNumbers()

  init(_ records: [Record]) {
    ids.reserveCapacity(records.count)
    numbers = records.map { record in
      guard let id = record.id else { return nil }
      if let number = known[id] { return number }
      known[id] = ids.count
      ids.append(id)
      return ids.count - 1
    }
  }
}

/// The objects related to several source objects, each once, and for each source the indexes of its objects.
private struct RelatedObjectBatch {
  private(set) var objects: [Record] = []
  private(set) var places: [[Int]]
  private let sources: SourceIDs
  /// Whether rows come in several orders, one behind the other.
  private let isInParts: Bool
  private var last: (id: RecordID, place: Int)?
  private var known = IdentityNumbers()

  init(of sources: SourceIDs, inParts isInParts: Bool) {
    (self.sources, self.isInParts) = (sources, isInParts)
    places = Array(repeating: [], count: sources.ids.count)
  }

  /// Takes rows: the objects that lead there, and those to which they lead.
  mutating func add(_ leading: FetchedRows, _ found: FetchedRows) {
    for row in 0..<found.batch.count {
      guard let id = leading.id(row), let source = sources.known[id] else { continue }
      let object = found.id(row)
      let earlier = object.flatMap { $0 == last?.id ? last?.place : known[$0] }
      let place = earlier ?? objects.count
      if place == objects.count { objects.append(Record(found, row: row)) }
      if let object {
        // Rows come by what they lead to, so that an object which is joined twice follows itself; other objects may
        // stand between where keys that differ are equal in their order.
        last = (object, place)
        if isInParts || object.integerKey == nil { known[object] = place }
      }
      if places[source].last != place { places[source].append(place) }
    }
  }
}

/// A map from record identities of one entity to array indexes, with a fast table for integer keys.
private struct IdentityNumbers {
  private var ofIntegers: [Int64: Int] = [:]
  private var ofOthers: [RecordID: Int] = [:]

  subscript(id: RecordID) -> Int? {
    get { if let key = id.integerKey { ofIntegers[key] } else { ofOthers[id] } }
    set {
      if let key = id.integerKey { ofIntegers[key] = newValue } else { ofOthers[id] = newValue }
    }
  }
}

extension StoreError {
  fileprivate static func tooMany(_ relationship: Relationship, of entity: Entity) -> Self {
    .unsupported(
      "'\(property: relationship.name, of: entity)' of \(entity: entity) has too many related rows to prefetch "
        + "(over \(RelatedRowsSQL.maximumCount) rows or 256 MB); leave it out of the prefetch of the fetch and of "
        + "'prefetchKeyPaths'."
    )
  }
}

extension RelatedRowsSQL {
  /// The identity in the first columns, and what stands behind it.
  fileprivate func count(_ statement: Statement) -> (id: RecordID?, count: Int) {
    let isNumbered = sourceColumns.count > source.count
    let id = RecordID.of(
      source.enumerated().map { $1.coding.decodeKey(statement[$0]) },
      isNumbered ? statement.int(source.count) : nil,
      in: scope.root.entity
    )
    return (id, Int(statement.int(sourceColumns.count)))
  }
}
