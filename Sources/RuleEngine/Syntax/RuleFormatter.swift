package import Diagnostics
import Qualifiers

/// Lays out a rule file: indentation, spaces and blank lines change, nothing else does.
///
/// Line breaks and comments stay where they are, and arrows that stand in one column stay in one. Braces of blocks stand at
/// the ends of lines, and a line that is too long is broken before its `=>`. Laying out twice changes nothing more, and the
/// rules are the same as before.
package enum RuleFormatter {
  /// The text laid out anew; `nil`, with the faults, when it cannot be read.
  package static func format(_ source: SourceText) -> (text: String?, diagnostics: [Diagnostic]) {
    var parser = RuleParser(source, keepsTokens: true)
    parser.parseItems(depth: 0)
    let faults = parser.parser.allDiagnostics.all.filter { $0.severity == .error }
    guard faults.isEmpty else { return (nil, faults.map(\.asSyntaxFault)) }
    return (RuleLayout(parser).text, [])
  }
}

/// The lines of a rule file as pieces (tokens and comments), from which ``RuleFormatter`` builds the formatted text.
private struct RuleLayout {
  /// A token or comment of the rule file being formatted, with the marks that decide line breaks and spaces around it.
  private struct Piece {
    let text: String
    let span: SourceSpan
    var symbol: Token.Symbol?
    var isComment = false
    var isBlockBrace = false
    /// The colon between the two halves of an expectation.
    var isMiddle = false
  }

  /// A line of the formatted rule file: its tokens and comments, its indentation, and whether an empty line comes before it.
  private struct Line {
    var pieces: [Piece] = []
    var indent = 0
    var isAfterBlank = false
  }

  private let source: SourceText
  private var lines: [Line] = []

  init(_ parser: RuleParser) {
    source = parser.parser.source
    let pieces = Self.pieces(of: parser)
    var starts = Set(parser.parser.keptTokens.filter { $0.keyword == .when }.map(\.span.start))
    for item in parser.items {
      switch item {
      case .rule(let rule): starts.insert(rule.span.start)
      case .key(let key): starts.insert(key.span.start)
      case .expectation(let expectation): starts.insert(expectation.span.start)
      case .block, .unread, .unreadKey: break
      case .include(_, let span): starts.insert(span.start)
      }
    }
    fill(Self.markingMiddles(pieces, of: parser.items))
    indent(starts)
    breakLongLines()
  }

  /// The longest line that stays as it is.
  private static let width = 120

  /// A line that is too long goes on before its arrow, when something stands before that.
  private mutating func breakLongLines() {
    lines = lines.flatMap { line -> [Line] in
      guard rendered(line).count > Self.width,
        let arrow = line.pieces.firstIndex(where: { $0.symbol == .arrow }), arrow > 0
      else { return [line] }
      var (head, tail) = (line, Line(indent: line.indent + 2))
      head.pieces = Array(line.pieces[..<arrow])
      tail.pieces = Array(line.pieces[arrow...])
      return [head, tail]
    }
  }

  /// Marks the colon of each expectation that stands in no bracket.
  private static func markingMiddles(_ pieces: [Piece], of items: [RuleFileItem]) -> [Piece] {
    var spans: [SourceSpan] = []
    for case .expectation(let expectation) in items { spans.append(expectation.span) }
    guard !spans.isEmpty else { return pieces }
    var (pieces, place, depth) = (pieces, 0, 0)
    for index in pieces.indices {
      let start = pieces[index].span.start
      while place < spans.count, spans[place].end <= start { (place, depth) = (place + 1, 0) }
      guard place < spans.count, spans[place].start <= start else { continue }
      switch pieces[index].symbol {
      case .leftBrace, .leftBracket, .leftParenthesis: depth += 1
      case .rightBrace, .rightBracket, .rightParenthesis: depth -= 1
      case .colon where depth == 0: pieces[index].isMiddle = true
      default: break
      }
    }
    return pieces
  }

  private static func pieces(of parser: RuleParser) -> [Piece] {
    let source = parser.parser.source
    let braces = Set(parser.blocks.flatMap { [$0.start, $0.end - 1] })
    var pieces = parser.comments.map { span in
      Piece(text: trimmed(source.text(in: span)), span: span, isComment: true)
    }
    for token in parser.parser.keptTokens where token.kind != .end {
      var piece = Piece(text: source.text(in: token.span), span: token.span)
      if case .symbol(let symbol) = token.kind { piece.symbol = symbol }
      piece.isBlockBrace = piece.symbol != nil && braces.contains(token.span.start)
      pieces.append(piece)
    }
    return pieces.sorted { $0.span.start < $1.span.start }
  }

