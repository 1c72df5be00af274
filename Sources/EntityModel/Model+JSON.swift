public import Diagnostics
import Qualifiers

extension Model {
  /// All that is known of the model, in the form of `d2t model show --format json`.
  public var json: JSON { ["name": .string(name), "entities": .array(entities.map(\.json))] }
}

extension Entity {
  /// All that is known of the entity, as in ``Model/json``.
  public var json: JSON {
    var members: [(String, JSON)] = [
      ("name", .string(name)),
      ("table", .string(tableName)),
    ]
    if schemaName != TableName.mainSchema { members.append(("schema", .string(schemaName))) }
    members += [
      ("kind", .string(definition.kind.rawValue)),
      ("hidden", .bool(definition.isHidden)),
      ("readOnly", .bool(readOnlyReason != nil)),
      ("readOnlyReason", readOnlyReason.map(JSON.string) ?? .null),
      ("identity", .array(identity.map(JSON.string))),
      ("identityIsRowID", .bool(definition.identityIsRowNumber)),
      ("isJoinTable", .bool(definition.isJoinTable)),
      ("labelKey", definition.labelKey.map(JSON.string) ?? .null),
    ]
    members += rarerMembers + declaredMembers
    members.append(("attributes", .array(attributes.map { Attribute.members.json($0) })))
    members.append(("relationships", .array(relationships.map { Relationship.members.json($0) })))
    if !definition.fetchSpecifications.isEmpty {
      members.append(("fetchSpecifications", .array(definition.fetchSpecifications.map(\.json))))
    }
    return .object(members)
  }

  /// What only some entities have is left out of the others.
  private var rarerMembers: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if definition.isStrict { members.append(("strict", true)) }
    if definition.isWithoutRowNumbers { members.append(("withoutRowID", true)) }
    if readOnlyReason == nil, definition.writes.count < Write.allCases.count {
      let writes = Write.allCases.filter(definition.writes.contains)
      members.append(("writes", .array(writes.map { .string($0.rawValue) })))
    }
    return members
  }

  /// What only declared models say.
  private var declaredMembers: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let parent = definition.parentName { members.append(("parent", .string(parent))) }
    if definition.isAbstract { members.append(("abstract", true)) }
    if let discriminator = definition.discriminator {
      members.append(("discriminator", .string(discriminator.description)))
    }
    if let notation = definition.managedColumns?.notation {
      members.append(("keySource", .object(notation.map { ($0.name, .int($0.number)) })))
    }
    if let text = definition.documentation { members.append(("documentation", .string(text))) }
    if !definition.userInfo.isEmpty { members.append(("userInfo", definition.userInfo.json)) }
    return members
  }
}

extension NamedFetch {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [("name", .string(name))]
    if let qualifier { members.append(("qualifier", .string(qualifier.description))) }
    if !sortOrderings.isEmpty {
      let keys = sortOrderings.map(\.description).joined(separator: ", ")
      members.append(("sort", .string(keys)))
    }
    if let limit { members.append(("limit", JSON(limit))) }
    if isDistinct { members.append(("distinct", true)) }
    if !prefetchPaths.isEmpty {
      members.append(("prefetch", .array(prefetchPaths.map { .string($0.description) })))
    }
    return .object(members)
  }
}
