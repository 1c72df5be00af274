/// A regular expression that takes time in proportion to the text, whatever the pattern.
///
/// It knows `.` `[a-z]` `[^…]` `\d \w \s \b` and their capitals, `^ $`, `( )` `(?: )`, `|`, `* + ?` `{2,5}`, their lazy
/// forms, and `(?i)` in front. There are no back references and no look-around: those are what makes others blow up.
/// All states are followed at once (Thompson; R. Cox, Regular Expression Matching Can Be Simple And Fast).
package struct RegularExpression: Sendable {
  /// A pattern that cannot be read.
  package struct PatternError: Error, Sendable, Hashable {
    /// One sentence.
    package let message: String
  }

  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case set(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case textStart, textEnd
    case wordBoundary(Bool)
    /// Where a group begins or ends, for what is asked about groups.
    case mark(Int)
    case match

    /// Whether it reads a scalar.
    func accepts(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .scalar(let wanted): wanted == scalar
      case .anyScalar: scalar != "\n"
      case .set(let set): set.contains(scalar)
      default: false
      }
    }

    /// Whether one goes on behind it at a place without reading.
    func passes(_ position: Int, of scalars: [Unicode.Scalar]) -> Bool {
      switch self {
      case .textStart: return position == 0
      case .textEnd: return position == scalars.count
      case .wordBoundary(let wanted):
        let before = position > 0 && ScalarSet.isWord(scalars[position - 1])
        let after = position < scalars.count && ScalarSet.isWord(scalars[position])
        return (before != after) == wanted
      case .mark: return true
      default: return false
      }
    }
  }

  private let program: [Instruction]
  private let ignoresCase: Bool

  /// Reads a pattern.
  ///
  /// - Throws: ``PatternError`` when the pattern is malformed or too big.
  package init(_ pattern: String) throws(PatternError) {
    let parsed = try RegularExpressionParser.parsed(pattern)
    ignoresCase = parsed.ignoresCase
    var compiler = RegularExpressionCompiler()
    try compiler.emit(parsed.node)
    program = compiler.program + [.match]
  }

  /// Whether a part of `text` fits.
  package func isFound(in text: String) -> Bool {
    let scalars = Array((ignoresCase ? LikePattern.fold(text) : text).unicodeScalars)
    var current = StateSet(capacity: program.count)
    var next = StateSet(capacity: program.count)
    for position in 0...scalars.count {
      // The pattern may begin anywhere, so that a new attempt joins at every position.
      if follow(0, at: position, scalars, into: &current) { return true }
      guard position < scalars.count else { break }
      let scalar = scalars[position]
      for state in current.states where program[state].accepts(scalar) {
        if follow(state + 1, at: position + 1, scalars, into: &next) { return true }
      }
      swap(&current, &next)
      next.removeAll()
    }
    return false
  }

  /// Adds a state and all that can be reached from it without reading; whether the end is among them.
  private func follow(
    _ state: Int,
    at position: Int,
    _ scalars: [Unicode.Scalar],
    into set: inout StateSet
  ) -> Bool {
    var pending = [state]
    while let state = pending.popLast() {
      guard set.insert(state) else { continue }
      switch program[state] {
      case .match: return true
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      default: if program[state].passes(position, of: scalars) { pending.append(state + 1) }
      }
    }
    return false
  }
}

/// A set of states that is emptied without touching each.
struct StateSet {
  private(set) var states: [Int] = []
  private var generation = 1
  private var marks: [Int]

  init(capacity: Int) {
    marks = Array(repeating: 0, count: capacity)
  }

  mutating func insert(_ state: Int) -> Bool {
    guard marks[state] != generation else { return false }
    marks[state] = generation
    states.append(state)
    return true
  }

  mutating func removeAll() {
    states.removeAll(keepingCapacity: true)
    generation += 1
  }
}

/// What stands between brackets, or `\d` and its like.
struct ScalarSet: Sendable {
  enum Class: Sendable { case digit, word, space }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var classes: [(class: Class, isNegated: Bool)] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      ranges.contains { $0.contains(scalar) }
      || classes.contains { Self.belongs(scalar, to: $0.class) != $0.isNegated }
    return isIn != isNegated
  }

  private static func belongs(_ scalar: Unicode.Scalar, to kind: Class) -> Bool {
    switch kind {
    case .digit: scalar.properties.generalCategory == .decimalNumber
    case .word: isWord(scalar)
    case .space: scalar.properties.isWhitespace
    }
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isXIDContinue
  }
}
