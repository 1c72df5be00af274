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
    /// Their number for each value of a property.
    case counts(by: String)
    /// The sum of a property.
    case sum(of: String)
    /// The sum of a property for each value of another.
    case sums(of: String, by: String)
    /// Groups by keys, with aggregates, in an order; without a limit all of them.
    case groups(by: [String], computing: [String], sort: [String], limit: Int?)
    /// A summary of the values of a property.
    case profile(of: String)
  }

  package let entityName: String
  /// A condition of the rule language; `nil` for all objects.
  package let condition: String?
  /// The values of the parameters `$name` in the condition.
  package let values: [String: Value]
  package let wanted: Wanted
}

/// The answer to a ``DatabaseQuestion``: the objects found, or numbers such as counts and sums, by the value that they are
/// grouped by.
package enum DatabaseAnswer: Sendable {
  /// The objects, in their order.
  case objects([Record])
  /// Numbers by the value that the objects share; a single number stands under null.
  case numbers([Value: Value])
  /// The keys and aggregates of each group, by their names.
  case groups([[String: Value]])
  case profile(ColumnProfile)

  var objects: [Record] { if case .objects(let objects) = self { objects } else { [] } }
  var groups: [[String: Value]] { if case .groups(let groups) = self { groups } else { [] } }
  var profile: ColumnProfile? { if case .profile(let profile) = self { profile } else { nil } }
  var number: Value { numbers[.null] ?? .int(0) }
  var count: Int { Self.count(number) }
  var counts: [Value: Int] { numbers.mapValues(Self.count) }

  var numbers: [Value: Value] { if case .numbers(let numbers) = self { numbers } else { [:] } }

  private static func count(_ value: Value) -> Int {
    if case .int(let count) = value { Int(count) } else { 0 }
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
