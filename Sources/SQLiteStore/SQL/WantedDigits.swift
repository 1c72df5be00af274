/// The digits of texts that are looked for, by which most numbers and dates are told apart from them without being written.
struct WantedDigits {
  /// Whether every text that is looked for has its digits here.
  let areOfAll: Bool
  /// Whether a text without digits is among them.
  let areAny: Bool
  /// Whole numbers below have too few digits.
  let leastMagnitude: UInt64
  private let texts: [[UInt8]]
  /// So many zeros may follow the digits of a number.
  private let zeros: Int

  init(_ texts: Set<[UInt8]>, zeros: Int, areOfAll: Bool) {
    (self.texts, self.zeros, self.areOfAll) = (Array(texts), zeros, areOfAll)
    areAny = texts.contains([])
    let least = (texts.map(\.count).min() ?? 0) - zeros - 1
    leastMagnitude = (0..<min(max(least, 0), 19)).reduce(least > 0 ? 1 : 0) { power, _ in power * 10
    }
  }

  /// Whether the digits of one of the texts stand one behind the other among `digits`, to which zeros are added.
  func areHeld(by digits: inout [UInt8]) -> Bool {
    for _ in 0..<zeros { digits.append(UInt8(ascii: "0")) }
    let found = digits
    return texts.contains { text in
      guard found.count >= text.count else { return false }
      return (0...(found.count - text.count)).contains { start in
        text.indices.allSatisfy { found[start + $0] == text[$0] }
      }
    }
  }
}
