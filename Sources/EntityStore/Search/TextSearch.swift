public import Qualifiers
import Synchronization

/// A text that is looked for in what a list shows, in letters of any case.
///
/// One object goes along with all requests for the same text in the same columns; it knows how far the last one came.
public final class TextSearch: Sendable {
  /// What is looked for.
  public let text: String
  let columns: [SearchedColumn]
  let finder: TextFinder
  private let seen = Atomic<Int>(0)

  /// A search for `text`, which is no pattern.
  public init(_ text: String, in columns: [SearchedColumn]) {
    (self.text, self.columns) = (text, columns)
    finder = TextFinder(text)
  }

  /// How many rows have been looked at since the last request began.
  public var rowsSeen: Int { seen.load(ordering: .relaxed) }

  func begin() { seen.store(0, ordering: .relaxed) }

  func noteSeen(_ count: Int) { _ = seen.add(count, ordering: .relaxed) }

  /// What has to be read of a row.
  var paths: [PropertyPath] { columns.flatMap(\.paths) }

  /// Whether the text stands in another.
  public func isFound(in text: String) -> Bool { finder.isFound(in: text) }

  /// Whether a row shows the text; `value` gives what stands at a path.
  public func isShown(by value: (PropertyPath) -> Value?) -> Bool {
    columns.contains { column in
      switch column.content {
      case .value(let path, let writing):
        guard let value = value(path), !value.isNull else { return false }
        return finder.isFound(in: writing.text(value))
      case .label(let parts, let keys, let text):
        let label = text(parts.map { value($0) ?? .null }, keys.map { value($0) ?? .null })
        return label.map { finder.isFound(in: $0) } ?? false
      }
    }
  }
}

extension TextSearch: Hashable {
  /// Whether both are one.
  public static func == (left: TextSearch, right: TextSearch) -> Bool { left === right }

  /// Hashes which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Where a text was found.
public struct SearchHit: Sendable {
  /// The place of the row in the order of the fetch.
  public let cursor: Cursor
  /// Whether the search went on at the other end to find it.
  public let isBeyondEnd: Bool
}
