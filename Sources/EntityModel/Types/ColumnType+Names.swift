extension ColumnType {
  /// What the name of a column adds where its declaration is broad: `homepage_url TEXT`, `is_active INTEGER`.
  package func refined(byName name: String) -> ColumnType {
    var refined = self
    refined.refine(byWords: Naming.words(of: name).map { $0.lowercased() })
    return refined
  }

  private mutating func refine(byWords words: [String]) {
    guard let first = words.first, let last = words.last else { return }
    switch type {
    case .string:
      if Self.suggestsPassword(words) { type = .password; return }
      if last == "email" || (last == "mail" && words.dropLast().last == "e") { type = .email }
      if Self.urlWords.contains(last) { type = .url }
      if last == "json" { type = .json }
      if last == "uuid" { (type, question) = (.uuid, .storedKind) }
      guard type == .string else { return }
      // `paid_on`, `day`: where a text stands.
      let isDay = ["datum", "day", "fecha"].contains(last) || words.count > 1 && last == "on"
      // As wide as a day or a moment may be: GnuCash has `post_date text(19)`.
      if (8...40).contains(width ?? 19), isDay || Self.suggestsDate(words) {
        question = .maybeDate
        return
      }
      if (width ?? .max) > 200, Self.proseWords.contains(last) { type = .text }
    case .integer, .number:
      if type == .integer, Self.suggestsBool(first: first, words: words) {
        question = .bool
      } else if Self.suggestsDate(words) {
        question = .maybeDate
      }
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

  /// `password`, `user_pwd`, `password_hash`, and not `password_changed_at` or `password_hint`.
  private static func suggestsPassword(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if passwordWords.contains(last) { return true }
    // Not every pass is one: `boarding_pass`.
    if last == "pass", words.dropLast().last.map(accountWords.contains) == true { return true }
    return ["hash", "digest", "salt", "md5", "sha1", "sha256", "crypt"].contains(last)
      && words.contains(where: passwordWords.contains)
  }

  private static func suggestsDate(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    // `installed_ms`, `at_ms`: the unit behind the name.
    if words.count > 1, timeUnits.contains(last) { return endsInDate(words.dropLast()) }
    return endsInDate(words[...])
  }

  private static func endsInDate(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last else { return false }
    return dateWords.contains(last) || last == "at"
      || last.count > 4 && last.hasSuffix("ed") && !last.hasSuffix("eed")
      || words.contains {
        ["timestamp", "unix", "epoch"].contains($0) || $0.hasSuffix("date")
      }
  }

  private static let timeUnits: Set<String> = [
    "ms", "us", "ns", "millis", "micros", "nanos", "msec", "usec", "nsec", "sec", "secs", "s",
  ]
  private static let passwordWords: Set<String> = [
    "password", "passwd", "passcode", "passphrase", "passwort", "pwd",
  ]
  private static let accountWords: Set<String> = [
    "account", "admin", "db", "ftp", "imap", "login", "mail", "proxy", "smtp", "user", "wifi",
  ]
  private static let urlWords: Set<String> = ["url", "uri", "website", "homepage"]
  private static let dateWords: Set<String> = [
    "date", "time", "timestamp", "datetime", "created", "modified", "updated", "changed",
    "birthday",
    "born", "died", "expires", "expiry", "expiration", "mtime", "ctime", "atime", "published",
    "started", "ended", "completed", "due", "deadline", "until", "seen", "visited", "accessed",
    "utc", "ts", "sent",
  ]
  private static let proseWords: Set<String> = [
    "abstract", "biography", "bio", "body", "comment", "comments", "content", "contents", "desc",
    "description", "details", "html", "lyrics", "markdown", "memo", "message", "note", "notes",
    "plot",
    "remarks", "review", "summary", "text",
  ]
}
