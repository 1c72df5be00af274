public import EntityStore
public import Qualifiers
import RuleEnvironment

/// What rules see of the open database.
public nonisolated final class DatabaseReference: KeyValueCoding {
  /// The file's name without its ending, or the demo's title.
  public let title: String
  /// The file; `nil` for a database in memory.
  public let path: String?
  /// Nothing can be written.
  public let isReadOnly: Bool

  /// A database as rules see it.
  public init(title: String, path: String?, isReadOnly: Bool) {
    (self.title, self.path, self.isReadOnly) = (title, path, isReadOnly)
  }

  /// The names rules can read behind the key.
  public static var valueKeys: [String]? { ["title", "path", "isReadOnly"] }

  /// The value called `key`; `nil` when there is none.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "title": .string(title)
    case "path": path.map { .string($0) } ?? .null
    case "isReadOnly": .bool(isReadOnly)
    default: nil
    }
  }
}

/// What rules see of the pending changes, at one moment.
public nonisolated final class EditingContextReference: KeyValueCoding {
  /// How many objects have pending changes.
  public let changeCount: Int

  /// The pending changes at one moment.
  public init(changeCount: Int) { self.changeCount = changeCount }

  /// The names rules can read behind the key.
  public static var valueKeys: [String]? { ["changeCount", "hasChanges"] }

  /// The value called `key`; `nil` when there is none.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "changeCount": .int(Int64(changeCount))
    case "hasChanges": .bool(changeCount > 0)
    default: nil
    }
  }

  /// Whether both say the same.
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? EditingContextReference)?.changeCount == changeCount
  }
}

/// Who is using the program.
public nonisolated final class User: KeyValueCoding {
  /// The login name.
  public let name: String?
  /// What the user may be seen as: `clerk`, `manager`.
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
    default: record?.value(forKey: key)
    }
  }
}

/// The terminal as rules see it.
public nonisolated final class Screen: KeyValueCoding {
  /// Columns of cells.
  public let width: Int
  /// Lines of cells.
  public let height: Int
  /// How many colours can be shown; 0 or 1 for none.
  public let colors: Int

  /// A terminal of the size given.
  public init(width: Int = 80, height: Int = 24, colors: Int = 256) {
    (self.width, self.height, self.colors) = (width, height, colors)
  }

  /// The names rules can read behind the key.
  public static var valueKeys: [String]? { ["width", "height", "colors"] }

  /// The value called `key`; `nil` when there is none.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "width": .int(Int64(width))
    case "height": .int(Int64(height))
    case "colors": .int(Int64(colors))
    default: nil
    }
  }

  /// Whether both say the same.
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    guard let other = other as? Screen else { return false }
    return (width, height, colors) == (other.width, other.height, other.colors)
  }
}
