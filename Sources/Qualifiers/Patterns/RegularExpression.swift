/// A regular expression that takes time in proportion to the text, whatever the pattern.
///
/// Knows `.` `[a-z]` `[^…]` `\d \w \s \b` and their capitals, `^ $`, `( )` `(?: )`, `|`, `* + ?` `{2,5}`, their lazy
/// forms, and `(?i)` in front. There are no back references and no look-around: those are what makes others blow up.
/// All states are followed at once (Thompson; R. Cox, Regular Expression Matching Can Be Simple And Fast).
package struct RegularExpression: Sendable {
  /// An error with a one-sentence message for a regular expression or its replacement text that cannot be parsed.
  package struct PatternError: Error, Sendable, Hashable {
    /// One sentence.
    package let message: String
  }

  /// An instruction of a compiled regular expression: read a character, branch, jump, test a position, mark a group or report a
  /// match.
  ///
  /// `RegularExpressionCompiler` emits the instructions; the matcher follows all possible states at once.
  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case set(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case textStart, textEnd
    case wordBoundary(Bool)
    /// Records the position where a group begins or ends; used only when group positions are requested.
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

  /// A thread of the matcher: a program state and the group positions recorded on the way to it.
  private struct Thread {
    var state: Int
    var marks: [Int]
  }

  private let program: [Instruction]
  let ignoresCase: Bool
  let groupCount: Int
  /// Nothing for an expression that is not asked where groups stand.
  private let blankMarks: [Int]

  /// Reads a pattern.
  ///
  /// - Throws: ``PatternError`` when the pattern is malformed or too big.
  package init(_ pattern: String) throws(PatternError) {
    try self.init(pattern, marksGroups: false)
  }

  init(_ pattern: String, marksGroups: Bool) throws(PatternError) {
    let parsed = try RegularExpressionParser.parsed(pattern)
    (ignoresCase, groupCount) = (parsed.ignoresCase, parsed.groupCount)
    var compiler = RegularExpressionCompiler()
    compiler.marksGroups = marksGroups
    try compiler.emit(.group(parsed.node, 0))
    program = compiler.program + [.match]
    blankMarks = marksGroups ? Array(repeating: -1, count: 2 * (groupCount + 1)) : []
  }

  /// Whether a part of `text` fits.
  package func isFound(in text: String) -> Bool {
    let scalars = Array((ignoresCase ? LikePattern.fold(text) : text).unicodeScalars)
    return firstMatch(in: scalars, from: 0) != nil
  }

  /// Returns the start and end positions of all groups in the first match, with -1 for groups without a match.
  ///
  /// Group 0 is the whole match. The result is `nil` without a match.
  func firstMatch(in scalars: [Unicode.Scalar], from start: Int) -> [Int]? {
    let blank = Thread(state: 0, marks: blankMarks)
    var (current, next): ([Thread], [Thread]) = ([], [])
    var known = StateSet(capacity: program.count)
    var pending: [Thread] = []
    var found: [Int]?
    for position in start...scalars.count {
      // The pattern may begin anywhere. What begins here comes behind what began before.
      if found == nil {
        pending.append(blank)
        follow(&pending, at: position, in: scalars, &known, into: &current)
      }
      if found != nil, current.isEmpty || blankMarks.isEmpty { break }
      known.removeAll()
      for thread in current {
        if case .match = program[thread.state] {
          found = thread.marks
          // What comes behind it is no better.
          break
        }
        guard position < scalars.count, program[thread.state].accepts(scalars[position]) else {
          continue
        }
        pending.append(Thread(state: thread.state + 1, marks: thread.marks))
        follow(&pending, at: position + 1, in: scalars, &known, into: &next)
      }
      swap(&current, &next)
      next.removeAll(keepingCapacity: true)
    }
    return found
  }

  /// Adds what can be reached from a thread without reading, the better first, unless something better has reached it.
  ///
  /// `pending` holds that thread alone, and nothing afterwards: its room is kept.
  private func follow(
    _ pending: inout [Thread],
    at position: Int,
    in scalars: [Unicode.Scalar],
    _ known: inout StateSet,
    into threads: inout [Thread]
  ) {
    while var thread = pending.popLast() {
      guard known.insert(thread.state) else { continue }
      switch program[thread.state] {
      case .jump(let target): pending.append(Thread(state: target, marks: thread.marks))
      case .split(let first, let second):
        pending.append(Thread(state: second, marks: thread.marks))
        pending.append(Thread(state: first, marks: thread.marks))
      case .match, .scalar, .anyScalar, .set: threads.append(thread)
      case let instruction:
        guard instruction.passes(position, of: scalars) else { continue }
        if case .mark(let number) = instruction { thread.marks[number] = position }
        thread.state += 1
        pending.append(thread)
      }
    }
  }
}

/// A set of the matcher's states that is emptied in constant time, for following all states of a regular expression at once.
///
/// Marks states with a generation number, and emptying it only counts that number up.
struct StateSet {
  private var generation = 1
  private var marks: [Int]

  init(capacity: Int) {
    marks = Array(repeating: 0, count: capacity)
  }

  mutating func insert(_ state: Int) -> Bool {
    guard marks[state] != generation else { return false }
    marks[state] = generation
    return true
  }

  mutating func removeAll() { generation += 1 }
}

/// A character class: a bracket expression, or `\d` and the like.
struct ScalarSet: Sendable {
  /// A predefined character class inside a set: `\d`, `\w` or `\s`.
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
