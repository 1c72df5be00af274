import FoundationEssentials
import Qualifiers
import TestSupport
import Testing

/// Tests which numbers survive being stored as binary fractions.
struct BinaryFractionTests {
  @Test func `A21: a whole number is kept as a binary fraction where it is one`() throws {
    var random = SeededGenerator(seed: 23)
    var counts = (kept: 0, changed: 0)
    for _ in 0..<2_000 {
      // As many bits as chance will have it, with zeros behind them.
      let bits = Int128(Int64.random(in: 1...(.max), using: &random))
      let narrowed = bits >> Int128(Int.random(in: 0..<63, using: &random))
      let number = narrowed << Int128(Int.random(in: 0..<62, using: &random))
      let decimal = try #require(Decimal(string: number.description))
      let binary = decimal.binaryFraction
      if let exact = Double(exactly: number) {
        counts.kept += 1
        #expect(binary == exact && (-decimal).binaryFraction == -exact, "\(number)")
      } else if let binary {
        #expect(Decimal(string: binary.description) == decimal, "\(number)")
      } else {
        counts.changed += 1
      }
    }
    #expect(counts.kept > 200 && counts.changed > 200, "\(counts)")
  }

  @Test(arguments: [
    ("0.1", true), ("0", true), ("-0.5", true), ("1e25", true), ("0.12345678901234567890", false),
    ("0.000000000931322574615478515625", true), ("0.000000000931322574615478515624", false),
    ("12345678901234567890.5", false), ("-1e-100", true), ("4611686018427387904.5", false),
    ("170141183460469231731687303715884105728", true), ("1e120", true),
  ])
  func `A21: a fraction is kept where it is one, or is written with its digits`(
    text: String,
    isKept: Bool
  ) throws {
    let number = try #require(Decimal(string: text))
    #expect((number.binaryFraction != nil) == isKept)
    if isKept { #expect(number.binaryFraction == Double(text)) }
  }
}
