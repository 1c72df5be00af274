import CCrypt
import Glibc

/// The ways of `crypt(5)` in which new passwords are kept.
package enum PasswordHash: String, Sendable, CaseIterable {
  case sha512, sha256, yescrypt, bcrypt

  private var prefix: String {
    switch self {
    case .sha512: "$6$"
    case .sha256: "$5$"
    case .yescrypt: "$y$"
    case .bcrypt: "$2b$"
    }
  }

  /// The hash of a password with a salt of its own; `nil` for a text that the system takes for no password.
  package func hash(of password: String) -> String? {
    // Without random bytes it asks the system for some.
    guard let setting = crypt_gensalt_ra(prefix, 0, nil, 0) else { return nil }
    defer { free(setting) }
    return Self.crypt(password, setting: String(cString: setting))
  }

  /// Whether a text is what `crypt(3)` makes of passwords: `$6$salt$…`, by its form alone; a password may begin with `$` too.
  static func isHash(_ text: String) -> Bool {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    let isKnown = ![CRYPT_SALT_INVALID, CRYPT_SALT_METHOD_DISABLED].contains(crypt_checksalt(text))
    // The last part holds 128 bits, which `$3$` writes in hexadecimal digits, 160, 184 and its salt, 256 or 512.
    return parts.count > 3 && parts[0].isEmpty && isKnown
      && [22, 28, 32, 43, 53, 86].contains(parts[parts.count - 1].utf8.count)
  }

  /// Returns the `crypt(3)` hash of a password; `nil` for an empty password, a zero byte or an unsupported setting.
  static func crypt(_ password: String, setting: String) -> String? {
    // A text of C ends at a zero byte: what stands behind it would not count.
    guard !password.isEmpty, !password.utf8.contains(0) else { return nil }
    var memory: UnsafeMutableRawPointer?
    var size: Int32 = 0
    guard let result = crypt_ra(password, setting, &memory, &size) else {
      free(memory)
      return nil
    }
    let text = String(cString: result)
    // The password was there in clear.
    if let memory { explicit_bzero(memory, Int(size)) }
    free(memory)
    return text.hasPrefix("*") ? nil : text
  }
}
