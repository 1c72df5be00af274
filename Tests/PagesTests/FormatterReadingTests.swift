import Editing
import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Fields read what the formatters of their attributes write.
@MainActor
struct FormatterReadingTests {
  /// A formatter, the type of an attribute, and random values of which the formatter writes all that they hold.
  private struct Subject: Sendable {
    let formatter: String
    let type: AttributeType
    var scale: Int?
    let value: @Sendable (inout SeededGenerator) -> Value

    var attribute: Attribute {
      var definition = Attribute.Definition(name: "a", columnName: "a")
      (definition.type, definition.scale) = (type, scale)
      return Attribute(definition)
    }
  }

  private static func whole(
    _ range: ClosedRange<Int64>,
    times unit: Int64 = 1
  ) -> @Sendable (inout SeededGenerator) -> Value {
    // One in four is small.
    { random in
      let isSmall = Int.random(in: 0..<4, using: &random) == 0
      let number = Int64.random(
        in: isSmall ? max(range.lowerBound, -99)...99 : range,
        using: &random
      )
      return .int(number * unit)
    }
  }

  private static func amount(places: Int) -> @Sendable (inout SeededGenerator) -> Value {
    { random in
      let digits = Decimal(Int64.random(in: -99_999_999...99_999_999, using: &random))
      return .decimal((0..<places).reduce(digits) { amount, _ in amount / 10 })
    }
  }

  private static func fraction(_ divisor: Double) -> @Sendable (inout SeededGenerator) -> Value {
    { .double(Double(Int64.random(in: -9_999_999...9_999_999, using: &$0)) / divisor) }
  }

  private static func date(
    _ range: ClosedRange<Int64>,
    unit: Double
  ) -> @Sendable (inout SeededGenerator) -> Value {
    { .date(Date(timeIntervalSince1970: Double(Int64.random(in: range, using: &$0)) * unit)) }
  }

  private static func truth(_ values: [Value]) -> @Sendable (inout SeededGenerator) -> Value {
    { values[Int.random(in: 0...1, using: &$0)] }
  }

  nonisolated private static func size(_ random: inout SeededGenerator) -> Value {
    let units: [Int64] = [1, 1000, 1_000_000, 1_000_000_000, 1_000_000_000_000]
    let place = Int.random(in: 0..<units.count, using: &random)
    let sign: Int64 = Bool.random(using: &random) ? 1 : -1
    // Below ten of a unit tenths are written.
    guard place > 0, Bool.random(using: &random) else {
      return .int(sign * Int64.random(in: 0...999, using: &random) * units[place])
    }
    return .int(sign * Int64.random(in: 10...99, using: &random) * units[place] / 10)
  }

  private static let days = date(-700_000...2_900_000, unit: 86_400)
  private static let seconds = date(-60_000_000_000...250_000_000_000, unit: 1)

  private static let subjects = [
    Subject(formatter: "integer", type: .integer, value: whole(.min ... .max)),
    Subject(formatter: "number", type: .number, value: fraction(1000)),
    Subject(formatter: "number", type: .decimal, scale: 3, value: amount(places: 3)),
    Subject(formatter: "number", type: .integer, value: whole(.min ... .max)),
    Subject(formatter: "decimal", type: .decimal, scale: 2, value: amount(places: 4)),
    Subject(formatter: "decimal", type: .number, scale: 2, value: fraction(100)),
    Subject(formatter: "currency", type: .decimal, scale: 2, value: amount(places: 2)),
    Subject(formatter: "currency", type: .number, value: fraction(100)),
    Subject(formatter: "percent", type: .number, value: fraction(100)),
    Subject(formatter: "percent", type: .decimal, value: amount(places: 2)),
    Subject(formatter: "percent", type: .integer, value: whole(-9...9)),
    Subject(formatter: "plain", type: .integer, value: whole(.min ... .max)),
    Subject(formatter: "plain", type: .number, value: fraction(1000)),
    Subject(formatter: "plain", type: .decimal, value: amount(places: 3)),
    Subject(formatter: "plain", type: .date, value: days),
    Subject(formatter: "bytes", type: .integer) { size(&$0) },
    Subject(formatter: "duration", type: .integer, value: whole(-9_999_999...9_999_999)),
    Subject(formatter: "duration", type: .number, value: fraction(1)),
    Subject(formatter: "seconds", type: .integer, value: whole(-9_999_999...9_999_999)),
    Subject(formatter: "seconds", type: .number, value: fraction(1)),
    Subject(formatter: "milliseconds", type: .integer, value: whole(-9_999...9_999, times: 1000)),
    Subject(formatter: "date", type: .date, value: days),
    Subject(formatter: "date", type: .timestamp, value: days),
    Subject(formatter: "time", type: .time, value: date(0...86_399, unit: 1)),
    Subject(formatter: "timestamp", type: .timestamp, value: seconds),
    Subject(formatter: "yesNo", type: .bool, value: truth([.bool(true), .bool(false)])),
    Subject(formatter: "yesNo", type: .integer, value: truth([.int(1), .int(0)])),
    Subject(formatter: "check", type: .bool, value: truth([.bool(true), .bool(false)])),
    Subject(formatter: "check", type: .integer, value: truth([.int(1), .int(0)])),
    Subject(formatter: "number('#,##0.00 CHF')", type: .number, value: fraction(100)),
    Subject(formatter: "number('0.0#;(0.0#)')", type: .decimal, value: amount(places: 2)),
    Subject(formatter: "unit('km')", type: .integer, value: whole(.min ... .max)),
    Subject(formatter: "unit('km')", type: .number, value: fraction(1000)),
    Subject(formatter: "date('d MMM yyyy')", type: .date, value: days),
    Subject(formatter: "date('EEE d.M.yyyy HH:mm:ss')", type: .timestamp, value: seconds),
  ]

