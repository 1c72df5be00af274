import Qualifiers

/// One pass over the values of a property in ascending order, each with the number of its rows.
struct OrderedValues: Sendable {
  private var profile: ColumnProfile
  private var quartiles: [Quantile]
  private var sum = NumberSum()
  /// The number of values that came so far.
  private var seen = 0
  private var modeCount = 0

  /// A pass over all values but nulls; `profile` has their number.
  init(_ profile: ColumnProfile) {
    self.profile = profile
    self.profile.distinct = 0
    let count = profile.rows - profile.nulls
    quartiles = (1...3).map { Quantile($0, of: count) }
  }

  /// Adds a value that `count` rows have; null is left out.
  mutating func add(_ value: Value, count: Int) {
    guard !value.isNull else { return }
    if seen == 0 { profile.min = value }
    profile.max = value
    profile.distinct = (profile.distinct ?? 0) + 1
    if count > modeCount { (profile.mode, modeCount) = (value, count) }
    sum.add(value, times: count)
    seen += count
    for index in quartiles.indices { quartiles[index].note(value, lastOf: seen) }
  }

  /// The profile of the values added.
  var result: ColumnProfile {
    var result = profile
    (result.q1, result.median, result.q3) =
      (quartiles[0].value, quartiles[1].value, quartiles[2].value)
    // Of other values than numbers there is no mean.
    result.mean = (try? sum.average(of: "mean")) ?? .null
    return result
  }
}
