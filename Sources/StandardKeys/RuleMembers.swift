// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import EntityModel
public import EntityStore
public import Qualifiers
public import RuleEnvironment

// What rules written in Swift read behind the context keys, with types; a test compares it with what `value(forKey:)` says.

extension Entity: RuleReadable {
  /// The names and types of the properties of an entity that rules written in Swift can read: `\.entity.isReadOnly`.
  public struct RuleMembers: Sendable {
    public let name = RuleMember<String>("name")
    public let tableName = RuleMember<String>("tableName")
    public let schemaName = RuleMember<String>("schemaName")
    public let kind = RuleMember<String>("kind")
    public let isHidden = RuleMember<Bool>("isHidden")
    public let isReadOnly = RuleMember<Bool>("isReadOnly")
    public let readOnlyReason = RuleMember<String?>("readOnlyReason")
    public let hasIdentity = RuleMember<Bool>("hasIdentity")
    public let isJoinTable = RuleMember<Bool>("isJoinTable")
    public let isStrict = RuleMember<Bool>("isStrict")
    public let isInsertable = RuleMember<Bool>("isInsertable")
    public let isUpdatable = RuleMember<Bool>("isUpdatable")
    public let isDeletable = RuleMember<Bool>("isDeletable")
    public let labelKey = RuleMember<String?>("labelKey")
    public let attributes = RuleMember<[Attribute]>("attributes")
    public let relationships = RuleMember<[Relationship]>("relationships")
    public let identity = RuleMember<[String]>("identity")
    public let attributeNames = RuleMember<[String]>("attributeNames")
    public let toOneNames = RuleMember<[String]>("toOneNames")
    public let toManyNames = RuleMember<[String]>("toManyNames")
    public let summaryPropertyKeys = RuleMember<[String]>("summaryPropertyKeys")
    public let listPropertyKeys = RuleMember<[String]>("listPropertyKeys")
    public let relatedPropertyKeys = RuleMember<[String]>("relatedPropertyKeys")
    public let inspectPropertyKeys = RuleMember<[String]>("inspectPropertyKeys")
    public let editPropertyKeys = RuleMember<[String]>("editPropertyKeys")
    public let displayName = RuleMember<String>("displayName")
    public let parentName = RuleMember<String?>("parentName")
    public let ancestorNames = RuleMember<[String]>("ancestorNames")
    public let subentityNames = RuleMember<[String]>("subentityNames")
    public let isAbstract = RuleMember<Bool>("isAbstract")
    public let fetchNames = RuleMember<[String]>("fetchNames")
    public let documentation = RuleMember<String?>("documentation")
    public let userInfo = RuleMember<[String: Value]>("userInfo")
  }
  public static let ruleMembers = RuleMembers()
}

