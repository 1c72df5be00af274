package import EntityModel
package import Qualifiers

/// A query: the entity, condition, order, attributes and limits of a fetch.
package struct FetchSpecification: Sendable, Hashable {
  /// The entity's name.
  package var entityName: String
  /// The condition for the rows; `nil` for all.
  ///
  /// Plain key paths start at the fetched object. Variables are already bound.
  package var qualifier: Qualifier?
  /// A further condition that no person entered: where a relationship leads, or what a rule adds.
  ///
  /// May look at what the person may not see, as the keys that a relationship compares.
  package var auxiliaryQualifier: Qualifier?
  /// The order; the identity is added behind, so that it is always total.
  package var sortOrderings: [SortOrdering]
  /// Attributes, or paths through to-one relationships (`artist.name`), to fetch; `nil` for all attributes.
  package var paths: [PropertyPath]?
  /// How many characters of a text and bytes of a blob to read; `nil` for all.
  ///
  /// See ``Record/isTruncated(_:)``.
  package var maximumLength: Int?
  /// How many bytes of a blob to read, where that is fewer than ``maximumLength`` says; `nil` for no other limit.
  ///
  /// A film in a cell is shown by its size: it need not be read for that.
  package var maximumByteCount: Int?
  /// The byte from which blobs are read, where a part of them is asked for; `nil` for their beginning, of what cannot be read
  /// without the rest of it not even that.
  package var firstByte: Int?
  /// How many rows at most, the first in the order; `nil` for any number.
  package var fetchLimit: Int?
  /// Whether rows that are equal in all that is fetched are one.
  ///
  /// Objects are never equal, so that it makes a difference only where nothing identifies a row.
  package var isDistinct = false
  /// Whether values are fetched instead of objects: what stands at ``paths``, the same only once.
  package var fetchesDistinctValues = false
  /// A further condition and order, applied to the rows after ``fetchLimit``.
  package var refinement: Refinement?
  /// Relationships whose objects are fetched along, each with one statement for all rows of a window; paths may go on
  /// through several relationships.
  package var prefetchingKeyPaths: [PropertyPath] = []
  /// The groups that are fetched instead of objects; `nil` to fetch objects.
  ///
  /// Only ``EntityStore/groups(_:of:purpose:timeLimit:_:)`` sets it.
  package var grouping: Grouping?
  /// The rows of the table that are looked at; `nil` for all.
  package var sample: RowSample?
  /// The text search that rows must match besides their conditions.
  ///
  /// Only the store's searches set it.
  package var search: TextSearch?
  /// The visible properties of prefetched objects, by entity; all for an entity that is missing.
  ///
  /// The store sets it.
  package var readablePaths: [String: [PropertyPath]] = [:]
  /// The conditions for the rows that exist for the person who asks, by entity; the store sets them.
  package var restrictions: [String: Qualifier] = [:]
  /// The conditions for the rows of which a property may be seen, by entity and name; the store sets them.
  ///
  /// In the other rows it compares as null.
  package var shownConditions: [String: [String: Qualifier]] = [:]

  /// All objects of an entity in the order of their identity.
  package init(
    entityName: String,
    qualifier: Qualifier? = nil,
    auxiliaryQualifier: Qualifier? = nil,
    sortOrderings: [SortOrdering] = [],
    paths: [PropertyPath]? = nil,
    maximumLength: Int? = nil,
    maximumByteCount: Int? = nil
  ) {
    self.entityName = entityName
    self.qualifier = qualifier
    self.auxiliaryQualifier = auxiliaryQualifier
    self.sortOrderings = sortOrderings
    self.paths = paths
    self.maximumLength = maximumLength
    self.maximumByteCount = maximumByteCount
  }

  /// A further condition and order, applied to the rows of a fetch after the limit of that fetch.
  ///
  /// Example: a filter typed over a named fetch of the ten newest rows.
  package struct Refinement: Sendable, Hashable {
    /// The condition for the rows; `nil` for all.
    package var qualifier: Qualifier?
    /// Their order; empty for that of the fetch.
    package var sortOrderings: [SortOrdering]

    /// Without arguments it changes nothing.
    package init(qualifier: Qualifier? = nil, sortOrderings: [SortOrdering] = []) {
      (self.qualifier, self.sortOrderings) = (qualifier, sortOrderings)
    }
  }

  /// Whether the rows are no objects and the same is there only once.
  package func isDistinct(of entity: Entity) -> Bool {
    fetchesDistinctValues || (isDistinct && entity.identity.isEmpty)
  }

  /// The rows alone: without paths, and in no order unless a limit makes it decide which they are.
  package var unordered: FetchSpecification {
    var rows = self
    rows.paths = []
    if fetchLimit == nil { rows.sortOrderings = [] }
    return rows
  }

  /// The final order of the rows.
  package var finalOrderings: [SortOrdering] {
    guard let refined = refinement?.sortOrderings, !refined.isEmpty else { return sortOrderings }
    return refined
  }

  /// The paths that conditions and orders of the person compare.
  package var comparedPaths: [PropertyPath] {
    (qualifier?.paths ?? []) + (refinement?.qualifier?.paths ?? []) + (search?.paths ?? [])
      + (grouping?.paths ?? [])
      + (sortOrderings + (refinement?.sortOrderings ?? [])).flatMap(\.expression.paths)
  }
}

