package import Diagnostics
package import FoundationEssentials

/// A token of a condition or a rule file: a path, variable, literal, template, symbol or the end, with its position.
///
/// The ``Lexer`` makes tokens and the parsers read them.
package struct Token: Sendable {
  /// The kind of a token as the lexer read it, such as path, number or symbol, with the value it carries.
  package enum Kind: Sendable, Hashable {
    /// A name or a dotted path; a word of the language has ``Token/keyword`` too.
    case path(PropertyPath)
    /// `$user.store.id`.
    case variable(PropertyPath)
    case string(String)
    case template([TemplatePart])
    /// The digits as written, without `_` and without a sign.
    case number(String)
    case date(Date)
    /// `x'CAFE'`.
    case data([UInt8])
    /// `*true*` or `*false*`.
    case constant(Bool)
    case symbol(Symbol)
    /// `.@sum.amount` behind a bracket, without the first point.
    case suffix(PropertyPath)
    /// Something the lexer has already complained about.
    case invalid
    case end
  }

  /// A part of a template in backquotes: literal text, or the place of an expression between braces.
  ///
  /// The lexer splits the template; the expression parser parses each expression.
  package enum TemplatePart: Sendable, Hashable {
    case text(String)
    /// The expression between `{` and `}`.
    case hole(SourceSpan)
  }

  /// Operators and punctuation; the raw value is how messages and the printer spell them.
  package enum Symbol: String, Sendable, Hashable, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case semicolon = ";"
    case colon = ":"
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case arrow = "=>"
    case ampersands = "&&"
    case bars = "||"
    case bang = "!"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// The kind of the token, with its value.
  package var kind: Kind
  /// The position in the text; 32 bits save memory, as a text has many tokens.
  private var start: UInt32
  private var end: UInt32
  /// The word of the language it is, when it is a bare one, in any case.
  package var keyword: Keyword?
  /// Whether the token is the first on its line.
  package var startsLine: Bool
  /// The lexer has reported a fault in it.
  package var isFaulty: Bool

  init(kind: Kind, span: SourceSpan, keyword: Keyword?, startsLine: Bool, isFaulty: Bool) {
    self.kind = kind
    (start, end) = (UInt32(clamping: span.start), UInt32(clamping: span.end))
    (self.keyword, self.startsLine, self.isFaulty) = (keyword, startsLine, isFaulty)
  }

  /// The position in the text.
  package var span: SourceSpan { SourceSpan(Int(start), Int(end)) }
}

/// The keywords of conditions, expressions and rule files, recognized in upper and lower case.
///
/// Most may also name a property where no operator can stand.
package enum Keyword: String, Sendable, Hashable, CaseIterable {
  case and, or, not
  case like, ilike, matches, contains, beginsWith, endsWith
  case `in`, between, `is`
  case null, `nil`, `true`, yes, `false`, no, today, now
  case `if`, then, `else`, `where`, `super`
  case when, include

  private static let byText = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) }
  )

  /// For each first letter the lengths of the words that begin with it, one bit each: tells most names apart at once.
  private static let lengths: [UInt16] = allCases.reduce(into: Array(repeating: 0, count: 32)) {
    let word = $1.rawValue.lowercased().utf8
    $0[Int(word.first ?? 0) & 31] |= 1 << UInt16(word.count)
  }

  /// The word spelled `text`, in any case.
  package init?(word text: String) {
    let length = text.utf8.count
    guard (2...10).contains(length), let first = text.utf8.first,
      Self.lengths[Int(first) & 31] & (1 << UInt16(length)) != 0,
      let keyword = Self.byText[text] ?? Self.byText[text.lowercased()]
    else { return nil }
    self = keyword
  }

  /// Whether the word stands for a value.
  var isValue: Bool {
    switch self {
    case .null, .nil, .true, .yes, .false, .no, .today, .now, .super: true
    default: false
    }
  }

  /// The comparison that the word stands for.
  package var comparison: Qualifier.Operator? { Self.comparisons[self] }

  private static let comparisons: [Keyword: Qualifier.Operator] = allCases.reduce(into: [:]) {
    $0[$1] = Qualifier.Operator(rawValue: $1.rawValue)
  }

  /// The words that can follow a value, for suggestions.
  package static let operatorWords = [
    "and", "or", "like", "ilike", "matches", "contains", "beginsWith", "endsWith", "in",
    "between", "is", "not",
  ]
}

extension Token.Kind {
  /// Whether a value may end with the token, if it is no word of the language.
  var endsValue: Bool {
    switch self {
    case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace): true
    case .symbol, .end: false
    default: true
    }
  }
}
