import SceneSupport
import Editing
import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import Testing
import TestSupport

@testable import Pages
import Workspace

/// Tests that every displayed value can be typed back, in every supported locale.
@MainActor
struct LocaleTests {
  // MARK: Every language

  nonisolated static let locales =
    ["C", "en_US", "en_GB", "de_CH", "fr_CH", "es_MX", "pt_BR", "ar_MA"] + LocaleName.languages

  nonisolated private static func attribute(_ type: AttributeType, scale: Int? = nil) -> Attribute {
    var definition = Attribute.Definition(name: "value", columnName: "value")
    definition.type = type
    definition.scale = scale
    return Attribute(definition)
  }

  nonisolated private static func values(of type: AttributeType) throws -> [Value] {
    var random = SeededGenerator(seed: 3)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    return try (0..<60).map { index in
      let number =
        [below(10), below(2_000), below(100_000_000)][index % 3] * (index % 5 == 0 ? -1 : 1)
      let places = [1, 10, 100, 1_000][index / 3 % 4]
      switch type {
      case .integer: return .int(Int64(number))
      case .number where index % 7 == 0:
        return .double(try #require(Double("\(number)" + (index % 2 == 0 ? "e-14" : "e25"))))
      case .number: return .double(Double(number) / Double(places))
      case .decimal: return .decimal(Decimal(number) / Decimal(places))
      case .date:
        return .date(try #require(Date(wallClock: "1950-01-01")) + Double(below(40_000)) * 86_400)
      case .time: return .date(try #require(Date(wallClock: "1970-01-01")) + Double(below(86_400)))
      default:
        return .date(try #require(Date(wallClock: "1950-01-01")) + Double(below(3_000_000_000)))
      }
    }
  }

  nonisolated private static func formatter(of type: AttributeType) throws -> Formatter {
    try #require(Formatter.builtIn.first { $0.name == type.rawValue })
  }

  /// Whether both are the same number or moment, in whatever kind of value.
  nonisolated private static func isSame(_ first: Value?, _ second: Value) -> Bool {
    first == second || (first?.number != nil && first?.number == second.number)
  }

  @Test(arguments: locales)
  func `What a list shows, and what a field shows, reads as the value`(name: String) throws {
    let locale = try #require(LocaleName.convert(.string(name)))
    for type in [AttributeType.integer, .number, .decimal, .date, .time, .timestamp] {
      let attribute = Self.attribute(type, scale: type == .decimal ? 2 : nil)
      let formatter = try Self.formatter(of: type)
      let context = FormatContext(attribute: attribute, numbers: locale.numbers)
      for value in try Self.values(of: type) {
        let listed = try #require(formatter.text(value, context))
        let field = value.editingText(for: attribute, locale)
        for text in [listed, field] {
          let plain = locale.plainText(ofInput: text, for: attribute)
          let read = try attribute.value(ofInput: plain)
          #expect(read == value, "\(type) \(value) is '\(text)'")
          let compared = locale.value(ofCompared: text, with: attribute)
          let condition = compared ?? Value(number: text) ?? Date(moment: text).map(Value.date)
          #expect(Self.isSame(condition, value), "\(type) '\(text)' in a condition")
          let searched = [text] + locale.otherWritings(of: text)
          #expect(searched.contains { listed.contains($0) }, "\(type) '\(text)' in a search")
        }
      }
    }
  }

  @Test(arguments: locales)
  func `What a list shows reads as the value in a condition that is typed`(name: String) throws {
    let locale = try #require(LocaleName.convert(.string(name)))
    for type in [AttributeType.integer, .number, .decimal, .date, .time, .timestamp] {
      let attribute = Self.attribute(type, scale: type == .decimal ? 2 : nil)
      let context = FormatContext(attribute: attribute, numbers: locale.numbers)
      for value in try Self.values(of: type) {
        let listed = try #require(try Self.formatter(of: type).text(value, context))
        let written = TypedLiterals("value >= \(listed) and not (value = 7)", in: locale)
        let condition = try #require(Qualifier.parse(written.text).qualifier, "\(written.text)")
        guard case .and(let parts) = condition, case .comparison(_, _, let side) = parts.first,
          case .literal(let literal) = side.kind
        else {
          Issue.record("\(condition)")
          continue
        }
        let text = literal.string
        let read =
          text.flatMap { locale.value(ofCompared: $0, with: attribute) }
          ?? text.flatMap { Date(moment: $0).map(Value.date) } ?? literal
        #expect(Self.isSame(read, value), "\(type) '\(listed)' became \(written.text)")
      }
    }
  }

  @Test(arguments: [
    ("de_DE", "1.234", "1234"), ("de_DE", "1.5", nil), ("de_DE", "0.125", nil),
    ("de_DE", "1.234.5", nil), ("de_DE", "−1.234,5", "-1234.5"), ("en_US", "1,234.5", "1234.5"),
    ("en_US", "1,5", nil), ("fr_FR", "1\u{202F}234,5", "1234.5"), ("de_CH", "1'234.50", "1234.50"),
    ("ar", "٣٫٥", nil), ("ar", "١٢", "12"), ("C", "1 234.5", "1234.5"), ("C", "12,5", nil),
    ("C", "", nil), ("C", "-", nil), ("C", "½", nil), ("C", "五", nil),
    ("de_DE", "1,5e-07", "1.5e-07"), ("de_DE", "-1,5E+20", "-1.5E+20"), ("de_DE", "2e3", "2e3"),
    ("de_DE", "1.234e5", nil), ("de_DE", "1.5e-07", nil), ("en_US", "1,234e5", nil),
    ("en_US", "1.5e−07", "1.5e-07"), ("de_DE", "1,5e", nil), ("de_DE", "e5", nil),
    ("de_DE", "1,5e5,5", nil), ("C", "1.5e5e5", nil), ("C", "1e٣", "1e3"),
  ])
  func `Points and commas group only where three digits follow`(
    name: String,
    text: String,
    plain: String?
  ) throws {
    #expect(try #require(LocaleName.convert(.string(name))).numbers.plainText(of: text) == plain)
  }

  @Test(arguments: [
    ("xx_YY", false), ("de_YY", false), ("de_DE", true), ("de", true), ("DE-de.UTF-8@euro", true),
    ("zh_Hans_CN", true), ("es_419", true), ("", false), ("de_", false), ("C.UTF-8", true),
    ("POSIX", true), ("deutsch", false),
  ])
  func `A language or region that is not known is none`(name: String, isKnown: Bool) {
    #expect((LocaleName.convert(.string(name)) != nil) == isKnown)
  }

  @Test(arguments: [
    ("C", "0x1F", []), ("C", "inf", []), ("C", "1234", ["1 234"]), ("C", "1234.50", ["1 234.5"]),
    ("de_DE", "1234.5", ["1.234,5"]), ("de_DE", "1.234", ["1234"]),
    ("C", "20240301", ["20 240 301", "2024-03-01"]), ("C", "12a", []),
  ])
  func `Only digits are searched for as a number in other writings`(
    name: String,
    text: String,
    writings: [String]
  ) throws {
    #expect(try #require(LocaleName.convert(.string(name))).otherWritings(of: text) == writings)
  }

  // MARK: Screens

  private static let script = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, version TEXT, price DECIMAL(10,2), weight REAL,
      visits INTEGER, bought DATE, seen DATETIME, opens TIME);
    INSERT INTO thing VALUES
      (1, 'One', '1.234', 1234.56, 1.234, 1234, '2024-04-03', '2024-04-03 14:30:00', '09:30:00'),
      (2, 'Two', '3.4.2024', 12.5, 1234.5, 7, '2024-03-04', '2024-03-04 08:00:00', '14:30:00');
    """

  private func scene(_ locale: String, _ arguments: String = "--entity Thing") async throws -> Scene
  {
    try await Scene(
      Self.script,
      rules: """
        *true* => locale = '\(locale)'
        entity.name = 'Thing' => displayPropertyKeys =
          ['title', 'version', 'price', 'weight', 'visits', 'bought', 'seen', 'opens']
        """,
      arguments,
      width: 120
    )
  }

  private func titles(_ scene: Scene) -> [String] {
    ["One", "Two"].filter { title in
      scene.lines[2...].contains { $0.dropFirst(2).hasPrefix(title + " ") }
    }
  }

  nonisolated static let fields = [
    ("de_DE", "price", "1.234,5", "real1234.5"), ("de_DE", "price", "1.234", "integer1234"),
    ("de_DE", "weight", "0,5", "real0.5"), ("de_DE", "weight", "2.25", "real2.25"),
    ("de_DE", "weight", "1,5e-07", "real1.5e-07"), ("de_DE", "weight", "1.5e-07", "real1.5e-07"),
    ("de_DE", "weight", "1.234e5", "real123400.0"),
    ("de_DE", "visits", "12.000", "integer12000"), ("en_US", "visits", "12,000", "integer12000"),
    ("fr_FR", "price", "1 234,5", "real1234.5"),
    ("en_US", "bought", "5/6/2024", "text'2024-05-06'"),
    ("en_GB", "bought", "5/6/2024", "text'2024-06-05'"),
    ("ja_JP", "bought", "2024/5/6", "text'2024-05-06'"),
    ("de_DE", "seen", "3.4.2024 9:05", "text'2024-04-03 09:05:00'"),
    ("de_DE", "opens", "9:05", "text'09:05:00'"),
  ]

  @Test(arguments: fields)
  func `A field takes what a list shows`(
    locale: String,
    field: String,
    text: String,
    stored: String
  ) async throws {
    let scene = try await scene(locale, "--entity Thing --task edit --id 2")
    try await scene.go(to: field)
    try await scene.retype(text)
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT typeof(\(field)) || quote(\(field)) FROM thing WHERE id = 2") == [
        stored
      ]
    )
  }

  @Test func `A field says what it understood where a number could be another`() async throws {
    let scene = try await scene("de_DE", "--entity Thing --task edit --id 1")
    #expect(scene.line(with: "Price")?.contains("1234,56") == true, "\(scene.text)")
    try await scene.go(to: "weight")
    #expect(scene.line(with: "Weight")?.contains("1,234") == true, "\(scene.text)")
    try await scene.retype("1.234")
    #expect(scene.line(with: "Weight")?.contains("= 1234") == true, "\(scene.text)")
    try await scene.retype("1.5")
    #expect(scene.line(with: "Weight")?.contains("= 1,5") == true, "\(scene.text)")
    try await scene.retype("1,5")
    #expect(scene.line(with: "Weight")?.contains("=") == false, "\(scene.text)")
    let american = try await self.scene("en_US", "--entity Thing --task edit --id 1")
    try await american.go(to: "bought")
    try await american.retype("3/4/2024")
    #expect(american.line(with: "Bought")?.contains("= Mon 2024-03-04") == true, "\(american.text)")
  }

  nonisolated static let filters = [
    ("de_DE", "price = 1.234,56", ["One"], "‘1.234,56’ is 1234.56"),
    ("de_DE", "price > '1.000'", ["One"], ""),
    ("de_DE", "weight = 1.234", [], "‘1.234’ is 1234"), ("de_DE", "weight = 1,234", ["One"], ""),
    ("de_DE", "weight between 1,2 and 1.300", ["One", "Two"], "‘1.300’ is 1300"),
    ("de_DE", "visits in (7, 8)", ["Two"], ""),
    ("de_DE", "visits in (7,1.234)", ["One", "Two"], "‘1.234’ is 1234"),
    (
      "de_DE", "price in (1,234, 12345,5)", [],
      "the list is 1; 234; 12345; 5: in a number a comma needs quotes, '1,234'"
    ),
    (
      "de_DE", "price in [12,5]", [],
      "the list is 12; 5: in a number a comma needs quotes, '12,5'"
    ),
    (
      "en_US", "visits in (7,-1,234)", ["Two"],
      "the list is 7; -1; 234: in a number a comma needs quotes, '-1,234'"
    ),
    (
      "fr_FR", "visits in (1,2,3,4,5,6,7,8,9)", ["Two"],
      "the list is 1; 2; 3; 4; 5; 6; 7; 8; …: in a number a comma needs quotes, '1,2'"
    ),
    ("de_DE", "price in ('12,5', 3)", ["Two"], ""), ("de_DE", "price in ('1.234,56')", ["One"], ""),
    ("en_US", "visits in (7,8)", ["Two"], ""), ("C", "visits in (7,234)", ["Two"], ""),
    ("de_DE", "visits in (7, 8) and price between 12,1 and 12,9", ["Two"], ""),
    ("de_DE", "version = 1.234", ["One"], ""), ("de_DE", "version = 3.4.2024", ["Two"], ""),
    ("fr_FR", "price > 1 000,5", ["One"], ""), ("C", "visits > 1 000", ["One"], ""),
    ("C", "bought = 3.4.2024", ["One"], "‘3.4.2024’ is Wed 2024-04-03"),
    ("C", "bought = 2024-04-03", ["One"], ""),
    ("en_US", "bought = 3/4/2024", ["Two"], "‘3/4/2024’ is Mon 2024-03-04"),
    ("C", "seen = 2024-04-03 14:30", ["One"], ""), ("C", "opens = 9:30", ["One"], ""),
    ("C", "opens > 9:30 and visits < 10", ["Two"], ""), ("C", "bought > @2024-03-10", ["One"], ""),
    ("de_DE", "1.234,56", ["One"], ""), ("de_DE", "3.4.2024", ["One", "Two"], ""),
    ("C", "0x1F", [], ""),
    (
      "de_DE", "bought < 3.4.2024 10:30", ["One", "Two"],
      "‘3.4.2024 10:30’ is Wed 2024-04-03 10:30"
    ),
    ("de_DE", "bought >= 3.4.2024 10:30", [], "‘3.4.2024 10:30’ is Wed 2024-04-03 10:30"),
    ("C", "bought < 2024-04-03 10:30", ["One", "Two"], ""),
    ("de_DE", "1.234 < weight", ["Two"], "‘1.234’ is 1234"),
    ("de_DE", "title like 1.234 or version like 1.234", ["One"], ""),
    ("de_DE", "bought > 1.3.2024 + 20 days", ["One"], "‘1.3.2024’ is Fri 2024-03-01"),
    ("de_DE", "price * 2,5 > 3.000", ["One"], "‘3.000’ is 3000"),
    ("de_DE", "price-0,5 = 12", ["Two"], ""), ("de_DE", "-0,5 + price = 12", ["Two"], ""),
    ("en_US", "visits > 7/2 and visits < 100/7", ["Two"], ""),
    ("C", "visits-7 = 10-10 and visits/7/1 = 1", ["Two"], ""),
    ("de_DE", "bought - 1.3.2024 > 20", ["One"], "‘1.3.2024’ is Fri 2024-03-01"),
    ("C", "bought - 2024-03-01 < 20", ["Two"], ""),
    ("de_DE", "round(price,0) = 1.235", ["One"], "‘1.235’ is 1235"),
    ("C", "year(bought) = 2024 and month(bought) = 3", ["Two"], ""),
    ("C", "bought + 1 month >= 2024-05", ["One"], ""),
    ("C", "bought + 1 month = 2024-04", ["Two"], ""),
  ]

  @Test(arguments: filters)
  func `A condition that is typed takes what a list shows`(
    locale: String,
    condition: String,
    found: [String],
    understood: String
  ) async throws {
    let scene = try await scene(locale)
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
    #expect(titles(scene) == found, "\(scene.text)")
    if understood.isEmpty {
      #expect(!scene.status.contains("’ is ") && !scene.status.contains("quotes"))
    } else {
      scene.expectStatus(understood)
    }
  }

  private static let looseScript = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, loose);
    CREATE TABLE part(id INTEGER PRIMARY KEY, thing_id INTEGER REFERENCES thing);
    INSERT INTO thing VALUES (1, 'One', 500), (2, 'Two', 'abc'), (3, 'Six', 2000), (4, 'Ten', 1500.5);
    INSERT INTO part VALUES (1, 1), (2, 1), (3, 2);
    """

  nonisolated static let looseFilters = [
    ("de_DE", "parts.@count >= 2.000", [], "‘2.000’ is 2000"),
    ("de_DE", "parts.@count > 1,5", ["One"], ""),
    ("de_DE", "parts.@count in (2.000, 2)", ["One"], "‘2.000’ is 2000"),
    ("de_DE", "loose > 1.000", ["Six", "Ten"], "‘1.000’ is 1000"),
    ("de_DE", "loose > 1.500,5", ["Six"], "‘1.500,5’ is 1500.5"),
    ("de_DE", "loose in (500, 2.000)", ["One", "Six"], "‘2.000’ is 2000"),
    ("de_DE", "loose in (('abc'), (2.000))", ["Two", "Six"], "‘2.000’ is 2000"),
    ("C", "loose > 1 000", ["Six", "Ten"], ""), ("de_DE", "loose = 'abc'", ["Two"], ""),
    ("de_DE", "loose = '2.000'", [], ""),
    ("de_DE", "loose = '2.000' or loose = 2.000", ["Six"], ""),
  ]

  @Test(arguments: looseFilters)
  func `A13: numbers are such beside counts and in columns without a type`(
    locale: String,
    condition: String,
    found: [String],
    understood: String
  ) async throws {
    let scene = try await Scene(
      Self.looseScript,
      rules: """
        *true* => locale = '\(locale)'
        entity.name = 'Thing' => displayPropertyKeys = ['title', 'loose']
        """,
      "--entity Thing",
      width: 120
    )
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
    let shown = ["One", "Two", "Six", "Ten"].filter { title in
      scene.lines[2...].contains { $0.dropFirst(2).hasPrefix(title + " ") }
    }
    #expect(Set(shown) == Set(found), "\(scene.text)")
    if !understood.isEmpty { scene.expectStatus(understood) }
  }

  @Test(arguments: [
    ("price = 3.4. or bought = 3.4.", "‘3.4.’ is not a number, day or time"),
    ("bought = 3.4. or price = 3.4.", "‘3.4.’ is not a number, day or time"),
    ("price = 2024-04-03", "‘2024-04-03’ is not a number, day or time"),
    ("bought = 1.000", "‘1.000’ is not a number, day or time"),
    ("1.000 = 1.000", "‘1.000’ may be a number or a text; compare it with a property"),
  ])
  func `A3: a number or day is refused wherever nothing takes it`(
    condition: String,
    sentence: String
  ) async throws {
    let scene = try await scene("de_DE")
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
    #expect(scene.status.contains(sentence), "\(scene.text)")
    #expect(titles(scene) == ["One", "Two"])
  }

  @Test func `What is understood of a day that is typed twice is told once`() async throws {
    let scene = try await scene("de_DE")
    try await scene.send("F")
    try await scene.type("bought > 1.3.2024 and seen > 1.3.2024")
    try await scene.send("enter")
    #expect(titles(scene) == ["One", "Two"], "\(scene.text)")
    #expect(scene.status.ranges(of: "‘1.3.2024’ is").count == 1, "\(scene.text)")
  }

  nonisolated static let lists = [
    ("C", "visits in [7,1234]", ["One", "Two"]),
    ("de_DE", "visits in [7,1234]", ["One", "Two"]),
    ("de_DE", "weight in [ 1,3] or id in [1,2]", ["One", "Two"]),
    ("en_US", "visits in [1,234]", []), ("en_US", "id in  (1,200)", ["One"]),
    ("en_US", "id in\t( 1,200)", ["One"]), ("en_US", "(id in [1,200]) and id = 1", ["One"]),
    ("de_DE", "not (id in [1]) and price = 12,5", ["Two"]),
    ("C", "title != 'it\\'s 9:30'", ["One", "Two"]),
    ("C", "title != \"a \\\" 9:30\" and opens = 9:30", ["One"]),
    ("C", "title != 'a \\\\' and opens = 9:30", ["One"]),
    ("de_DE", "bought in [@2024-03-04] and price = 12,5", ["Two"]),
  ]

  @Test(arguments: lists)
  func `Commas part what a list holds, and a quote behind a backslash ends no text`(
    locale: String,
    condition: String,
    found: [String]
  ) async throws {
    let scene = try await scene(locale)
    try await scene.send("F")
    try await scene.type(condition)
    try await scene.send("enter")
    #expect(titles(scene) == found, "\(scene.text)")
  }

  @Test func `A day that its property cannot have is refused where it is typed`() async throws {
    let scene = try await scene("de_DE")
    try await scene.send("F")
    try await scene.type("price > 3.4.2024")
    try await scene.send("enter")
    #expect(
      scene.status.hasSuffix("! ‘3.4.2024’ is not a number, day or time of its property"),
      "\(scene.text)"
    )
  }

  @Test(arguments: [
    ("de_DE", "1.234,56", 1, ""), ("de_DE", "1234,5", 1, "'1234,5' is '1.234,5' here"),
    ("C", "1234.5", 1, "'1234.5' is '1 234.5' here"),
    ("C", "4.3.2024", 2, "'4.3.2024' is '2024-03-04' here"),
    ("en_US", "3/4/2024", 2, "'3/4/2024' is '2024-03-04' here"),
    ("C", "3.4.2025", 1, "'3.4.2025' not found"),
  ])
  func `A search finds what is typed in another way than it is shown`(
    locale: String,
    text: String,
    row: Int,
    notice: String
  ) async throws {
    let scene = try await scene(locale)
    if row == 1 { try await scene.send("j") }
    try await scene.send("/")
    try await scene.type(text)
    try await scene.send("enter")
    let isNowhere = notice.hasSuffix("not found")
    let place = isNowhere ? 2 : row
    #expect(
      scene.lines[1 + place].hasPrefix("› ") || scene.lines[1 + place].hasPrefix("›"),
      "\(scene.text)"
    )
    #expect(scene.status.contains(notice), "\(scene.text)")
  }

  @Test(arguments: [
    ("1,5e-07", ""), ("1.5e-07", "'1.5e-07' is '1,5e-07' here"),
    ("1,5e-7", "'1,5e-7' is '1,5e-07' here"), ("0,00000015", "'0,00000015' is '1,5e-07' here"),
    ("1,6e-07", "'1,6e-07' not found"),
  ])
  func
    `A number with an exponent is shown, searched, compared and edited as the language writes it`(
      text: String,
      notice: String
    ) async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, weight REAL);
      INSERT INTO thing VALUES (1, 'One', 12345.5), (2, 'Two', 1.5e-07);
      """,
      rules: "*true* => locale = 'de_DE'",
      "--entity Thing"
    )
    #expect(scene.line(with: "Two")?.contains("1,5e-07") == true, "\(scene.text)")
    try await scene.send("/")
    try await scene.type(text)
    try await scene.send("enter")
    let isFound = !notice.hasSuffix("not found")
    #expect(scene.line(with: isFound ? "Two" : "One")?.hasPrefix("›") == true, "\(scene.text)")
    #expect(scene.status.contains(notice), "\(scene.text)")
    try await scene.send("F")
    try await scene.type("weight <= \(text)")
    try await scene.send("enter")
    #expect(scene.line(with: "One") == nil && scene.line(with: "Two") != nil, "\(scene.text)")
    try await scene.send("e")
    #expect(scene.line(with: "Weight")?.contains("1,5e-07") == true, "\(scene.text)")
  }

  @Test func `A row is found by its number as lists write numbers`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO thing SELECT i, 'thing ' || i FROM n;
      """,
      rules: "*true* => locale = 'de_DE'",
      "--entity Thing"
    )
    await scene.session.navigator.current.list?.sort(by: ["id"])
    try await scene.send("#")
    try await scene.type("1.234")
    try await scene.send("enter")
    #expect(scene.status.contains("1 234/1 500"), "\(scene.text)")
  }
}
