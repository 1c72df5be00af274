public import Qualifiers

/// A snapshot of the unsaved changes, for rules.
public final class EditingContextReference: KeyValueCoding {
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
