import Qualifiers
import Synchronization

extension EntityStore {
  /// How many objects a relationship leads to from each of several objects of one entity: one statement for all of them.
  ///
  /// - Parameters:
  ///   - relationshipName: A relationship of the entity.
  ///   - ids: The objects; those that are gone lead nowhere.
  ///   - limit: Where counting ends.
  ///   - purpose: Names it for ``cancel(purpose:)``.
  ///   - timeLimit: How long it may take.
  /// - Returns: A number for each object; where the time was not enough for all, for those that were counted in it.
  /// - Throws: ``StoreError/refused(_:)`` where the relationship, or what it leads to, may not be seen;
  ///   ``StoreError/timedOut(_:)`` where nothing was counted in time.
  package func counts(
    of relationshipName: String,
    from ids: [RecordID],
    upTo limit: Int = .max,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> [RecordID: Int] {
    guard let name = ids.first?.entityName else { return [:] }
    guard ids.allSatisfy({ $0.entityName == name }) else {
      throw .unsupported("The objects are of several entities; count each entity alone.")
    }
    var fetch = FetchSpecification(entityName: name)
    fetch.prefetchingKeyPaths = [PropertyPath(components: [relationshipName])]
    let ticket = purpose.map(tickets.take)
    let narrowed = try await narrowed(fetch)
    guard narrowed.prefetchingKeyPaths == fetch.prefetchingKeyPaths else {
      throw .refused("'\(relationshipName)' of \(name) is not shown.")
    }
    let counted = Mutex<[RecordID: Int]>([:])
    do throws(StoreError) {
      return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
        try adaptor.counts(
          of: relationshipName,
          from: ids,
          upTo: limit,
          restrictions: narrowed.restrictions,
          progress: { id, count in counted.withLock { $0[id] = count } }
        )
      }
    } catch {
      let counts = counted.withLock { $0 }
      guard case .timedOut = error, !counts.isEmpty else { throw error }
      return counts
    }
  }
}
