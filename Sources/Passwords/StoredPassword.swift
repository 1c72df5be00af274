/// A password as stored in a database, with its format and the check of a typed password against it.
package struct StoredPassword: Sendable {
  /// How it is kept.
  package enum Kind: Sendable {
    /// A hash of `crypt(3)`: `$6$salt$…`.
    case crypt
    /// The hexadecimal digest of the password alone, which is found out quickly.
    case md5, sha1
    /// The password itself.
    case plain
  }

  /// The stored text: a hash or the password itself.
  private let text: String
  /// The format in which a database stores a password: a `crypt(3)` hash, an unsalted digest or plain text.
  ///
  /// Login checks a typed password by it, and only in formats that are allowed.
  package let kind: Kind

  /// Detects how the stored password is encoded.
  package init(_ text: String) {
    self.text = text
    let isHexadecimal = text.utf8.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    kind =
      switch (text.utf8.count, isHexadecimal) {
      case _ where PasswordHash.isHash(text): .crypt
      case (32, true): .md5
      case (40, true): .sha1
      default: .plain
      }
  }

  /// Whether `password` is the one, as far as such as are kept in one of `kinds` count; it takes as long when they do not.
  package func isSame(as password: String, allowing kinds: Set<Kind>) -> Bool {
    guard kinds.contains(kind), !password.isEmpty else {
      Self.spendTime(on: password)
      return false
    }
    switch kind {
    case .crypt:
      guard let hash = PasswordHash.crypt(password, setting: text) else { return false }
      return Self.isEqual(hash, text)
    case .md5: return Self.isEqual(Digest.md5(password), text.lowercased())
    case .sha1: return Self.isEqual(Digest.sha1(password), text.lowercased())
    case .plain: return Self.isEqual(password, text)
    }
  }

  /// Takes as long as looking whether a password is right: that nobody is called so is not told by the time it takes.
  package static func spendTime(on password: String) {
    _ = PasswordHash.crypt(password.isEmpty ? "-" : password, setting: "$6$nobodyatall")
  }

  /// Whether two texts are the same, in a time that does not depend on where they differ.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
