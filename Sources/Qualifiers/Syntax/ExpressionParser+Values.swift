import Diagnostics
import FoundationEssentials

extension ExpressionParser {
  mutating func parsePrimary() -> Term {
    let first = token
    // In brackets nothing is called.
    let tookCalls = takesCalls
    defer { takesCalls = tookCalls }
    if case .path = first.kind {} else { takesCalls = false }
    switch first.kind {
    case .string(let text): return literal(.string(text))
    case .number(let digits): return literal(Self.number(digits))
    case .date(let date): return literal(.date(date))
    case .data(let bytes): return literal(.data(bytes))
    case .constant(let constant):
      advance()
      return .condition(.constant(constant), first.span)
    case .variable(let path): return taken(.variable(path))
    case .template(let parts):
      advance()
      return parseTemplate(parts, span: first.span)
    case .path(let path): return parseWord(path, first)
    case .symbol(.minus):
      if case .number(let digits) = token(ahead: 1).kind {
        advance()
        advance()
        return made(.literal(Self.number("-" + digits)), from: first.span)
      }
    case .symbol(.leftParenthesis): return parseParentheses()
    case .symbol(.leftBracket):
      advance()
      let elements = parseElements(until: .rightBracket)
      return made(.list(elements), from: first.span)
    case .symbol(.leftBrace): return parseDictionary()
    default: break
    }
    return expectedValue()
  }

  private mutating func literal(_ value: Value) -> Term { taken(.literal(value)) }

  /// The value that the next token is.
  private mutating func taken(_ kind: Expression.Kind) -> Term {
    .value(Expression(kind, span: advance().span))
  }

  /// Returns a value term that spans from `start` to the last token taken.
  func made(_ kind: Expression.Kind, from start: SourceSpan) -> Term {
    .value(Expression(kind, span: start.extended(to: previousSpan)))
  }

  private mutating func expectedValue() -> Term {
    let span = token.span
    let isDoubled = isAt(.equal) || isAt(.bang)
    let meant = isAt(.equal) ? "equality is written = or ==" : "not equal is written !="
    reportExpected("a value", suggestion: isDoubled ? meant : nil)
    if isDoubled, !token.startsLine { advance() }
    recover()
    return .mistake(span)
  }

  /// Reads a literal by word, a path, `if` or `where`.
  private mutating func parseWord(_ path: PropertyPath, _ first: Token) -> Term {
    if namesProperty(path, first) { return taken(.path(path)) }
    switch first.keyword {
    case .null, .nil: return literal(.null)
    case .true, .yes: return literal(.bool(true))
    case .false, .no: return literal(.bool(false))
    case .today: return taken(.today)
    case .now: return taken(.now)
    case .super where takesSuper: return taken(.next)
    case .if: return parseConditional()
    case .not: return parseNegation()
    case .where where token(ahead: 1).kind == .symbol(.leftParenthesis): return parseWhere()
    case .and, .or, .then, .else: return expectedValue()
    default:
      advance()
      return parseCall(path, first) ?? parseAggregate(path, first)
        ?? .value(Expression(.path(path), span: first.span))
    }
  }

  /// Whether a word that may stand for a constant is the property of that name: no constant is compared with anything.
  private func namesProperty(_ path: PropertyPath, _ first: Token) -> Bool {
    guard first.keyword != nil, path.components.count == 1,
      properties.contains(path.first.lowercased())
    else { return false }
    let next = token(ahead: 1)
    return next.comparison != nil || [.in, .between, .is].contains(next.keyword)
      || next.keyword == .not && token(ahead: 2).keyword != nil
  }

  /// An integer when it fits, else a decimal when it is exact, else a double.
  static func number(_ digits: String) -> Value {
    let isPlain = !digits.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    if isPlain {
      if !digits.utf8.contains(UInt8(ascii: ".")), let integer = Int64(digits) {
        return .int(integer)
      }
      if digits.utf8.count(where: { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }) <= 38,
        let decimal = Decimal(string: digits)
      {
        return .decimal(decimal)
      }
    }
    return .double(Double(digits) ?? .infinity)
  }

  // MARK: Composites

  /// Reads `( … )`: a condition, a value, or a list when there is a comma.
  private mutating func parseParentheses() -> Term {
    if let constant = parseCast() { return .value(constant) }
    let start = advance().span
    if take(.rightParenthesis) { return made(.list([]), from: start) }
    let before = failures
    let inside = parseTerm()
    if take(.comma) {
      let elements = [value(inside)] + parseElements(until: .rightParenthesis)
      return made(.list(elements), from: start)
    }
    close(.rightParenthesis, openedAt: start, failuresBefore: before)
    let span = start.extended(to: previousSpan)
    return switch inside {
    case .condition(let qualifier, _): .condition(qualifier, span)
    case .value(let value): .value(Expression(value.kind, span: span))
    case .mistake: .mistake(span)
    }
  }

  /// Takes the closing bracket; silent when a mistake inside was already reported.
  mutating func close(
    _ symbol: Token.Symbol,
    openedAt start: SourceSpan,
    failuresBefore: Int
  ) {
    if take(symbol) { return }
    guard failures == failuresBefore else { return }
    let opened = source.position(at: start.start)
    let place = "\(opened.line):\(opened.column)"
    reportExpected("`\(symbol.rawValue)` for the bracket opened at \(place)")
    recover()
    _ = take(symbol)
  }

