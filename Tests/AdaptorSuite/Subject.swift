import EntityModel
package import EntityStore
package import Qualifiers

/// An open database of a kind under test, by the names of its tables; what a passing error keeps from being answered is
/// asked again.
package struct Subject: Sendable {
  package let store: EntityStore
  private let kind: AdaptorUnderTest

  package init(_ kind: AdaptorUnderTest, like reference: Reference) async throws {
    self.kind = kind
    store = try await kind.open(reference)
  }

  /// A save that failed has changed something all the same.
  package struct Lost: Error {
    package let error: StoreError
  }

  /// Asks until the answer is no passing error.
  package func ask<Answer: Sendable>(
    _ question: (EntityStore) async throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    while true {
      do throws(StoreError) { return try await question(store) } catch {
        guard kind.isPassing(error) else { throw error }
      }
    }
  }

  /// The name of the entity of a table.
  package func entity(_ table: String) -> String {
    store.model.entities.first { $0.tableName == table }?.name ?? table
  }

  /// An identity by the name of a table.
  package func id(_ table: String, _ values: Value...) -> RecordID {
    RecordID(entityName: entity(table), values: values)
  }

  /// A fetch of a table: `where` and `sort` as people write them.
  package func fetch(
    _ table: String,
    where condition: String? = nil,
    sort: String? = nil,
    _ paths: [String]? = nil
  ) -> FetchSpecification {
    FetchSpecification(
      entityName: entity(table),
      qualifier: condition.flatMap { Qualifier.parse($0).qualifier },
      sortOrderings: sort.flatMap { SortOrdering.parse($0).orderings } ?? [],
      paths: paths.map { $0.map { PropertyPath($0) } }
    )
  }

  package func window(
    _ fetch: FetchSpecification,
    from anchor: WindowAnchor = .start,
    count: Int = 100
  ) async throws(StoreError) -> Window {
    try await ask { store throws(StoreError) in
      try await store.window(fetch, from: anchor, count: count)
    }
  }

  /// All values of one attribute in the order of a fetch.
  package func values(
    _ table: String,
    _ name: String,
    where condition: String? = nil,
    sort: String? = nil
  ) async throws(StoreError) -> [Value] {
    let fetch = fetch(table, where: condition, sort: sort, [name])
    return try await window(fetch).records.map { $0.value(at: 0) }
  }

  package func count(
    _ fetch: FetchSpecification,
    upTo limit: Int? = nil
  ) async throws(StoreError) -> Int {
    try await ask { store throws(StoreError) in try await store.count(fetch, upTo: limit) }
  }

  package func record(_ id: RecordID) async throws(StoreError) -> Record? {
    try await ask { store throws(StoreError) in try await store.record(id) }
  }

  /// Everything that is stored, by identity.
  package func contents() async throws(StoreError) -> [RecordID: [Value]] {
    var contents: [RecordID: [Value]] = [:]
    for entity in store.model.entities {
      for record in try await window(FetchSpecification(entityName: entity.name)).records {
        if let id = record.id { contents[id] = record.values }
      }
    }
    return contents
  }

  /// Writes something, again after a passing error that has changed nothing.
  private func write<Answer: Sendable>(
    _ body: (EntityStore) async throws(StoreError) -> Answer
  ) async throws -> Answer {
    let before = try await contents()
    while true {
      do throws(StoreError) { return try await body(store) } catch {
        guard try await contents() == before else { throw Lost(error: error) }
        guard kind.isPassing(error) else { throw error }
      }
    }
  }

  /// Saves; whatever keeps it from being done must have changed nothing.
  @discardableResult
  package func save(
    _ changes: [Change],
    isRecorded: Bool = false,
    isTrial: Bool = false
  ) async throws -> SaveResult {
    try await write { store throws(StoreError) in
      try await store.save(changes, isRecorded: isRecorded, isTrial: isTrial)
    }
  }

  /// Undoes a save; whatever keeps it from being done must have changed nothing.
  @discardableResult
  package func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>] = [:]
  ) async throws -> SaveRecord {
    try await write { store throws(StoreError) in
      try await store.revert(record, besides: stamps)
    }
  }

  /// Inserts rows in one go; whatever keeps them from being inserted must have changed nothing.
  package func insert(
    _ table: String,
    _ names: [String],
    _ rows: [[Value?]]
  ) async throws -> [RecordID] {
    let entity = store.model.entities.first { $0.tableName == table }
    guard let entity else { return [] }
    return try await write { store throws(StoreError) in
      let insertion = try await store.beginInserting(
        entity,
        attributes: names,
        tellsIdentities: true
      )
      do throws(InsertionFault) {
        let ids = try await insertion.insert(rows)
        try await insertion.finish()
        return ids
      } catch {
        await insertion.abandon()
        throw error.error
      }
    }
  }
}
