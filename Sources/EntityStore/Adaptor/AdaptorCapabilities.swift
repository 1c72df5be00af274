/// The optional features that some kinds of database support and others do not.
///
/// To add one, such as grouped sums, add a member here, a method of ``Adaptor`` and the store's fallback for kinds without it.
package struct AdaptorCapabilities: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A save can be recorded, and undone by its record.
  package static let recordsSaves = Self(rawValue: 1 << 0)
  /// The record of a save has what triggers and references of the database have changed; without it such a database does
  /// nothing of its own.
  package static let recordsEffects = Self(rawValue: 1 << 1)
  /// Rows that are no objects can be fetched: distinct values, and how many rows have each.
  package static let fetchesDistinctValues = Self(rawValue: 1 << 2)
}
