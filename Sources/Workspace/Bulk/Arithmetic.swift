import Formatting
package import FoundationEssentials
package import Qualifiers

/// A parsed arithmetic expression of numbers and properties, computed for each row of a bulk change: `price * 1.1`.
package indirect enum Arithmetic {
  case number(Decimal)
  case path(PropertyPath)
  case operation(Character, Arithmetic, Arithmetic)

  /// Reads a whole text.
  ///
  /// - Throws: What is wrong with it.
  package init(_ text: String) throws(PromptRefusal) {
    var reader = Reader(rest: text[...])
    self = try reader.sum()
    guard reader.next == nil else {
      throw PromptRefusal("‘\(reader.rest.prefix(20))’ is not expected here")
    }
  }

  /// The property paths that the arithmetic expression reads from a row.
  package var paths: [PropertyPath] {
    switch self {
    case .number: []
    case .path(let path): [path]
    case .operation(_, let left, let right): left.paths + right.paths
    }
  }

  /// The number, where `read` gives those of the row; `nil` where one of them is null.
  package func value(_ read: (PropertyPath) throws(PromptRefusal) -> Decimal?) throws(PromptRefusal)
    -> Decimal?
  {
    switch self {
    case .number(let number): return number
    case .path(let path): return try read(path)
    case .operation(let sign, let left, let right):
      guard let left = try left.value(read), let right = try right.value(read) else { return nil }
      switch sign {
      case "+": return left + right
      case "-": return left - right
      case "*": return left * right
      default:
        guard right != 0 else { throw PromptRefusal("it divides by zero") }
        return left / right
      }
    }
  }

  /// The parser's position in the text of an arithmetic expression, with the depth and the number of its operations.
  private struct Reader {
    var rest: Substring
    private var depth = 0
    private var count = 0

    init(rest: Substring) { self.rest = rest }

    /// The next sign that is no blank.
    var next: Character? {
      mutating get {
        rest = rest.drop(while: \.isWhitespace)
        return rest.first
      }
    }

    mutating func sum() throws(PromptRefusal) -> Arithmetic {
      var left = try product()
      while let sign = next, "+-".contains(sign) {
        rest.removeFirst()
        left = .operation(sign, left, try product())
      }
      return left
    }

    private mutating func product() throws(PromptRefusal) -> Arithmetic {
      var left = try operand()
      while let sign = next, "*/".contains(sign) {
        rest.removeFirst()
        left = .operation(sign, left, try operand())
      }
      return left
    }

    private mutating func operand() throws(PromptRefusal) -> Arithmetic {
      depth += 1
      defer { depth -= 1 }
      guard depth < 100 else { throw PromptRefusal("too many brackets") }
      count += 1
      guard count < 1000 else { throw PromptRefusal("too many numbers and properties") }
      switch next {
      case "-":
        rest.removeFirst()
        return .operation("-", .number(0), try operand())
      case "(":
        rest.removeFirst()
        let inside = try sum()
        guard next == ")" else { throw PromptRefusal("a ‘)’ is missing") }
        rest.removeFirst()
        return inside
      case let first? where first.isASCII && first.isNumber:
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        rest = rest.dropFirst(digits.count)
        guard Double(digits) != nil, let number = Decimal(string: String(digits)) else {
          throw PromptRefusal("‘\(digits)’ is no number; write it with a point")
        }
        return .number(number)
      case let first? where first.isLetter || first == "_":
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        rest = rest.dropFirst(name.count)
        return .path(PropertyPath(String(name)))
      default: throw PromptRefusal("a number or property is missing: write price * 1.1")
      }
    }
  }
}
