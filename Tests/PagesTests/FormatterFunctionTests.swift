import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Formatters that rules make with parameters.
@MainActor
struct FormatterFunctionTests {
  private static let german = NumberStyle(group: ".", point: ",")

  private func formatter(_ call: String) throws -> Formatter {
    try #require(Catalog.builtIn.formatter(called: call), "\(call)")
  }

  private func text(_ value: Value, _ call: String, _ style: NumberStyle = .plain) throws -> String?
  {
    try formatter(call).text(value, FormatContext(numbers: style))
  }

  @Test(arguments: [
    ("number('#,##0.00 CHF')", Value.double(1234.5), "1.234,50 CHF"),
    ("number('#,##0.00 CHF')", .int(-7), "-7,00 CHF"), ("number('0.##')", .double(2.005), "2,01"),
    ("number('0.00')", .double(-0.001), "0,00"), ("number('0')", .double(9.5), "10"),
    ("number('#.##')", .double(0.25), ",25"), ("number('#.##')", .int(0), "0"),
    ("number('0000')", .int(42), "0042"), ("number('#,###0')", .int(123_456), "12.3456"),
    ("number('0 %')", .double(0.125), "13 %"), ("number('0.0‰')", .double(0.0125), "12,5‰"),
    ("number('0.0;(0.0)')", .double(-3), "(3,0)"), ("number('\\'#\\'0')", .int(5), "#5"),
    ("number('$0')", .int(5), "$5"), ("number('0 \\'Fr.\\'')", .int(5), "5 Fr."),
    ("unit('km')", .double(1234.5), "1.234,5 km"), ("unit('°C')", .int(-3), "-3 °C"),
    ("unit('m²')", .double(12.5), "12,5 m²"), ("number('0.0 m²')", .double(12.5), "12,5 m²"),
    ("number('½ 0')", .int(3), "½ 3"), ("unit('一')", .int(3), "3 一"),
  ])
  func `Numbers are written by patterns`(call: String, value: Value, text: String) throws {
    #expect(try self.text(value, call, Self.german) == text)
    #expect(try self.text(.string("x"), call) == nil)
  }

  @Test(arguments: [
    ("d MMM yyyy", "1 Mar 2024"), ("EEEE, dd.MM.yy", "Friday, 01.03.24"),
    ("EEE d MMMM y", "Fri 1 March 2024"), ("HH:mm:ss.SSS", "15:04:05.250"),
    ("h:mm a", "3:04 PM"), ("yyyyMMdd'T'HHmm", "20240301T1504"), ("d 'o''clock'", "1 o'clock"),
  ])
  func `Days and times are written by patterns`(pattern: String, text: String) throws {
    let date = try #require(Date(wallClock: "2024-03-01 15:04:05.25"))
    let call = "date(\(Value.string(pattern).literal))"
    #expect(try self.text(.date(date), call) == text)
    #expect(try self.text(.string("2024-03-01 15:04:05.25"), call) == text)
    #expect(try self.text(.string("soon"), call) == nil)
  }

  @Test(arguments: ["unit('m²')", "number('0.0 m²')", "number('0.0 ½')"])
  func `A sign that is no digit stands in a unit and is read behind a number`(call: String) throws {
    let context = FormatContext(numbers: Self.german)
    let formatter = try formatter(call)
    let text = try #require(formatter.text(.double(12.5), context))
    #expect(formatter.reading(text, context) == "12.5")
  }

