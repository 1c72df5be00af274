import Qualifiers
import SQLite

/// Tests that a statement leaves to the in-memory evaluator, so that both cannot differ.
///
/// A statement calls `d2t_test(number, columns…)`; the number says which test, and how the columns are read.
final class ProbeRegister {
  /// One test.
  struct Probe: Hashable {
    /// What is tested.
    enum Test: Hashable {
      case comparison(Qualifier.Operator)
      case truth
    }

    /// One side of it.
    enum Side: Hashable {
      case stored(ColumnCoding)
      case constant(Value)
    }

    var test: Test
    var left: Side
    /// A constant null for tests of one side.
    var right = Side.constant(.null)
  }

  static let functionName = "d2t_test"

  private var probes: [(probe: Probe, pattern: Pattern?)] = []
  private var numbers: [Probe: Int] = [:]
  private var derivedValues: [DerivedValue] = []
  private var derivedNumbers: [DerivedValue: Int] = [:]

  /// The number of a test.
  func number(of probe: Probe) -> Int {
    if let known = numbers[probe] { return known }
    numbers[probe] = probes.count
    probes.append((probe, Pattern(probe)))
    return probes.count - 1
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
      probes.indices.contains(number)
    else { return nil }
    let (probe, pattern) = probes[number]
    var next = 1
    func value(_ side: Probe.Side) -> Value {
      switch side {
      case .constant(let value): return value
      case .stored(let coding):
        guard next < arguments.count else { return .null }
        defer { next += 1 }
        return coding.decode(arguments[next])
      }
    }
    let left = value(probe.left)
    if let pattern, case .string(let text) = left { return pattern.matches(text) }
    switch probe.test {
    case .truth: return left.truth.bool
    case .comparison(let op): return op.test(left, value(probe.right)).bool
    }
  }
}

/// A pattern that is read once and not for every row.
private enum Pattern {
  case like(LikePattern)
  case matches(RegularExpression)

  init?(_ probe: ProbeRegister.Probe) {
    guard case .comparison(let op) = probe.test, case .constant(.string(let text)) = probe.right
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

  func matches(_ text: String) -> Bool {
    switch self {
    case .like(let pattern): pattern.matches(text)
    case .matches(let expression): expression.isFound(in: text)
    }
  }
}
