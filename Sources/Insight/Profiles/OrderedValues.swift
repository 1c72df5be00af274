import FoundationEssentials
import Qualifiers

/// One pass over the values of a property in ascending order, each with the number of its rows.
struct OrderedValues: Sendable {
  private var profile: ColumnProfile
  private var quartiles: [Quantile]
  private var sum = NumberSum()
  private var distribution = Distribution()
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
    distribution.add(value, count: count)
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
    result.distribution = distribution.counts
    return result
  }
}

/// The numbers of rows in stretches of equal width, of values that come in ascending order and whose end is not known before.
///
/// Dates alone are counted if the first value is a date, else numbers alone: there is no distance between both.
private struct Distribution {
  private(set) var counts: [Int] = []
  private var start = 0.0
  private var width = 0.0
  private var isOfDates = false
  private static let limit = 20

  /// Adds a value that `count` rows have; a value without a distance from others is left out.
  mutating func add(_ value: Value, count: Int) {
    var date: Date?
    if case .date(let found) = value { date = found }
    guard let place = date?.timeIntervalSince1970 ?? value.double, place.isFinite else { return }
    if counts.isEmpty { (counts, start, isOfDates) = ([0], place, date != nil) }
    let distance = place - start
    guard isOfDates == (date != nil), distance.isFinite, distance >= 0 else { return }
    if width == 0 { width = distance }
    while width > 0, distance >= width * Double(Self.limit) {
      // Each stretch takes in its neighbour.
      counts = stride(from: 0, to: counts.count, by: 2).map { counts[$0...].prefix(2).reduce(0, +) }
      width *= 2
    }
    let index = width > 0 ? Int(distance / width) : 0
    counts += Array(repeating: 0, count: max(index + 1 - counts.count, 0))
    counts[index] += count
  }
}