  @Test func `What a pattern for numbers writes it reads`() throws {
    var random = SeededGenerator(seed: 7)
    let patterns = [
      "#,##0.00 CHF", "0.###", "#.###", "0 %", "0.00‰", "0.0##;(0.0##)", "00000.000", "#,##,##0.00",
      "'x'0.00'5'", "#,#0", "0,0000.0#", "$#,##0.000", "¤0", "#,####0.00", "0,000",
    ]
    let styles = try ["C", "de_DE", "en_US", "fr_FR", "de_CH", "es_MX"].map {
      try #require(LocaleName.convert(.string($0))?.numbers)
    }
    for pattern in patterns {
      let formatter = try formatter("number(\(Value.string(pattern).literal))")
      for round in 0..<60 {
        let digits = Int64.random(in: -9_999_999...9_999_999, using: &random)
        let places = Int.random(in: 0...5, using: &random)
        let value = Decimal(digits) / (0..<places).reduce(Decimal(1)) { scale, _ in scale * 10 }
        let context = FormatContext(numbers: styles[round % styles.count])
        let text = try #require(formatter.text(.decimal(value), context))
        let read = try #require(formatter.reading(text, context), "\(pattern): \(text)")
        let number = try #require(Decimal(string: read), "\(read)")
        #expect(formatter.text(.decimal(number), context) == text, "\(pattern): \(value), \(read)")
        // With room for all its digits the very same value.
        let shown = pattern.split(separator: ".").dropFirst().first?.prefix { "0#".contains($0) }
        let room = (shown?.count ?? 0) + (pattern.contains("%") ? 2 : pattern.contains("‰") ? 3 : 0)
        if places <= room { #expect(number == value, "\(pattern): \(text), \(read)") }
      }
    }
  }

  @Test func `What a pattern for days writes it reads, to what it shows`() throws {
    var random = SeededGenerator(seed: 11)
    let patterns: [(String, Double)] = [
      ("d MMM yyyy", 86_400), ("EEEE, dd.MM.y", 86_400), ("yyyyMMdd", 86_400),
      ("MMMM d, yyyy h:mm a", 60), ("yyyy-MM-dd'T'HH:mm:ss", 1), ("dd/MM/yyyy HHmmss", 1),
      ("EEE d/M/yyyy", 86_400), ("yyyy-dd-MM", 86_400), ("M/d/yyyy", 86_400), ("yMMdd", 86_400),
    ]
    for (pattern, unit) in patterns {
      let formatter = try formatter("date(\(Value.string(pattern).literal))")
      for _ in 0..<60 {
        let seconds = Double(Int64.random(in: -60_000_000_000...200_000_000_000, using: &random))
        let shown = (seconds / unit).rounded(.down) * unit
        // Days begin at midnight of the reference date.
        let date = Date(timeIntervalSinceReferenceDate: shown)
        guard (1...9999).contains(date.wallClock.year) else { continue }
        let text = try #require(formatter.text(.date(date), FormatContext()))
        // A year of three digits is one that somebody has not written to its end.
        if date.wallClock.year < 1000, !pattern.contains("yyyy") {
          #expect(formatter.reading(text, FormatContext()) == nil, "\(pattern): \(text)")
          continue
        }
        let read = try #require(formatter.reading(text, FormatContext()), "\(pattern): \(text)")
        #expect(Date(wallClock: read) == date, "\(pattern): \(text), \(read)")
      }
    }
  }

  @Test(arguments: [
    ("date('d.M.yy')", "1.3.24"), ("date('h:mm')", "3:04"), ("date('MMM yyyy')", "Mar 2024"),
    ("date('d MMM yyyy')", "31 Feb 2024"), ("date('EEE d MMM yyyy')", "Mon 1 Mar 2024"),
    ("number('0.00 CHF')", "5.00 EUR"), ("number('0.00 CHF')", "CHF"), ("number('0')", "--5"),
    ("unit('km')", "five km"), ("date('d.M.yyyy')", "3.4.5"), ("date('d.M.yyyy')", "3.4.024"),
    ("date('d.M.yyyy')", "3.4.20245"), ("date('yMMdd')", "240403"), ("date('d.M.y')", "3.4."),
    ("date('yMMdd')", "4620108"), ("date('yyyyMMdd')", "2024108"),
  ])
  func `A text that does not say the whole value is not read`(call: String, text: String) throws {
    #expect(try formatter(call).reading(text, FormatContext()) == nil)
  }

  @Test(arguments: [
    ("date('d.M.yyyy')", "3.4.24", "2024-04-03"), ("date('M/d/yyyy')", "4/3/69", "1969-04-03"),
    ("date('d.M.y')", "3.4.68", "2068-04-03"), ("date('d.M.yyyy')", "3.4.0024", "0024-04-03"),
  ])
  func `A year of two digits is that of our days, in the order of the pattern`(
    call: String,
    text: String,
    day: String
  ) throws {
    #expect(try formatter(call).reading(text, FormatContext()) == day)
  }

  @Test(
    arguments: [
      ("#,####0.00", "1.5", nil), ("#,###0.00", "12.3456,7", "123456.7"), ("#,###0", "1.234", nil),
      ("#,####0", "12.34567", "1234567"),
      ("#,##0.00", "1.5", nil), ("#,##0.00", "1.234,5", "1234.5"), ("0,000", "1.5", nil),
      ("0,000", "0.042", "42"), ("0,000", "0.0042", nil), ("0,000", "0.001.234", nil),
      ("0,0000", "0.0042", "42"), ("#,#0", "1.5", nil), ("#,#0", "1.50", "150"),
      ("#,#0", "150", "150"), ("#,#0", "0.50", nil), ("0", "1.234", "1234"), ("0000", "0.042", nil),
    ] as [(String, String, String?)]
  )
  func `Points group digits where the pattern puts them`(
    pattern: String,
    text: String,
    number: String?
  ) throws {
    let call = "number(\(Value.string(pattern).literal))"
    #expect(try formatter(call).reading(text, FormatContext(numbers: Self.german)) == number)
  }

  @Test func `A text with groups is read where its pattern groups its digits so`() throws {
    var random = SeededGenerator(seed: 17)
    var readings = 0
    for (pattern, size) in [("#,###0.##", 4), ("#,##0.##", 3), ("0,000", 3), ("#,#0", 2)] {
      let formatter = try formatter("number(\(Value.string(pattern).literal))")
      for _ in 0..<300 {
        var text = ""
        for place in 0..<Int.random(in: 2...8, using: &random) {
          if place > 0, Int.random(in: 0..<3, using: &random) == 0 { text += "." }
          text += String(Int.random(in: 0...9, using: &random))
        }
        guard let read = formatter.reading(text, FormatContext(numbers: Self.german)) else {
          continue
        }
        let digits = text.filter { $0 != "." }
        #expect(Int(read) == Int(digits), "\(pattern): \(text), \(read)")
        guard text.contains(".") else { continue }
        readings += 1
        let grouped = digits.enumerated().reduce("") { result, digit in
          let isFirst = digit.offset > 0 && (digits.count - digit.offset) % size == 0
          return result + (isFirst ? "." : "") + String(digit.element)
        }
        #expect(text == grouped, "\(pattern): \(text)")
      }
    }
    #expect(readings > 20)
  }

  @Test(arguments: [
    ("date('d.M.yyyy')", "3.4.24", "2024-04-03"),
    ("date('yyyy-dd-MM')", "2024-04-05", "2024-04-05"),
    ("date('yyyy-dd-MM')", "2024-31-05", "2024-05-31"),
  ])
  func `What a field shows is read by the field, and its pattern reads what lists show`(
    formatter: String,
    typed: String,
    day: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE e(id INTEGER PRIMARY KEY, day DATE, n REAL);
      INSERT INTO e VALUES (1, '2024-04-03', 25);
      """,
      rules: """
        propertyKey = 'day' => formatter = \(formatter)
        propertyKey = 'n' => formatter = number("'2'0")
        """,
      "--entity E"
    )
    try await scene.send("e")
    try await scene.go(to: "day")
    try await scene.retype(typed)
    try await scene.go(to: "n")
    try await scene.retype("26")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT day, n FROM e") == ["\(day)|26.0"], "\(scene.text)")
  }

  private nonisolated static let mistakes: [(String, String, String?)] = [
    ("numbr('0.00')", "unknown-function 1:13", "did you mean `number`?"),
    ("number()", "wrong-parameter 1:13", "write it like number('#,##0.00 CHF')"),
    ("number('0', 1)", "wrong-parameter 1:13", nil), ("number(2)", "wrong-parameter 1:20", nil),
    ("number('CHF')", "wrong-parameter 1:20", nil), ("number('#0#')", "wrong-parameter 1:20", nil),
    ("number('0.0.0')", "wrong-parameter 1:20", nil),
    ("number('\\'0')", "wrong-parameter 1:20", nil),
    ("date('d Q')", "wrong-parameter 1:18", nil), ("date('yyyyy')", "wrong-parameter 1:18", nil),
    ("unit('1')", "wrong-parameter 1:18", nil),
    ("date(titel)", "unknown-key 1:18", "did you mean `title`?"),
    ("if debug then number('x') else null", "wrong-parameter 1:34", nil),
    ("'number(1)'", "unknown-formatter 1:13", nil),
  ]

  @Test(arguments: mistakes)
  func `A call is judged when rules are loaded`(
    value: String,
    place: String,
    suggestion: String?
  ) throws {
    let (model, faults) = RuleModel.load(
      "formatter = \(value)",
      vocabulary: builtInVocabulary,
      names: Catalog.builtIn.names(with: nil)
    )
    let fault = try #require(faults.first)
    let position = try #require(fault.source).position(at: fault.span.start)
    #expect(
      "\(fault.id) \(position.line):\(position.column)" == place && faults.count == 1,
      "\(faults)"
    )
    if let suggestion { #expect(fault.suggestion == suggestion) }
    #expect(model.rules.isEmpty)
  }

  @Test func `Functions stand where a key takes what they make`() {
    for text in ["title = number('0')", "*true* => rows = unit('km')"] {
      let (_, faults) = RuleModel.load(
        text,
        vocabulary: builtInVocabulary,
        names: Catalog.builtIn.names(with: nil)
      )
      #expect(faults.map(\.id) == ["unknown-function"], "\(text)")
    }
    for text in ["number('0') = 'x' => rows = 1", "title = `{number('0')}`"] {
      let (_, faults) = RuleModel.load(text, vocabulary: builtInVocabulary)
      #expect(faults.map(\.id) == ["syntax"], "\(text)")
    }
  }

  @Test func `A column is shown by a pattern, and a field reads it`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: """
        entity.name = 'Track' => displayPropertyKeys = ['name', 'unitPrice']
        propertyKey = 'unitPrice' => formatter = number('0.00 CHF')
        """,
      "--entity Track"
    )
    #expect(scene.text.contains("0.99 CHF"), "\(scene.text)")
    try await scene.send("e")
    try await scene.go(to: "unitPrice")
    try await scene.retype("1.50 CHF")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("1.50 CHF") && !scene.text.contains("⚠"), "\(scene.text)")
    #expect(scene.text.contains("1.99 CHF"))
  }

  @Test func `A text is meant as it is typed, whatever formatter its column has`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: "propertyKey = 'name' => formatter = unit('km')",
      "--entity Artist"
    )
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("5 km")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("5 km"), "\(scene.text)")
  }
}
