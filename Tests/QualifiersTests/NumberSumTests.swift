import FoundationEssentials
import Qualifiers
import Testing

struct NumberSumTests {
  private func sum(_ values: (Value, Int)...) throws(ExpressionFault) -> Value {
    var sum = NumberSum()
    for (value, count) in values {
      for _ in 0..<count { sum.add(value) }
    }
    return try sum.sum(of: "sum(x)")
  }

  private func decimal(_ text: String) throws -> Value {
    .decimal(try #require(Decimal(string: text)))
  }

  @Test func `P1: whole numbers and decimals are added exactly, and nulls add nothing`() throws {
    #expect(try sum() == .int(0))
    #expect(try sum((.null, 9)) == .int(0))
    #expect(try sum((.int(7), 2), (.null, 3), (.int(-1), 1)) == .int(13))
    #expect(try sum((try decimal("0.1"), 3)) == (try decimal("0.3")))
    #expect(
      try sum((try decimal("0.1"), 10), (.int(Int64.max), 1))
        == (try decimal("9223372036854775808"))
    )
    #expect(
      try sum((.double(0.5), 3), (.int(1), 1), (try decimal("0.5"), 1)) == .double(3)
    )
    #expect(try sum((.int(.max), 2), (.int(-.max), 1)) == .int(.max))
  }

  @Test func `P1: binary fractions that stand for decimals are added as those`() throws {
    for (numbers, total) in [
      ([0.1, 0.2], "0.3"), ([1e14, 0.0001, 5], "100000000000005.0001"),
      ([19.99, 0.01, 1e-7, 1e20], "100000000000000000020.0000001"), ([-0.5, 0.25], "-0.25"),
    ] {
      var sum = NumberSum(.decimal)
      for number in numbers { sum.add(decimal: number) }
      #expect(try sum.sum(of: "sum(x)") == (try decimal(total)))
    }
    #expect(try NumberSum(.decimal).sum(of: "sum(x)") == (try decimal("0")))
  }

  @Test func `P1: what small numbers lose beside great ones is kept`() throws {
    #expect(try sum((.double(1e16), 1), (.double(1), 1000), (.double(-1e16), 1)) == .double(1000))
    #expect(try sum((.double(.infinity), 1), (.double(1), 1)) == .double(.infinity))
  }

  @Test func `P1: averages are exact, as quotients are`() throws {
    var sum = NumberSum()
    #expect(try sum.average(of: "avg(x)") == .null)
    for number: Int64 in [.max, .max, 1] { sum.add(number) }
    #expect(try sum.average(of: "avg(x)") == (try decimal("6148914691236517205")))
    sum.add(Int64(1))
    #expect(try sum.average(of: "avg(x)") == (try decimal("4611686018427387904")))
    var third = NumberSum()
    for number: Int64 in [1, 0, 0] { third.add(number) }
    #expect(try third.average(of: "avg(x)") == (try decimal("0.33333333333333333333")))
  }

  @Test func `P1: a sum that has no room or of what is no number is a fault with its reason`()
    throws
  {
    let beyond = #expect(throws: ExpressionFault.self) { try sum((.int(.max), 1), (.int(1), 1)) }
    #expect(beyond?.message == "sum(x) is a whole number beyond 64 bits")
    let wrong = #expect(throws: ExpressionFault.self) { try sum((.int(1), 1), (.string("7"), 1)) }
    #expect(wrong?.message == "sum(x) cannot be computed: '7' is not a number")
    let (great, small) = (try decimal("1e30"), try decimal("1e-30"))
    let long = #expect(throws: ExpressionFault.self) { try sum((great, 1), (small, 1)) }
    #expect(long?.message == "sum(x) has more than 38 digits")
  }
}
