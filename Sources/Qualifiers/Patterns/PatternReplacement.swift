/// Puts a text, with what groups have found, in the place of each part that fits a regular expression.
///
/// Of the parts that begin first it is the one that a reader of the pattern would take: earlier branches and greedy
/// repetitions come first. One part is found in time in proportion to the text, whatever the pattern.
package struct PatternReplacement: Sendable {
  package typealias PatternError = RegularExpression.PatternError

  private enum Piece: Sendable {
    case text(String)
    case group(Int)
  }

  /// What is followed at once: a state, and where the groups were met on the way there.
  private struct Thread {
    var state: Int
    var marks: [Int]
  }

  private let program: [RegularExpression.Instruction]
  private let ignoresCase: Bool
  private let groupCount: Int
  private let pieces: [Piece]

  /// Reads a pattern, and what takes the place of what fits it: `$1` stands for what the first group has found, `$0` for all
  /// of it, `$$` for a `$`.
  ///
  /// - Throws: ``PatternError`` for a malformed pattern, and for a group that it does not have.
  package init(_ pattern: String, by replacement: String) throws(PatternError) {
    let parsed = try RegularExpressionParser.parsed(pattern)
    (ignoresCase, groupCount) = (parsed.ignoresCase, parsed.groupCount)
    var compiler = RegularExpressionCompiler()
    compiler.marksGroups = true
    try compiler.emit(.group(parsed.node, 0))
    program = compiler.program + [.match]
    pieces = try Self.pieces(of: replacement, groupCount)
  }

  private static func pieces(of text: String, _ groupCount: Int) throws(PatternError) -> [Piece] {
    var (pieces, rest): ([Piece], Substring) = ([], text[...])
    while let place = rest.firstIndex(of: "$") {
      pieces.append(.text(String(rest[..<place])))
      rest = rest[place...].dropFirst()
      let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(2)
      if digits.isEmpty {
        pieces.append(.text("$"))
        if rest.first == "$" { rest = rest.dropFirst() }
      } else {
        // Of `$12` the 2 is a text where there are fewer groups.
        let name = Int(digits).map { $0 > groupCount } == true ? digits.prefix(1) : digits
        guard let number = Int(name), number <= groupCount else {
          let groups = groupCount == 1 ? "1 group" : "\(groupCount) groups"
          throw PatternError(
            message: "`$\(name)`: the pattern has \(groups); `$$` is a dollar sign"
          )
        }
        pieces.append(.group(number))
        rest = rest.dropFirst(name.count)
      }
    }
    return pieces + [.text(String(rest))]
  }

  /// `text` with each part that fits replaced.
  package func replaced(in text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let read = ignoresCase ? scalars.map(RegularExpressionParser.folded) : scalars
    var (result, position) = (String.UnicodeScalarView(), 0)
    while position <= read.count, let marks = firstMatch(in: read, from: position) {
      result.append(contentsOf: scalars[position..<marks[0]])
      for piece in pieces {
        switch piece {
        case .text(let text): result.append(contentsOf: text.unicodeScalars)
        case .group(let number):
          let (start, end) = (marks[2 * number], marks[2 * number + 1])
          if start >= 0, end >= start { result.append(contentsOf: scalars[start..<end]) }
        }
      }
      position = marks[1]
      // Behind a part without any text one goes on with the next scalar.
      if marks[0] == marks[1] {
        if position < scalars.count { result.append(scalars[position]) }
        position += 1
      }
    }
    if position < scalars.count { result.append(contentsOf: scalars[position...]) }
    return String(result)
  }

  /// Where the groups of the first part stand that fits, all of it being group 0; -1 for one that was not met.
  private func firstMatch(in scalars: [Unicode.Scalar], from start: Int) -> [Int]? {
    let blank = Thread(state: 0, marks: Array(repeating: -1, count: 2 * (groupCount + 1)))
    var (current, next): ([Thread], [Thread]) = ([], [])
    var known = StateSet(capacity: program.count)
    var found: [Int]?
    for position in start...scalars.count {
      // What begins here comes behind what began before.
      if found == nil { follow(blank, at: position, in: scalars, &known, into: &current) }
      if found != nil, current.isEmpty { break }
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
        let after = Thread(state: thread.state + 1, marks: thread.marks)
        follow(after, at: position + 1, in: scalars, &known, into: &next)
      }
      swap(&current, &next)
      next.removeAll(keepingCapacity: true)
    }
    return found
  }

  /// Adds what can be reached without reading, the better first, unless something better has reached it.
  private func follow(
    _ thread: Thread,
    at position: Int,
    in scalars: [Unicode.Scalar],
    _ known: inout StateSet,
    into threads: inout [Thread]
  ) {
    var pending = [thread]
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
