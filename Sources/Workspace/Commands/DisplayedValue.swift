import FoundationEssentials
package import Qualifiers

/// A property path with its text format, from which a filter for all values displayed alike is made.
///
/// The command that filters by the value under the cursor uses it: for a day it finds all times of that day.
package struct DisplayedValue {
  package let path: PropertyPath
  /// Returns the displayed text of a value.
  ///
  /// Must be monotonic: a greater value never shows the text of a lesser one.
  package let text: (Value) -> String

  package init(path: PropertyPath, text: @escaping (Value) -> String) {
    (self.path, self.text) = (path, text)
  }

  /// Holds where the same is shown as for `value`: for a day from its midnight to the next, for a rounded number between
  /// those that are rounded to it.
  package func qualifier(for value: Value) -> Qualifier {
    let steps: (Int64) -> Value?
    switch value {
    case .int(let number):
      steps = { step in
        let (sum, isTooFar) = number.addingReportingOverflow(step)
        return isTooFar ? nil : .int(sum)
      }
    case .double(let number) where number.isFinite: steps = { Self.neighbour(of: number, $0) }
    case .decimal(let number):
      steps = { .decimal(number + Decimal($0) / 1_000_000) }
    case .date(let date):
      // Nothing finer is stored; what is shown is rounded between them.
      let micros = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
      guard abs(micros) < 1e17 else { return .matching(path, value) }
      steps = { step in
        .date(Date(timeIntervalSinceReferenceDate: (micros + Double(step)) / 1_000_000))
      }
    default: return .matching(path, value)
    }
    let shown = text(value)
    guard steps(0).map(text) == shown else { return .matching(path, value) }
    func isAlike(_ step: Int64) -> Bool { steps(step).map(text) == shown }
    let (low, high) = (Self.last(isAlike, -1), Self.last(isAlike, 1))
    if low == 0, high == 0, !value.isDate { return .matching(path, value) }
    guard let first = steps(low), let next = steps(high + 1) else { return .matching(path, value) }
    let side = Expression(.path(path))
    return .and([
      .comparison(side, .greaterOrEqual, Expression(.literal(first))),
      .comparison(side, .less, Expression(.literal(next))),
    ])
  }

  /// The last step in a direction that is shown alike: found by doubling and halving.
  private static func last(_ isAlike: (Int64) -> Bool, _ direction: Int64) -> Int64 {
    var (alike, other): (Int64, Int64) = (0, 1)
    while isAlike(direction * other) {
      alike = other
      guard other < 1 << 60 else { return direction * alike }
      other *= 2
    }
    while other - alike > 1 {
      let middle = alike + (other - alike) / 2
      if isAlike(direction * middle) { alike = middle } else { other = middle }
    }
    return direction * alike
  }

  /// The binary fraction so many places behind another one.
  private static func neighbour(of number: Double, _ step: Int64) -> Value? {
    // As the bits count, but from zero down too.
    let bits = Int64(bitPattern: number.bitPattern)
    let place = bits < 0 ? Int64.min &- bits : bits
    let (sum, isTooFar) = place.addingReportingOverflow(step)
    guard !isTooFar else { return nil }
    let moved = Double(bitPattern: UInt64(bitPattern: sum < 0 ? Int64.min &- sum : sum))
    return moved.isFinite ? .double(moved) : nil
  }
}

extension Value {
  fileprivate var isDate: Bool { if case .date = self { true } else { false } }
}
