package import Diagnostics
import Qualifiers

/// Reads a rule file; one mistake is one fault and costs one rule.
///
/// The grammar stands in docs/RuleLanguage.md; tests make sentences of it.
package struct RuleParser {
  var parser: ExpressionParser
  var comments: [SourceSpan] { parser.comments }
  var nextComment = 0
  /// Up to here characters that turn the direction of others were looked for.
  var turnsEnd = 0
  /// All tokens are still needed when the file was read.
  private let keepsTokens: Bool
  private(set) var items: [RuleFileItem] = []
  /// The `when` blocks that are closed, from brace to brace.
  private(set) var blocks: [SourceSpan] = []
  /// The conditions of the `when` blocks that are open.
  private var outerConditions: [Qualifier] = []
  /// How many of the open `when` blocks have a mistake, so that their rules do not count.
  private var faultyBlocks = 0
  /// The condition and priority of the current rule, once the part before `=>` was parsed.
  private var head: (condition: Qualifier, priority: Int)?
  /// Whether the rule at hand is one that does not count anyway.
  private var isDisabled = false
  /// How much the open `when` blocks ask for; each rule in them asks for it again.
  private var outerSize = 0
  private static let maximumOuterSize = 1000
  private static let maximumAssignments = 200

  /// A parser that does not go back: of tokens that were read only few are kept, unless `keepsTokens`.
  init(_ source: SourceText, keepsTokens: Bool = false) {
    parser = ExpressionParser(Lexer(opening: source))
    self.keepsTokens = keepsTokens
  }

  /// The whole file: its parts, and every fault.
  package static func parse(_ source: SourceText) -> (
    items: [RuleFileItem], diagnostics: DiagnosticList
  ) {
    var parser = RuleParser(source)
    parser.parseItems(depth: 0)
    parser.reportTurns(before: source.bytes.count)
    return (parser.items, parser.parser.allDiagnostics)
  }

  /// Forgets the tokens to which nothing goes back.
  mutating func forgetTokens() {
    let count = parser.forgettable
    guard count > 0, !keepsTokens else { return }
    reportTurns(before: parser.keptTokens[count].span.start)
    parser.forget(count)
  }

  mutating func parseItems(depth: Int) {
    while !parser.isAtEnd {
      forgetTokens()
      if parser.isAt(.rightBrace) {
        if depth > 0 { return }
        parser.report("unexpected", "`}` closes nothing")
        parser.advance()
      } else if parser.take(.semicolon) {
        continue
      } else {
        parseItem(depth: depth)
      }
    }
  }

  private mutating func parseItem(depth: Int) {
    let position = parser.index
    let failures = parser.failures
    let start = parser.token.span.start
    (head, isDisabled) = (nil, false)
    if isAtStatement(.include) {
      parseInclude(depth: depth)
    } else if isAtStatement(.when) {
      // The mistakes of a block that was read are dealt with in it: going back would read its rules without it.
      if parseWhen(depth: depth) { return }
    } else if isAtWord("expect") {
      if let expectation = parseExpectation(in: outerConditions), faultyBlocks == 0 {
        items.append(.expectation(expectation))
      }
    } else if isAtKey {
      items += parseKey(depth: depth)
    } else if let rule = parseRule(), parser.failures == failures {
      items.append(.rule(rule))
    }
    if parser.failures > failures {
      skipToRule(from: position)
      noteUnread(SourceSpan(start, parser.token.span.start))
    }
    if parser.index == position { parser.advance() }
  }

  /// Whether `keyword` begins a statement here and is not a key or path of that name.
  private func isAtStatement(_ keyword: Keyword) -> Bool {
    guard parser.isAt(keyword) else { return false }
    switch parser.token(ahead: 1).kind {
    case .symbol(.equal), .symbol(.arrow), .symbol(.lessOrEqual): return false
    default: return true
    }
  }

  // MARK: Blocks

  private mutating func parseInclude(depth: Int) {
    let start = parser.advance().span
    guard case .string(let path) = parser.token.kind else {
      parser.reportExpected("the file's name in quotes", suggestion: "include 'other.rules'")
      return
    }
    let span = start.extended(to: parser.advance().span)
    guard depth == 0 else {
      parser.report(
        "misplaced-include",
        "`include` is allowed only outside of `when` blocks",
        at: span,
        suggestion: "move it to the top of the file"
      )
      return
    }
    items.append(.include(path: path, span: span))
  }

  /// Reads a block; false when a mistake kept it from being reached.
  private mutating func parseWhen(depth: Int) -> Bool {
    let allowances = remarks(above: parser.token).allowances
    let start = parser.advance().span
    let failures = parser.failures
    guard depth < ExpressionParser.maximumDepth else {
      parser.report("too-deep", "`when` blocks nest more than \(depth) deep", at: start)
      return false
    }
    let condition = parseBlockCondition(start)
    guard parser.isAt(.leftBrace) else {
      if parser.failures == failures {
        parser.reportExpected("`{`", suggestion: "when condition { rules }")
      }
      return false
    }
    let opened = parser.advance().span
    if let condition { items.append(.block(condition, allowances)) }
    let (itemCount, faultCount) = (items.count, parser.failures)
    let size = condition?.size ?? 0
    outerSize += size
    outerConditions.append(condition ?? .constant(true))
    if condition == nil { faultyBlocks += 1 }
    parseItems(depth: depth + 1)
    outerSize -= size
    outerConditions.removeLast()
    if condition == nil { faultyBlocks -= 1 }
    if items.count == itemCount, parser.failures == faultCount, failures == faultCount {
      reportUnused(start)
    }
    blocks.append(opened.extended(to: parser.token.span))
    if !parser.take(.rightBrace) {
      let line = parser.source.lineNumber(at: opened.start)
      parser.report(
        "expected",
        "the `{` of line \(line) is not closed",
        at: opened,
        suggestion: "write } after the last rule of the block"
      )
    }
    return true
  }

  /// The condition of a block; `nil` when it has a mistake, and then the cursor stands at the brace if that can be found.
  private mutating func parseBlockCondition(_ start: SourceSpan) -> Qualifier? {
    let position = parser.index
    parser.isInBlockHead = true
    defer { parser.isInBlockHead = false }
    guard let condition = parser.parseQualifier() else {
      parser.index = max(position, parser.firstKept)
      skipToBlock()
      return nil
    }
    guard outerSize + condition.size <= Self.maximumOuterSize else {
      parser.report(
        "too-big",
        "the outer `when` blocks have more than \(Self.maximumOuterSize) conditions",
        at: start,
        suggestion: "move the condition to a key and test that key"
      )
      return nil
    }
    return condition
  }

  private mutating func reportUnused(_ when: SourceSpan) {
    let fault = RuleFault("unused-when", "this `when` block holds no rules")
      .advising("remove it")
    parser.diagnostics.append(fault.diagnostic(.warning, in: parser.source, at: when))
  }

  /// After a mistake in the condition of a block: goes to its brace when that is on the same line.
  private mutating func skipToBlock() {
    while !parser.isAtEnd, !parser.token.startsLine, !parser.isAt(.leftBrace) { parser.advance() }
  }

  // MARK: Rules

  private mutating func parseRule() -> RuleSyntax? {
    var remarks = remarks(above: parser.token)
    let start = parser.token.span
    isDisabled = isAtWord("disabled")
    if isDisabled { parser.advance() }
    var priority = parsePriority()
    guard let condition = parseCondition() else { return nil }
    head = (condition, priority ?? Priority.standard)
    guard let assignments = parseAssignments() else { return nil }
    let span = start.extended(to: parser.previousSpan)
    let mayBePrioritized = parser.isAt(.semicolon)
    guard takeEnd() else { return nil }
    if mayBePrioritized, let trailing = parseTrailingPriority() { priority = trailing }
    remarks.allowances += allowances(behind: span)
    return RuleSyntax(
      isEnabled: !isDisabled,
      condition: condition,
      outerConditions: outerConditions,
      priority: priority ?? Priority.standard,
      assignments: assignments,
      span: span,
      documentation: remarks.documentation,
      allowances: remarks.allowances,
      isInUnreadBlock: faultyBlocks > 0
    )
  }

  /// Takes the end of a statement, a `;` or what stands in for one; reports what stands there instead.
  mutating func takeEnd() -> Bool {
    let isEnd =
      parser.take(.semicolon) || parser.isAtEnd || parser.token.startsLine
      || parser.isAt(.rightBrace)
    if !isEnd { parser.reportLeftover() }
    return isEnd
  }

  /// Keeps what a rule with a mistake sets.
  private mutating func noteUnread(_ span: SourceSpan) {
    guard !isDisabled, span.end > span.start else { return }
    let keys = Self.keysSet(in: parser.source.text(in: span))
    guard !keys.isEmpty else { return }
    items.append(
      .unread(
        UnreadRule(
          keys: keys,
          head: head,
          outerConditions: outerConditions,
          isInUnreadBlock: faultyBlocks > 0,
          span: span
        )
      )
    )
  }

  /// Whether `word` stands before something that begins a rule here, and is not a key itself.
  private func isAtWord(_ word: String) -> Bool {
    guard case .path(let path) = parser.token.kind, path.components == [word] else { return false }
    let next = parser.token(ahead: 1)
    switch next.kind {
    case .path: return !continues(next)
    case .constant, .number, .symbol(.minus), .symbol(.leftParenthesis), .symbol(.bang):
      return true
    case .string, .variable, .template, .date, .data, .symbol(.leftBracket), .symbol(.leftBrace):
      return word == "disabled"
    case .symbol(.colon): return word == "expect"
    default: return false
    }
  }

  /// The condition up to and with `=>`; always true when an assignment stands here instead.
  private mutating func parseCondition() -> Qualifier? {
    // Not the whole parser: a copy would make each fault copy all before it.
    let (index, failures, faults) = (parser.index, parser.failures, parser.diagnostics.mark)
    let isAssignment = isAtAssignment
    let condition = parser.parseQualifier()
    if parser.take(.arrow) { return condition }
    guard isAssignment, index >= parser.firstKept else {
      if condition != nil { reportMissingArrow() }
      return nil
    }
    (parser.index, parser.failures) = (index, failures)
    parser.diagnostics.reset(to: faults)
    return .constant(true)
  }

  private mutating func reportMissingArrow() {
    if parser.isAtEnd || parser.token.startsLine || isAtAssignment {
      parser.reportExpected("`=>`", suggestion: "a rule reads: condition => key = value")
    } else {
      parser.reportLeftover()
    }
  }

  /// Whether a key and `=` come next.
  private var isAtAssignment: Bool {
    guard case .path(let path) = parser.token.kind, path.components.count == 1 else {
      return false
    }
    switch parser.token(ahead: 1).kind {
    case .symbol(.equal), .symbol(.lessOrEqual): return true
    default: return false
    }
  }

  mutating func parseAssignments() -> [RuleSyntax.Assignment]? {
    var assignments: [RuleSyntax.Assignment] = []
    repeat {
      guard let assignment = parseAssignment(behind: assignments.last) else { return nil }
      guard assignments.count < Self.maximumAssignments else {
        parser.report(
          "too-big",
          "a rule sets at most \(Self.maximumAssignments) keys",
          at: assignment.keySpan,
          suggestion: "split it"
        )
        return nil
      }
      assignments.append(assignment)
    } while parser.take(.comma)
    return assignments
  }

  /// A value behind a comma was meant to be in a list with the value before it.
  private static func list(behind assignment: RuleSyntax.Assignment) -> String {
    "write several values as a list: \(assignment.key) = [\(assignment.value), …]"
  }

  private mutating func parseAssignment(
    behind: RuleSyntax.Assignment?
  ) -> RuleSyntax.Assignment? {
    let keyToken = parser.token
    guard case .path(let key) = keyToken.kind else {
      parser.reportExpected(
        "the key to be set",
        suggestion: behind.map(Self.list(behind:)) ?? "condition => key = value"
      )
      return nil
    }
    parser.advance()
    guard parser.take(.equal) || parser.take(.lessOrEqual) else {
      parser.reportExpected("`=` after the key `\(key)`", suggestion: "condition => key = value")
      return nil
    }
    (parser.takesCalls, parser.takesSuper) = (true, true)
    let value = parser.parseExpression()
    (parser.takesCalls, parser.takesSuper) = (false, false)
    guard let value else { return nil }
    let className = parseClassName()
    return RuleSyntax.Assignment(
      key: key,
      keySpan: keyToken.span,
      value: value,
      className: className,
      span: keyToken.span.extended(to: parser.previousSpan)
    )
  }

  /// Reads `[com.webobjects.directtoweb.Assignment]`.
  private mutating func parseClassName() -> String? {
    guard parser.isAt(.leftBracket), !parser.token.startsLine,
      case .path(let name) = parser.token(ahead: 1).kind,
      case .symbol(.rightBracket) = parser.token(ahead: 2).kind
    else { return nil }
    for _ in 0..<3 { parser.advance() }
    return name.description
  }
}
