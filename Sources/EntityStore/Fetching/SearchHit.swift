/// The result of a text search: the row found, and whether the search wrapped around.
package struct SearchHit: Sendable {
  /// The place of the row in the order of the fetch.
  package let cursor: Cursor
  /// Whether the search went on at the other end to find it.
  package let isBeyondEnd: Bool

  /// A row that was found.
  package init(cursor: Cursor, isBeyondEnd: Bool) {
    (self.cursor, self.isBeyondEnd) = (cursor, isBeyondEnd)
  }
}
