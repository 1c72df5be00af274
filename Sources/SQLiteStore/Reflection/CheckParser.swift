import EntityModel
import Qualifiers
import SQL

/// Reads the inside of one `CHECK`.
struct CheckParser {
  /// The limits that a part of the condition sets, by column.
  private typealias Facts = [FoldedName: ColumnCheck]

  private var tokens: ArraySlice<SQLTokens.Token>
  private let columnNames: Set<FoldedName>
  private var depth = 0
  /// Deeper than people write, and shallow enough for any stack.
  private static let depthLimit = 200

  /// Names of columns are in small letters.
  init(tokens: ArraySlice<SQLTokens.Token>, columnNames: Set<FoldedName>) {
    (self.tokens, self.columnNames) = (tokens, columnNames)
  }

  /// Parses the condition and returns the limits of its columns, by their names in lower case.
  mutating func parse() -> [FoldedName: ColumnCheck] { parseAlternatives() }

  private mutating func parseAlternatives() -> Facts {
    var facts = parseConjunction()
    while readWord("or") {
      let other = parseConjunction()
      // A row may pass by either side, so that only what both say of a column holds.
      facts = facts.reduce(into: [:]) { both, fact in
        if let second = other[fact.key] { both[fact.key] = fact.value.widened(by: second) }
      }
    }
    return facts
  }

  private mutating func parseConjunction() -> Facts {
    var facts = parseTest()
    while readWord("and") {
      for (name, check) in parseTest() { facts[name, default: ColumnCheck()].narrow(by: check) }
    }
    return facts
  }

  /// One test; of what is not understood nothing is said, and it is left behind.
  private mutating func parseTest() -> Facts {
    let start = tokens
    if let facts = parseGroup() ?? parseKnownTest(), isAtEndOfTest { return facts }
    tokens = start
    skipTest()
    return [:]
  }

  private mutating func parseGroup() -> Facts? {
    guard depth < Self.depthLimit, readSymbol("(") else { return nil }
    depth += 1
    defer { depth -= 1 }
    let facts = parseAlternatives()
    return readSymbol(")") ? facts : nil
  }

  private var isAtEndOfTest: Bool {
    guard let next = tokens.first else { return true }
    return next.isWord("and") || next.isWord("or") || next.isSymbol(")")
  }

  private mutating func skipTest() {
    var depth = 0
    var isRange = false
    while let token = tokens.first {
      if token.isSymbol("(") || token.isWord("case") { depth += 1 }
      if token.isWord("end") { depth -= 1 }
      if token.isSymbol(")") {
        if depth == 0 { return }
        depth -= 1
      }
      if token.isWord("between") { isRange = true }
      if depth == 0, token.isWord("or") { return }
      if depth == 0, token.isWord("and") {
        if !isRange { return }
        isRange = false
      }
      tokens.removeFirst()
    }
  }

  // MARK: Tests

  private enum Subject {
    case column(FoldedName)
    case length(FoldedName)
  }

  private mutating func parseKnownTest() -> Facts? {
    if let name = readArgument(of: "json_valid") { return [name: ColumnCheck(isJSON: true)] }
    if let subject = readSubject() { return parseTest(of: subject) }
    guard let value = readLiteral(), let comparison = readComparison(),
      let subject = readSubject()
    else { return nil }
    return facts(of: subject, comparison.turned ?? comparison, value)
  }

  private mutating func parseTest(of subject: Subject) -> Facts? {
    if readWord("between") {
      guard let low = readLiteral(), readWord("and"), let high = readLiteral() else { return nil }
      guard var both = facts(of: subject, .greaterOrEqual, low),
        let upper = facts(of: subject, .lessOrEqual, high)
      else { return nil }
      for (name, check) in upper { both[name, default: ColumnCheck()].narrow(by: check) }
      return both
    }
    if case .column(let name) = subject {
      if readWord("in") { return readList().map { [name: ColumnCheck(choices: $0)] } }
      if readWord("is") {
        // Null passes every check: `x IS NULL OR …` says what the rest says, `NOT NULL` nothing.
        if readWord("null") { return [name: ColumnCheck(choices: [])] }
        return readWord("not") && readWord("null") ? [:] : nil
      }
    }
    guard let comparison = readComparison(), let value = readLiteral() else { return nil }
    return facts(of: subject, comparison, value)
  }

