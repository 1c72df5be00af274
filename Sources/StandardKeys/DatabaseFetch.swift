public import EntityStore
public import Qualifiers

/// Objects that somebody asks a database for.
package struct DatabaseFetch: Sendable, Hashable {
  package let entityName: String
  package let condition: String?
  package let values: [String: Value]
  package let keys: [String]
  package let limit: Int
}

/// What fetches from a database on behalf of views and rules.
package protocol DatabaseFetching: Sendable {
  func records(_ fetch: DatabaseFetch) async throws(StoreError) -> [Record]
  /// What is known by now; `nil` while it is being read.
  func known(_ fetch: DatabaseFetch) -> [Record]?
}

extension DatabaseReference {
  /// The objects of an entity that the user may see: `try await database.fetch(entity: "Movie", where: "score > $least",
  /// with: ["least": .int(8)], sort: ["-released"], limit: 10)`.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - condition: A condition of the rule language over the fetched object; `nil` for all objects.
  ///   - values: What `$name` in the condition stands for.
  ///   - keys: The order: property names, `-` before one for largest first.
  ///   - limit: How many objects at most.
  /// - Returns: The objects, in their order.
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and for a text that is no condition, and what
  ///   fetching throws.
  public func fetch(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort keys: [String] = [],
    limit: Int = 1_000
  ) async throws(StoreError) -> [Record] {
    let fetch = fetch(name, where: condition, with: values, sort: keys, limit: limit)
    guard let source else { throw .unsupported("no database is open here") }
    return try await source.records(fetch)
  }

  /// The same for rules, which never wait: `nil` while the objects are being read, and where they cannot be.
  ///
  /// A rule that answers `nil` then leaves the answer to the next one, and is asked anew when they have arrived. What decides
  /// about rights must not wait for them, and commands without a screen do not.
  public func fetch(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort keys: [String] = [],
    limit: Int = 1_000
  ) -> [Record]? {
    source?.known(fetch(name, where: condition, with: values, sort: keys, limit: limit))
  }

  private func fetch(
    _ name: String,
    where condition: String?,
    with values: [String: Value],
    sort keys: [String],
    limit: Int
  ) -> DatabaseFetch {
    DatabaseFetch(
      entityName: name,
      condition: condition,
      values: values,
      keys: keys,
      limit: limit
    )
  }
}