  private static func trimmed(_ text: String) -> String {
    // The characters are those of one line break of any kind.
    var text = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private mutating func fill(_ pieces: [Piece]) {
    var line = 1
    var isAfterBrace = false
    for piece in pieces {
      let breaks = source.lineNumber(at: piece.span.start) - line
      let isClosing = piece.isBlockBrace && piece.symbol == .rightBrace
      let isBroken = isAfterBrace && !piece.isComment || isClosing
      if breaks > 0 || isBroken || lines.isEmpty {
        lines.append(Line(isAfterBlank: breaks > 1 && !lines.isEmpty))
      }
      isAfterBrace = piece.isBlockBrace
      lines[lines.count - 1].pieces.append(piece)
      line = source.lineNumber(at: piece.span.end)
    }
  }

  /// Two spaces for each block around a line, and two for what goes on from the line before.
  private mutating func indent(_ starts: Set<Int>) {
    var depth = 0
    let areBetween = commentsBetweenRules(starts)
    for place in lines.indices {
      guard let first = lines[place].pieces.first else { continue }
      let closers: [Token.Symbol?] = [.rightBrace, .rightBracket, .rightParenthesis]
      let closes = first.isBlockBrace && first.symbol == .rightBrace
      let isOwn =
        closers.contains(first.symbol) || starts.contains(first.span.start)
        || first.isComment && areBetween[place]
      lines[place].indent = max(0, depth - (closes ? 1 : 0)) * 2 + (isOwn ? 0 : 2)
      for piece in lines[place].pieces where piece.isBlockBrace {
        depth += piece.symbol == .leftBrace ? 1 : -1
      }
    }
  }

  /// Whether a comment at the start of each line stands between rules: what comes next begins a rule, closes a block or
  /// is the end.
  private func commentsBetweenRules(_ starts: Set<Int>) -> [Bool] {
    var areBetween = [Bool](repeating: true, count: lines.count)
    var isBetween = true
    for place in lines.indices.reversed() {
      if let next = lines[place].pieces.first(where: { !$0.isComment }) {
        isBetween = next.isBlockBrace || starts.contains(next.span.start)
      }
      areBetween[place] = isBetween
    }
    return areBetween
  }

  // MARK: Text

  var text: String {
    let columns = arrowColumns()
    var text = ""
    for (place, line) in lines.enumerated() {
      if line.isAfterBlank { text += "\n" }
      text += rendered(line, arrowAt: columns[place]) + "\n"
    }
    return text
  }

  private func rendered(_ line: Line, arrowAt column: Int? = nil) -> String {
    var text = String(repeating: " ", count: line.indent)
    var isArrowPlaced = false
    for (place, piece) in line.pieces.enumerated() {
      if place > 0 { text += gap(line.pieces[place - 1], piece) }
      if piece.symbol == .arrow, !isArrowPlaced, let column {
        isArrowPlaced = true
        text += String(repeating: " ", count: max(0, column - text.count))
      }
      text += piece.text
    }
    return text
  }

  /// Returns the space between two tokens of a line.
  private func gap(_ left: Piece, _ right: Piece) -> String {
    if right.isComment { return "  " }
    if right.isMiddle { return " " }
    if left.isComment || left.isBlockBrace || right.isBlockBrace { return " " }
    switch (left.symbol, right.symbol) {
    case (.leftParenthesis, _), (.leftBracket, _), (.leftBrace, _), (.bang, _), (_, .comma),
      (_, .semicolon), (_, .colon), (_, .rightParenthesis), (_, .rightBracket), (_, .rightBrace):
      return ""
    case (.comma, _), (.semicolon, _), (.colon, _), (_, .arrow), (.arrow, _), (_, .equal),
      (.equal, _), (_, .notEqual), (.notEqual, _), (_, .less), (.less, _), (_, .lessOrEqual),
      (.lessOrEqual, _), (_, .greater), (.greater, _), (_, .greaterOrEqual), (.greaterOrEqual, _),
      (_, .times), (.times, _), (_, .divided), (.divided, _), (_, .remainder), (.remainder, _):
      return " "
    default: return left.span.end == right.span.start ? "" : " "
    }
  }

  // MARK: Columns

  /// For each line the column of its arrow, where those of adjacent lines stood in one column.
  private func arrowColumns() -> [Int?] {
    var columns = [Int?](repeating: nil, count: lines.count)
    var start = 0
    while start < lines.count {
      guard let column = sourceColumn(lines[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < lines.count, !lines[end].isAfterBlank, sourceColumn(lines[end]) == column {
        end += 1
      }
      if end - start > 1 {
        let widths = lines[start..<end].map { line in
          var head = line
          let arrow = line.pieces.firstIndex { $0.symbol == .arrow } ?? 0
          head.pieces = Array(line.pieces[..<arrow])
          return rendered(head).count + 1
        }
        for place in start..<end { columns[place] = widths.max() }
      }
      start = end
    }
    return columns
  }

  /// Returns the column of a line's `=>` in the source text; `nil` if there is none, or nothing precedes it.
  private func sourceColumn(_ line: Line) -> Int? {
    guard let arrow = line.pieces.firstIndex(where: { $0.symbol == .arrow }), arrow > 0 else {
      return nil
    }
    return source.position(at: line.pieces[arrow].span.start).column
  }
}
