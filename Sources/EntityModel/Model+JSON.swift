public import Diagnostics
import FoundationEssentials
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
    members.append(("attributes", .array(attributes.map(\.json))))
    members.append(("relationships", .array(relationships.map(\.json))))
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
    return members
  }
}

extension Attribute {
  var json: JSON {
    var members: [(String, JSON)] = [
      ("name", .string(name)),
      ("column", definition.derivation == nil ? .string(columnName) : .null),
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
    return .object(members + declaredMembers)
  }
}

extension Attribute {
  /// What only declared models say.
  private var declaredMembers: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let pattern = definition.pattern { members.append(("pattern", .string(pattern))) }
    if let value = definition.initialValue { members.append(("initialValue", value.modelJSON)) }
    switch definition.derivation {
    case .path(let path): members.append(("path", .string(path.description)))
    case .expression(let expression):
      members.append(("expression", .string(expression.description)))
    case nil: break
    }
    if let text = definition.documentation { members.append(("documentation", .string(text))) }
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
    if definition.isDeleteRuleDeclared { members.append(("deleteRuleDeclared", true)) }
    if definition.isHidden { members.append(("hidden", true)) }
    if let text = definition.documentation { members.append(("documentation", .string(text))) }
    return .object(members)
  }
}

extension Value {
  /// A choice or bound of an attribute: text, a number, a truth value.
  fileprivate var modelJSON: JSON {
    switch self {
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .bool(let value): .bool(value)
    case .decimal(let value): .number(value.description)
    case .date(let value): .string(value.wallClockText())
    default: .null
    }
  }
}
