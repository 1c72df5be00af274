import FoundationEssentials

/// An aggregate of values that are added one after the other.
///
/// Lists in memory, groups of rows and functions of a database use it, so that all mean the same.
package struct Aggregation: Sendable {
  private let function: AggregateFunction
  /// The values that are not null.
  private var count: Int64 = 0
  /// The sum of the values, to which numbers may be added for themselves.
  package var sum: NumberSum
  private var extreme = Value.null
  private var distinct: Set<Value> = []
  private var values: [Value] = []

  /// An aggregate of nothing; of numbers `kind` says which they are, as far as that is known.
  package init(_ function: AggregateFunction, of kind: NumberSum.Kind = .whole) {
    self.function = function
    sum = NumberSum(kind)
  }

  /// How many values it keeps, to tell them apart or to order them.
  package var keptCount: Int { distinct.count + values.count }

  /// Adds a value; null is left out.
  package mutating func add(_ value: Value) {
    guard !value.isNull else { return }
    count += 1
    switch function {
    case .count: break
    case .sum, .avg: sum.add(value)
    case .min: if extreme.isNull || value.isOrdered(before: extreme) { extreme = value }
    case .max: if extreme.isOrdered(before: value) { extreme = value }
    case .distinct: distinct.insert(value.normalized)
    case .median: values.append(value)
    }
  }

  /// The aggregate of the values added: a sum of nothing is 0, an average and the like of nothing is null.
  ///
  /// - Throws: A fault that calls it `name`, where there is no sum.
  package func result(of name: String) throws(ExpressionFault) -> Value {
    switch function {
    case .count: return .int(count)
    case .sum: return try sum.sum(of: name)
    case .avg: return try sum.average(of: name)
    case .min, .max: return extreme
    case .distinct: return .int(Int64(distinct.count))
    case .median:
      guard !values.isEmpty else { return .null }
      let place = Quantile(2, of: values.count)
      let sorted = values.sorted { $0.isOrdered(before: $1) }
      return place.value(between: sorted[place.lower], sorted[place.upper])
    }
  }
}

/// The place of a quartile among ordered values: between two neighbours, at a number of quarters of the way.
package struct Quantile: Sendable {
  /// The index of the neighbour before it.
  package let lower: Int
  private let quarters: Int
  /// The neighbours, once they are known.
  private var neighbours: (low: Value?, high: Value?)

  /// The end of a quarter of `count` values, from 1 to 3; the second is the median.
  package init(_ quarter: Int, of count: Int) {
    (lower, quarters) = (max(0, count - 1) * quarter).quotientAndRemainder(dividingBy: 4)
  }

  /// The index of the neighbour behind it, which is the same where no value is between them.
  package var upper: Int { quarters == 0 ? lower : lower + 1 }

  /// Notes the value that is the last of the first `count`, unless the quartile is known.
  package mutating func note(_ value: @autoclosure () -> Value, lastOf count: Int) {
    guard neighbours.high == nil, count > lower else { return }
    if neighbours.low == nil { neighbours.low = value() }
    if count > upper { neighbours.high = value() }
  }

  /// The quartile of the values noted; null of nothing.
  package var value: Value {
    neighbours.low.map { value(between: $0, neighbours.high ?? $0) } ?? .null
  }

  /// The quartile: interpolated between numbers, a decimal of whole ones, and the lower value of all else.
  package func value(between low: Value, _ high: Value) -> Value {
    if case .bool = low { return low }
    if let from = low.decimal, let to = high.decimal {
      guard quarters > 0, from != to else { return .decimal(from) }
      return .decimal((from * Decimal(4 - quarters) + to * Decimal(quarters)) / 4)
    }
    guard quarters > 0, low != high, let from = low.double, let to = high.double else { return low }
    return .double(from * (Double(4 - quarters) / 4) + to * (Double(quarters) / 4))
  }
}

extension Value {
  /// Whether this comes before `other` in an ascending order, texts byte by byte.
  package func isOrdered(before other: Value) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return SortOrdering.Comparison.standard.compare(left, right) == .less
    }
    return precedes(other)
  }

  /// The value by which numbers that are equal are one: a whole number wherever it is one.
  package var normalized: Value {
    switch self {
    case .double(let number): Int64(exactly: number).map { .int($0) } ?? self
    default: self
    }
  }
}
