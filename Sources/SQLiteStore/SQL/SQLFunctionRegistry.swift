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

  private var tests = Numbered<RowTest, PreparedTest>()
  private var values = Numbered<DerivedValue, PreparedValue>()
  private var aggregates = Numbered<ComputedAggregate, ComputedAggregate>()

  /// The number of tests, computed values and searches.
  var count: Int { tests.count + values.count + aggregates.count + searches.count }

  /// Forgets all of them: no statement calls them any more.
  func removeAll() {
    tests.removeAll()
    values.removeAll()
    aggregates.removeAll()
    searches.removeAll()
  }

  /// The number of a test.
  func number(of test: RowTest) -> Int { tests.number(of: test, PreparedTest.init) }

  /// The number of a computed value.
  func number(of value: DerivedValue) -> Int { values.number(of: value, PreparedValue.init) }

  /// The number of an aggregate.
  func number(of aggregate: ComputedAggregate) -> Int { aggregates.number(of: aggregate) { $0 } }

  /// Called by statements for the first row of each group.
  func aggregate(_ arguments: FunctionArguments) -> (any RowAggregate)? {
    arguments.count == 2 ? aggregates[arguments].map(GroupAggregate.init) : nil
  }

  /// Called by statements for what the evaluator computes.
  func value(_ arguments: FunctionArguments) throws(FunctionFault) -> SQLiteValue {
    try values[arguments]?.result(arguments) ?? .null
  }

  /// Called by statements; `nil` for unknown.
  func test(_ arguments: FunctionArguments) -> Bool? {
    tests[arguments]?.result(arguments)
  }
}

/// A collection of elements, such as tests or searches, that SQL statements refer to by number.
///
/// No number is reused, so an old statement never calls another element.
struct Numbered<Key: Hashable, Element> {
  private var elements: [Element] = []
  private var first = 0
  private var numbers: [Key: Int] = [:]

  var count: Int { elements.count }

  subscript(number: Int) -> Element? {
    let index = number &- first
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// The element whose number is the first argument of a call.
  subscript(arguments: FunctionArguments) -> Element? {
    arguments.count > 0 ? self[Int(arguments[0].int)] : nil
  }

  /// The number of the element for a key, which is made unless there is one.
  mutating func number(of key: Key, _ make: (Key) -> Element) -> Int {
    if let known = numbers[key] { return known }
    let number = add(make(key))
    numbers[key] = number
    return number
  }

  /// Adds an element.
  /// - Returns: Its number.
  mutating func add(_ element: Element) -> Int {
    elements.append(element)
    return first + elements.count - 1
  }

  mutating func removeAll() {
    first += elements.count
    (elements, numbers) = ([], [:])
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
