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
      ("kind", .string(definition.kind.rawValue)),
      ("hidden", .bool(definition.isHidden)),
      ("readOnly", .bool(readOnlyReason != nil)),
      ("readOnlyReason", readOnlyReason.map(JSON.string) ?? .null),
      ("identity", .array(identity.map(JSON.string))),
      ("identityIsRowID", .bool(definition.identityIsRowID)),
      ("isJoinTable", .bool(definition.isJoinTable)),
      ("labelKey", definition.labelKey.map(JSON.string) ?? .null),
      ("attributes", .array(attributes.map(\.json))),
      ("relationships", .array(relationships.map(\.json))),
    ]
    // What only some entities have is left out of the others.
    if definition.isStrict { members.append(("strict", true)) }
    if definition.isWithoutRowID { members.append(("withoutRowID", true)) }
    if readOnlyReason == nil, definition.writes.count < Write.allCases.count {
      let writes = Write.allCases.filter(definition.writes.contains)
      members.append(("writes", .array(writes.map { .string($0.rawValue) })))
    }
    return .object(members)
  }
}

extension Attribute {
  var json: JSON {
    var members: [(String, JSON)] = [
      ("name", .string(name)),
      ("column", .string(columnName)),
      ("type", .string(type.rawValue)),
      ("declaredType", .string(definition.declaredType)),
      ("nullable", .bool(isNullable)),
      ("generated", .bool(definition.isGenerated)),
    ]
    // What only some attributes have is left out of the others.
    if definition.storage != .native {
      members.append(("storage", .string(definition.storage.rawValue)))
    }
    if definition.isPrimaryKey { members.append(("primaryKey", true)) }
    if definition.isUnique { members.append(("unique", true)) }
    if definition.isHidden { members.append(("hidden", true)) }
    if let width = definition.width { members.append(("width", .int(Int64(width)))) }
    if let scale = definition.scale { members.append(("scale", .int(Int64(scale)))) }
    if let expression = definition.defaultExpression {
      members.append(("default", .string(expression)))
    }
    if !definition.choices.isEmpty {
      members.append(("choices", .array(definition.choices.map(\.modelJSON))))
    }
    for (name, bound) in [("minimum", definition.minimum), ("maximum", definition.maximum)] {
      guard let bound else { continue }
      members.append((name, bound.value.modelJSON))
      if !bound.isIncluded { members.append((name + "Excluded", true)) }
    }
    if let length = definition.minimumLength {
      members.append(("minimumLength", .int(Int64(length))))
    }
    if let collation = definition.collation { members.append(("collation", .string(collation))) }
    if !definition.isUpdatable { members.append(("updatable", false)) }
    return .object(members)
  }
}

extension Relationship {
  var json: JSON {
    let joins = definition.joins.map { join -> JSON in
      ["source": .string(join.source), "destination": .string(join.destination)]
    }
    var members: [(String, JSON)] = [
      ("name", .string(name)),
      ("destination", .string(definition.destinationName)),
      ("toMany", .bool(isToMany)),
      ("joins", .array(joins)),
      ("through", definition.throughName.map(JSON.string) ?? .null),
      ("inverse", definition.inverseName.map(JSON.string) ?? .null),
      ("mandatory", .bool(definition.isMandatory)),
      ("inferred", .bool(definition.isInferred)),
      ("deleteRule", .string(definition.deleteRule.rawValue)),
    ]
    if !definition.path.isEmpty {
      members.append(("path", .array(definition.path.map(JSON.string))))
    }
    return .object(members)
  }
}

extension Value {
  /// A choice of an attribute: text or a number.
  fileprivate var modelJSON: JSON {
    switch self {
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    default: .null
    }
  }
}
