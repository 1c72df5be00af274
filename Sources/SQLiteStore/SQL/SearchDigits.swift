/// The digits of the words searched for, by which most numbers and dates are ruled out without formatting them.
struct SearchDigits {
  /// Whether every text that is looked for has its digits here.
  let areOfAll: Bool
  /// Whether a text without digits is among them, or so many zeros follow that nothing is told by digits.
  let areAny: Bool
  /// Whole numbers below have too few digits.
  let leastMagnitude: UInt64
  private let texts: [[UInt8]]
  /// The number of zeros that may follow the digits of a number.
  private let zeros: Int

  init(_ texts: Set<[UInt8]>, zeros: Int, areOfAll: Bool) {
    (self.texts, self.areOfAll) = (Array(texts), areOfAll)
    self.zeros = min(zeros, Self.mostZeros)
    areAny = texts.contains([]) || zeros > Self.mostZeros
    let least = (texts.map(\.count).min() ?? 0) - zeros - 1
    leastMagnitude = (0..<min(max(least, 0), 19)).reduce(least > 0 ? 1 : 0) { power, _ in power * 10
    }
  }

  /// No more zeros than these follow.
  static let mostZeros = 32

  /// Whether the digits of one of the texts stand one behind the other among the first `count` digits of a buffer, behind
  /// which zeros are written: there is to be room for ``mostZeros``.
  func areHeld(by digits: UnsafeMutableBufferPointer<UInt8>, count: Int) -> Bool {
    for place in count..<count + zeros { digits[place] = UInt8(ascii: "0") }
    let whole = count + zeros
    for text in texts where text.count <= whole {
      let first = text[0]
      for start in 0...(whole - text.count) where digits[start] == first {
        if text.indices.allSatisfy({ digits[start + $0] == text[$0] }) { return true }
      }
    }
    return false
  }
}
