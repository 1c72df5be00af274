public import EntityModel
public import Qualifiers

/// The open database, as pages, rules and objects of an application see it: `\.database`, `page.database`.
///
/// Fetches, counts and sums are narrowed to the rows that the user may see.
public final class DatabaseReference: KeyValueCoding {
  /// The file's name without its ending, or the demo's title.
  public let title: String
  /// The file or URL; `nil` for a database in memory.
  public let path: String?
  /// Nothing can be written.
  public let isReadOnly: Bool

  /// The open database, which answers questions about its objects; `nil` if none is open.
  let source: (any DatabaseAnswering)?

  /// A database as rules see it.
  public convenience init(title: String, path: String?, isReadOnly: Bool) {
    self.init(title: title, path: path, isReadOnly: isReadOnly, source: nil)
  }

  /// Makes a reference that passes questions about objects to `source`.
  package init(title: String, path: String?, isReadOnly: Bool, source: (any DatabaseAnswering)?) {
    (self.title, self.path, self.isReadOnly, self.source) = (title, path, isReadOnly, source)
  }

  /// The entities of the database; none where nothing is open.
  public var model: Model { source?.model ?? Model(name: title, entities: []) }

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
