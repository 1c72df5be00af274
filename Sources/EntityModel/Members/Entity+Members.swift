public import Qualifiers

private typealias EntityMember = Member<Entity>

extension Entity: Membered {
  static let members = MemberTable<Entity> {
    EntityMember("name", \.name, "UpperCamelCase, unique in the model.").always.told
    EntityMember(
      "tableName",
      in: "table",
      \.tableName,
      "The table; left out when it is called like the entity."
    )
    .always.laying { _, _, _ in }
    EntityMember(
      "schemaName",
      in: "schema",
      \.schemaName,
      "The attached file that has the table, by its name; left out for the main database."
    )
    .laying { _, _, _ in }
    EntityMember("kind", \.kind).always.asFound
    EntityMember("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.").always
    EntityMember("isReadOnly", in: "readOnly", "Nothing can be written.", telling: \.isReadOnly)
    EntityMember("readOnlyReason", \.readOnlyReason, "Why nothing can be written.").always
      .taking { nodes, reader, declaration in
        guard reader.flag(nodes["readOnly"]) == true else { return }
        let reason = reader.string(nodes["readOnlyReason"])
        declaration.readOnlyReason = reason ?? "the model says so"
      }
      .laying { declaration, definition, _ in
        definition.readOnlyReason = definition.readOnlyReason ?? declaration.readOnlyReason
      }
    EntityMember("hasIdentity") { !$0.identity.isEmpty }
    EntityMember("identity", \.identity, "The attributes that identify an object.").always.asFound
    EntityMember("identityIsRowID", \.identityIsRowNumber, "The identity is SQLite's rowid.")
      .unread.always.asFound
    EntityMember("isJoinTable", \.isJoinTable, "A table that only joins two others.").always.asFound
    EntityMember(
      "labelKey",
      \.labelKey,
      "What names an object for people: one attribute, or two with a blank."
    )
    .always.reading { $0.labelKey }.laying { _, _, _ in }
    EntityMember("isStrict", in: "strict", \.isStrict, "A STRICT table.").asFound
    EntityMember("withoutRowID", \.isWithoutRowNumbers, "A table WITHOUT ROWID.").unread.asFound
    EntityMember("writes", telling: \.someWrites).unread
    EntityMember("isInsertable") { $0.refusal(of: .insert) == nil }
    EntityMember("isUpdatable") { $0.refusal(of: .update) == nil }
    EntityMember("isDeletable") { $0.refusal(of: .delete) == nil }
    EntityMember("parentName", in: "parent", \.parentName, "The entity that this one is a kind of.")
    EntityMember("isAbstract", in: "abstract", \.isAbstract, "Nothing can be made of it.")
      .laying { declaration, definition, _ in
        definition.isAbstract = declaration.isAbstract == true && definition.readOnlyReason == nil
      }
    EntityMember(
      "discriminator",
      \.discriminator,
      "Which rows of the table are of this entity: a condition of the rule language."
    )
    .unread
    EntityMember("keySource", \.managedColumns).unread
    EntityMember("documentation", \.documentation, "For people.")
    EntityMember("userInfo", \.userInfo, "What only rules and applications understand.")
    EntityMember("attributes", objects: { $0.attributes })
    EntityMember("relationships", objects: { $0.relationships })
    EntityMember("attributeNames") { $0.attributes.map(\.name) }
    EntityMember("toOneNames") { $0.toOneNames }
    EntityMember("toManyNames") { $0.toManyNames }
    EntityMember("summaryPropertyKeys") { $0.summaryPropertyKeys }
    EntityMember("listPropertyKeys") { $0.listPropertyKeys }
    EntityMember("relatedPropertyKeys") { $0.relatedPropertyKeys }
    EntityMember("inspectPropertyKeys") { $0.inspectPropertyKeys }
    EntityMember("editPropertyKeys") { $0.editPropertyKeys }
    EntityMember("displayName") { $0.displayName }
    EntityMember("ancestorNames") { $0.ancestorNames }
    EntityMember("subentityNames") { $0.subentityNames }
    EntityMember("fetchNames") { $0.definition.fetchSpecifications.map(\.name) }
  }

  /// The keys of the entity that rules may read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the entity's value for a key; `nil` for an unknown key.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}

extension Entity {
  fileprivate var isReadOnly: Bool { readOnlyReason != nil }

  /// The ways in which rows can be written; `nil` for none or all.
  fileprivate var someWrites: [Write]? {
    let writes = Write.allCases.filter(definition.writes.contains)
    return isReadOnly || writes.count == Write.allCases.count ? nil : writes
  }
}
