import Diagnostics
import Qualifiers

/// A property of an entity, attribute or relationship, declared once.
///
/// Rules read it by its key. Model files have it under its name: there it is written and read, laid over what was found in
/// a database, and described by the JSON Schema.
struct Member<Owner: Membered>: Sendable {
  typealias Definition = Owner.Definition
  typealias Declaration = PropertyDeclaration<Definition>

  /// The key for rules; `nil` when rules cannot read the member.
  private(set) var key: String?
  /// Returns the value for rules.
  private(set) var value: @Sendable (Owner) -> Value?
  /// How it stands in model files; `nil` where only rules read it.
  private(set) var field: Field?

  typealias Read =
    @Sendable ([String: JSONDocument.Node], inout ModelJSONReader, inout Declaration) -> Void

  /// How a property stands in model files.
  struct Field: Sendable {
    fileprivate let name: String
    /// Whether it is written where it says nothing new too.
    fileprivate var isAlwaysWritten = false
    fileprivate var isOptional: Bool
    fileprivate let isDefault: @Sendable (Owner) -> Bool
    fileprivate var fields: @Sendable (Owner) -> [(String, JSON)]
    /// Takes it over from the members of an object.
    fileprivate(set) var read: Read
    /// Lays what is said of it over a definition, be that one that was found in a database or not.
    fileprivate(set) var lay: @Sendable (Declaration, inout Definition, _ isFound: Bool) -> Void
    fileprivate let descriptions: @Sendable () -> [(String, JSON)]
  }

  /// A property that a model file can say.
  ///
  /// - Parameters:
  ///   - key: What rules call it.
  ///   - name: What model files call it, where that is another name.
  ///   - path: Where it is kept; paths are made when they are followed, for few are at each start.
  ///   - documentation: What the JSON Schema says of it.
  init<Kept: MemberValue>(
    _ key: String,
    in name: String? = nil,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Definition, Kept> & Sendable,
    _ documentation: String? = nil
  ) {
    self.key = key
    value = { $0.definition[keyPath: path()].ruleValue }
    let name = name ?? key
    field = Field(
      name: name,
      isOptional: Kept.isOptional,
      isDefault: { $0.definition[keyPath: path()] == Definition.blank[keyPath: path()] },
      fields: { $0.definition[keyPath: path()].fields(named: name) },
      read: { nodes, reader, declaration in
        if let read = Kept.read(name, in: nodes, &reader) { declaration.say(path(), read) }
      },
      lay: { declaration, definition, _ in
        if let said = declaration.said(path()) { definition[keyPath: path()] = said }
      },
      descriptions: { Kept.schema(name, documentation) }
    )
  }

  /// A property that follows from others: rules and model files are told it.
  init<Told: MemberValue>(
    _ key: String,
    in name: String? = nil,
    _ documentation: String? = nil,
    telling value: @escaping @Sendable (Owner) -> Told
  ) {
    self.init(key, value)
    let name = name ?? key
    field = Field(
      name: name,
      isOptional: Told.isOptional,
      isDefault: { _ in false },
      fields: { value($0).fields(named: name) },
      read: { _, _, _ in },
      lay: { _, _, _ in },
      descriptions: { Told.schema(name, documentation) }
    )
  }

  /// A property that rules alone read.
  init(_ key: String, _ value: @escaping @Sendable (Owner) -> some MemberValue) {
    self.key = key
    self.value = { value($0).ruleValue }
  }

  /// An object that rules alone read; `nil` when it is gone.
  init(_ key: String, object: @escaping @Sendable (Owner) -> (any KeyValueCoding)?) {
    self.key = key
    value = { object($0).map { .object($0) } }
  }

  /// Objects that rules alone read.
  init(_ key: String, objects: @escaping @Sendable (Owner) -> [any KeyValueCoding]) {
    self.key = key
    value = { .list(objects($0).map { .object($0) }) }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  // MARK: What is not as usual

  /// A copy that rules cannot read.
  var unread: Self { with { $0.key = nil } }

  /// A copy that is written to model files even with its default value.
  var always: Self { with { $0.field?.isAlwaysWritten = true } }

  /// A copy whose declared value applies only without a database; otherwise the reflected value stays.
  var asFound: Self {
    with { member in
      guard let lay = member.field?.lay else { return }
      member.field?.lay = { if !$2 { lay($0, &$1, $2) } }
    }
  }

  /// A copy for output only: rules read it and models are written with it, but a model file cannot set it.
  var told: Self {
    with {
      $0.field?.read = { _, _, _ in }
      $0.field?.lay = { _, _, _ in }
    }
  }

  /// Returns a copy in which rules read a computed value instead of the stored one.
  func reading(_ value: @escaping @Sendable (Owner) -> some MemberValue) -> Self {
    with { $0.value = { value($0).ruleValue } }
  }

  /// Returns a copy that writes a computed value to model files instead of the stored one.
  func writing<Written: MemberValue>(_ value: @escaping @Sendable (Owner) -> Written) -> Self {
    with { member in
      guard let name = member.field?.name else { return }
      member.field?.isOptional = Written.isOptional
      member.field?.fields = { value($0).fields(named: name) }
    }
  }

  /// Returns a copy that is read from a model file only if `isRight` accepts its JSON node.
  func checking(
    _ isRight: @escaping @Sendable (JSONDocument.Node, inout ModelJSONReader) -> Bool
  ) -> Self {
    with { member in
      guard let name = member.field?.name, let read = member.field?.read else { return }
      member.field?.read = { nodes, reader, declaration in
        guard let node = nodes[name], isRight(node, &reader) else { return }
        read(nodes, &reader, &declaration)
      }
    }
  }

  /// Returns a copy with its own way of reading model files.
  func taking(_ read: @escaping Read) -> Self { with { $0.field?.read = read } }

  /// Returns a copy with its own way of applying a declared value to a definition.
  func laying(_ lay: @escaping @Sendable (Declaration, inout Definition, Bool) -> Void) -> Self {
    with { $0.field?.lay = lay }
  }
}

extension Member.Field {
  /// The members of the JSON object of an owner.
  func json(_ owner: Owner) -> [(String, JSON)] {
    if !isAlwaysWritten, isDefault(owner) { return [] }
    let fields = fields(owner)
    return fields.isEmpty && isAlwaysWritten ? [(name, .null)] : fields
  }

  /// Its names in model files, each with what the JSON Schema says of it.
  var schema: [(name: String, schema: JSON)] {
    descriptions().map { name, schema in
      guard isAlwaysWritten, isOptional, case .object(let members) = schema else {
        return (name, schema)
      }
      let nullable = members.map { $0 == "type" ? ($0, JSON.array([$1, "null"])) : ($0, $1) }
      return (name, .object(nullable))
    }
  }
}
