extension AttributeType {
  /// Text of one line.
  public static let string = AttributeType("string", .text) {
    $0.declaration = { width, _ in width.map { "VARCHAR(\($0))" } ?? "TEXT" }
    ($0.isName, $0.isFreeText, $0.isMeasured) = (true, true, true)
  }

  /// Text of several lines.
  public static let text = AttributeType("text", .text) {
    $0.declarations = [
      "clob", "nclob", "longtext", "mediumtext", "ntext", "long", "xml", "html", "memo",
      "blob sub_type text", "blob sub_type 1",
    ]
    $0.declaration = { _, _ in "CLOB" }
    ($0.isProse, $0.isName, $0.isFreeText) = (true, true, true)
  }

  /// JSON.
  public static let json = AttributeType("json", .text) {
    $0.noun = "JSON"
    $0.declarations = ["json", "jsonb"]
    $0.isNamed = { $0.last == "json" }
    $0.declaration = { _, _ in "JSON" }
    ($0.isProse, $0.isFreeText, $0.mayBeBytes) = (true, true, true)
  }

  /// A universally unique identifier.
  public static let uuid = AttributeType("uuid", .text) {
    $0.noun = "a UUID"
    $0.declarations = ["uuid", "guid", "uniqueidentifier"]
    $0.isNamed = { $0.last == "uuid" }
    $0.declaration = { _, _ in "UUID" }
    $0.question = .storedKind
    ($0.mayBeBytes, $0.isMeasured) = (true, true)
  }

  /// The address of a page.
  public static let url = AttributeType("url", .text) {
    $0.noun = "a URL"
    $0.declarations = ["url", "uri"]
    $0.isNamed = { ["url", "uri", "website", "homepage"].contains($0.last) }
    $0.declaration = { _, _ in "URL" }
    ($0.isName, $0.isFreeText, $0.isMeasured) = (true, true, true)
  }

  /// An e-mail address.
  public static let email = AttributeType("email", .text) {
    $0.noun = "an e-mail address"
    $0.isNamed = { $0.last == "email" || $0.suffix(2) == ["e", "mail"] }
    $0.declaration = string.traits.declaration
    ($0.isName, $0.isFreeText, $0.isMeasured) = (true, true, true)
  }

  /// A password, or the hash of one.
  public static let password = AttributeType("password", .text) {
    $0.isNamed = isPassword
    $0.declaration = string.traits.declaration
  }

  /// `password`, `user_pwd`, `password_hash`, and not `password_changed_at` or `password_hint`.
  @Sendable private static func isPassword(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if passwordWords.contains(last) { return true }
    // Not every pass is one: `boarding_pass`.
    if last == "pass", words.dropLast().last.map(accountWords.contains) == true { return true }
    return ["hash", "digest", "salt", "md5", "sha1", "sha256", "crypt"].contains(last)
      && words.contains(where: passwordWords.contains)
  }

  private static let passwordWords: Set<String> = [
    "password", "passwd", "passcode", "passphrase", "passwort", "pwd",
  ]
  private static let accountWords: Set<String> = [
    "account", "admin", "db", "ftp", "imap", "login", "mail", "proxy", "smtp", "user", "wifi",
  ]
}
