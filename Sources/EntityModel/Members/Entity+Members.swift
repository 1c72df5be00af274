public import Qualifiers

private typealias Property = Member<Entity>

extension Entity: Membered {
  static let members = MemberTable<Entity> {
    Property("name", \.name, "UpperCamelCase, unique in the model.").always.told
    Property(
      "tableName",
      in: "table",
      \.tableName,
      "The table; left out when it is called like the entity."
    )
    .always.laying { _, _, _ in }
    Property(
      "schemaName",
      in: "schema",
      \.schemaName,
      "The attached file that has the table, by its name; left out for the main database."
    )
    .laying { _, _, _ in }
    Property("kind", \.kind).always.asFound
    Property("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.").always
    Property("isReadOnly", in: "readOnly", "Nothing can be written.", telling: \.isReadOnly)
    Property("readOnlyReason", \.readOnlyReason, "Why nothing can be written.").always
      .taking { nodes, reader, declaration in
        guard reader.flag(nodes["readOnly"]) == true else { return }
        let reason = reader.string(nodes["readOnlyReason"])
        declaration.readOnlyReason = reason ?? "the model says so"
      }
      .laying { declaration, definition, _ in
        definition.readOnlyReason = definition.readOnlyReason ?? declaration.readOnlyReason
      }
    Property("hasIdentity") { !$0.identity.isEmpty }
    Property("identity", \.identity, "The attributes that identify an object.").always.asFound
    Property("identityIsRowID", \.identityIsRowNumber, "The identity is SQLite's rowid.")
      .unread.always.asFound
    Property("isJoinTable", \.isJoinTable, "A table that only joins two others.").always.asFound
    Property(
      "labelKey",
      \.labelKey,
      "What names an object for people: one attribute, or two with a blank."
    )
    .always.reading { $0.labelKey }.laying { _, _, _ in }
    Property("isStrict", in: "strict", \.isStrict, "A STRICT table.").asFound
    Property("withoutRowID", \.isWithoutRowNumbers, "A table WITHOUT ROWID.").unread.asFound
    Property("writes", telling: \.someWrites).unread
    Property("isInsertable") { $0.refusal(of: .insert) == nil }
    Property("isUpdatable") { $0.refusal(of: .update) == nil }
    Property("isDeletable") { $0.refusal(of: .delete) == nil }
    Property("parentName", in: "parent", \.parentName, "The entity that this one is a kind of.")
    Property("isAbstract", in: "abstract", \.isAbstract, "Nothing can be made of it.")
      .laying { declaration, definition, _ in
        definition.isAbstract = declaration.isAbstract == true && definition.readOnlyReason == nil
      }
    Property(
      "discriminator",
      \.discriminator,
      "Which rows of the table are of this entity: a condition of the rule language."
    )
    .unread
    Property("keySource", \.managedColumns).unread
    Property("documentation", \.documentation, "For people.")
    Property("userInfo", \.userInfo, "What only rules and applications understand.")
    Property("attributes", objects: { $0.attributes })
    Property("relationships", objects: { $0.relationships })
    Property("attributeNames") { $0.attributes.map(\.name) }
    Property("toOneNames") { $0.toOneNames }
    Property("toManyNames") { $0.toManyNames }
    Property("summaryPropertyKeys") { $0.summaryPropertyKeys }
    Property("listPropertyKeys") { $0.listPropertyKeys }
    Property("inspectPropertyKeys") { $0.inspectPropertyKeys }
    Property("editPropertyKeys") { $0.editPropertyKeys }
    Property("displayName") { $0.displayName }
    Property("ancestorNames") { $0.ancestorNames }
    Property("subentityNames") { $0.subentityNames }
    Property("fetchNames") { $0.definition.fetchSpecifications.map(\.name) }
  }

  /// The keys of the entity that rules may read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the entity's value for a key; `nil` for an unknown key.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}

extension Entity {
  fileprivate var isReadOnly: Bool { readOnlyReason != nil }

  /// In which ways rows can be written; `nil` where they can in none or in all.
  fileprivate var someWrites: [Write]? {
    let writes = Write.allCases.filter(definition.writes.contains)
    return isReadOnly || writes.count == Write.allCases.count ? nil : writes
  }
}
