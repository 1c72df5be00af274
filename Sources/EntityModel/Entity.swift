public import Qualifiers
import Synchronization

/// A kind of object in the model: a table or view with its attributes and relationships.
public final class Entity: KeyValueCoding, Hashable {
  /// The kind of database object behind an entity: a table, a view or a virtual table.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case table, view, virtual
  }

  /// A kind of write to the rows of an entity: insert, update or delete.
  public enum Write: String, Sendable, Hashable, CaseIterable {
    case insert, update, delete
  }

  /// The description from which an entity is made: name, table, kind, attributes and relationships.
  ///
  /// Reflection and model files fill it in.
  public struct Definition: PropertyDefinition, Sendable, Hashable {
    /// UpperCamelCase, unique in its model.
    package var name: String
    /// The table, exactly.
    package var tableName: String
    /// The database that has the table, as SQL calls it: `main`, or the name of an attached file.
    package var schemaName = TableName.mainSchema
    /// The kind of database object.
    package var kind = Kind.table
    /// Not shown unless a rule asks: the database's own bookkeeping.
    package var isHidden = false
    /// Why nothing can be written; `nil` when it can.
    package var readOnlyReason: String?
    /// Names of the attributes that identify an object; the number of the row counts as one; empty for none.
    package var identity: [String] = []
    /// Whether the identity is the number that the database gives each row, and no declared key.
    package var identityIsRowNumber = false
    /// The attributes of each unique constraint or whole unique index, as far as the database was asked; the key's excepted.
    package var uniqueKeys: [[String]] = []
    /// Whether the database finds the rows by their key alone and gives them no numbers.
    package var isWithoutRowNumbers = false
    /// Whether rows have numbers and no statement can name them: columns took all their names.
    package var hidesRowNumbers = false
    /// Whether each column holds values of its type only.
    package var isStrict = false
    /// The ways in which rows can be written, unless all are refused.
    package var writes = Set(Write.allCases)
    /// Why rows cannot be written in a way that the table's declaration allows: what a trigger needs is not here.
    package var writeRefusals: [Write: String] = [:]
    /// The tables and views that a view names; empty for tables.
    package var namedTables: [String] = []
    /// A table whose only purpose is to join two others.
    package var isJoinTable = false
    /// The property that names an object for people, found by name and type; `nil` when none fits.
    package var labelKey: String?
    /// Whether ``labelKey`` was found, by names and by what rows show, and no model has declared it.
    var isLabelFound = false
    /// Whether ``labelKey`` was found and only stands in for a name: part of an address, or what many rows share.
    var labelIsMakeshift = false
    /// Whether ``labelKey`` is nothing but what tells objects without a name apart.
    package var labelIsOfParts = false
    /// In the order of the columns.
    package var attributes: [Attribute.Definition] = []
    /// To-one first, then to-many.
    package var relationships: [Relationship.Definition] = []
    /// The entity that this one is a kind of; both share a table when ``discriminator`` tells their rows apart.
    package var parentName: String?
    /// Every object is of one of the entities below it.
    package var isAbstract = false
    /// The condition for rows of exactly this entity in a shared table; `nil` when all rows are.
    package var discriminator: Qualifier?
    /// Fetches that the model names.
    package var fetchSpecifications: [NamedFetch] = []
    /// The columns that another program manages in the table; `nil` when there are none.
    package var managedColumns: ManagedColumns?
    /// The model's documentation.
    package var documentation: String?
    /// Custom values from the model, by name.
    package var userInfo: [String: Value] = [:]

    package static let blank = Self(name: "", tableName: "")

    /// A table without columns yet.
    package init(name: String, tableName: String) {
      (self.name, self.tableName) = (name, tableName)
    }

    /// The table with the database that has it.
    package var table: TableName { TableName(tableName, in: schemaName) }
  }

  /// All that is known of it.
  public let definition: Definition
  /// The statistics of sampled rows, once they have been read.
  package let findings: SampleStatistics
  /// In the order of the columns.
  public let attributes: [Attribute]
  /// To-one first, then to-many.
  public let relationships: [Relationship]
  /// Names of the entities above this one, the nearest first.
  public let ancestorNames: [String]
  /// Names of the entities below this one, all the way down.
  public let subentityNames: [String]
  /// The condition for rows of this entity or its subentities; `nil` for all rows.
  public let rowQualifier: Qualifier?
  /// The attributes beside the key by which one object is told from another that has its key by now: those of the label,
  /// unique ones, and when it was made; where there are none, what it refers to.
  public let recognitionKeys: [String]
  /// How the names of all entities of the model begin, which says nothing of one: `Moz`; often empty.
  private let sharedPrefix: String
  private let shownName = LazyText()
  private let attributesByName: [String: Attribute]
  private let relationshipsByName: [String: Relationship]
  /// The aggregates asked for so far, by their text; `nil` for a text that is none.
  let aggregates = Mutex<[String: Attribute?]>([:])

  init(
    _ definition: Definition,
    ancestorNames: [String],
    subentityNames: [String],
    rowQualifier: Qualifier?,
    sharedPrefix: String = "",
    owner: ModelReference
  ) {
    self.sharedPrefix = sharedPrefix
    self.definition = definition
    self.ancestorNames = ancestorNames
    self.subentityNames = subentityNames
    self.rowQualifier = rowQualifier
    recognitionKeys = Self.recognitionKeys(of: definition)
    let findings = SampleStatistics()
    self.findings = findings
    let hasOwnSpelling = definition.attributes.contains { attribute in
      attribute.columnName.utf8.contains { $0 &- UInt8(ascii: "a") < 26 }
    }
    let sharedWords = Naming.sharedWords(of: definition.attributes)
    attributes = definition.attributes.map {
      Attribute(
        $0,
        findings: findings,
        hasOwnSpelling: hasOwnSpelling,
        sharedWords: sharedWords
      )
    }
    relationships = definition.relationships.map {
      Relationship($0, sharedPrefix: sharedPrefix, owner: owner)
    }
    attributesByName = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    relationshipsByName = Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
  }

  /// UpperCamelCase, unique in its model.
  public var name: String { definition.name }
  /// The name on screen: `FilmActor` is “Film Actor”.
  public var displayName: String {
    shownName.text {
      Naming.displayName(forEntity: Naming.withoutSharedPrefix(name, sharedPrefix))
    }
  }
  /// The table, exactly.
  public var tableName: String { definition.tableName }
  /// The database that has the table, as SQL calls it: `main`, or the name of an attached file.
  public var schemaName: String { definition.schemaName }
  /// Names of the attributes that identify an object; empty for none.
  public var identity: [String] { definition.identity }
  /// The property that names an object for people; `nil` when none fits.
  ///
  /// Hidden attributes are left out.
  public var labelKey: String? { findings.label ?? definition.labelKey }
  /// Why nothing can be written; `nil` when it can.
  public var readOnlyReason: String? { definition.readOnlyReason }

  /// Why rows cannot be written in a way; `nil` when they can.
  public func refusal(of write: Write) -> String? {
    if let readOnlyReason { return readOnlyReason }
    if let reason = definition.writeRefusals[write] { return reason }
    if definition.writes.contains(write) { return nil }
    return "the view has no trigger INSTEAD OF \(write.rawValue.uppercased())"
  }

  /// The attribute called `name`, or an aggregate over related rows by its text, such as `items.@sum.amount`.
  public func attribute(named name: String) -> Attribute? {
    attributesByName[name] ?? (name.utf8.contains(UInt8(ascii: "@")) ? aggregate(name) : nil)
  }
  /// The relationship called `name`.
  public func relationship(named name: String) -> Relationship? { relationshipsByName[name] }

  /// Whether both are defined alike.
  public static func == (left: Entity, right: Entity) -> Bool {
    left === right || left.definition == right.definition
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }
}
