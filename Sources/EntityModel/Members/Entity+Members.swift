public import Qualifiers

private typealias Property = Member<Entity>

extension Entity: Membered {
  /// What rules read; how an entity stands in model files is for ``ModelJSONReader`` and ``Model/json``.
  static let members = MemberTable<Entity> {
    Property("name") { $0.name }
    Property("tableName") { $0.tableName }
    Property("schemaName") { $0.schemaName }
    Property("kind") { $0.definition.kind.rawValue }
    Property("isHidden") { $0.definition.isHidden }
    Property("isReadOnly") { $0.readOnlyReason != nil }
    Property("readOnlyReason") { $0.readOnlyReason }
    Property("hasIdentity") { !$0.identity.isEmpty }
    Property("isJoinTable") { $0.definition.isJoinTable }
    Property("isStrict") { $0.definition.isStrict }
    Property("isInsertable") { $0.refusal(of: .insert) == nil }
    Property("isUpdatable") { $0.refusal(of: .update) == nil }
    Property("isDeletable") { $0.refusal(of: .delete) == nil }
    Property("labelKey") { $0.labelKey }
    Property("attributes", objects: { $0.attributes })
    Property("relationships", objects: { $0.relationships })
    Property("identity") { $0.identity }
    Property("attributeNames") { $0.attributes.map(\.name) }
    Property("toOneNames") { $0.toOneNames }
    Property("toManyNames") { $0.toManyNames }
    Property("summaryPropertyKeys") { $0.summaryPropertyKeys }
    Property("listPropertyKeys") { $0.listPropertyKeys }
    Property("inspectPropertyKeys") { $0.inspectPropertyKeys }
    Property("editPropertyKeys") { $0.editPropertyKeys }
    Property("displayName") { $0.displayName }
    Property("parentName") { $0.definition.parentName }
    Property("ancestorNames") { $0.ancestorNames }
    Property("subentityNames") { $0.subentityNames }
    Property("isAbstract") { $0.definition.isAbstract }
    Property("fetchNames") { $0.definition.fetchSpecifications.map(\.name) }
    Property("documentation") { $0.definition.documentation }
    Property("userInfo") { $0.definition.userInfo }
  }

  /// What rules may read of the entity.
  public static var valueKeys: [String]? { members.keys }

  /// What the entity says of itself.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}
