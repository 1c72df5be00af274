public import Qualifiers

/// A table or view as a kind of object.
public final class Entity: KeyValueCoding, Hashable {
  /// What stands behind an entity.
  public enum Kind: String, Sendable, Hashable {
    case table, view, virtual
  }

  /// A way to change the rows of an entity.
  public enum Write: String, Sendable, Hashable, CaseIterable {
    case insert, update, delete
  }

  /// All that is known of an entity; the way to make one.
  public struct Definition: Sendable, Hashable {
    /// UpperCamelCase, unique in its model.
    public var name: String
    /// The table, exactly.
    public var tableName: String
    /// What stands behind it.
    public var kind = Kind.table
    /// Not shown unless a rule asks: shadow tables, the database's own bookkeeping.
    public var isHidden = false
    /// Why nothing can be written; `nil` when it can.
    public var readOnlyReason: String?
    /// Names of the attributes that identify an object; `["rowid"]`-like pseudo attributes count; empty for none.
    public var identity: [String] = []
    /// Whether the identity is SQLite's rowid and no declared key.
    public var identityIsRowID = false
    /// Whether the table was declared WITHOUT ROWID.
    public var isWithoutRowID = false
    /// Whether the table was declared STRICT: each column holds values of its type only.
    public var isStrict = false
    /// In which ways rows can be written, where nothing keeps all of them from it.
    public var writes = Set(Write.allCases)
    /// A table whose only purpose is to join two others.
    public var isJoinTable = false
    /// The property that names an object for people, found by name and type; `nil` when none fits.
    public var labelKey: String?
    /// In the order of the columns.
    public var attributes: [Attribute.Definition] = []
    /// To-one first, then to-many.
    public var relationships: [Relationship.Definition] = []

    /// A table without columns yet.
    public init(name: String, tableName: String) {
      (self.name, self.tableName) = (name, tableName)
    }
  }

  /// All that is known of it.
  public let definition: Definition
  /// In the order of the columns.
  public let attributes: [Attribute]
  /// To-one first, then to-many.
  public let relationships: [Relationship]
  private let attributesByName: [String: Attribute]
  private let relationshipsByName: [String: Relationship]

  init(_ definition: Definition, owner: ModelReference) {
    self.definition = definition
    attributes = definition.attributes.map(Attribute.init)
    relationships = definition.relationships.map { Relationship($0, owner: owner) }
    attributesByName = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    relationshipsByName = Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
  }

  /// UpperCamelCase, unique in its model.
  public var name: String { definition.name }
  /// What people read: `FilmActor` is “Film Actor”.
  public var displayName: String { Naming.displayName(forEntity: name) }
  /// The table, exactly.
  public var tableName: String { definition.tableName }
  /// Names of the attributes that identify an object; empty for none.
  public var identity: [String] { definition.identity }
  /// Why nothing can be written; `nil` when it can.
  public var readOnlyReason: String? { definition.readOnlyReason }

  /// Why rows cannot be written in a way; `nil` when they can.
  public func refusal(of write: Write) -> String? {
    if let readOnlyReason { return readOnlyReason }
    if definition.writes.contains(write) { return nil }
    return "the view has no trigger INSTEAD OF \(write.rawValue.uppercased())"
  }

  /// The attribute called `name`.
  public func attribute(named name: String) -> Attribute? { attributesByName[name] }
  /// The relationship called `name`.
  public func relationship(named name: String) -> Relationship? { relationshipsByName[name] }

  /// Whether both are defined alike.
  public static func == (left: Entity, right: Entity) -> Bool {
    left === right || left.definition == right.definition
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }
}

extension Entity {
  /// What rules may read of the entity.
  public static var valueKeys: [String]? {
    [
      "name", "tableName", "kind", "isHidden", "isReadOnly", "readOnlyReason", "hasIdentity",
      "isJoinTable", "isStrict", "isInsertable", "isUpdatable", "isDeletable",
      "labelKey", "attributes", "relationships", "identity", "attributeNames", "toOneNames",
      "toManyNames",
      "summaryPropertyKeys", "listPropertyKeys", "inspectPropertyKeys", "editPropertyKeys",
      "displayName",
    ]
  }

  /// What the entity says of itself.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "tableName": .string(tableName)
    case "kind": .string(definition.kind.rawValue)
    case "isHidden": .bool(definition.isHidden)
    case "isReadOnly": .bool(readOnlyReason != nil)
    case "readOnlyReason": readOnlyReason.map { .string($0) } ?? .null
    case "hasIdentity": .bool(!identity.isEmpty)
    case "isJoinTable": .bool(definition.isJoinTable)
    case "isStrict": .bool(definition.isStrict)
    case "isInsertable": .bool(refusal(of: .insert) == nil)
    case "isUpdatable": .bool(refusal(of: .update) == nil)
    case "isDeletable": .bool(refusal(of: .delete) == nil)
    case "labelKey": definition.labelKey.map { .string($0) } ?? .null
    case "attributes": .list(attributes.map { .object($0) })
    case "relationships": .list(relationships.map { .object($0) })
    case "displayName": .string(displayName)
    case "identity": .list(identity.map { .string($0) })
    default: propertyKeyList(key).map { .list($0.map { .string($0) }) }
    }
  }

  /// The lists of property names from which the default rules choose columns and fields.
  private func propertyKeyList(_ key: String) -> [String]? {
    switch key {
    case "attributeNames": attributes.map(\.name)
    case "toOneNames": toOneNames
    case "toManyNames": toManyNames
    case "listPropertyKeys": listPropertyKeys
    case "summaryPropertyKeys": summaryPropertyKeys
    case "inspectPropertyKeys": inspectPropertyKeys
    case "editPropertyKeys": editPropertyKeys
    default: nil
    }
  }
}
