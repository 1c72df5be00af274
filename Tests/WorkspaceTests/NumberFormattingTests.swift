import Qualifiers
import Testing
@testable import Workspace

struct NumberFormattingTests {
  private func text(_ value: Value, _ formatter: String = "number") -> String? {
    Formatter.builtIn.first { $0.name == formatter }?.text(value, FormatContext())
  }

  @Test(
    arguments: [
      (4.990000000000001, "4.99"), (0.1 + 0.2, "0.3"), (2.5, "2.5"), (-0.1 - 0.2, "-0.3"),
      (99.9999999999999996, "100"), (0.99999999999999994, "1"), (-9.999999999999998, "-10"),
      (1234.5678, "1 234.5678"), (0.000123456789012345, "0.000123456789012345"), (3, "3"),
      (1e-9, "1e-09"), (123_456_789.12345679, "123 456 789.123457"),
    ]
  )
  func `A binary fraction shows no more digits than it holds`(number: Double, expected: String) {
    #expect(text(.double(number)) == expected)
  }

  @Test(arguments: [
    ("number", 1.5e-07, "1,5e-07"), ("decimal", -2.5e30, "-2,5e+30"), ("number", 1e-9, "1e-09"),
    ("percent", 1.5e-09, "1,5e-07 %"), ("number", -.infinity, "-inf"), ("bytes", 1500.0, "1,5 kB"),
  ])
  func `Exponents and sizes are written as the language writes numbers`(
    formatter: String,
    number: Double,
    expected: String
  ) {
    let context = FormatContext(numbers: NumberStyle(group: ".", point: ","))
    let formatter = Formatter.builtIn.first { $0.name == formatter }
    #expect(formatter?.text(.double(number), context) == expected)
  }

  @Test(arguments: [
    ("bytes", "-9223372 TB"), ("duration", "-153722867280912930 h 8 min"),
    ("seconds", "-2562047788015215:30:08"),
  ])
  func `The least number there is has a size and a length`(formatter: String, expected: String) {
    #expect(text(.int(.min), formatter) == expected)
  }
}
