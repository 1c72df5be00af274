import Editing
import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import Testing

struct ValidationTests {
  private func attribute(_ change: (inout Attribute.Definition) -> Void) -> Attribute {
    var definition = Attribute.Definition(name: "value", columnName: "value")
    definition.type = .string
    change(&definition)
    return Attribute(definition)
  }

  @Test func `Null needs a column that allows it`() {
    let mandatory = attribute { $0.isNullable = false }
    #expect(mandatory.problem(with: .null) == "needs a value")
    #expect(attribute { _ in }.problem(with: .null) == nil)
  }

  @Test(arguments: [AttributeType.date, .timestamp])
  func `J3: 0 in a column of moments is taken where it says that there is none`(
    type: AttributeType
  ) {
    for zeroIsNever in [false, true] {
      let counted = attribute { ($0.type, $0.zeroIsNever) = (type, zeroIsNever) }
      #expect((counted.problem(with: .int(0), inPlaceOf: .date(.now)) == nil) == zeroIsNever)
      #expect(counted.problem(with: .int(5), inPlaceOf: .date(.now)) != nil)
    }
  }

  @Test func `A new object may leave out what has a default`() {
    let defaulted = attribute {
      $0.isNullable = false
      $0.hasDefault = true
    }
    #expect(defaulted.problem(with: .null, isNew: true) == nil)
    #expect(defaulted.problem(with: .null) == "needs a value")
  }

  @Test func `A choice is one of the list`() {
    let rating = attribute { $0.choices = [.string("G"), .string("PG")] }
    #expect(rating.problem(with: .string("PG")) == nil)
    #expect(rating.problem(with: .string("X")) == "needs one of G, PG")
  }

  @Test(arguments: [false, true])
  func `A21: a number with many digits needs a column that makes no binary fractions`(
    isKept: Bool
  ) throws {
    let column = attribute { ($0.type, $0.storesBinaryFractions) = (.decimal, !isKept) }
    for text in ["12345678901234567890.5", "0.12345678901234567890"] {
      let number = try #require(Decimal(string: text))
      let problem = column.problem(with: .decimal(number))
      #expect((problem == nil) == isKept, "\(problem ?? "")")
    }
    for text in ["9007199254740993", "0.1", "1e25"] {
      let number = try #require(Decimal(string: text))
      #expect(column.problem(with: .decimal(number)) == nil)
    }
  }

  @Test func `A21: a whole number that the column would change is told of`() throws {
    let real = attribute {
      ($0.type, $0.storesBinaryFractions, $0.storesOnlyBinaryFractions) = (.number, true, true)
    }
    for (text, isKept) in [
      ("9007199254740993", false), ("12345678901234567890", false), ("9007199254740992", true),
      ("-9007199254740993", false), ("1e300", true), ("0.1", true), ("12345678901234567000", true),
      ("1152921504606846976", true), ("1152921504606846977", false),
      ("-9223372036854775808", true), ("9223372036854775808", true),
      ("1180591620717411303424", true), ("1180591620717411303425", false),
    ] {
      let value = try real.value(ofInput: text, inPlaceOf: .null)
      #expect((real.problem(with: value) == nil) == isKept, "\(text): \(value)")
    }
    let numeric = attribute { ($0.type, $0.storesBinaryFractions) = (.number, true) }
    #expect(
      try numeric.value(ofInput: "9007199254740993", inPlaceOf: .null)
        == .int(9_007_199_254_740_993)
    )
    let long = try numeric.value(ofInput: "12345678901234567890", inPlaceOf: .null)
    #expect(numeric.problem(with: long) != nil)
    for text in ["9223372036854775808", "1180591620717411303424"] {
      let value = try numeric.value(ofInput: text, inPlaceOf: .null)
      #expect(try value == .double(#require(Double(text))) && numeric.problem(with: value) == nil)
    }
    #expect(
      try numeric.value(ofInput: "1152921504606846976", inPlaceOf: .null)
        == .int(1_152_921_504_606_846_976)
    )
  }

  @Test(arguments: [
    ("2026-03-01 14:30", StorageFormat.isoText), ("2026-03-01T14:30:00", .isoTextT),
    ("2026-03-01t23:30-0500", .native), ("2026-03-01 23:59:59.5z", .isoText),
  ])
  func `A14: a time beside a day stays where days are texts, and is refused elsewhere`(
    text: String,
    storage: StorageFormat
  ) throws {
    let texts = attribute { ($0.type, $0.storage) = (.date, storage) }
    #expect(try texts.value(ofInput: " \(text)") == .string(text))
    #expect(texts.problem(with: .string(text)) == nil)
    for other in ["soon", "2026-03-01", "2026-02-30 10:00"] {
      #expect(texts.problem(with: .string(other)) != nil, "\(other)")
    }
    for storage in [StorageFormat.epochSeconds, .julianDay, .digits, .digitText] {
      let numbers = attribute { ($0.type, $0.storage) = (.date, storage) }
      let problem = #expect(throws: InputProblem.self) { try numbers.value(ofInput: text) }
      #expect(problem?.request == "a day without a time")
      #expect(numbers.problem(with: .string(text)) != nil)
    }
  }

  @Test func `A14: a time that people write beside a day is written as programs do`() throws {
    let day = attribute { $0.type = .date }
    #expect(try day.value(ofInput: "1.3.2026 9:05") == .string("2026-03-01 09:05"))
  }

  @Test func `Choices and bounds are compared as the column compares`() {
    let small = attribute {
      $0.choices = [.string("open"), .string("Done")]
      $0.collation = "NOCASE"
    }
    #expect(small.problem(with: .string("OPEN")) == nil)
    #expect(small.problem(with: .string("done")) == nil)
    #expect(small.problem(with: .string("open ")) == "needs one of open, Done")
    let trimmed = attribute {
      $0.minimum = Bound(.string("b "), isIncluded: false)
      $0.collation = "rtrim"
    }
    #expect(trimmed.problem(with: .string("b   ")) == "must be more than b ")
    #expect(trimmed.problem(with: .string("c")) == nil)
    let unknown = attribute {
      $0.choices = [.string("ä")]
      $0.collation = "german"
    }
    #expect(unknown.problem(with: .string("Ä")) == nil)
  }

  @Test func `M3: values are compared with a pattern that is compiled once`() {
    let pattern = "^M3-[0-9]+$"
    let code = attribute { $0.pattern = pattern }
    #expect(code.problem(with: .string("M3-1")) == nil)
    #expect(code.problem(with: .string("M3")) == "must match \(pattern)")
    #expect(CompiledPatterns.shared.holds(pattern))
  }

  @Test func `A text is no longer than declared`() {
    let code = attribute { $0.width = 3 }
    #expect(code.problem(with: .string("abc")) == nil)
    #expect(code.problem(with: .string("abcd")) == "needs at most 3 characters, not 4")
  }

  @Test func `A value must fit its type`() {
    let number = attribute { $0.type = .integer }
    #expect(number.problem(with: .int(3)) == nil)
    #expect(number.problem(with: .string("three")) == "needs a whole number, for example 42")
  }
}
