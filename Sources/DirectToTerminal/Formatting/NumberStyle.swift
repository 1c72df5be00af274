import Synchronization

/// How numbers are written: what stands between groups of digits, and what before the fraction.
public nonisolated struct NumberStyle: Sendable, Hashable {
  /// Stands between groups of three digits.
  public let group: String
  /// Stands before the fraction.
  public let point: String

  /// A space and a point.
  public static let plain = NumberStyle(group: " ", point: ".")

  /// The way of the locale asked for last: a list asks for the same one with each of its cells.
  private static let latest = Mutex<(locale: String, style: NumberStyle)?>(nil)

  /// The way of a locale; made once while the same one is asked for.
  static func of(locale: String) -> NumberStyle {
    latest.withLock { latest in
      if let latest, latest.locale == locale { return latest.style }
      let style = NumberStyle(locale: locale)
      latest = (locale, style)
      return style
    }
  }

  private init(group: String, point: String) { (self.group, self.point) = (group, point) }

  /// The way of a language and region: `de_DE`, `en-US.UTF-8`; of a language alone where the region is not known.
  public init(locale: String) {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    let region = parts.dropFirst().last.map { $0.uppercased() }
    switch (parts.first.map { $0.lowercased() }, region) {
    case (_, "CH"), (_, "LI"): self.init(group: "’", point: ".")
    case ("es", "MX"), ("en", _), ("ja", _), ("zh", _), ("ko", _), ("he", _), ("th", _):
      self.init(group: ",", point: ".")
    case ("de", _), ("nl", _), ("es", _), ("it", _), ("da", _), ("id", _), ("tr", _), ("el", _),
      ("pt", "BR"), ("ro", _), ("hr", _), ("sl", _), ("sr", _):
      self.init(group: ".", point: ",")
    case ("fr", _), ("sv", _), ("nb", _), ("nn", _), ("no", _), ("fi", _), ("pl", _), ("cs", _),
      ("sk", _), ("ru", _), ("uk", _), ("bg", _), ("hu", _), ("pt", _), ("et", _), ("lv", _),
      ("lt", _):
      self.init(group: " ", point: ",")
    default: self = .plain
    }
  }
}