extension Attribute: RuleReadable {
  /// The names and types of the properties of an attribute that rules written in Swift can read: `\.attribute.isNullable`.
  public struct RuleMembers: Sendable {
    public let name = RuleMember<String>("name")
    public let columnName = RuleMember<String>("columnName")
    public let declaredType = RuleMember<String>("declaredType")
    public let type = RuleMember<String>("type")
    public let isNullable = RuleMember<Bool>("isNullable")
    public let isMandatory = RuleMember<Bool>("isMandatory")
    public let isGenerated = RuleMember<Bool>("isGenerated")
    public let isPrimaryKey = RuleMember<Bool>("isPrimaryKey")
    public let isForeignKey = RuleMember<Bool>("isForeignKey")
    public let isUnique = RuleMember<Bool>("isUnique")
    public let isRowIDAlias = RuleMember<Bool>("isRowIDAlias")
    public let isSurrogateKey = RuleMember<Bool>("isSurrogateKey")
    public let isBookkeeping = RuleMember<Bool>("isBookkeeping")
    public let isNumbering = RuleMember<Bool>("isNumbering")
    public let displayName = RuleMember<String>("displayName")
    public let width = RuleMember<Int?>("width")
    public let scale = RuleMember<Int?>("scale")
    public let choices = RuleMember<[Value]>("choices")
    public let minimum = RuleMember<Value?>("minimum")
    public let maximum = RuleMember<Value?>("maximum")
    public let minimumLength = RuleMember<Int?>("minimumLength")
    public let collation = RuleMember<String?>("collation")
    public let storage = RuleMember<String>("storage")
    public let isTypeFound = RuleMember<Bool>("isTypeFound")
    public let isWholeDay = RuleMember<Bool>("isWholeDay")
    public let usualWidth = RuleMember<Int?>("usualWidth")
    public let usualValues = RuleMember<[Value]>("usualValues")
    public let isUpdatable = RuleMember<Bool>("isUpdatable")
    public let isHidden = RuleMember<Bool>("isHidden")
    public let pattern = RuleMember<String?>("pattern")
    public let isDerived = RuleMember<Bool>("isDerived")
    public let hasPropertyType = RuleMember<Bool>("hasPropertyType")
    public let category = RuleMember<String?>("category")
    public let documentation = RuleMember<String?>("documentation")
    public let userInfo = RuleMember<[String: Value]>("userInfo")
  }
  public static let ruleMembers = RuleMembers()
}

extension Relationship: RuleReadable {
  /// The names and types of the properties of a relationship that rules written in Swift can read: `\.relationship.isToMany`.
  public struct RuleMembers: Sendable {
    public let name = RuleMember<String>("name")
    public let destination = RuleMember<Entity?>("destination")
    public let isToMany = RuleMember<Bool>("isToMany")
    public let kind = RuleMember<String>("kind")
    public let isMandatory = RuleMember<Bool>("isMandatory")
    public let through = RuleMember<String?>("through")
    public let deleteRule = RuleMember<String>("deleteRule")
    public let inverse = RuleMember<String?>("inverse")
    public let isInferred = RuleMember<Bool>("isInferred")
    public let displayName = RuleMember<String>("displayName")
    public let destinationName = RuleMember<String>("destinationName")
    public let isHidden = RuleMember<Bool>("isHidden")
    public let documentation = RuleMember<String?>("documentation")
    public let userInfo = RuleMember<[String: Value]>("userInfo")
  }
  public static let ruleMembers = RuleMembers()
}

extension Model: RuleReadable {
  /// The names and types of the properties of the model that rules written in Swift can read: `entityNames`,
  /// `visibleEntityNames`.
  public struct RuleMembers: Sendable {
    public let name = RuleMember<String>("name")
    public let entities = RuleMember<[Entity]>("entities")
    public let entityNames = RuleMember<[String]>("entityNames")
    public let visibleEntityNames = RuleMember<[String]>("visibleEntityNames")
    /// The visible entities without tables that only join two others.
    public let menuEntityNames = RuleMember<[String]>("menuEntityNames")
  }
  public static let ruleMembers = RuleMembers()
}

extension DatabaseReference: RuleReadable {
  /// The names and types of the properties of the open database that rules written in Swift can read: `\.database.isReadOnly`.
  public struct RuleMembers: Sendable {
    public let title = RuleMember<String>("title")
    public let path = RuleMember<String?>("path")
    public let isReadOnly = RuleMember<Bool>("isReadOnly")
  }
  public static let ruleMembers = RuleMembers()
}

extension EditingContextReference: RuleReadable {
  /// The names and types of the properties of the unsaved changes that rules written in Swift can read:
  /// `\.editingContext.hasChanges`.
  public struct RuleMembers: Sendable {
    public let changeCount = RuleMember<Int>("changeCount")
    public let hasChanges = RuleMember<Bool>("hasChanges")
  }
  public static let ruleMembers = RuleMembers()
}

// The attributes of a record, and of the record of a user, are known by name only.
extension Record: DynamicRuleReadable {}
extension User: DynamicRuleReadable {}