  /// Formatters that leave out what a value holds: no text of theirs says the whole of it.
  private static let lossy: Set<String> = ["month", "year", "upper", "lower"]

  private func read(
    _ text: String,
    _ subject: Subject,
    _ locale: LocaleName
  ) throws -> Value {
    let attribute = subject.attribute
    let plain = locale.plainText(
      ofTyped: text,
      for: attribute,
      by: Catalog.builtIn.formatter(called: subject.formatter),
      FormatContext(attribute: attribute, numbers: locale.numbers)
    )
    return try attribute.value(ofInput: plain)
  }

  private func locales() throws -> [LocaleName] {
    try ["C", "de_DE", "en_US", "fr_FR", "de_CH"].map {
      try #require(LocaleName.convert(.string($0)))
    }
  }

  @Test func `J20: a field reads what the formatter of its attribute writes`() throws {
    for subject in Self.subjects {
      let formatter = try #require(Catalog.builtIn.formatter(called: subject.formatter))
      var random = SeededGenerator(seed: 20)
      for locale in try locales() {
        for _ in 0..<60 {
          let value = subject.value(&random)
          let context = FormatContext(attribute: subject.attribute, numbers: locale.numbers)
          let text = try #require(formatter.text(value, context), "\(subject.formatter): \(value)")
          let read: Value? = try? read(text, subject, locale)
          let isSame = read == value || read?.number != nil && read?.number == value.number
          #expect(
            isSame,
            "\(subject.formatter): \(text) is \(value), not \(String(describing: read))"
          )
        }
      }
    }
  }

  @Test func `J20: what is rounded is read as what is written so`() throws {
    let names = ["currency", "percent", "bytes", "duration", "seconds", "milliseconds"]
    for name in names {
      let subject = Subject(formatter: name, type: .number) { _ in .null }
      let formatter = try #require(Catalog.builtIn.formatter(called: name))
      var random = SeededGenerator(seed: 21)
      for locale in try locales() {
        let context = FormatContext(attribute: subject.attribute, numbers: locale.numbers)
        for _ in 0..<100 {
          let value = Double.random(in: -9...9, using: &random)
          let power = Int.random(in: 0...12, using: &random)
          let size = (0..<power).reduce(1.0) { size, _ in size * 10 }
          let text = try #require(formatter.text(.double(value * size), context))
          let read = try read(text, subject, locale)
          #expect(formatter.text(read, context) == text, "\(name): \(text) is \(read)")
        }
      }
    }
  }

  @Test func `J20: each formatter is among those that are read`() {
    let known = Set(Self.subjects.map(\.formatter)).union(Self.lossy)
    #expect(Set(Formatter.builtIn.map(\.name)).subtracting(known).isEmpty)
  }

  @Test(arguments: [
    ("duration", "1 h 35 min", "95"), ("duration", "1h35min", "95"), ("duration", "-2 h", "-120"),
    ("duration", "90 min", "90"), ("seconds", "1:02:03", "3723"), ("seconds", "90:00", "5400"),
    ("milliseconds", "-0:01", "-1000"), ("bytes", "1.5 kB", "1500"), ("percent", "12 %", "0.12"),
  ])
  func `J20: a length, a size and a share are read`(name: String, text: String, number: String)
    throws
  {
    let formatter = try #require(Catalog.builtIn.formatter(called: name))
    #expect(formatter.reading(text, FormatContext()) == number)
  }

  @Test(arguments: [
    ("duration", "h"), ("duration", "5 hmin"), ("duration", "35 min 1 h"), ("duration", "1 h 35"),
    ("seconds", "1:2"), ("seconds", "1:60"), ("seconds", "1:-2:03"), ("seconds", ":"),
    ("seconds", "1:02:03:04"), ("bytes", "5 XB"), ("bytes", "kB"), ("percent", "%"),
    ("duration", "99999999999999999999 h"), ("seconds", "18446744073709551615:00:00"),
  ])
  func `J20: what no formatter writes is not read`(name: String, text: String) throws {
    let formatter = try #require(Catalog.builtIn.formatter(called: name))
    #expect(formatter.reading(text, FormatContext()) == nil)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `M5: a size that is rounded to a thousand is one of the next unit`(power: Int) throws {
    var random = SeededGenerator(seed: UInt64(power))
    let unit = [1, 1_000, 1_000_000, 1_000_000_000][power]
    #expect(ByteText.size(999_950) == "1 MB")
    var sizes = [999 * unit, 1_000 * unit - 1, 1_000 * unit, 9_950 * unit / 1_000]
    sizes += (0..<60).map { 999_900 * unit / 1_000 + $0 * unit / 500 }
    sizes += (0..<200).map { _ in Int.random(in: 0..<1_000 * unit, using: &random) }
    for size in sizes {
      let text = ByteText.size(size)
      let number = try #require(Double(text.prefix { $0 != " " }))
      #expect(number < 1_000, "\(size): \(text)")
      let read = try #require(ByteText.plain(ofSize: text, .plain).flatMap { Double($0) })
      #expect(abs(read - Double(size)) <= Double(size) * 0.1, "\(size): \(text)")
      #expect(ByteText.size(-size) == (size == 0 ? "" : "-") + text)
    }
  }

  @Test func `J20: a length is typed as it is shown`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, minutes INTEGER);
      INSERT INTO film VALUES (1, 'Alien', 117);
      """,
      rules: """
        propertyKey = 'minutes' => formatter = 'duration'
        propertyKey = 'minutes' and task = 'edit' => width = 3
        """,
      "--entity Film"
    )
    #expect(scene.text.contains("1 h 57 min"), "\(scene.text)")
    try await scene.send("e")
    try await scene.go(to: "minutes")
    try await scene.retype("1 h 35 min")
    #expect(scene.line(with: "Minutes")?.contains("1 h 35 min") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT minutes FROM film") == ["95"], "\(scene.text)")
  }

  @Test(arguments: [
    ("duration", "minutes, like 156 or 2 h 36 min"), ("seconds", "seconds, like 3723 or 1:02:03"),
    ("milliseconds", "milliseconds, like 213000 or 3:33"),
  ])
  func `A field of a length says what may be typed, also when something else was`(
    formatter: String,
    forms: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, size INTEGER);
      INSERT INTO film VALUES (1, 'Alien', 117);
      """,
      rules: "propertyKey = 'size' => formatter = '\(formatter)'",
      "--entity Film --task edit --id 1",
      width: 120
    )
    #expect(scene.line(with: "Size")?.contains(forms) == true, "\(scene.text)")
    try await scene.go(to: "size")
    try await scene.retype("long")
    #expect(scene.line(with: "Size")?.contains("✗ needs \(forms)") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("✗ not saved: Size: needs \(forms)")
    let texts = forms.split(separator: ", like ")[1].split(separator: " or ").map(String.init)
    try await scene.retype(texts[1])
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT size FROM film") == [texts[0]], "\(scene.text)")
  }

  @Test func `A query or a cell of a length that cannot be read says what may be typed`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, size INTEGER);
      INSERT INTO film VALUES (1, 117);
      """,
      rules: """
        propertyKey = 'size' => formatter = 'duration'
        task = 'list' => displayPropertyKeys = ['size']
        """,
      "--entity Film",
      width: 120
    )
    let sentence = "‘long’ is not minutes, like 156 or 2 h 36 min"
    try await scene.send("p")
    try await scene.paste("long")
    #expect(scene.text.contains(sentence), "\(scene.text)")
    try await scene.send("esc Q")
    try await scene.go(to: "size")
    try await scene.type("long")
    #expect(scene.text.contains(sentence), "\(scene.text)")
  }
}
