import Diagnostics

/// Calls by name, and aggregates over the related rows of an object.
extension ExpressionParser {
  /// Reads the parameters of `name( … )` behind its name; `nil` when nothing is called.
  mutating func parseCall(_ path: PropertyPath, _ first: Token) -> Term? {
    guard first.keyword == nil, path.components.count == 1, !token.startsLine,
      isAt(.leftParenthesis)
    else { return nil }
    let function = Function(rawValue: path.first)
    let isAdjacent = token.span.start == first.span.end
    guard function != nil || takesCalls || isAdjacent else { return nil }
    let isCall = takesCalls
    advance()
    takesCalls = false
    let before = failures
    let parameters = parseElements(until: .rightParenthesis)
    let span = first.span.extended(to: previousSpan)
    if let function {
      if failures == before { check(parameters.count, of: function, at: span) }
      return made(.function(function, parameters), from: first.span)
    }
    if isCall { return made(.call(path.first, parameters), from: first.span) }
    let near = nearestName(to: path.first, in: Function.allCases.map(\.rawValue))
    report(
      "unknown-function",
      "`\(path.first)` is not a function",
      at: first.span,
      suggestion: near.map { "did you mean `\($0)`?" }
    )
    return .mistake(span)
  }

  /// Reports a number of parameters that a function does not take.
  private mutating func check(_ count: Int, of function: Function, at span: SourceSpan) {
    guard !function.parameterCounts.contains(count) else { return }
    report(
      "bad-parameters",
      "`\(function.rawValue)` does not take \(count) \(count == 1 ? "value" : "values")",
      at: span,
      suggestion: "write \(function.signature)"
    )
  }

  /// Reads `items[condition].@sum.amount` behind its path, or makes one of `items.@sum.amount`; `nil` for a plain path.
  mutating func parseAggregate(_ path: PropertyPath, _ first: Token) -> Term? {
    takesCalls = false
    if isAt(.leftBracket), token.span.start == first.span.end, !isAtClassName {
      return parseConditionalAggregate(path, first)
    }
    let names = path.components
    let isCalled = isAt(.leftParenthesis) && token.span.start == first.span.end
    let place = names.indices.dropFirst().first { index in
      switch AggregateFunction(pathPart: names[index]) {
      case nil: false
      // A plain number of rows is a path.
      case .count: isCalled && index == names.count - 1
      default: true
      }
    }
    guard let place, let function = AggregateFunction(pathPart: names[place]) else { return nil }
    let rows = PropertyPath(components: Array(names[..<place]))
    let aggregate = PathAggregate(function, of: nil, at: rows)
    return parseOperand(of: aggregate, names[(place + 1)...], first)
  }

  /// Whether the class of an assignment in brackets comes next, as in rules of Direct to Web.
  private var isAtClassName: Bool {
    guard case .path = token(ahead: 1).kind, token(ahead: 2).kind == .symbol(.rightBracket) else {
      return false
    }
    if case .suffix = token(ahead: 3).kind { return false }
    return true
  }

  private mutating func parseConditionalAggregate(_ path: PropertyPath, _ first: Token) -> Term {
    let opened = advance().span
    let before = failures
    depth += 1
    defer { depth -= 1 }
    let condition = condition(parseInsideAggregate())
    close(.rightBracket, openedAt: opened, failuresBefore: before)
    let example = "a condition in brackets belongs to an aggregate: \(path)[…].@count"
    guard case .suffix(let suffix) = token.kind,
      let function = AggregateFunction(pathPart: suffix.first)
    else {
      if failures == before { reportExpected("`.@count` or `.@sum`", suggestion: example) }
      recover()
      return .mistake(first.span)
    }
    advance()
    let aggregate = PathAggregate(function, of: nil, at: path, where: condition)
    return parseOperand(of: aggregate, suffix.components[1...], first)
  }

  /// Reads what is computed of each row; aggregates in it nest as deep as databases read them.
  private mutating func parseInsideAggregate() -> Term {
    aggregateDepth += 1
    defer { aggregateDepth -= 1 }
    guard aggregateDepth <= Self.maximumAggregateDepth else {
      report(
        "too-deep",
        "aggregates nest more than \(Self.maximumAggregateDepth) deep",
        at: previousSpan,
        suggestion: "let a computed attribute of a model have the inner one"
      )
      recover()
      return .mistake(previousSpan)
    }
    return parseTerm()
  }

  /// Completes an aggregate by the path behind its name, or by the value in parentheses that follows it.
  private mutating func parseOperand(
    of aggregate: PathAggregate,
    _ names: ArraySlice<String>,
    _ first: Token
  ) -> Term {
    var aggregate = aggregate
    if !names.isEmpty {
      let path = PropertyPath(components: Array(names))
      aggregate.operand = Expression(.path(path), span: previousSpan)
    } else if isAt(.leftParenthesis), token.span.start == previousSpan.end {
      let opened = advance().span
      let before = failures
      aggregate.operand = value(parseInsideAggregate())
      close(.rightParenthesis, openedAt: opened, failuresBefore: before)
    } else if aggregate.function != .count {
      let name = "\(aggregate.path).@\(aggregate.function.rawValue)"
      report(
        "bad-parameters",
        "`\(name)` needs the value of each row",
        at: first.span.extended(to: previousSpan),
        suggestion: "write \(name).price or \(name)(price * quantity)"
      )
    }
    return made(.aggregate(aggregate), from: first.span)
  }
}
