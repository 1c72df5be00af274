public import RuleEngine
public import RuleEnvironment
public import StandardKeys

/// The namespaces of all keys that the program knows.
///
/// ``ViewKeys`` is none of them: rules have no names for its keys.
public typealias BuiltInKeys = KeyNamespaces<
  ObjectKeys,
  ModelKeys,
  RenderingKeys,
  TaskKeys,
  ComponentKeys,
  PermissionKeys,
  EditingKeys,
  FetchingKeys,
  MiscKeys
>

/// Every key the program knows; `d2t keys` lists it, rule files are checked against it.
public nonisolated let builtInVocabulary = Vocabulary(BuiltInKeys.self)

extension EnvironmentValues: nonisolated KeyNameLookup {
  /// The keys that can be read as members: `values.title`.
  public typealias NamedKeys = BuiltInKeys
}

extension Environment: nonisolated KeyNameLookupWrapper {
  /// The keys that can be named in a property wrapper: `@Environment(\.title)`.
  public typealias NamedKeys = BuiltInKeys
}

extension RuleKeys: nonisolated RuleKeyNameLookup {
  /// The keys that can be named in Swift rules: `\.task == "edit"`.
  public typealias NamedKeys = BuiltInKeys
}
