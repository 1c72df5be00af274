public import Qualifiers

/// A fetch that a model gives a name.
public struct NamedFetch: Sendable, Hashable {
  /// Its name, unique in its entity.
  public var name: String
  /// Which objects; `nil` for all.
  ///
  /// `$name` stands for what is given when it is used.
  public var qualifier: Qualifier?
  /// The order.
  public var sortOrderings: [SortOrdering]
  /// How many objects at most; `nil` for any number.
  public var limit: Int?
  /// Whether equal rows count once.
  public var isDistinct = false
  /// Relationships to fetch along with the objects.
  public var prefetchPaths: [PropertyPath] = []

  /// A fetch.
  public init(
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
