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

  /// What `crypt(3)` makes of a password.
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
