// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import EntityStore
public import RuleEnvironment

/// The rule keys for the current objects: the open database, the record of a page, row or field, its label, and the unsaved
/// changes.
public struct ObjectKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Objects"

  public let database = Key<DatabaseReference?>(
    context: nil,
    "The open database: `title`, `path`, `isReadOnly`."
  )
  public let object = Key<Record?>(
    context: nil,
    "The record the page, row or field is about, pending changes included."
  )
  public let objectLabel = Key<String?>(
    context: nil,
    "What names `object` for people, from the values of `labelKey`."
  )
  public let editingContext = Key<EditingContextReference?>(
    context: nil,
    "The pending changes: `hasChanges`, `changeCount`."
  )
}
