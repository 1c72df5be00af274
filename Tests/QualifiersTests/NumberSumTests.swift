import FoundationEssentials
import Qualifiers
import Testing

struct NumberSumTests {
  private func sum(_ values: (Value, Int)...) -> Value? {
    var sum = NumberSum()
    for (value, count) in values {
      for _ in 0..<count {
        let isNumber = sum.add(value)
        #expect(isNumber)
      }
    }
    return sum.value
  }

  private func decimal(_ text: String) throws -> Value {
    .decimal(try #require(Decimal(string: text)))
  }

  @Test func `P1: whole numbers and decimals are added exactly, and nulls add nothing`() throws {
    #expect(sum() == .int(0))
    #expect(sum((.null, 9)) == .int(0))
    #expect(sum((.int(7), 2), (.null, 3), (.int(-1), 1)) == .int(13))
    #expect(sum((try decimal("0.1"), 3)) == (try decimal("0.3")))
    #expect(
      sum((try decimal("0.1"), 10), (.int(Int64.max), 1)) == (try decimal("9223372036854775808"))
    )
    #expect(sum((.double(0.5), 3), (.int(1), 1), (try decimal("0.5"), 1)) == .double(3))
  }

  @Test func `P1: a whole sum that has no room is no number, whatever comes between`() {
    #expect(sum((.int(.max), 1), (.int(1), 1)) == nil)
    #expect(sum((.int(.max), 2), (.int(-.max), 1)) == .int(.max))
    #expect(sum((.int(.min), 2)) == nil)
  }

  @Test func `P1: what is no number is not added`() {
    var sum = NumberSum()
    let areNumbers = [Value.string("7"), .bool(true)].map { sum.add($0) }
    #expect(areNumbers == [false, false])
    #expect(sum.value == .int(0))
  }
}
