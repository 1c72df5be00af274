import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import TestSupport
import Testing

struct TextParsingTests {
  private func attribute(_ type: AttributeType, isNullable: Bool = true) -> Attribute {
    var definition = Attribute.Definition(name: "value", columnName: "value")
    definition.type = type
    definition.isNullable = isNullable
    return Attribute(definition)
  }

  private func date(_ text: String) throws -> Date { try #require(Date(wallClock: text)) }

  static let exact: [(AttributeType, String, Value)] = [
    (.string, " as typed ", .string(" as typed ")),
    (.text, "two\nlines", .string("two\nlines")),
    (.integer, " 12 000 ", .int(12_000)),
    (.integer, "-7", .int(-7)),
    (.integer, "9223372036854775807", .int(.max)),
    (.number, "1e3", .double(1000)),
    (.number, "-0.5", .double(-0.5)),
    (.bool, "yes", .bool(true)),
    (.bool, "off", .bool(false)),
    (.any, "12", .int(12)),
    (.any, "1.5", .double(1.5)),
    (.any, "nan", .string("nan")),
    (.any, "12 Monkeys", .string("12 Monkeys")),
    (.integer, "", .null),
    (.date, "  ", .null),
    (.string, "", .string("")),
  ]

  @Test(arguments: exact)
  func `A text reads as the value of its type`(
    type: AttributeType,
    text: String,
    value: Value
  ) throws {
    #expect(try attribute(type).value(ofInput: text) == value)
  }

  @Test(arguments: [AttributeType.date, .timestamp], ["0", " 0 ", "never", "Never"])
  func `J3: 0 says again that there is no moment, where it does so in the column`(
    type: AttributeType,
    text: String
  ) throws {
    var definition = attribute(type).definition
    #expect(throws: InputProblem.self) { try Attribute(definition).value(ofInput: text) }
    definition.zeroIsNever = true
    definition.storage = .epochSeconds
    let counted = Attribute(definition)
    #expect(try counted.value(ofInput: text, inPlaceOf: .date(.now)) == .int(0))
    definition.storesOnlyBinaryFractions = true
    #expect(try Attribute(definition).value(ofInput: text) == .double(0))
  }

  @Test func `A decimal of any digits is the one that its text says`() throws {
    var texts = ["0.00", "-0.5", "007.250", "1.", ".5", "-.5", "--1", "1.2.3", "-0", "", "-", "."]
    for digits in 1...20 {
      for scale in 0...digits {
        let number = String(String(repeating: "1203450", count: 3).prefix(digits))
        let place = number.index(number.endIndex, offsetBy: -scale)
        let text = number[..<place] + (scale > 0 ? "." : "") + number[place...]
        texts += [String(text), "-" + text, text + "00"]
      }
    }
    for text in texts {
      let value = try? attribute(.decimal).value(ofInput: text)
      // What the quick way does not take goes the long one.
      let spaced = try? attribute(.decimal).value(ofInput: " " + text)
      #expect(value == spaced, "\(text)")
      guard case .decimal(let number)? = value, case .decimal(let other)? = spaced else { continue }
      #expect(number.description == other.description, "\(text)")
    }
  }

  @Test func `K1: a decimal column takes every number, however great or small`() throws {
    let decimal = attribute(.decimal)
    var random = SeededGenerator(seed: 1)
    var numbers = [
      1e-200, 8.571050262731459e-301, 1e300, -.leastNonzeroMagnitude, 1e128, 1e129, -1e165, 0.1,
    ]
    while numbers.count < 500 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { numbers.append(number) }
    }
    for number in numbers {
      let value = try decimal.value(ofInput: number.description)
      let stored = ColumnCoding(decimal).encoded(value)
      let isKept =
        switch stored {
        case .double(let kept): kept.bitPattern == number.bitPattern
        case .int(let kept): Double(kept) == number
        default: false
        }
      #expect(isKept, "\(number): \(stored ?? .null)")
    }
    for text in ["1e400", "1e-400", "0x1p-200", "1e", "e5"] {
      #expect(throws: InputProblem.self) { try decimal.value(ofInput: text) }
    }
  }