  /// Reads elements and the closing bracket; a comma before it is allowed.
  mutating func parseElements(until closing: Token.Symbol) -> [Expression] {
    let start = previousSpan
    let before = failures
    var elements: [Expression] = []
    while !isAt(closing), !isAtEnd {
      let position = index
      elements.append(value(parseTerm()))
      if take(.comma) { continue }
      if isAt(closing) { break }
      guard failures == before else {
        guard index > position, !token.startsLine else { break }
        recover()
        if take(.comma) { continue }
        break
      }
      reportExpected("`,` or `\(closing.rawValue)`")
      recover()
      if !take(.comma) { break }
    }
    close(closing, openedAt: start, failuresBefore: before)
    return elements
  }

  /// Reads `{ a = 1; b = 2 }` or `{ 'a': 1, 'b': 2 }`.
  private mutating func parseDictionary() -> Term {
    let start = advance().span
    let before = failures
    var entries: [String: Expression] = [:]
    while !isAt(.rightBrace), !isAtEnd {
      guard let key = parseDictionaryKey() else { break }
      let keySpan = previousSpan
      guard take(.colon) || take(.equal) else {
        reportExpected("`:` after the key `\(key)`")
        recover()
        break
      }
      let entry = value(parseTerm())
      if entries.updateValue(entry, forKey: key) != nil {
        report("duplicate-key", "the key `\(key)` occurs twice here", at: keySpan)
      }
      if take(.comma) || take(.semicolon) { continue }
      guard !isAt(.rightBrace) else { break }
      if failures == before { reportExpected("`,` or `}`") }
      recover()
      if !take(.comma), !take(.semicolon) { break }
    }
    close(.rightBrace, openedAt: start, failuresBefore: before)
    return made(.dictionary(entries), from: start)
  }

  private mutating func parseDictionaryKey() -> String? {
    let key: String
    switch token.kind {
    case .string(let text), .number(let text): key = text
    case .path(let path): key = path.description
    default:
      reportExpected("a key, quoted or a name")
      recover()
      return nil
    }
    advance()
    return key
  }

  /// Reads `if … then … else …`.
  private mutating func parseConditional() -> Term {
    let start = advance().span
    let before = failures
    let test = parseTerm()
    let qualifier = condition(test)
    guard take(.then) else { return missing("`then`", since: before, from: start) }
    let positive = value(parseTerm())
    guard take(.else) else { return missing("`else`", since: before, from: start) }
    let negative = value(parseTerm())
    return made(.conditional(qualifier, positive, negative), from: start)
  }

  private mutating func missing(_ word: String, since before: Int, from start: SourceSpan) -> Term {
    if failures == before {
      reportExpected(word, suggestion: "a choice reads: if condition then value else value")
    }
    recover()
    return .mistake(start)
  }

  /// Reads `where ( … )`.
  private mutating func parseWhere() -> Term {
    let start = advance().span
    let opened = advance().span
    let before = failures
    takesCalls = false
    let inside = parseTerm()
    let qualifier = condition(inside)
    close(.rightParenthesis, openedAt: opened, failuresBefore: before)
    return made(.qualifier(qualifier), from: start)
  }

  /// How deep templates may stand in each other.
  private static let maximumTemplateDepth = 8

  /// Reads the holes of a template, each by a parser of its own.
  private mutating func parseTemplate(_ parts: [Token.TemplatePart], span: SourceSpan) -> Term {
    // Each hole is read anew at every level.
    guard templateDepth < Self.maximumTemplateDepth else {
      report(
        "too-deep",
        "templates nest more than \(Self.maximumTemplateDepth) deep",
        at: span,
        suggestion: "move the inner one to a separate key"
      )
      return .mistake(span)
    }
    var elements: [Expression] = []
    for part in parts {
      switch part {
      case .text(let text): append(text, to: &elements)
      case .hole(let hole):
        guard let element = parseHole(hole) else { continue }
        if case .literal(.string(let text)) = element.kind {
          append(text, to: &elements)
        } else {
          elements.append(element)
        }
      }
    }
    return .value(Expression(.template(elements), span: span))
  }

  /// Adds a text to a template, joined to the one before.
  private func append(_ text: String, to elements: inout [Expression]) {
    guard !text.isEmpty else { return }
    guard case .literal(.string(let before)) = elements.last?.kind else {
      return elements.append(Expression(.literal(.string(text))))
    }
    elements[elements.count - 1] = Expression(.literal(.string(before + text)))
  }

  private mutating func parseHole(_ span: SourceSpan) -> Expression? {
    var inner = ExpressionParser(Lexer(source, in: span))
    inner.depth = depth
    inner.templateDepth = templateDepth + 1
    inner.takesSuper = takesSuper
    var element = inner.diagnostics.isEmpty ? inner.parseExpression() : nil
    if element != nil, !inner.isAtEnd {
      inner.reportExpected("`}`")
      element = nil
    }
    diagnostics.append(contentsOf: inner.diagnostics)
    if element == nil { failures += 1 }
    return element
  }
}

extension DateOffset.Unit {
  /// The unit called `word`, singular or plural, in any case.
  init?(word: String) {
    let word = word.lowercased()
    guard let unit = Self(rawValue: word) ?? Self(rawValue: word + "s") else { return nil }
    self = unit
  }
}
