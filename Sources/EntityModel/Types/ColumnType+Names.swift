extension ColumnType {
  /// Returns the type narrowed by the column's name, where its declaration is broad: `homepage_url TEXT`, `is_active INTEGER`.
  package func refined(byName name: String) -> ColumnType {
    var refined = self
    refined.refine(byWords: Naming.words(of: name).map { $0.lowercased() })
    return refined
  }

  private mutating func refine(byWords words: [String]) {
    guard let first = words.first, let last = words.last else { return }
    if [.string, .integer, .number].contains(type),
      let named = AttributeType.named(by: words, type.kind)
    {
      (type, question) = (named, named.traits.question)
      return
    }
    switch type {
    case .string:
      // `paid_on`, `day`: where a text stands.
      let isDay = ["datum", "day", "fecha"].contains(last) || words.count > 1 && last == "on"
      // As wide as a day or a moment may be: GnuCash has `post_date text(19)`.
      if (8...40).contains(width ?? 19), isDay || Self.suggestsDate(words) {
        question = .maybeDate(isClock: false)
        return
      }
      if (width ?? .max) > 200, Self.proseWords.contains(last) {
        (type, question) = (.text, .maybeMoment(few: 3))
      } else if (width ?? .max) >= 10 {
        question = .maybeMoment(few: Self.anythingWords.contains(last) ? 8 : 1)
      }
    case .integer, .number:
      if type == .integer, Self.suggestsBool(first: first, words: words) {
        question = .bool
      } else if Self.suggestsDate(words) || Self.suggestsMoment(words) {
        question = .maybeDate(isClock: Self.suggestsClock(words))
      } else if question == nil {
        question = .maybeMoment(few: 3)
      }
    case .decimal, .text: question = question ?? .maybeMoment(few: 3)
    case .any where question == .anything && Self.suggestsDate(words): question = .anythingOrDate
    default: return
    }
  }

  private static func suggestsBool(first: String, words: [String]) -> Bool {
    words.count > 1 && ["is", "has", "can", "should", "allow", "allows"].contains(first)
      || words.count == 1 && flagWords.contains(first)
  }

  private static let flagWords: Set<String> = [
    "active", "archived", "blocked", "deleted", "disabled", "draft", "enabled", "favorite",
    "favourite", "hidden", "locked", "muted", "pinned", "published", "read", "seen", "starred",
    "verified", "visible",
  ]

  private static func suggestsDate(_ words: [String]) -> Bool { endsInDate(withoutUnit(words)) }

  /// Whether a number may be a moment where its values say so: `time_slot`, `last_login`; not `last_id`.
  private static func suggestsMoment(_ words: [String]) -> Bool {
    let words = withoutUnit(words)
    return words.contains("time")
      || words.count > 1 && words.first == "last" && !countWords.contains(words.last ?? "")
  }

  /// Whether the name is that of a clock, and says nothing of days: `visit_time`, `init_timestamp`; not `created_time`.
  private static func suggestsClock(_ words: [String]) -> Bool {
    let words = withoutUnit(words).filter { !clockWords.contains($0) }
    return !endsInDate(words[...])
  }

  /// The words without the unit behind them (`installed_ms`), with `TimeStamp` and `lastmod` as others write them.
  private static func withoutUnit(_ words: [String]) -> ArraySlice<String> {
    var plain: [String] = []
    for word in words {
      if word == "stamp", plain.last == "time" {
        plain[plain.count - 1] = "timestamp"
      } else if word.hasPrefix("last"), word.count > 6 {
        plain += ["last", String(word.dropFirst(4))]
      } else {
        plain.append(word)
      }
    }
    return plain.count > 1 && timeUnits.contains(plain[plain.count - 1])
      ? plain.dropLast() : plain[...]
  }

  private static func endsInDate(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last else { return false }
    return dateWords.contains(last) || last == "at"
      || last.count > 4 && last.hasSuffix("ed") && !last.hasSuffix("eed")
      || words.contains {
        ["timestamp", "unix", "epoch"].contains($0) || $0.hasSuffix("date")
      }
  }

  /// Words for the time of a clock.
  private static let clockWords: Set<String> = [
    "at", "epoch", "last", "time", "timestamp", "ts", "unix", "utc",
  ]
  /// Words behind `last` that name no moment.
  private static let countWords: Set<String> = [
    "amount", "code", "count", "id", "index", "key", "no", "number", "pos", "position", "price",
    "rowid", "seq", "size", "value", "version",
  ]
  private static let timeUnits: Set<String> = [
    "ms", "us", "ns", "millis", "micros", "nanos", "msec", "usec", "nsec", "sec", "secs", "s",
  ]
  private static let dateWords: Set<String> = [
    "date", "time", "timestamp", "datetime", "created", "modified", "updated", "changed",
    "birthday",
    "born", "died", "expires", "expiry", "expiration", "mtime", "ctime", "atime", "published",
    "started", "ended", "completed", "due", "deadline", "until", "seen", "visited", "accessed",
    "utc", "ts", "sent", "mod", "filetime",
  ]
  /// Words for what may be anything in the next row: the value of a setting.
  private static let anythingWords: Set<String> = ["data", "key", "setting", "val", "value"]
  private static let proseWords: Set<String> = [
    "abstract", "biography", "bio", "body", "comment", "comments", "content", "contents", "desc",
    "description", "details", "html", "lyrics", "markdown", "memo", "message", "note", "notes",
    "plot",
    "remarks", "review", "summary", "text",
  ]
}
