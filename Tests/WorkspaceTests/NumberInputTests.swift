import FoundationEssentials
import Qualifiers
import TestSupport
import Testing
import Workspace

/// Numbers that are stored as texts.
@MainActor
struct NumberInputTests {
  @Test func `J20: what a text writes as a number is computed and written as before`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let places = Int.random(in: 0...2, using: &random)
      let count = Int.random(in: 0...99_999, using: &random)
      let point = Bool.random(using: &random) ? "." : ","
      let sign = count > 0 && Bool.random(using: &random) ? "-" : ""
      func written(_ count: Int) -> String {
        let digits =
          String(repeating: "0", count: max(0, places + 1 - String(count).count))
          + String(count)
        guard places > 0 else { return sign + digits }
        return sign + digits.dropLast(places) + point + digits.suffix(places)
      }
      let text = written(count)
      let number = NumberInput(text)
      #expect(
        number.flatMap { $0.text(of: .decimal($0.number * 3)) } == written(count * 3),
        "\(text)"
      )
    }
  }

  @Test(arguments: [
    "", "-", "9.", ".5", ",5", "1.2.3", "1,234", "12,345", "1.234,50", "9,90 €", "1e5", "٣", "+5",
    " 5", "0x1", "--5",
  ])
  func `J20: a text that is no plain number, or may be two, is none`(text: String) {
    #expect(NumberInput(text) == nil)
  }
}