/// A place in the order of a fetch: the sort values of a row and its identity.
package struct Cursor: Sendable, Hashable {
  /// The source of the cursor's sort values: a row of a fetched window, read when needed, or the values themselves.
  private enum Place: Sendable {
    case row(any OrderedRows, Int)
    case values([Value])
  }

  private let place: Place
  /// The position of the row and the numbering that it belongs to; `nil` for a row that is not numbered.
  package var ordinal: Ordinal?

  /// A position in a numbering.
  package struct Ordinal: Sendable {
    package var numbering: Int
    package var position: Int

    /// The position of a row in a numbered result: the number of the row numbering, and the index in it.
    package init(numbering: Int, position: Int) {
      (self.numbering, self.position) = (numbering, position)
    }
  }

  /// One value for each key of the total order, exactly as stored; a position where nothing identifies a row.
  package var values: [Value] {
    switch place {
    case .row(let rows, let row): rows.place(row)
    case .values(let values): values
    }
  }

  /// A place; the store makes them.
  package init(values: [Value]) { place = .values(values) }

  /// The place of a row of a window.
  package init(_ rows: any OrderedRows, row: Int, ordinal: Ordinal? = nil) {
    place = .row(rows, row)
    self.ordinal = ordinal
  }

  /// Whether both are the same place.
  package static func == (left: Self, right: Self) -> Bool {
    if case (.row(let one, let row), .row(let other, let otherRow)) = (left.place, right.place),
      one === other, row == otherRow
    {
      return true
    }
    return left.values == right.values
  }

  /// Hashes the values.
  package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The start of a window of rows to fetch: an end of the result, a cursor, an identity, or a position.
package enum WindowAnchor: Sendable, Hashable {
  case start
  case end
  /// The rows behind a row.
  case after(Cursor)
  /// The rows before a row, still in the order of the fetch.
  case before(Cursor)
  /// The rows from a row on, itself included.
  case from(Cursor)
  /// The row with this identity and those behind it.
  case id(RecordID)
  /// The rows from a position on, counted from 0; only of rows that ``EntityStore/isNumbered(_:)``.
  case position(Int)
  /// The rows from where this part of the result is behind one, from 0 to 1; only of rows that
  /// ``EntityStore/isNumbered(_:)``.
  case fraction(Double)
}

/// A page of a fetch's result: consecutive records with their cursors, and whether rows exist before and after.
package struct Window: Sendable {
  /// In the order of the fetch.
  package var records: [Record]
  /// The place of each record.
  package var cursors: [Cursor]
  /// Whether rows exist before the first.
  package var hasMoreBefore: Bool
  /// Whether rows exist behind the last.
  package var hasMoreAfter: Bool
  /// The position of the first record in the whole result, when it is known.
  package var position: Int?
  /// How many bytes the texts and blobs of the records have, as far as that was counted.
  package var contentSize = 0

  /// A stretch.
  package init(
    records: [Record],
    cursors: [Cursor],
    hasMoreBefore: Bool,
    hasMoreAfter: Bool,
    position: Int? = nil
  ) {
    self.records = records
    self.cursors = cursors
    self.hasMoreBefore = hasMoreBefore
    self.hasMoreAfter = hasMoreAfter
    self.position = position
  }
}
