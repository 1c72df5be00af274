import EntityStore

// SQLite gives no more than 2000 columns, and a table may have as many: what finds its rows again comes on top, and the
// size of a blob. Wide rows are read in parts.
extension SQLiteAdaptor {
  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    let parts = try parts(of: specification)
    var window = try narrowWindow(parts[0], from: anchor, count: count)
    for part in parts.dropFirst() {
      let ids = window.records.compactMap(\.id)
      guard ids.count == window.records.count else {
        // Nothing tells the rows apart but their place.
        let rest = try narrowWindow(part, from: anchor, count: count)
        guard rest.records.count == window.records.count else { throw .cancelled }
        window.records = zip(window.records, rest.records).map { $0.joined(with: $1) }
        continue
      }
      let rest = Dictionary(try narrowRecords(ids, part).map { ($0.id, $0) }) { first, _ in first }
      // What is gone meanwhile is not shown in part.
      let kept = window.records.indices.filter { rest[window.records[$0].id] != nil }
      window.cursors = kept.map { window.cursors[$0] }
      window.records = kept.map { index in
        let record = window.records[index]
        return rest[record.id].map(record.joined) ?? record
      }
    }
    return window
  }

  func record(_ id: RecordID, _ fetch: FetchSpecification) throws(StoreError) -> Record? {
    var record: Record?
    for (number, part) in try parts(of: fetch).enumerated() {
      guard let next = try narrowRecord(id, part) else { return nil }
      record = number == 0 ? next : record?.joined(with: next)
    }
    return record
  }

  func records(_ ids: [RecordID], _ fetch: FetchSpecification) throws(StoreError) -> [Record] {
    let parts = try parts(of: fetch)
    var records = try narrowRecords(ids, parts[0])
    for part in parts.dropFirst() {
      let rest = Dictionary(try narrowRecords(ids, part).map { ($0.id, $0) }) { first, _ in first }
      records = records.compactMap { record in rest[record.id].map(record.joined) }
    }
    return records
  }

  /// The fetch in parts that one statement can give: mostly it is one.
  private func parts(of fetch: FetchSpecification) throws(StoreError) -> [FetchSpecification] {
    let entity = try entity(fetch.entityName)
    let paths = fetch.paths ?? entity.visibleAttributePaths
    guard paths.count > Self.mostPaths, !fetch.isDistinct(of: entity) else { return [fetch] }
    return stride(from: 0, to: paths.count, by: Self.mostPaths).map { start in
      var part = fetch
      part.paths = Array(paths[start..<min(start + Self.mostPaths, paths.count)])
      if start > 0 { part.prefetchingKeyPaths = [] }
      return part
    }
  }

  /// Each may need a column for its size beside it.
  private static let mostPaths = 900
}

extension Record {
  /// This row with further values of it.
  fileprivate func joined(with other: Record) -> Record {
    let count = layout.paths.count
    return Record(
      layout: RecordLayout(entity: entity, paths: layout.paths + other.layout.paths),
      id: id,
      values: values + other.values,
      truncatedPositions: truncatedPositions.union(other.truncatedPositions.map { $0 + count }),
      sizes: truncatedSizes.merging(
        other.truncatedSizes.map { ($0.key + count, $0.value) }
      ) { first, _ in first },
      readNumbers: readNumbers + other.readNumbers,
      related: related
    )
  }
}
