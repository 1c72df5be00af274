import Qualifiers
struct NumberSum {
  func average(of: Int64) -> Value { .null };
  mutating func add(_ v: Value, times: Int) -> Bool { true }
}
struct Quantile: Sendable {
  let lower: Int
  var upper: Int { lower }
  init(_ quarter: Int, of count: Int) { lower = 0 }
  func value(between low: Value, _ high: Value) -> Value { low }
}
extension Value {
  func isOrdered(before other: Value) -> Bool { precedes(other) }
}
