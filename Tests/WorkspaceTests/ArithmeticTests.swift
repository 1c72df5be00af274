import FoundationEssentials
import Qualifiers
import Testing
import Workspace

/// Tests arithmetic expressions, such as `price * 1.1`.
@MainActor struct ArithmeticTests {
  private func value(_ text: String, price: Decimal? = 10) throws(PromptRefusal) -> Decimal? {
    try Arithmetic(text).value { _ in price }
  }

  @Test(
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 2 - 3", 5), ("2 * price", 20),
      ("price / 4", Decimal(string: "2.5")!), ("-price + 1", -9),
    ] as [(String, Decimal)]
  )
  func `Products come before sums, and all from left to right`(text: String, result: Decimal) throws
  {
    #expect(try value(text) == result)
  }

  @Test(arguments: ["1 +", "(1", "1 2", "price price", "1 / 0", ""])
  func `What is no value is refused with a sentence`(text: String) {
    #expect(throws: PromptRefusal.self) { try value(text) }
  }

  @Test func `Of nothing nothing is computed`() throws {
    #expect(try value("price * 2", price: nil) == nil)
  }
}
