// On which day weeks begin, after the Common Locale Data Repository (supplemental/weekData).
nonisolated extension LocaleName {
  /// The first day of a week: 0 for Monday, 5 for Saturday, 6 for Sunday.
  package static func weekStart(_ language: String, _ region: String?) -> Int {
    guard let region = region ?? likelyRegions[language] else { return 0 }
    if region == "MV" { return 4 }
    if saturdayRegions.contains(region) { return 5 }
    return sundayRegions.contains(region) ? 6 : 0
  }

  /// The most likely region of each language whose week does not begin on Monday there, for locale names without a region.
  private static let likelyRegions = [
    "ar": "EG", "fa": "IR", "he": "IL", "hi": "IN", "id": "ID", "ja": "JP", "ko": "KR", "pt": "BR",
    "th": "TH",
  ]

  private static let saturdayRegions = codes("AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")

  private static let sundayRegions = codes(
    """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT
    PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """
  )

  private static func codes(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
