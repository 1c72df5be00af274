import Formatting
import Qualifiers
import SQL
import SQLite

/// Tests that a statement leaves to the in-memory evaluator, so that both cannot differ.
///
/// A statement calls `d2t_test(number, columns…)`; the number says which test, and how the columns are read.
final class SQLFunctionRegister {
  static let functionName = "d2t_test"

  /// Searches for text, whose answers are found in the same way.
  let searches = SearchRegister()

  private var tests: [PreparedTest] = []
  private var numbers: [RowTest: Int] = [:]
  private var derivedValues: [DerivedValue] = []
  private var derivedNumbers: [DerivedValue: Int] = [:]

  /// The number of a test.
  func number(of function: RowTest) -> Int {
    if let known = numbers[function] { return known }
    numbers[function] = tests.count
    tests.append(PreparedTest(function))
    return tests.count - 1
  }

  /// The number of a computed attribute.
  func number(of value: DerivedValue) -> Int {
    if let known = derivedNumbers[value] { return known }
    derivedNumbers[value] = derivedValues.count
    derivedValues.append(value)
    return derivedValues.count - 1
  }

  /// Called by statements for computed attributes.
  func value(_ arguments: FunctionArguments) -> SQLiteValue {
    guard arguments.count > 0, case let number = Int(arguments[0].int),
      derivedValues.indices.contains(number)
    else { return .null }
    return derivedValues[number].value(arguments)
  }

  /// Called by statements; `nil` for unknown.
  func test(_ arguments: FunctionArguments) -> Bool? {
    guard arguments.count > 0, case let number = Int(arguments[0].int),
      tests.indices.contains(number)
    else { return nil }
    return tests[number].result(arguments)
  }
}

/// A test, with what is the same for every row.
private final class PreparedTest {
  private let function: RowTest
  /// A pattern that is read once and not for every row.
  private let pattern: Pattern?
  /// The pattern by bytes, for a column whose texts are taken as they are.
  ///
  /// By itself, for each class between a row and its answer is counted in and out.
  private let bytes: ASCIIPattern?

  init(_ function: RowTest) {
    self.function = function
    pattern = Pattern(function)
    bytes =
      if case .stored(let coding) = function.left, coding.keepsText { pattern?.ascii } else { nil }
  }

  func result(_ arguments: FunctionArguments) -> Bool? {
    if let bytes, arguments.count > 1, arguments[1].storageClass == .text,
      let told = arguments[1].withText({ bytes.matches($0) })
    {
      return told
    }
    var next = 1
    func value(_ side: RowTest.Side) -> Value {
      switch side {
      case .constant(let value): return value
      case .stored(let coding):
        guard next < arguments.count else { return .null }
        defer { next += 1 }
        return coding.decode(arguments[next])
      }
    }
    let left = value(function.left)
    if let pattern, case .string(let text) = left { return pattern.matches(text) }
    switch function.test {
    case .truth: return left.truth.bool
    case .comparison(let op): return op.test(left, value(function.right)).bool
    }
  }
}

private enum Pattern {
  case like(LikePattern)
  case matches(RegularExpression)

  init?(_ function: RowTest) {
    guard case .comparison(let op) = function.test,
      case .constant(.string(let text)) = function.right
    else { return nil }
    switch op {
    case .like: self = .like(LikePattern(text))
    case .ilike: self = .like(LikePattern(text, ignoringCase: true))
    case .matches:
      guard let expression = try? RegularExpression(text) else { return nil }
      self = .matches(expression)
    default: return nil
    }
  }

  /// The same for bytes, where there is such a thing.
  var ascii: ASCIIPattern? { if case .like(let pattern) = self { pattern.ascii } else { nil } }

  func matches(_ text: String) -> Bool {
    switch self {
    case .like(let pattern): pattern.matches(text)
    case .matches(let expression): expression.isFound(in: text)
    }
  }
}
