public import EntityStore
public import Qualifiers

/// The user of the program, as rules see it.
public final class User: KeyValueCoding {
  /// The login name.
  public let name: String?
  /// The role of the user: `clerk`, `manager`.
  public let role: String?
  /// The record of the user, after a login.
  public let record: Record?

  /// A user.
  public init(name: String?, role: String?, record: Record? = nil) {
    (self.name, self.role, self.record) = (name, role, record)
  }

  /// The value called `key`; `nil` when there is none.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "name": name.map { .string($0) } ?? .null
    case "role": role.map { .string($0) } ?? .null
    case "record": record.map { .object($0) } ?? .null
    default: record?.value(forKey: key)
    }
  }
}
