public import Qualifiers
public import RuleEnvironment

/// A language and region as rules write it: `C`, `de_DE`, `en-US`.
public nonisolated struct LocaleName: ValueConvertible, Hashable {
  /// No language.
  public static let plain = LocaleName(text: "C")

  private let text: String
  /// How numbers are written there.
  package let numbers: NumberStyle
  /// Whether the month stands first in `3/4/2024`; `nil` where the locale does not tell.
  package let isMonthFirst: Bool?
  /// The day on which weeks begin: 0 for Monday.
  package let firstWeekday: Int

  private init(
    text: String,
    numbers: NumberStyle = .plain,
    isMonthFirst: Bool? = nil,
    firstWeekday: Int = 0
  ) {
    (self.text, self.numbers) = (text, numbers)
    (self.isMonthFirst, self.firstWeekday) = (isMonthFirst, firstWeekday)
  }

  /// The accepted names, for messages about a wrong value.
  public static var typeName: String { "C, or a language and region as de_DE" }

  /// The languages whose ways are known.
  package static var languages: [String] { styles.flatMap(\.languages).sorted() }

  /// The language and region a text names; of a region no more is asked than that there is one.
  public static func convert(_ value: Value) -> LocaleName? {
    guard let text = value.string else { return nil }
    let name = text.prefix { $0 != "." && $0 != "@" }
    if name == "C" || name == "POSIX" {
      return LocaleName(text: text)
    }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    let language = parts[0].lowercased()
    let region = parts.dropFirst().last.map { $0.uppercased() }
    guard parts.count <= 3, let style = style(of: language, region) else { return nil }
    if let region, !isRegion(region) { return nil }
    return LocaleName(
      text: text,
      numbers: style,
      isMonthFirst: isMonthFirst(language, region),
      firstWeekday: weekStart(language, region)
    )
  }

  /// The text it was written as.
  public var value: Value { .string(text) }

  // MARK: What is known

  private static let styles: [(style: NumberStyle, languages: [String])] = [
    (
      NumberStyle(group: ",", point: "."),
      ["ar", "en", "fa", "he", "hi", "ja", "ko", "ms", "th", "zh"]
    ),
    (
      NumberStyle(group: ".", point: ","),
      [
        "bs", "ca", "da", "de", "el", "es", "hr", "id", "is", "it", "mk", "nl", "ro", "sl", "sr",
        "tr", "vi",
      ]
    ),
    (
      NumberStyle(group: " ", point: ","),
      [
        "be", "bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "nn", "no", "pl", "pt", "ru",
        "sk", "sv", "uk",
      ]
    ),
  ]

  private static func style(of language: String, _ region: String?) -> NumberStyle? {
    guard let usual = styles.first(where: { $0.languages.contains(language) })?.style else {
      return nil
    }
    return switch (language, region) {
    case (_, "CH"), (_, "LI"): NumberStyle(group: "’", point: ".")
    case ("es", "MX"): NumberStyle(group: ",", point: ".")
    case ("pt", "BR"): NumberStyle(group: ".", point: ",")
    case ("ar", "DZ"), ("ar", "LY"), ("ar", "MA"), ("ar", "TN"): NumberStyle(group: ".", point: ",")
    default: usual
    }
  }

  private static func isMonthFirst(_ language: String, _ region: String?) -> Bool? {
    switch (language, region) {
    case ("en", "US"), ("en", "PH"): true
    // Where the year stands first, or both ways are used.
    case ("en", nil), ("en", "CA"), ("fa", _), ("hu", _), ("ja", _), ("ko", _), ("lt", _),
      ("zh", _):
      nil
    default: false
    }
  }

  /// Two letters that ISO 3166 gives to a country; a number is one of the UN.
  private static func isRegion(_ text: String) -> Bool {
    if text.utf8.count == 3 { return text.utf8.allSatisfy { $0 &- 0x30 < 10 } }
    return text.utf8.count == 2 && regions.contains(text)
  }

  private static let regions = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
    CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
    GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
    SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
    VN VU WF WS XK YE YT ZA ZM ZW
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
  )
}
