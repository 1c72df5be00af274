/// A find-and-replace with a regular expression: it replaces each match in a text by a replacement that may use groups.
///
/// Bulk changes use it. Earlier branches and greedy repetitions are preferred among matches that begin at the same place. One
/// match is found in time in proportion to the text, whatever the pattern.
package struct PatternReplacement: Sendable {
  package typealias PatternError = RegularExpression.PatternError

  /// A part of a parsed replacement text: literal text, or the number of a group whose match is inserted (`$1`).
  private enum Piece: Sendable {
    case text(String)
    case group(Int)
  }

  private let expression: RegularExpression
  private let pieces: [Piece]

  /// Reads a pattern, and what takes the place of what fits it: `$1` stands for what the first group has found, `$0` for all
  /// of it, `$$` for a `$`.
  ///
  /// - Throws: ``PatternError`` for a malformed pattern, and for a group that it does not have.
  package init(_ pattern: String, by replacement: String) throws(PatternError) {
    expression = try RegularExpression(pattern, marksGroups: true)
    pieces = try Self.pieces(of: replacement, expression.groupCount)
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
    let read = expression.ignoresCase ? scalars.map(RegularExpressionParser.folded) : scalars
    var (result, position) = (String.UnicodeScalarView(), 0)
    while position <= read.count, let marks = expression.firstMatch(in: read, from: position) {
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
}