  @Test(arguments: ["0.10", "12345678901234567.89", "-3", "1e2"])
  func `A decimal is exact`(text: String) throws {
    let expected = try #require(Decimal(string: text))
    #expect(try attribute(.decimal).value(ofInput: text) == .decimal(expected))
  }

  static let dates = [
    ("2026-03-01", "2026-03-01"), ("today", "2026-02-27"), ("tomorrow", "2026-02-28"),
    ("today +3d", "2026-03-02"), ("today -1w", "2026-02-20"), ("+1", "2026-02-28"),
    ("-2w", "2026-02-13"), ("now", "2026-02-27"), ("2026-03-01 00:00", "2026-03-01"),
    ("2026-03-01T00:00:00+02:00", "2026-03-01"), ("2026-03-01t00:00-0500", "2026-03-01"),
    ("2026-03-01 00:00:00.0z", "2026-03-01"),
  ]

  @Test(arguments: dates)
  func `A day may be said in words`(text: String, day: String) throws {
    let now = try date("2026-02-27 10:15")
    #expect(try attribute(.date).value(ofInput: text, now: now) == .date(try date(day)))
  }

  @Test(arguments: [
    ("2026-03-01t14:30", "2026-03-01 14:30"), ("now", "2026-02-27 10:15"),
    ("now +1d", "2026-02-28 10:15"), ("today", "2026-02-27 00:00"),
    ("2026-03-01T01:00:00+02:00", "2026-02-28 23:00"),
  ])
  func `A time of a day keeps its time`(text: String, expected: String) throws {
    let now = try date("2026-02-27 10:15")
    #expect(try attribute(.timestamp).value(ofInput: text, now: now) == .date(try date(expected)))
  }

  @Test func `A time is a time of no day`() throws {
    let expected = try date("1970-01-01 14:30")
    #expect(try attribute(.time).value(ofInput: "14:30") == .date(expected))
  }

  @Test(arguments: [
    (AttributeType.integer, "1x2"), (.integer, "1.5"),
    (.number, "inf"), (.decimal, "0x10"), (.decimal, "ten"), (.bool, "maybe"),
    (.date, "2026-02-30"), (.date, "soon"), (.timestamp, "2026-03-01 25:00"), (.time, "14"),
  ])
  func `What is no value is refused with what the field takes`(
    type: AttributeType,
    text: String
  ) {
    let problem = #expect(throws: InputProblem.self) { try attribute(type).value(ofInput: text) }
    #expect(problem == InputProblem(needing: attribute(type)))
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "+99999999999999999999"])
  func `A whole number that is too large is refused with how large it may be`(text: String) {
    let problem = #expect(throws: InputProblem.self) {
      try attribute(.integer).value(ofInput: text)
    }
    #expect(
      problem?.request == "a whole number from -9223372036854775808 to 9223372036854775807"
    )
  }

  @Test func `The example of a type is a text that its fields take`() throws {
    for type in AttributeType.allCases {
      guard let example = type.traits.example else { continue }
      let value = try attribute(type).value(ofInput: example)
      #expect(!value.isNull, "\(type)")
      #expect(
        InputProblem(needing: attribute(type)).request
          == "\(type.traits.noun), for example \(example)"
      )
    }
  }

  @Test(arguments: [(true, "10"), (false, "96500")])
  func `The example of a number is none that its range refuses`(isIncluded: Bool, example: String) {
    var definition = attribute(.decimal).definition
    definition.maximum = Bound(.int(10), isIncluded: isIncluded)
    let problem = #expect(throws: InputProblem.self) {
      try Attribute(definition).value(ofInput: "high")
    }
    #expect(problem?.request == "a number, for example \(example)")
  }
}
