package import Qualifiers

/// A fetch that a model gives a name.
package struct NamedFetch: Sendable, Hashable {
  /// Its name, unique in its entity.
  package var name: String
  /// The condition; `nil` for all objects.
  ///
  /// `$name` is a parameter that the caller supplies.
  package var qualifier: Qualifier?
  /// The order.
  package var sortOrderings: [SortOrdering]
  /// How many objects at most; `nil` for any number.
  package var limit: Int?
  /// Whether equal rows count once.
  package var isDistinct = false
  /// Relationships to fetch along with the objects.
  package var prefetchPaths: [PropertyPath] = []

  /// A fetch.
  package init(
    name: String,
    qualifier: Qualifier? = nil,
    sortOrderings: [SortOrdering] = [],
    limit: Int? = nil
  ) {
    self.name = name
    self.qualifier = qualifier
    self.sortOrderings = sortOrderings
    self.limit = limit
  }
}
