public import Diagnostics

extension SortOrdering: CustomStringConvertible {
  /// The path as the rule language spells it, with a minus when descending.
  public var description: String { (isDescending ? "-" : "") + path.literal }

  /// Reads `-date, customer.name` or `date desc, customer.name asc`; `nil` with at least one fault when it is no order.
  ///
  /// - Parameters:
  ///   - text: The keys with commas; empty is the empty order.
  ///   - name: What faults call the text.
  /// - Returns: The order, and every fault found.
  public static func parse(
    _ text: String,
    name: String = "sort"
  ) -> (orderings: [SortOrdering]?, diagnostics: [Diagnostic]) {
    var parser = ExpressionParser(SourceText(name: name, text: text))
    var orderings: [SortOrdering] = []
    while !parser.isAtEnd {
      guard let ordering = parser.parseSortOrdering() else { break }
      orderings.append(ordering)
      guard !parser.isAtEnd, !parser.take(.comma) else { continue }
      parser.reportExpected("`,`, `asc` or `desc`")
      break
    }
    let isFine = parser.failures == 0 && parser.diagnostics.isEmpty
    return (isFine ? orderings : nil, parser.diagnostics.all)
  }
}

extension ExpressionParser {
  /// Reads one key of an order.
  fileprivate mutating func parseSortOrdering() -> SortOrdering? {
    var isDescending = take(.minus)
    if !isDescending { _ = take(.plus) }
    guard case .path(let path) = token.kind else {
      reportExpected("a property")
      return nil
    }
    advance()
    if case .path(let word) = token.kind, word.components.count == 1 {
      switch word.first.lowercased() {
      case "asc", "ascending": advance()
      case "desc", "descending":
        advance()
        isDescending.toggle()
      default: break
      }
    }
    return SortOrdering(path, descending: isDescending)
  }
}
