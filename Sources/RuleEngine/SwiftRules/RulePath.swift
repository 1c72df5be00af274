public import Qualifiers
public import RuleEnvironment

/// A key, or something read behind it, in a rule written in Swift; `V` is its type.
@dynamicMemberLookup
public struct RulePath<V>: Sendable {
  let key: any AnyKey
  let namespace: any KeyNamespace
  let members: [String]

  /// A member that the type declares: `\.entity.name`.
  public subscript<M>(dynamicMember path: KeyPath<V.RuleMembers, RuleMember<M>>) -> RulePath<M>
  where V: RuleReadable {
    member(V.ruleMembers[keyPath: path].name)
  }

  /// A member known by its name only: `\.object.rating`.
  public subscript(dynamicMember name: String) -> RulePath<Value> where V: DynamicRuleReadable {
    member(name)
  }

  /// The path of a dictionary's value: `\.attribute.userInfo.unit`.
  public subscript(dynamicMember name: String) -> RulePath<Value> where V == [String: Value] {
    member(name)
  }

  /// Nothing that a rule takes: the type declares no member of the name.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> NoSuchMember where V: RuleReadable {
    NoSuchMember()
  }

  private func member<M>(_ name: String) -> RulePath<M> {
    RulePath<M>(key: key, namespace: namespace, members: members + [name])
  }

  /// The path in the language.
  func propertyPath(_ names: inout KeyNames) -> PropertyPath {
    PropertyPath(components: [names.name(of: key, in: namespace)] + members)
  }

  /// The path as a value in the language.
  func expression(_ names: inout KeyNames) -> Expression {
    Expression(.path(propertyPath(&names)))
  }
}

extension RulePath where V == String {
  /// How many characters the text has.
  public var length: RulePath<Int> { member("length") }
}

extension RulePath where V: Collection {
  /// How many elements the list has.
  public var count: RulePath<Int> { member("@count") }
}

// MARK: - Names

/// A lookup of the names of keys, for translating rules written in Swift into rules of the language.
///
/// Also collects the keys and namespaces that those rules use.
struct KeyNames {
  /// The words of the language; `nil` while they are being collected.
  let vocabulary: Vocabulary?
  /// The namespaces of all keys named so far.
  private(set) var namespaces: [any KeyNamespace] = []
  private var names: [Int: String] = [:]
  /// The keys named so far, each once.
  private(set) var keys: [(key: any AnyKey, namespace: any KeyNamespace)] = []
  private var seen: Set<Int> = []

  init(_ vocabulary: Vocabulary? = nil) { self.vocabulary = vocabulary }

  mutating func name(of key: any AnyKey, in namespace: any KeyNamespace) -> String {
    if seen.insert(key.slot).inserted { keys.append((key, namespace)) }
    if let name = names[key.slot] { return name }
    namespaces.append(namespace)
    for entry in Vocabulary.collecting([namespace]).vocabulary.entries {
      names[entry.key.slot] = spelled(entry)
    }
    return names[key.slot] ?? "\(type(of: namespace))"
  }

  /// The name; with its namespace when the vocabulary has another key of that name.
  private func spelled(_ entry: Vocabulary.Entry) -> String {
    guard let other = vocabulary?[entry.name], other !== entry.key else { return entry.name }
    return "\(entry.namespace).\(entry.name)"
  }
}
