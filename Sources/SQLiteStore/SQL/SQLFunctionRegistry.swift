import Formatting
import Qualifiers
import SQL
import SQLite

/// The registry of conditions, computed values and text searches that SQL statements evaluate in Swift, by number.
///
/// A statement calls `d2t_test(number, columns…)`; the number says which test to run and how its columns are decoded. The tests
/// use the in-memory evaluator, so that SQL and memory give the same result.
final class SQLFunctionRegistry {
  static let functionName = "d2t_test"

  /// Searches for text, whose answers are found in the same way.
  let searches = SearchRegistry()

  private var tests = Numbered<PreparedTest>()
  private var numbers: [RowTest: Int] = [:]
  private var derivedValues = Numbered<PreparedValue>()
  private var derivedNumbers: [DerivedValue: Int] = [:]
  private var aggregates = Numbered<ComputedAggregate>()

  /// The number of tests, computed values and searches.
  var count: Int {
    tests.count + derivedValues.count + aggregates.count + searches.count
  }

  /// Forgets all of them: no statement calls them any more.
  func removeAll() {
    tests.removeAll()
    derivedValues.removeAll()
    aggregates.removeAll()
    (numbers, derivedNumbers) = ([:], [:])
    searches.removeAll()
  }

  /// The number of a test.
  func number(of function: RowTest) -> Int {
    if let known = numbers[function] { return known }
    let number = tests.add(PreparedTest(function))
    numbers[function] = number
    return number
  }

  /// The number of a computed value.
  func number(of value: DerivedValue) -> Int {
    if let known = derivedNumbers[value] { return known }
    let number = derivedValues.add(PreparedValue(value))
    derivedNumbers[value] = number
    return number
  }

  /// The number of an aggregate.
  func number(of aggregate: ComputedAggregate) -> Int { aggregates.number(of: aggregate) }

  /// Called by statements for the first row of each group.
  func aggregate(_ arguments: FunctionArguments) -> (any RowAggregate)? {
    guard arguments.count == 2, let aggregate = aggregates[Int(arguments[0].int)] else {
      return nil
    }
    return aggregate.ofNothing
  }

  /// Called by statements for what the evaluator computes.
  func value(_ arguments: FunctionArguments) throws(FunctionFault) -> SQLiteValue {
    guard arguments.count > 0, let value = derivedValues[Int(arguments[0].int)] else {
      return .null
    }
    return try value.result(arguments)
  }

  /// Called by statements; `nil` for unknown.
  func test(_ arguments: FunctionArguments) -> Bool? {
    guard arguments.count > 0, let test = tests[Int(arguments[0].int)] else { return nil }
    return test.result(arguments)
  }
}

/// A collection of elements, such as tests or searches, that SQL statements refer to by number.
///
/// No number is reused, so an old statement never calls another element.
struct Numbered<Element> {
  fileprivate var elements: [Element] = []
  fileprivate var first = 0

  var count: Int { elements.count }

  subscript(number: Int) -> Element? {
    let index = number &- first
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// Adds an element.
  /// - Returns: Its number.
  mutating func add(_ element: Element) -> Int {
    elements.append(element)
    return first + elements.count - 1
  }

  mutating func removeAll() {
    first += elements.count
    elements = []
  }
}

extension Numbered where Element: Equatable {
  /// The number of an element, which is added unless it is among the few there are.
  mutating func number(of element: Element) -> Int {
    elements.firstIndex(of: element).map { first + $0 } ?? add(element)
  }
}

/// A row test of `d2t_test` with its pattern parsed in advance, so that no row parses it again.
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

/// The constant pattern of a `like`, `ilike` or `matches` test, compiled once so that each row only matches it.
///
/// Made by `PreparedTest`, which runs the tests that SQL cannot make; `nil` for other tests and for an invalid regular
/// expression.
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

  /// The pattern for ASCII bytes; `nil` if it cannot be matched byte by byte.
  var ascii: ASCIIPattern? { if case .like(let pattern) = self { pattern.ascii } else { nil } }

  func matches(_ text: String) -> Bool {
    switch self {
    case .like(let pattern): pattern.matches(text)
    case .matches(let expression): expression.isFound(in: text)
    }
  }
}
