package import Diagnostics

extension SortOrdering: CustomStringConvertible {
  /// The value as the rule language spells it, with its direction, and what is said of texts and null.
  package var description: String {
    isComputed ? computedText : (isDescending ? "-" : "") + path.literal + options
  }

  /// The sort key as written in a rule's list or in a link, with the path unquoted.
  package var key: String {
    isComputed ? computedText : (isDescending ? "-" : "") + path.description + options
  }

  /// A computed key: `price * quantity desc`; a minus at its start would be the direction.
  private var computedText: String {
    let text = expression.operandText
    return (text.hasPrefix("-") ? "(\(text))" : text) + (isDescending ? " desc" : "") + options
  }

  private var options: String {
    let comparison = comparison == .standard ? "" : " " + comparison.rawValue
    return comparison + (nulls.map { " nulls \($0.rawValue)" } ?? "")
  }

  /// Reads `-date, customer.name`, `title natural, price * quantity desc nulls last`; `nil` with at least one fault when it is no
  /// order.
  ///
  /// - Parameters:
  ///   - text: The keys with commas; empty is the empty order.
  ///   - name: What faults call the text.
  /// - Returns: The order, and every fault found.
  package static func parse(
    _ text: String,
    name: String = "sort"
  ) -> (orderings: [SortOrdering]?, diagnostics: [Diagnostic]) {
    var parser = ExpressionParser(SourceText(name: name, text: text))
    var orderings: [SortOrdering] = []
    while !parser.isAtEnd {
      guard let ordering = parser.parseSortOrdering() else { break }
      orderings.append(ordering)
      guard !parser.isAtEnd, !parser.take(.comma) else { continue }
      parser.reportExpected("`,`, `asc`, `desc`, `natural`, `caseInsensitive` or `nulls first`")
      break
    }
    let isFine = parser.failures == 0 && parser.diagnostics.isEmpty
    return (isFine ? orderings : nil, parser.diagnostics.all)
  }

  /// Reads one key as a rule's list or a link has it: `-date`, `title natural`, `price desc nulls last`.
  ///
  /// A name that only quotes would hold together in an order is taken as it stands.
  package init(key: String) {
    if let orderings = Self.parse(key).orderings, orderings.count == 1 {
      self = orderings[0]
    } else {
      let isDescending = key.hasPrefix("-")
      self.init(
        PropertyPath(isDescending ? String(key.dropFirst()) : key),
        descending: isDescending
      )
    }
  }
}

extension ExpressionParser {
  /// Reads one key of an order.
  fileprivate mutating func parseSortOrdering() -> SortOrdering? {
    let isNegative = take(.minus)
    if !isNegative { _ = take(.plus) }
    guard let value = parseSortedValue() else { return nil }
    var ordering = SortOrdering(by: value, descending: isNegative)
    // Each is said once at most; what is said twice is no order.
    var (hasDirection, hasComparison) = (false, false)
    while let word = word {
      switch word {
      case "asc", "ascending", "desc", "descending":
        guard !hasDirection else { return ordering }
        hasDirection = true
        if word.hasPrefix("desc") { ordering.isDescending.toggle() }
      case "nulls":
        guard ordering.nulls == nil else { return ordering }
        advance()
        guard let place = self.word.flatMap(SortOrdering.NullPlacement.init) else {
          reportExpected("`first` or `last`")
          return nil
        }
        ordering.nulls = place
      default:
        let comparison = SortOrdering.Comparison.allCases.first { $0.rawValue.lowercased() == word }
        guard let comparison, !hasComparison else { return ordering }
        hasComparison = true
        ordering.comparison = comparison
      }
      advance()
    }
    return ordering
  }

  /// Reads the value that is compared; a word of the language that stands alone is a property.
  private mutating func parseSortedValue() -> Expression? {
    let first = token
    switch (first.kind, token(ahead: 1).kind) {
    // `if a then b else c`
    case (.path, .path) where first.keyword == .if && !Self.isOption(token(ahead: 1)):
      return parseComputedValue()
    case (.path(let path), .end), (.path(let path), .symbol(.comma)), (.path(let path), .path):
      advance()
      return parseAggregate(path, first).map(value) ?? Expression(.path(path), span: first.span)
    case (.symbol(let sign), _) where ![.leftParenthesis, .leftBracket, .leftBrace].contains(sign):
      break
    case (.end, _): break
    default: return parseComputedValue()
    }
    reportExpected("a property")
    return nil
  }

  private mutating func parseComputedValue() -> Expression? {
    let before = failures
    let operand = value(parseOperand())
    guard failures == before else { return nil }
    guard Reads(operand).allPaths.isEmpty else { return operand }
    report("expected", "`\(operand)` reads no property", at: operand.span)
    return nil
  }

  /// Whether a word behind a property says how it is sorted.
  private static func isOption(_ token: Token) -> Bool {
    guard case .path(let path) = token.kind else { return false }
    let words = ["asc", "ascending", "desc", "descending", "nulls"]
    return (words + SortOrdering.Comparison.allCases.map { $0.rawValue.lowercased() })
      .contains(path.first.lowercased())
  }

  /// The next token as a word in small letters, when it is one.
  private var word: String? {
    guard case .path(let path) = token.kind, path.components.count == 1 else { return nil }
    return path.first.lowercased()
  }
}
