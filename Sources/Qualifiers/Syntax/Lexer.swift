package import Diagnostics

/// Cuts a text into ``Token``s; faults are collected and never stop it.
///
/// Strings and templates end on their line, so an unclosed quote costs one line. Comments are `//` and `#` to the end
/// of the line, and `/* … */`.
package struct Lexer {
  /// The text.
  package let source: SourceText
  /// The tokens read so far; the last is ``Token/Kind/end`` when the text is finished.
  package var tokens: [Token] = []
  /// The positions of the comments, in order.
  package var comments: [SourceSpan] = []
  /// The faults found.
  package var diagnostics = DiagnosticList()
  /// The lines, from their first token up to that of the next line, that have a faulty token.
  package private(set) var faultyLines: [SourceSpan] = []
  /// The end was reached.
  package private(set) var isFinished = false

  let bytes: [UInt8]
  let end: Int
  var index: Int
  private(set) var startsLine = true
  /// Whether the last token ends a value, so that `*` and `%` behind it are operators.
  private(set) var endsValue = false
  /// The end of the last token if it is `]`, else -1.
  private(set) var bracketEnd = -1
  /// The position of the first token on the current line.
  package private(set) var lineStart = 0
  private var isCommentOpen = false

  /// Cuts all of `source`, or only `range`.
  package init(_ source: SourceText, in range: SourceSpan? = nil) {
    self.init(opening: source, in: range)
    tokens.reserveCapacity((end - index) / 5)
    cut(.max)
  }

  /// Cuts nothing yet.
  package init(opening source: SourceText, in range: SourceSpan? = nil) {
    self.source = source
    bytes = source.bytes
    index = range?.start ?? 0
    end = range?.end ?? bytes.count
    if index == 0, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
  }

  /// Cuts as many tokens more, or all that are left.
  package mutating func cut(_ count: Int) {
    var left = count
    while left > 0, !isFinished {
      skipSpace()
      if index < end {
        lexToken()
      } else {
        append(.end, from: end, isFaulty: isCommentOpen)
        isFinished = true
      }
      left -= 1
    }
  }

  /// Whether a token of this line that is not cut yet will be faulty; nothing is kept of them.
  package var willFindFaultOnLine: Bool {
    var rest = self
    (rest.tokens, rest.comments, rest.faultyLines) = ([], [], [])
    rest.diagnostics = DiagnosticList()
    while !rest.isFinished {
      rest.cut(1)
      guard let token = rest.tokens.popLast(), !token.startsLine else { return false }
      if token.isFaulty { return true }
    }
    return false
  }

  /// The byte `offset` places on, 0 behind the end.
  func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < end ? bytes[index + offset] : 0
  }

  /// Adds a token from `start` to here.
  mutating func append(
    _ kind: Token.Kind,
    from start: Int,
    keyword: Keyword? = nil,
    isFaulty: Bool = false
  ) {
    if startsLine {
      if let last = faultyLines.last, last.end == .max {
        faultyLines[faultyLines.count - 1].end = start
      }
      lineStart = start
    }
    if isFaulty, faultyLines.last?.end != .max { faultyLines.append(SourceSpan(lineStart, .max)) }
    tokens.append(
      Token(
        kind: kind,
        span: SourceSpan(start, index),
        keyword: keyword,
        startsLine: startsLine,
        isFaulty: isFaulty
      )
    )
    startsLine = false
    endsValue = keyword?.isValue ?? kind.endsValue
    bracketEnd = if case .symbol(.rightBracket) = kind { index } else { -1 }
  }

  /// Records a fault from `start` to here, and the token, if any, that what is there makes all the same.
  mutating func report(
    _ id: String,
    _ message: String,
    from start: Int,
    suggestion: String? = nil,
    as token: Token.Kind? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        .error,
        id: id,
        message,
        source: source,
        span: SourceSpan(start, max(index, start)),
        suggestion: suggestion
      )
    )
    if let token { append(token, from: start, isFaulty: true) }
  }

  /// The text from `start` to here.
  func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Space and comments

  private mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        startsLine = true
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        index += 1
      case UInt8(ascii: "#"):
        skipLineComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        skipLineComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipBlockComment()
      case 0x80...:
        let (scalar, length) = decodeScalar(at: index)
        guard scalar.properties.isWhitespace else { return }
        index += length
      default:
        return
      }
    }
  }

  private mutating func skipLineComment() {
    let start = index
    while index < end, !isLineBreak(bytes[index]) { index += 1 }
    comments.append(SourceSpan(start, index))
  }

  private mutating func skipBlockComment() {
    let start = index
    index += 2
    while index < end {
      if bytes[index] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        index += 2
        comments.append(SourceSpan(start, index))
        return
      }
      if isLineBreak(bytes[index]) { startsLine = true }
      index += 1
    }
    isCommentOpen = true
    diagnostics.append(
      Diagnostic(
        .error,
        id: "unterminated-comment",
        "this comment is not closed and hides the rest of the text",
        source: source,
        span: SourceSpan(start, min(start + 2, end)),
        suggestion: "close it with */"
      )
    )
  }

  // MARK: Scalars

  /// The scalar at a byte that is not ASCII, and its length.
  func decodeScalar(at start: Int) -> (Unicode.Scalar, Int) {
    let lead = bytes[start]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      guard start + offset < bytes.count else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(bytes[start + offset] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
