import Synchronization

/// A cache of compiled regular expressions by their pattern, so that each is compiled once.
///
/// A model's pattern or a rule's condition is tested for each of many values.
package final class CompiledPatterns: Sendable {
  /// The cache that conditions and validation share.
  package static let shared = CompiledPatterns(limit: 256)

  private let limit: Int
  private let known = Mutex<[String: (pattern: String, expression: RegularExpression?)]>([:])

  /// A cache of at most `limit` patterns.
  package init(limit: Int) { self.limit = limit }

  /// The number of patterns in the cache.
  package var count: Int { known.withLock { $0.count } }

  /// Whether a pattern is in the cache.
  package func holds(_ pattern: String) -> Bool { known.withLock { $0[pattern] != nil } }

  /// The expression of a pattern; `nil` for a malformed one.
  package func expression(_ pattern: String) -> RegularExpression? {
    // Patterns that are equal in Unicode may be two.
    let entry = known.withLock { $0[pattern] }
    if let entry, entry.pattern.hasSameBytes(as: pattern) { return entry.expression }
    let expression = try? RegularExpression(pattern)
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[pattern] = (pattern, expression)
    }
    return expression
  }
}
