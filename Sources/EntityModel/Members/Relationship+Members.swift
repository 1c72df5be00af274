public import Qualifiers

private typealias RelationshipMember = Member<Relationship>

extension Relationship: Membered {
  static let members = MemberTable<Relationship> {
    RelationshipMember("name", \.name, "lowerCamelCase, unique in the entity.").always.told
      .laying { declaration, definition, _ in definition.name = declaration.name }
    RelationshipMember("destination", object: { $0.destination })
    RelationshipMember(
      "destinationName",
      in: "destination",
      \.destinationName,
      "The entity it leads to."
    )
    .always
    RelationshipMember(
      "isToMany",
      in: "toMany",
      \.isToMany,
      "Whether it leads to any number of objects."
    )
    .always.asFound
    RelationshipMember("kind") {
      $0.definition.throughName != nil ? "manyToMany" : $0.isToMany ? "toMany" : "toOne"
    }
    RelationshipMember("joins", \.joins).unread.always.asFound
    RelationshipMember("through", \.throughName, "The join entity.").always.asFound
    RelationshipMember("inverse", \.inverseName, "The relationship back.").always
    RelationshipMember(
      "isMandatory",
      in: "mandatory",
      \.isMandatory,
      "Somebody must be at the other end."
    )
    .always
    RelationshipMember("isInferred", in: "inferred", \.isInferred, "Guessed from names.").always
      .asFound
    RelationshipMember("deleteRule", \.deleteRule).always
      .laying { declaration, definition, _ in
        guard let rule = declaration.deleteRule, rule != definition.deleteRule else { return }
        definition.deleteRule = rule
        definition.isDeleteRuleDeclared = rule != .noAction
      }
    RelationshipMember("path", \.path, "The relationships to pass through.").unread.asFound
    RelationshipMember(
      "isDeleteRuleDeclared",
      in: "deleteRuleDeclared",
      \.isDeleteRuleDeclared,
      "The program carries the delete rule out."
    ).unread
    RelationshipMember("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.")
      .laying { declaration, definition, _ in definition.isHidden = declaration.isHidden ?? false }
    RelationshipMember("displayName") { $0.displayName }
    RelationshipMember("documentation", \.documentation, "For people.")
      .laying { declaration, definition, _ in definition.documentation = declaration.documentation }
    RelationshipMember("userInfo", \.userInfo, "What only rules and applications understand.")
  }

  /// The keys of a relationship that rules can read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the value of one member of the relationship, for rules.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}
