public import Qualifiers
@_spi(Reflection) import Swift

/// Every word of the rule language: the names of all keys, found by reflection in their namespaces.
public struct Vocabulary: Sendable {
  /// One key with all that help, documentation and lints say of it.
  public struct Entry: Sendable {
    /// The name in rule files.
    public let name: String
    /// The key itself.
    public let key: any AnyKey
    /// The category of the key.
    public let category: String
    let type: any KeyNamespace.Type
    /// The namespace that declares it.
    public var namespace: String { "\(type)" }

    /// One sentence.
    public var summary: String { key.summary }
    /// The name of the key's type in messages.
    public var typeName: String { key.typeName }
    /// The value that a read returns when no rule answers.
    public var defaultValue: Value { key.defaultRuleValue }
    /// The values allowed; empty when they cannot be counted.
    public var allowedValues: [Value] { key.allowedValues }
    /// Somebody must set it.
    public var isRequired: Bool { key.isRequired }
    /// A rule may answer it.
    public var isAssignable: Bool { key.isAssignable }
  }

  /// An error: two namespaces declare a key with the same name.
  public struct DuplicateName: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name declared twice.
    public let name: String
    /// The namespaces that declare it, first the one that counts.
    public let namespaces: [String]
    /// A sentence with a way out.
    public var description: String {
      "the key '\(name)' is declared in \(namespaces.joined(separator: " and in ")): rename one of them"
    }
  }

  /// All keys in the order of their declaration.
  public private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]
  private var positionsBySlot: [Int: Int] = [:]

  /// The keys of all `namespaces`; a name declared twice is a programmer error and traps.
  public init(_ namespaces: any KeyNamespace...) {
    let duplicates = add(namespaces)
    precondition(duplicates.isEmpty, duplicates.first?.description ?? "")
  }

  /// Whether `other` has the same keys under the same names, in the same order.
  public func hasSameKeys(as other: Vocabulary) -> Bool {
    entries.count == other.entries.count
      && zip(entries, other.entries).allSatisfy { $0.key === $1.key && $0.name == $1.name }
  }

  /// The keys of all `namespaces`, and the names that were declared twice; of those the first counts.
  public static func collecting(
    _ namespaces: [any KeyNamespace]
  ) -> (vocabulary: Vocabulary, duplicates: [DuplicateName]) {
    var vocabulary = Vocabulary()
    let duplicates = vocabulary.add(namespaces)
    return (vocabulary, duplicates)
  }

  private mutating func add(_ namespaces: [any KeyNamespace]) -> [DuplicateName] {
    var duplicates: [DuplicateName] = []
    for namespace in namespaces { add(namespace, &duplicates) }
    return duplicates
  }

  /// Reads the fields where they lie: a mirror would ask the runtime for conformances of every type of key.
  private mutating func add<Namespace: KeyNamespace>(
    _ namespace: Namespace,
    _ duplicates: inout [DuplicateName]
  ) {
    withUnsafePointer(to: namespace) { start in
      let isStruct = _forEachField(of: Namespace.self) { name, offset, _, kind in
        guard kind == .class else { return true }
        let place = UnsafeRawPointer(start) + offset
        let object = place.assumingMemoryBound(to: AnyObject.self).pointee
        if let key = object as? any AnyKey, !key.isViewOnly {
          let name = key.ownName ?? String(cString: name)
          add(key, called: name, in: Namespace.self, &duplicates)
        }
        return true
      }
      precondition(isStruct, "\(Namespace.self) must be a struct to be a namespace of keys")
    }
  }

  private mutating func add(
    _ key: any AnyKey,
    called name: String,
    in namespace: any KeyNamespace.Type,
    _ duplicates: inout [DuplicateName]
  ) {
    if let position = positions[name] {
      let first = entries[position]
      guard first.key !== key else { return }
      duplicates.append(DuplicateName(name: name, namespaces: [first.namespace, "\(namespace)"]))
    } else {
      let category = key.ownCategory ?? namespace.category
      append(Entry(name: name, key: key, category: category, type: namespace))
    }
  }

  /// Adds a key whose name is new.
  mutating func append(_ entry: Entry) {
    positions[entry.name] = entries.count
    positionsBySlot[entry.key.slot] = entries.count
    entries.append(entry)
  }

  /// The names of all keys in the order of their declaration.
  public var names: [String] { entries.map(\.name) }

  /// The key called exactly `name`.
  public subscript(name: String) -> (any AnyKey)? { entry(named: name)?.key }

  /// All that is known of the key called `name`.
  public func entry(named name: String) -> Entry? { positions[name].map { entries[$0] } }

  /// All that is known of `key`; `nil` when no namespace of the vocabulary declares it.
  public func entry(of key: any AnyKey) -> Entry? { positionsBySlot[key.slot].map { entries[$0] } }

  /// The name of `key`; `nil` when no namespace of the vocabulary declares it.
  public func name(of key: any AnyKey) -> String? { entry(of: key)?.name }
}