  private func facts(of subject: Subject, _ comparison: Qualifier.Operator, _ value: Value)
    -> Facts?
  {
    guard !value.isNull else { return nil }
    switch subject {
    case .column(let name):
      switch comparison {
      case .equal: return [name: ColumnCheck(choices: [value])]
      case .less: return [name: ColumnCheck(maximum: Bound(value, isIncluded: false))]
      case .lessOrEqual: return [name: ColumnCheck(maximum: Bound(value))]
      case .greater: return [name: ColumnCheck(minimum: Bound(value, isIncluded: false))]
      case .greaterOrEqual: return [name: ColumnCheck(minimum: Bound(value))]
      default: return [:]
      }
    case .length(let name):
      guard case .int(let number) = value, let length = Int(exactly: number), length >= 0,
        length < Int.max
      else { return nil }
      switch comparison {
      case .equal: return [name: ColumnCheck(minimumLength: length, maximumLength: length)]
      case .less: return [name: ColumnCheck(maximumLength: max(0, length - 1))]
      case .lessOrEqual: return [name: ColumnCheck(maximumLength: length)]
      case .greater: return [name: ColumnCheck(minimumLength: length + 1)]
      case .greaterOrEqual: return [name: ColumnCheck(minimumLength: length)]
      default: return [:]
      }
    }
  }

  // MARK: Pieces

  private mutating func readSubject() -> Subject? {
    guard let first = tokens.first, first.isName else { return nil }
    if let name = readArgument(of: "length") { return .length(name) }
    guard columnNames.contains(first.text.folded) else { return nil }
    tokens.removeFirst()
    return .column(first.text.folded)
  }

  /// The column that is the only argument of a function.
  private mutating func readArgument(of function: String) -> FoldedName? {
    let call = Array(tokens.prefix(4))
    guard call.count == 4, call[0].isWord(function), call[1].isSymbol("("), call[2].isName,
      call[3].isSymbol(")"), columnNames.contains(call[2].text.folded)
    else { return nil }
    tokens = tokens.dropFirst(4)
    return call[2].text.folded
  }

  private mutating func readComparison() -> Qualifier.Operator? {
    if readSymbol("=") {
      _ = readSymbol("=")
      return .equal
    }
    if readSymbol("<") {
      return readSymbol("=") ? .lessOrEqual : readSymbol(">") ? .notEqual : .less
    }
    if readSymbol(">") { return readSymbol("=") ? .greaterOrEqual : .greater }
    return readSymbol("!") && readSymbol("=") ? .notEqual : nil
  }

  private mutating func readList() -> [Value]? {
    guard readSymbol("(") else { return nil }
    var values: [Value] = []
    repeat {
      // Beside null in the list nothing is forbidden: what is not listed gives null, and null passes.
      guard let value = readLiteral(), !value.isNull else { return nil }
      values.append(value)
    } while readSymbol(",")
    return readSymbol(")") ? values : nil
  }

  private mutating func readLiteral() -> Value? {
    let isNegative = readSymbol("-")
    if !isNegative { _ = readSymbol("+") }
    guard let token = tokens.first, let value = Self.value(of: token, isNegative, columnNames)
    else { return nil }
    tokens.removeFirst()
    return value
  }

  private static func value(
    of token: SQLTokens.Token,
    _ isNegative: Bool,
    _ columnNames: Set<FoldedName>
  ) -> Value? {
    switch token.kind {
    case .string where !isNegative: return .string(token.text)
    // SQLite takes a double-quoted name that is no column for a string; people rely on it.
    case .quotedName where !isNegative && !columnNames.contains(token.text.folded):
      return .string(token.text)
    case .number:
      let text = (isNegative ? "-" : "") + token.text
      return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
    case .word where isNegative: return nil
    case .word where token.isWord("null"): return .null
    case .word where token.isWord("true"): return .int(1)
    case .word where token.isWord("false"): return .int(0)
    default: return nil
    }
  }

  private mutating func readWord(_ word: String) -> Bool {
    guard tokens.first?.isWord(word) == true else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func readSymbol(_ symbol: String) -> Bool {
    guard tokens.first?.isSymbol(symbol) == true else { return false }
    tokens.removeFirst()
    return true
  }
}
