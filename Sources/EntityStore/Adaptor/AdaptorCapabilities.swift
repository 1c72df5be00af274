/// The optional features that some kinds of database support and others do not.
///
/// To add one, add a member here, a method of ``Adaptor`` and the store's fallback for kinds without it.
package struct AdaptorCapabilities: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A save can be recorded, and undone by its record.
  package static let recordsSaves = Self(rawValue: 1 << 0)
  /// The record of a save has what triggers and references of the database have changed; without it such a database does
  /// nothing of its own.
  package static let recordsEffects = Self(rawValue: 1 << 1)
  /// Rows can be grouped, with aggregates of each group.
  package static let groupsRows = Self(rawValue: 1 << 2)
}
