/// An axis of numbers with round ticks: multiples of 1, 2 or 5 times a power of ten.
struct NumberScale: Sendable {
  let low: Double
  let high: Double
  let ticks: [(value: Double, text: String)]

  /// The greatest distance from 0 that the axis shows; numbers farther away lie at its end.
  static let limit = 1e307

  /// A scale that covers the numbers of `range` with three to `count` ticks.
  ///
  /// The scale ends at its first and last tick, a tight one with the numbers.
  init(covering range: ClosedRange<Double>, atMost count: Int, isTight: Bool = false) {
    let (low, high) = Self.ends(of: range)
    let count = Double(max(count, 3))
    var exponent = NumberLabel.decimalMagnitude(of: (high - low) / (count - 1))
    var digits = 1
    func bounds() -> (first: Double, last: Double) {
      let step = Double(digits) * NumberLabel.power(exponent)
      let (first, last) = (low / step, high / step)
      return isTight
        ? (first.rounded(.up), last.rounded(.down)) : (first.rounded(.down), last.rounded(.up))
    }
    while bounds().last - bounds().first + 1 > count {
      (digits, exponent) = digits == 5 ? (1, exponent + 1) : (digits == 1 ? 2 : 5, exponent)
    }
    let (first, last) = bounds()
    let numbers = first > last ? [] : (Int(first)...Int(last)).map { $0 * digits }
    let greatest = numbers.map(\.magnitude).max() ?? 0
    let unit = NumberLabel.unit(digits: String(greatest).count + exponent)
    ticks = numbers.map { number in
      let text = NumberLabel.text(number, exponent: exponent, unit: unit)
      return (Double("\(number)e\(exponent)") ?? 0, text)
    }
    self.low = isTight ? low : min(low, ticks.first?.value ?? low)
    self.high = isTight ? high : max(high, ticks.last?.value ?? high)
  }

  /// The place of a number between the ends, from 0 to 1.
  func position(of number: Double) -> Double {
    min(max((number / 2 - low / 2) / (high / 2 - low / 2), 0), 1)
  }

  /// The ends of an axis: those of the numbers, moved apart where they are too near to each other.
  private static func ends(of range: ClosedRange<Double>) -> (low: Double, high: Double) {
    let (low, high) = (max(range.lowerBound, -limit), min(range.upperBound, limit))
    let size = max(abs(low), abs(high))
    guard size > 1e-290 else { return (0, 1) }
    // An end that is nothing beside the other is 0.
    func end(_ number: Double) -> Double { abs(number) < size * 1e-12 ? 0 : number }
    guard high - low <= size * 1e-12 else { return (end(low), end(high)) }
    return (max(low - size / 10, -limit), min(high + size / 10, limit))
  }
}
