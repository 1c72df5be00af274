package import EntityModel
package import EntityStore
package import Insight
package import Qualifiers

/// A database query that an application or rule makes about one entity: for objects, their number, or sums of a property.
///
/// ``RuleFetches`` uses it as the key of its cached answers.
package struct DatabaseQuestion: Sendable, Hashable {
  /// The kind of answer: the objects, their number, or sums of a property.
  package enum Wanted: Sendable, Hashable {
    /// The objects themselves, in an order; without a limit all of them.
    case objects(sort: [String], limit: Int?)
    /// Their number.
    case count
    /// Groups by keys, with aggregates, in an order; without a limit all of them.
    case groups(Groups)
    /// A summary of the values of a property.
    case profile(of: String)
  }

  /// The groups that are wanted, as they are written.
  package struct Groups: Sendable, Hashable {
    package var keys: [String]
    package var aggregates: [String]
    package var order: [String] = []
    package var limit: Int?
    /// Whether a sample of the rows suffices; no groups are the answer where it cannot stand for all.
    package var isEstimate = false
  }

  package let entityName: String
  /// A condition of the rule language; `nil` for all objects.
  package let condition: String?
  /// The values of the parameters `$name` in the condition.
  package let values: [String: Value]
  package let wanted: Wanted
}

/// The answer to a ``DatabaseQuestion``: the objects found, groups of them with aggregates, or a profile.
package enum DatabaseAnswer: Sendable {
  /// The objects, in their order.
  case objects([Record])
  /// The groups; a single number is that of one group without keys.
  case groups([Group])
  case profile(ColumnProfile)

  var objects: [Record] { if case .objects(let objects) = self { objects } else { [] } }
  var groups: [Group] { if case .groups(let groups) = self { groups } else { [] } }
  var profile: ColumnProfile? { if case .profile(let profile) = self { profile } else { nil } }
  var number: Value { groups.first?.aggregates.first ?? .int(0) }
  var count: Int { number.rowCount }
  var counts: [Value: Int] { numbers.mapValues(\.rowCount) }

  /// The first aggregate of each group by its first key.
  var numbers: [Value: Value] {
    let pairs = groups.map { ($0.keys.first ?? .null, $0.aggregates.first ?? .null) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// A source that answers questions about objects of the open database, for views and rules of an application.
///
/// ``DatabaseReference`` passes its questions on to it. Views wait for `answer`. Rules use `known`, which never waits.
package protocol DatabaseAnswering: Sendable {
  /// The entities of the database.
  var model: Model { get }

  func answer(_ question: DatabaseQuestion) async throws(StoreError) -> DatabaseAnswer
  /// The answer as far as it is known; `nil` while it is being read.
  func known(_ question: DatabaseQuestion) -> DatabaseAnswer?
}
