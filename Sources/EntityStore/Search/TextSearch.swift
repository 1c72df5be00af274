import Qualifiers
import Synchronization

/// A text that is looked for in what a list shows, in letters of any case, or one of several: ways to write the same.
///
/// One object goes along with all requests for the same texts in the same columns; it knows how far the last one came.
package final class TextSearch: Sendable {
  package let columns: [SearchedColumn]
  package let finders: [TextFinder]
  /// The finders, those together that are found by the same byte.
  private let groups: [[TextFinder]]
  private let seen = Atomic<Int>(0)

  /// A search for any of `texts`, which are no patterns.
  package init(_ texts: [String], in columns: [SearchedColumn]) {
    self.columns = columns
    finders = texts.map(TextFinder.init)
    var groups: [[TextFinder]] = []
    for finder in finders {
      let alike = groups.firstIndex { $0[0].anchor != nil && $0[0].anchor == finder.anchor }
      if let alike { groups[alike].append(finder) } else { groups.append([finder]) }
    }
    self.groups = groups
  }

  /// How many rows have been looked at since the last request began.
  package var rowsSeen: Int { seen.load(ordering: .relaxed) }

  package func begin() { seen.store(0, ordering: .relaxed) }

  package func noteSeen(_ count: Int) { _ = seen.add(count, ordering: .relaxed) }

  /// What has to be read of a row.
  var paths: [PropertyPath] { columns.flatMap(\.paths) }

  /// Whether one of the texts stands in another.
  package func isFound(in text: String) -> Bool { finders.contains { $0.isFound(in: text) } }

  /// The same, for the bytes of a text.
  package func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if finders.count == 1 { return finders[0].isFound(in: bytes) }
    return groups.contains { group in
      group.count == 1 ? group[0].isFound(in: bytes) : TextFinder.isFound(oneOf: group, in: bytes)
    }
  }
}

extension TextSearch: Hashable {
  /// Whether both are one.
  package static func == (left: TextSearch, right: TextSearch) -> Bool { left === right }

  /// Hashes which one it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Where a text was found.
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
